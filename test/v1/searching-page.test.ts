import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { searchTitles } from '../../src/v1/titles.js';
import { openedCatalog } from '../shared-data.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../.github/docs/searching.md'), 'utf8');

/** The queries of the page, with their search types and the titles that it promises. */
const promised = [...PAGE.matchAll(/^\| `([^`]+)` \| (\w+) \| (.+) \|$/gm)].map(
  ([, q, search_type, title]) => ({ q, search_type, title }),
);

const custom = [...PAGE.matchAll(/`([^`\n]*(?::|\bAND\b|\bNOT\b)[^`\n]*)`/g)]
  .map(([, q]) => q)
  .filter((q) => q !== 'field:value' && !/^[A-Z]+$/.test(q));

const catalog = openedCatalog('alderwick');

function search(q: string, search_type: string) {
  const params = { q, search_type, library: 'alderwick' };
  return searchTitles([catalog], params, { baseUrl: 'http://localhost:8080' });
}

describe('The page that tells staff how to search', () => {
  it('has ten queries', () => {
    expect(promised).toHaveLength(10);
  });

  it.each(promised)(
    'promises that $q ($search_type) finds $title first',
    ({ q, search_type, title }) => {
      expect(search(q, search_type).titles[0]?.title).toBe(title);
    },
  );

  it.each(custom)('has %s, which finds something', (q) => {
    expect(search(q, 'custom').count).toBeGreaterThan(0);
  });
});
