import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { searchTitles } from '../../src/v1/search-titles.js';
import { openedCatalog } from '../shared-data.js';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../docs/search-for-staff.md'), 'utf8');

/** The example queries of the document, with their search types and first results. */
const examples = [...DOCUMENT.matchAll(/^\| `([^`]+)` \| (\w+) \| (.+) \|$/gm)].map(
  ([, q, search_type, title]) => ({ q, search_type, title }),
);

/** The custom queries of the document, in the table of examples and elsewhere. */
const customQueries = [...DOCUMENT.matchAll(/`([^`\n]+)`/g)]
  .map(([, code]) => code)
  .filter((code) => /:|\bAND\b|\bNOT\b/.test(code) && code !== 'field:value');

const catalog = openedCatalog('alderwick');

function search(q: string, search_type: string) {
  const params = { q, search_type, library: 'alderwick' };
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
});
