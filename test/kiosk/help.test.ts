import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openedCatalog } from '../shared-data.js';
import { createPageClient, linksOf } from './create-page-client.js';

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/search-for-staff.md'), 'utf8');
const get = createPageClient([openedCatalog('alderwick')]);
const { body } = get('/help');
const searches = linksOf(body)
  .filter((href) => href.startsWith('/search?'))
  .map((href) => new URLSearchParams(href.split('?')[1]));

describe('GET /help', () => {
  it('lists the ten example searches of the guide for staff', () => {
    const expected = [...GUIDE.matchAll(/^\| `([^`]+)` \| (\w+) \| .+ \|$/gm)].map(
      ([, q, type]) => [q, type],
    );
    expect(expected).toHaveLength(10);
    expect(
      searches.slice(0, 10).map((query) => [query.get('q'), query.get('search_type')]),
    ).toEqual(expected);
  });

  it('links only to searches that find titles', () => {
    for (const query of searches)
      expect(get(`/search?${query}`).body).not.toContain('data-count="0"');
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
