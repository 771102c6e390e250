/** The filters of extra fields of numbers, days, and yes and no. */

import { describe, expect, it } from 'vitest';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { createPageClient, linksOf, textOf } from './create-page-client.js';

const extra_fields = [
  { name: 'pages', from: 'extra.pages', type: 'number', narrowing: true, names: { en: 'Pages' } },
  { name: 'price', from: 'extra.price', type: 'number', narrowing: true, names: { en: 'Price' } },
  {
    name: 'signed',
    from: 'extra.signed',
    type: 'boolean',
    narrowing: true,
    names: { en: 'Signed', de: 'Signiert' },
  },
  { name: 'bought', from: 'extra.bought', type: 'date', narrowing: true, names: { en: 'Bought' } },
] as const;

const titles = Array.from({ length: 40 }, (_, i) =>
  book(`${i}`, `Sea ${i}`, {
    extra: {
      pages: 100 + 10 * i,
      price: [12, 9.99, -1][i % 3],
      signed: i % 4 === 0,
      bought: `${2020 + (i % 3)}-05-0${1 + (i % 2)}`,
    },
  }),
);
const client = createPageClient([catalogOf({ library: { id: 'harbour', extra_fields }, titles })]);
const bodyOf = (query: string) => client(`/search?q=sea&${query}`).body;
const countOf = (query: string) => Number(/data-count="(\d+)"/.exec(bodyOf(query))?.[1]);
const headingOf = (query: string) =>
  textOf(/<h1>.*?<\/h1>/s.exec(client(`/search?q=*&${query}`).body)?.[0] ?? '').trim();
const facetOf = (query: string, facet: string) =>
  new RegExp(`data-key="facet:${facet}".*?</details>`, 's').exec(bodyOf(query))?.[0] ?? '';
const valuesOf = (query: string, facet: string) =>
  Array.from(facetOf(query, facet).matchAll(/<bdi>(.*?)<\/bdi>/g), ([, name]) => name);

describe('the filter of a typed extra field', () => {
  it('lists numbers in ascending order, the latest day first, and yes before no', () => {
    expect(valuesOf('', 'price')).toEqual(['−1', '9.99', '12']);
    expect(valuesOf('', 'signed')).toEqual(['Yes', 'No']);
    const days = valuesOf('', 'bought');
    expect(days).toHaveLength(6);
    expect(days.slice(0, 3)).toEqual(['May 2, 2022', 'May 1, 2022', 'May 2, 2021']);
  });

  it('has a form for a range instead of many numbers, and a page with all numbers in order', () => {
    expect(valuesOf('', 'pages')).toEqual([]);
    const form = facetOf('', 'pages');
    expect(form).toMatch(/<input type="number" step="any" name="pages\.from"/);
    const all = linksOf(form).find((href) => href.startsWith('/search/pages?')) ?? '';
    const { body } = client(all);
    const listed = Array.from(body.matchAll(/data-key="pages:(\d+)"/g), ([, value]) => value);
    expect(listed).toEqual(titles.map((_, i) => `${100 + 10 * i}`));
    expect(body).not.toContain('id="prefix"');
    expect(facetOf('', 'bought')).toMatch(/<input type="date" name="bought\.to"/);
    expect(facetOf('', 'signed')).not.toContain('<form');
  });

  it.each([
    ['pages.from=110&pages.to=130', 3, 'Pages: 110–130'],
    ['pages.from=130&pages.to=110', 3, 'Pages: 110–130'],
    ['pages.from=470&pages.to=', 3, 'Pages: from 470'],
    ['pages.from=&pages.to=100', 1, 'Pages: up to 100'],
    ['pages.from=110&pages.to=110', 1, 'Pages: 110'],
    ['pages.from=110&pages.to=130&pages=400', 3, 'Pages: 110–130'],
    ['price.from=-2&price.to=1', 13, 'Price: −2 – 1'],
    ['bought.from=2022-05-02', 6, 'Bought: from May 2, 2022'],
    ['bought.from=2021-05-02&bought.to=2022-05-01', 14, 'Bought: May 2, 2021 – May 1, 2022'],
    ['bought=2021', 13, 'Bought: 2021'],
    ['bought=2021-05', 13, 'Bought: 2021-05'],
    ['signed=true', 10, 'Signed: Yes'],
    ['signed=true&locale=de-DE', 10, 'Signiert: Ja'],
  ])('%s finds %i titles, which are called %s', (query, count, name) => {
    expect(countOf(query)).toBe(count);
    expect(headingOf(query)).toBe(name);
    const text = textOf(bodyOf(query));
    if (!query.includes('locale')) expect(text).toContain(`Search within ${name}`);
  });

  it.each(['pages.from=&pages.to=', 'pages.from=many&pages.to=', 'author.from=a'])(
    'ignores limits that are none: %s',
    (query) => {
      expect(countOf(query)).toBe(40);
    },
  );

  it('shows the chosen range first, and in its form', () => {
    const query = 'price.from=0&price.to=10';
    expect(valuesOf(query, 'price')).toEqual(['0–10', '−1', '9.99', '12']);
    expect(facetOf(query, 'price')).toMatch(
      /name="price\.from" value="0".*name="price\.to" value="10"/s,
    );
    expect(valuesOf('pages=100&pages=490', 'pages')).toEqual(['100', '490']);
    expect(facetOf('price.to=10', 'price')).toMatch(/name="price\.from" value=""/);
  });
});

describe('the filters without available and new titles', () => {
  it('begin with a facet, and not with an empty list', () => {
    expect(bodyOf('')).not.toContain('<ul></ul></div>');
    expect(bodyOf('')).toContain('data-key="facet:title_format"');
  });
});
