import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textsOf } from '../../src/texts/page-texts.js';
import { customSearch } from '../../src/v1/query-language/compile-query.js';
import { search } from '../../src/v1/search.js';
import { searchTitles } from '../../src/v1/search-titles.js';
import { openedCatalog } from '../shared-data.js';
import { createPageClient, linksOf, unescapeHtml } from './create-page-client.js';

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/search-for-staff.md'), 'utf8');
const alderwick = openedCatalog('alderwick');
const get = createPageClient([alderwick]);
const { body } = get('/help');

describe('GET /help', () => {
  it('has examples that are valid searches, and no links to searches that may find nothing', () => {
    const examples = [
      ...body.matchAll(/<tr><td><code dir="ltr">(.*?)<\/code><\/td><td>(.*?)<\/td>/g),
    ];
    const rules = [...body.matchAll(/<li>[^<]*<code dir="ltr">(.*?)<\/code><\/li>/g)];
    expect([examples.length, rules.length]).toEqual([9, 5]);
    const { types } = textsOf('en-CA').search;
    const searches = [
      ...examples.map(([, q, name]) => ({
        q,
        search_type: Object.entries(types).find(([, text]) => text === name)?.[0],
      })),
      ...rules.map(([, q]) => ({ q, search_type: 'custom' })),
    ];
    for (const { q, search_type = '' } of searches) {
      const params = { q: unescapeHtml(q), search_type, library: 'alderwick' };
      const act = () => search([alderwick], new URLSearchParams(params));
      expect(act, q).not.toThrow();
    }
    const main = /<main.*<\/main>/s.exec(body)?.[0] ?? '';
    expect(linksOf(main)).toEqual([]);
  });

  it('finds the titles that the guide for staff names', () => {
    const searches = [...GUIDE.matchAll(/^\| `([^`]+)` \| (\w+) \| (.+) \|$/gm)];
    expect(searches).toHaveLength(10);
    for (const [, q, search_type, first] of searches) {
      const params = new URLSearchParams({ q, search_type, library: 'alderwick' });
      expect(searchTitles([alderwick], params, { baseUrl: '' }).titles[0].title).toBe(first);
    }
  });

  it('lists only fields that custom searches accept and the guide for staff describes', () => {
    const fields = [
      ...body.matchAll(/<th scope="row"><code dir="ltr">(\w+)<.*?<code dir="ltr">(\w+)</g),
    ];
    expect(fields).toHaveLength(24);
    for (const [, field, code] of fields) {
      expect(GUIDE).toMatch(new RegExp(`\\b${field}\\b`));
      for (const name of [field, code]) {
        expect(() => customSearch(alderwick, `${name}:1`)).not.toThrow();
      }
    }
  });
});
