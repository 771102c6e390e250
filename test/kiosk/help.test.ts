import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openedCatalog } from '../shared-data.js';
import { linksOf, shown } from './shown.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../.github/docs/searching.md'), 'utf8');
const ask = shown([openedCatalog('alderwick')]);
const { body } = ask('/help');
const searches = linksOf(body)
  .filter((href) => href.startsWith('/search?'))
  .map((href) => new URLSearchParams(href.split('?')[1]));

it('the search help has the ten queries of the page for staff', () => {
  const wanted = [...PAGE.matchAll(/^\| `([^`]+)` \| (\w+) \| .+ \|$/gm)].map(([, q, type]) => [
    q,
    type,
  ]);
  expect(wanted).toHaveLength(10);
  expect(searches.slice(0, 10).map((query) => [query.get('q'), query.get('search_type')])).toEqual(
    wanted,
  );
});

it('every search of the help finds something', () => {
  for (const query of searches)
    expect(ask(`/search?${query}`).body).not.toContain('data-count="0"');
});

it('the search help names the fields of the page for staff, and each of them can be asked', () => {
  const fields = [
    ...body.matchAll(/<th scope="row"><code dir="ltr">(\w+)<.*?<code dir="ltr">(\w+)</g),
  ];
  expect(fields).toHaveLength(24);
  for (const [, field, code] of fields) {
    expect(PAGE).toMatch(new RegExp(`\\b${field}\\b`));
    for (const name of [field, code]) {
      expect(ask(`/search?search_type=custom&q=${name}:1`).status).toBe(200);
    }
  }
});
