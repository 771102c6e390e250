import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { searchTitles } from '../../src/v1/search-titles.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { openedCatalog } from '../shared-data.js';
import { createPageClient, linksOf } from './create-page-client.js';

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/search-for-staff.md'), 'utf8');
const alderwick = openedCatalog('alderwick');
const get = createPageClient([alderwick]);
const { body } = get('/help');

function searchesOn(page: string): string[] {
  return linksOf(page).filter((href) => href.startsWith('/search?'));
}

describe('GET /help', () => {
  it.each([
    ['alderwick', alderwick, 15],
    ['meridian', openedCatalog('meridian'), 15],
    ['a catalog of one title', catalogOf({ titles: [book('1', 'Typee of Nukuheva')] }), 4],
    ['a catalog without titles', catalogOf({ titles: [] }), 0],
  ])('links only to searches that find titles of %s', (_name, catalog, count) => {
    const client = createPageClient([catalog]);
    const searches = searchesOn(client('/help').body);
    expect(searches.length).toBeGreaterThanOrEqual(count);
    expect(new Set(searches).size).toBe(searches.length);
    for (const href of searches) expect(client(href).body).toMatch(/data-count="[1-9]/);
  });

  it('has an example of a misspelled word', () => {
    const pages = searchesOn(body).map((href) => get(href).body);
    expect(pages.some((page) => page.includes('Showing results for'))).toBe(true);
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
        expect(get(`/search?search_type=custom&q=${name}:1`).status).toBe(200);
      }
    }
  });
});
