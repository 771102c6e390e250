import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { searchTitles } from '../../src/v1/search-titles.js';
import { openedCatalog } from '../shared-data.js';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../docs/search-for-staff.md'), 'utf8');

/** The rows of the table of examples: a query, its search type, and the title that it finds first. */
const examples = [...DOCUMENT.matchAll(/^\| `([^`]+)` \| (\w+) \| (.+) \|$/gm)].map(
  ([, q, search_type, title]) => ({ q, search_type, title }),
);

/** The paragraph with custom queries that are refused. */
const [refused = ''] =
  /^These signs of other search engines are refused.*?\n\n/ms.exec(DOCUMENT) ?? [];

/** The queries in parentheses in the paragraph {@link refused}. */
const refusedQueries = [...refused.matchAll(/\(`([^`]+)`\)/g)].map(([, query]) => query);

/** The other code spans that are custom queries: code with a colon, AND or NOT, except `field:value`. */
const customQueries = [...DOCUMENT.replace(refused, '').matchAll(/`([^`\n]+)`/g)]
  .map(([, code]) => code)
  .filter((code) => /:|\bAND\b|\bNOT\b/.test(code) && code !== 'field:value');

const catalog = openedCatalog('alderwick');

function search(q: string, search_type: string) {
  const params = new URLSearchParams({ q, search_type, library: 'alderwick' });
  return searchTitles([catalog], params, { baseUrl: 'http://localhost:8080' });
}

describe('docs/search-for-staff.md', () => {
  it('has ten example queries', () => {
    expect(examples).toHaveLength(10);
  });

  it.each(examples)('has the query $q ($search_type), which finds $title first', (example) => {
    expect(search(example.q, example.search_type).titles[0]?.title).toBe(example.title);
  });

  it('has more than eight custom queries', () => {
    expect(customQueries.length).toBeGreaterThan(8);
  });

  it.each(customQueries)('has the custom query %s, which finds titles', (q) => {
    expect(search(q, 'custom').count).toBeGreaterThan(0);
  });

  it('has ten custom queries that are refused', () => {
    expect(refusedQueries).toHaveLength(10);
  });

  it.each(refusedQueries)('has the custom query %s, which is refused', (q) => {
    expect(() => search(q, 'custom')).toThrow(expect.objectContaining({ status: 400 }));
  });
});
