import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChanges } from '../../src/snapshot/changes/apply-changes.js';
import { createCatalog } from '../../src/snapshot/file/open-catalog.js';
import { createApi } from '../../src/v1/create-api.js';
import { facetValues } from '../../src/v1/facet-values.js';
import type { FacetValuesParameters } from '../../src/v1/schema/parameters.js';
import { searchTitles } from '../../src/v1/search-titles.js';
import { runs, SEED } from '../random-seed.js';
import { refused } from './thrown-api-error.js';

const library = {
  id: 'branch',
  name: 'Branch Library',
  snapshot_date: '2026-11-01T00:00:00Z',
  branches: [
    { id: 'W', name: 'West Branch' },
    { id: 'Z', name: 'Main Library' },
  ],
  extra_fields: [{ name: 'shelf', from: 'extra.shelf', names: { en: 'Shelf' }, narrowing: true }],
};

const AUTHORS = [
  'Zola, Émile',
  'Émond, Anne',
  'Emerson, Ralph',
  'Melville, Herman',
  'Müller, Herta',
];

const titles = [
  { authors: [0, 1], format: { id: 'BK' }, extra: { shelf: 'Window' } },
  {
    authors: [3],
    format: { id: 'DVD' },
    holdings: [{ branch: 'W', status: 'AVAILABLE' as const }],
  },
  {
    authors: [3, 4],
    format: { id: 'BK' },
    holdings: [{ branch: 'Z', status: 'AVAILABLE' as const }],
  },
  { authors: [2], format: { id: 'EBOOK' } },
].map(({ authors, ...title }, i) => ({
  id: `${i}`,
  title: i === 3 ? 'Essays' : 'Whale',
  authors: authors.map((author) => ({ name: AUTHORS[author] })),
  ...title,
}));

const catalog = createCatalog({ library, titles });

function valuesOf(params: Partial<FacetValuesParameters> & { shelf?: string }) {
  return facetValues([catalog], { facet: 'author', q: '*', library: 'branch', ...params });
}

function pairsOf(params: Parameters<typeof valuesOf>[0]) {
  return valuesOf(params).values.map(({ value, count }) => [value, count]);
}

describe('facetValues', () => {
  it('returns the most frequent values first, and values with equal counts by name', () => {
    expect(valuesOf({ limit: 2 })).toEqual({
      count: 5,
      limit: 2,
      pages: 3,
      page: 1,
      facet: 'author',
      name: 'Author',
      precedingCount: 0,
      values: [
        { value: 'Melville, Herman', name: 'Melville, Herman', count: 2, isSelected: false },
        { value: 'Emerson, Ralph', name: 'Emerson, Ralph', count: 1, isSelected: false },
      ],
    });
  });

  it('returns values by name, regardless of accents, page by page', () => {
    const pages = [1, 2, 3].map((page) => pairsOf({ order: 'name', limit: 2, page }));
    expect(pages.flat()).toEqual([
      ['Emerson, Ralph', 1],
      ['Émond, Anne', 1],
      ['Melville, Herman', 2],
      ['Müller, Herta', 1],
      ['Zola, Émile', 1],
    ]);
  });

  it('returns no values for a page past the end, and refuses a limit above 100', () => {
    expect(valuesOf({ limit: 3, page: 9 })).toMatchObject({ page: 9, pages: 2, values: [] });
    expect(valuesOf({ limit: 100 }).limit).toBe(100);
    expect(refused(() => valuesOf({ limit: 101 })).message).toBe(
      "parameter 'limit': expected a whole number from 1 to 100, found '101'",
    );
  });

  it('keeps the values that begin with a prefix, and counts the values before it', () => {
    expect(valuesOf({ prefix: 'm', order: 'name' })).toMatchObject({ count: 2, precedingCount: 2 });
    expect(pairsOf({ prefix: ' MU' })).toEqual([['Müller, Herta', 1]]);
    expect(pairsOf({ prefix: 'e', order: 'count' })).toEqual([
      ['Emerson, Ralph', 1],
      ['Émond, Anne', 1],
    ]);
    expect(valuesOf({ prefix: 'n' })).toMatchObject({ count: 0, pages: 1, precedingCount: 4 });
  });

  it('counts the titles of the query and of the other narrowings, but not of its own', () => {
    expect(pairsOf({ q: 'whale', order: 'name', prefix: 'e' })).toEqual([['Émond, Anne', 1]]);
    expect(pairsOf({ title_format: 'BK', shelf: 'Window', order: 'name' })).toEqual([
      ['Émond, Anne', 1],
      ['Zola, Émile', 1],
    ]);
    const chosen = valuesOf({ author: 'Emerson, Ralph', order: 'name' }).values;
    expect(chosen.map(({ isSelected }) => isSelected)).toEqual([true, false, false, false, false]);
    expect(chosen).toHaveLength(5);
  });

  it('understands the query language', () => {
    expect(pairsOf({ q: 'title:essays', search_type: 'custom' })).toEqual([['Emerson, Ralph', 1]]);
  });

  it('orders branches and formats by their names in the language of the locale', () => {
    const branches = valuesOf({ facet: 'available_at', order: 'name' }).values;
    expect(branches.map(({ name }) => name)).toEqual(['Any branch', 'Main Library', 'West Branch']);
    const formats = valuesOf({ facet: 'title_format', order: 'name', locale: 'de-DE' }).values;
    expect(formats.map(({ name }) => name)).toEqual(['Buch', 'DVD', 'E-Book']);
    expect(pairsOf({ facet: 'title_format', prefix: 'bu', locale: 'de-DE' })).toEqual([['BK', 2]]);
    expect(pairsOf({ facet: 'title_format', prefix: 'boo', locale: 'de-DE' })).toEqual([]);
  });

  it('returns the values of extra fields, and of branches whose availability changed', () => {
    expect(pairsOf({ facet: 'shelf' })).toEqual([['Window', 1]]);
    const holdings = [{ branch: 'W', status: 'AVAILABLE' }] as const;
    const changed = applyChanges(catalog, [{ op: 'holdings', title: '0', holdings }]);
    const { values } = facetValues([changed], { facet: 'available_at', q: '*', library: 'branch' });
    expect(values.map(({ value, count }) => [value, count])).toContainEqual(['W', 2]);
  });

  it('refuses a facet that the library does not have', () => {
    expect(() => valuesOf({ facet: 'colour' })).toThrow(
      /^parameter 'facet': expected one of title_format, .*, shelf, found 'colour'$/,
    );
    expect(() => facetValues([catalog], { q: '*', library: 'branch' } as never)).toThrow(
      "parameter 'facet': expected the name of a facet, such as author, found nothing",
    );
    expect(() => valuesOf({ order: 'size' as never })).toThrow(
      "expected one of count, name, number, found 'size'",
    );
  });

  it('is a method of the API', () => {
    const { facetValues: bound } = createApi({ catalogs: [catalog] });
    expect(bound({ facet: 'author', q: '*', library: 'branch', limit: 1 }).count).toBe(5);
  });
});

const NAMES = ['Ab', 'ab', 'Äb', 'Aba', 'B', 'Bé', 'Be', 'c', '1', 'Жук', '东'];

it('counts of all pages are those of the searches with each value, for random titles and narrowings', () => {
  const title = fc.record({
    word: fc.constantFrom('whale', 'sea'),
    format: fc.constantFrom('BK', 'DVD', 'EBOOK'),
    subjects: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 4 }),
  });
  const search = fc.record({
    q: fc.constantFrom('*', 'whale', 'sea'),
    title_format: fc.constantFrom('', 'BK'),
    subject: fc.constantFrom('', 'B', 'Äb'),
  });
  const listing = fc.record({
    facet: fc.constantFrom('subject', 'title_format'),
    order: fc.constantFrom('count', 'name'),
    prefix: fc.constantFrom('', 'a', 'AB', 'be', 'ж', 'zz'),
    limit: fc.integer({ min: 1, max: 4 }),
  });
  fc.assert(
    fc.property(
      fc.array(title, { minLength: 1, maxLength: 30 }),
      search,
      listing,
      (records, searched, listed) => {
        const random = createCatalog({
          library,
          titles: records.map(({ word, format, subjects }, i) => ({
            id: `${i}`,
            title: word,
            format: { id: format },
            subjects,
          })),
        });
        const { facet, order, prefix, limit } = listed;
        const params = { ...searched, library: 'branch', facet, limit } as const;
        const countOf = (value: string) =>
          searchTitles(
            [random],
            { ...searched, library: 'branch', [facet]: value },
            { baseUrl: '' },
          ).count;
        const pagesOf = (options: object) => {
          const { pages } = facetValues([random], { ...params, ...options });
          return Array.from({ length: pages }, (_, i) =>
            facetValues([random], { ...params, ...options, page: i + 1 }),
          ).flatMap(({ values }) => values);
        };
        const all = pagesOf({ order: 'name' });
        const found = pagesOf({ order, prefix });
        for (const { value, count } of found) expect(count).toBe(countOf(value));
        // Every value with titles is on exactly one page.
        const expected = new Set(
          records.flatMap(({ format, subjects }) => (facet === 'subject' ? subjects : [format])),
        );
        expect(new Set(all.map(({ value }) => value))).toEqual(
          new Set([...expected].filter((value) => countOf(value) > 0)),
        );
        expect(all).toHaveLength(new Set(all.map(({ value }) => value)).size);
        // A prefix keeps a run of the values by name.
        const { precedingCount, count } = facetValues([random], { ...params, prefix });
        const run = all.slice(precedingCount, precedingCount + count);
        if (order === 'count') run.sort((a, b) => b.count - a.count);
        if (order === 'name' || facet === 'subject') expect(found).toEqual(run);
        else expect(new Set(found)).toEqual(new Set(run));
      },
    ),
    { seed: SEED, numRuns: runs(200) },
  );
});
