import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExtraField } from '../../src/catalog/records/library.js';
import type { Title } from '../../src/catalog/records/title.js';
import { createApi } from '../../src/v1/create-api.js';
import { facetValues } from '../../src/v1/facet-values.js';
import { type ExtraNarrowings, extraParametersOf } from '../../src/v1/read-parameters.js';
import { search } from '../../src/v1/search.js';
import { suggest } from '../../src/v1/suggest/suggest.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { createPageClient, textOf } from '../kiosk/create-page-client.js';
import { runs } from '../random-seed.js';
import { refused } from './thrown-api-error.js';
import { searchTitles } from './validated-operations.js';

const CONTEXT = { baseUrl: 'https://api.example.org' };

function field(name: string, type: ExtraField['type'], rest: Partial<ExtraField> = {}): ExtraField {
  return { name, from: `extra.${name}`, type, narrowing: true, names: { en: name }, ...rest };
}

const FIELDS = [
  field('price', 'number'),
  field('released', 'date'),
  field('in_print', 'boolean', { names: { en: 'In print', de: 'Lieferbar' } }),
  field('shelf', 'text'),
];

/** Titles with the ids a, b, c and so on, and these values of extra fields. */
const shop = catalogOf({
  library: { extra_fields: FIELDS },
  titles: [
    { price: 12.5, released: '2024-05-31', in_print: true, shelf: 'B' },
    { price: '9.50', released: '2024-06-01T01:00:00+02:00', in_print: 'FALSE', shelf: 'a' },
    { price: [5, 100], released: '2023-12-31', in_print: true },
    { price: -3, released: ['2025-01-01', '2022-02-28'] },
    {},
    { price: 9.5, shelf: 'a' },
  ].map((extra, i) => book('abcdef'[i], `Emma ${i}`, { extra })),
});
const api = createApi<'price' | 'released' | 'in_print' | 'shelf'>({ catalogs: shop, ...CONTEXT });
const all = { q: '*', library: 'harbour' };

/** Returns the ids of the titles that a search finds, as one text in the order of the ids. */
function idsFor(params: ExtraNarrowings<'price' | 'released' | 'in_print'>): string {
  const { hits } = api.search({ ...all, ...params });
  return hits
    .map(({ id }) => id)
    .sort()
    .join('');
}

describe('A field of the type number', () => {
  it.each([
    ['9.5', 'bf'],
    ['9.50', 'bf'],
    ['5-9.5', 'bcf'],
    ['9.6-', 'ac'],
    ['-9.5', 'bcdf'],
    ['5..9.5', 'bcf'],
    ['..0', 'd'],
    ['-5..-3', 'd'],
    ['-3..-3', 'd'],
    ['-2.9..', 'abcf'],
    ['1e1-2e+1', 'a'],
    ['6', ''],
  ])('narrows a search by %j', (price, ids) => {
    expect(idsFor({ price })).toBe(ids);
    const query = new URLSearchParams({ ...all, price });
    expect(searchTitles([shop], query, CONTEXT).titles).toHaveLength(ids.length);
  });

  it('narrows a search to titles in any of several ranges, and by numbers of JavaScript', () => {
    expect(idsFor({ price: ['12-13', '..0', '12.5'] })).toBe('ad');
    expect(idsFor({ price: 9.5 })).toBe('bf');
    expect(idsFor({ price: [9.5, '100-'] })).toBe('bcf');
    expect(idsFor({ price: '' })).toBe('abcdef');
  });

  it('excludes ranges, and counts the values of the others', () => {
    const request = { ...all, exclude_price: ['5-9.5', '..0'] } as const;
    const { hits, facets } = api.search(request, { facets: ['price'] });
    expect(hits.map(({ id }) => id)).toEqual(['a', 'e']);
    expect(facets.price.statistics).toMatchObject({ min: 12.5, max: 12.5, count: 1 });
    const pairs = { ...all, facet: 'price', sort: 'price', exclude_price: '5-9.5' };
    expect(api.facetValues(new URLSearchParams(pairs)).count).toBe(2);
    for (const call of [api.search, api.suggest]) {
      const { message } = refused(() => call({ q: 'a', library: 'harbour', exclude_price: 'x' }));
      expect(message).toMatch(/^parameter 'exclude_price': expected a number such as 12.5, /);
    }
  });

  it.each(['cheap', '9-5', '5-9-', '-', '..', '5...9', '5 - 9', '9e999-', '5–9', '--5', '0x5'])(
    'refuses %j',
    (price) => {
      const message = `parameter 'price': expected a number such as 12.5, or a range such as 5-9, 5-, -9 or -5..-1, found '${price}'`;
      expect(refused(() => api.search({ ...all, price }))).toEqual({ status: 400, message });
      expect(refused(() => api.searchTitles({ ...all, price })).message).toBe(message);
    },
  );

  it('accepts a negative number of JavaScript, whose text would be a range', () => {
    expect(idsFor({ price: -3 })).toBe('d');
    expect(idsFor({ price: [-3, 12.5] })).toBe(idsFor({ price: ['-3..-3', '12.5'] }));
    expect(idsFor({ price: '-3..-3' })).toBe('d');
    const excluded = api.search({ ...all, exclude_price: -3 }).hits.map(({ id }) => id);
    expect(excluded.join('')).toBe('abcef');
    const { metadata } = searchTitles([shop], { ...all, metadata: 1, price: -3 } as never, CONTEXT);
    expect(metadata?.sort_bys[0].link).toContain('&price=-3..-3');
    expect(refused(() => api.search({ ...all, price: 5n as never })).message).toBe(
      "parameter 'price': expected a text, a number, true or false, found the bigint 5",
    );
  });

  it('narrows the functions that name it as a type argument', () => {
    const request = { q: 'emma', library: 'harbour', price: -3, exclude_in_print: true };
    const { suggestions } = suggest<'price' | 'in_print'>([shop], request);
    expect(suggestions.map(({ id }) => id)).toEqual(['d']);
    const { count } = facetValues<'price'>([shop], { ...all, facet: 'title_format', price: [-3] });
    expect(count).toBe(1);
    // @ts-expect-error: price
    expect(suggest([shop], { ...request, price: -3 }).suggestions).toEqual(suggestions);
    // @ts-expect-error: price
    expect(facetValues([shop], { ...all, facet: 'language', price: 5 }).count).toBe(0);
  });

  it('has the id of a negative number as a range that means this number only', () => {
    const { metadata } = searchTitles([shop], { ...all, metadata: 1 }, CONTEXT);
    const price = metadata?.narrow_bys.find(({ id }) => id === 'price')?.narrow_tos;
    expect(price).toContainEqual({
      id: '-3..-3',
      name: '-3',
      count: 1,
      link: `${CONTEXT.baseUrl}/v1/titles?q=*&library=harbour&metadata=1&price=-3..-3`,
    });
  });
});

describe('A field of the type date', () => {
  it.each([
    ['2024-05-31', 'ab'],
    ['2024-05', 'ab'],
    ['2024', 'ab'],
    ['2023..2024', 'abc'],
    ['2024-02..', 'abd'],
    ['..2023-12-31', 'cd'],
    ['2022-02', 'd'],
    ['2024-06-01T01:00:00+02:00', 'ab'],
  ])('narrows a search by %j', (released, ids) => {
    expect(idsFor({ released })).toBe(ids);
  });

  it.each([
    'yesterday',
    '2024-13',
    '2023-02-29',
    '2024-01-01-2024-02-01',
    '2023-2024',
    '2024..2023',
  ])('refuses %j', (released) => {
    expect(refused(() => api.search({ ...all, released })).message).toBe(
      `parameter 'released': expected a date such as 2024-05-31, 2024-05 or 2024, or a range such as 2024-01..2024-06, 2024.. or ..2024-06-30, found '${released}'`,
    );
  });
});

describe('A field of the type boolean', () => {
  it('narrows a search by true and false, and refuses other texts', () => {
    expect(idsFor({ in_print: true })).toBe('ac');
    expect(idsFor({ in_print: 'false' })).toBe('b');
    expect(idsFor({ in_print: [true, false] })).toBe('abc');
    expect(refused(() => api.search({ ...all, in_print: 'yes' })).message).toBe(
      "parameter 'in_print': expected true or false, found 'yes'",
    );
  });

  it('is a facet with names in the language of the request', () => {
    const { facets } = api.search({ ...all, locale: 'de-DE' }, { facets: ['in_print'] });
    expect(facets.in_print).toEqual({
      name: 'Lieferbar',
      values: [
        { value: 'true', name: 'Ja', count: 2, isSelected: false },
        { value: 'false', name: 'Nein', count: 1, isSelected: false },
      ],
    });
  });
});

describe('A sort order by an extra field', () => {
  it.each([
    ['price', 'dcbfae'],
    ['price:desc', 'cabfde'],
    ['released', 'dcabef'],
    ['released:desc', 'dabcef'],
    ['in_print', 'bacdef'],
    ['in_print:desc', 'acbdef'],
    ['shelf', 'bfacde'],
    ['shelf:desc', 'abfcde'],
  ] as const)('%s has titles without a value last, and equal titles by id', (sort, ids) => {
    const { hits } = api.search({ ...all, sort });
    expect(hits.map(({ id }) => id).join('')).toBe(ids);
    expect(hits[0].score).toBeUndefined();
  });

  it('continues on the next page, and lists each work once', () => {
    const { hits } = api.search({ ...all, sort: 'price', limit: 2, page: 2 });
    expect(hits.map(({ id }) => id)).toEqual(['b', 'f']);
    const titles = [3, 1, 2].map((price, i) =>
      book(`${i}`, i < 2 ? 'Emma' : 'Omoo', { extra: { price } }),
    );
    const catalog = catalogOf({ library: { extra_fields: FIELDS }, titles });
    const works = search<never, 'price'>(
      [catalog],
      { ...all, sort: 'price' },
      { collapse: 'work' },
    );
    expect(works.hits.map(({ id }) => id)).toEqual(['1', '2']);
  });

  it('is refused by the API over HTTP, for another library and for a field that is no narrowing', () => {
    const params = new URLSearchParams({ ...all, sort: 'price' });
    expect(refused(() => searchTitles([shop], params, CONTEXT)).message).toContain(
      "popularity, found 'price'",
    );
    const hill = catalogOf({
      library: {
        id: 'hill',
        extra_fields: [field('weight', 'number', { narrowing: false, searched: true })],
      },
      titles: [book('h1', 'Mardi', { extra: { weight: 3 } })],
    });
    const messageFor = (query: object) =>
      refused(() => search([shop, hill], new URLSearchParams({ q: '*', ...query }))).message;
    expect(messageFor({ library: 'hill', sort: 'price:desc' })).toBe(
      "parameter 'sort': expected an order by a field of the library, found 'price:desc'",
    );
    expect(messageFor({ library: 'hill', sort: 'weight:desc' })).toMatch(
      /^parameter 'sort': expected one of relevancy, .*, price, price:desc, .*, found 'weight', an extra field without narrowing; add narrowing: true to the field/,
    );
    expect(messageFor({ library: 'hill', sort: 'price:up' })).toMatch(/, found 'price:up'$/);
  });
});

describe('The facet of a number', () => {
  it('has the values by count, and statistics of the titles that they are counted of', () => {
    const { facets } = api.search({ ...all, price: '9.50' }, { facets: ['price'] });
    expect(facets.price.values).toEqual([
      { value: '9.5', name: '9.5', count: 2, isSelected: true },
      { value: '-3..-3', name: '-3', count: 1, isSelected: false },
      { value: '5', name: '5', count: 1, isSelected: false },
      { value: '12.5', name: '12.5', count: 1, isSelected: false },
      { value: '100', name: '100', count: 1, isSelected: false },
    ]);
    expect(facets.price.statistics).toEqual({
      min: -3,
      max: 100,
      sum: 133.5,
      average: 22.25,
      count: 6,
    });
    const narrowed = api.search({ ...all, in_print: true }, { facets: { price: { limit: 0 } } });
    expect(narrowed.facets.price).toEqual({
      name: 'price',
      values: [],
      statistics: { min: 5, max: 100, sum: 117.5, average: 117.5 / 3, count: 3 },
    });
    const none = api.search(
      { ...all, in_print: true, shelf: 'a' },
      { facets: ['price', 'released'] },
    );
    expect(none.facets).toEqual({
      price: { name: 'price', values: [] },
      released: { name: 'released', values: [] },
    });
  });

  it('counts ranges in the order requested, and then other chosen values', () => {
    const ranges = ['20-', '0-9.99', '..-1', '200-'];
    const { facets } = api.search(
      { ...all, price: ['0..9.99', '12.5'] },
      { facets: { price: { ranges }, shelf: {} } },
    );
    expect(facets.price.values).toEqual([
      { value: '20-', name: '20-', count: 1, isSelected: false },
      { value: '0-9.99', name: '0-9.99', count: 3, isSelected: true },
      { value: '..-1', name: '..-1', count: 1, isSelected: false },
      { value: '200-', name: '200-', count: 0, isSelected: false },
      { value: '12.5', name: '12.5', count: 1, isSelected: true },
    ]);
    expect(facets.shelf.values.map(({ value, count }) => [value, count])).toEqual([
      ['a', 2],
      ['B', 1],
    ]);
  });

  it('lists all values in the order of the numbers, or only values whose text begins with a prefix', () => {
    const valuesOf = (more: object) =>
      api
        .facetValues({ ...all, facet: 'price', order: 'number', ...more })
        .values.map(({ name }) => name);
    expect(valuesOf({})).toEqual(['-3', '5', '9.5', '12.5', '100']);
    expect(valuesOf({ prefix: '1' })).toEqual(['12.5', '100']);
    expect(valuesOf({ facet: 'in_print', prefix: 'n' })).toEqual(['No']);
    expect(valuesOf({ facet: 'released', prefix: '2024-' })).toEqual(['2024-05-31']);
  });
});

describe('Ranges of a facet', () => {
  it('are years, months and days of a date, which has the first and the last day', () => {
    const facets = { released: { ranges: ['2024', '..2023', '2024-06..'] } };
    expect(api.search(all, { facets }).facets.released).toMatchObject({
      values: [{ count: 2 }, { count: 2 }, { count: 1 }],
      dates: { min: '2022-02-28', max: '2025-01-01', count: 5 },
    });
  });

  it('are years of the publication date', () => {
    const titles = ['1851', 'c1899', '1999'].map((publication_date, i) =>
      book(`${i}`, 'Emma', { publication_date }),
    );
    const facets = { publication_date: { ranges: ['1800-1899', '1900-'] } };
    const { values } = search([catalogOf({ titles })], all, { facets }).facets.publication_date;
    expect(values.map(({ value, count }) => [value, count])).toEqual([
      ['1800-1899', 2],
      ['1900-', 1],
    ]);
  });

  it('are refused for other facets, and if they are no ranges', () => {
    const messageFor = (facets: object) => {
      try {
        api.search(all, { facets: facets as { price: object } });
      } catch (error) {
        return (error as TypeError).message;
      }
      return undefined;
    };
    expect(messageFor({ shelf: { ranges: ['a'] } })).toBe(
      'facets: shelf: expected ranges only of publication_date and of extra fields of the type number or date, found ranges',
    );
    expect(messageFor({ in_print: { ranges: ['true'] } })).toContain(
      'facets: in_print: expected ranges only of',
    );
    expect(messageFor({ price: { ranges: '5-9' } })).toBe(
      'facets: price: ranges: expected an array, found the string "5-9"',
    );
    expect(messageFor({ price: { ranges: [{ from: 0 }] } })).toBe(
      'facets: price: ranges: expected a number such as 12.5, or a range such as 5-9, 5-, -9 or -5..-1, found an object',
    );
    expect(messageFor({ publication_date: { ranges: ['1999-1990'] } })).toContain('1999-1990');
    expect(messageFor({ publication_date: { ranges: ['old'] } })).toBe(
      'facets: publication_date: ranges: expected a range such as 1990-1999, 1990-1990, 1990- or -1950, found the string "old"',
    );
  });
});

describe('A page', () => {
  const get = createPageClient([shop]);

  it('shows true and false as words, and a chosen range without a wrong count', () => {
    const { body } = get('/search?library=harbour&q=*&in_print=true&price=5-9.5&price=12.5');
    expect(textOf(body)).toContain('In print: Yes');
    expect(textOf(body)).toContain('price: 5–9.5');
    expect(body).toMatch(/data-key="price:5-9.5"[^>]*aria-current="true"><bdi>5–9.5<\/bdi><\/a>/);
    expect(textOf(get('/search?library=harbour&q=*&price=-3..-3').body)).toContain('price: −3');
    expect(textOf(get('/search/in_print?library=harbour&q=*&locale=de-DE').body)).toMatch(
      /Ja.*Nein/s,
    );
  });

  it('answers 400 to a text that is no range', () => {
    expect(get('/search?library=harbour&q=*&price=cheap').status).toBe(400);
  });
});

it('The description of a parameter, for programs that read it, says which values it has', () => {
  const described = extraParametersOf(shop.library);
  expect(described.price.description).toBe(
    'price: a number such as 12.5, or a range such as 5-9, 5-, -9 or -5..-1',
  );
  expect(described.shelf.description).toBe('shelf');
});

it('The query language has no ranges of extra fields, and names the parameter that has them', () => {
  const fields = [...FIELDS, field('weight', 'number', { searched: true })];
  const titles = [book('1', 'Emma', { extra: { weight: -2.5 } })];
  const catalog = catalogOf({ library: { extra_fields: fields }, titles });
  const custom = (q: string) =>
    search([catalog], { q, library: 'harbour', search_type: 'custom' } as const);
  expect(refused(() => custom('emma price:[5 TO 9]')).message).toBe(
    "parameter 'q', character 6: expected a searched field, found 'price'; use the parameter 'price'",
  );
  for (const range of ['[5', '>=5', '<9']) {
    expect(refused(() => custom(`weight:${range}${range === '[5' ? ' TO 9]' : ''}`)).message).toBe(
      `parameter 'q', character 8: expected a word of weight, found '${range}'; use the parameter 'weight' for a range`,
    );
  }
  expect(custom('weight:2.5').count).toBe(1);
});

const NUMBERS = [-1000, -2.5, -1, 0, 0.1, 1, 2, 9.99, 10, 250, 1e21];
const DAYS = ['1969-12-31', '1999-12-31', '2000-02-29', '2000-03-01', '2024-01-01', '0001-01-01'];

/** Generates titles with few different values, so that many titles have the same. */
const titles = fc.array(
  fc.record(
    {
      price: fc.oneof(
        fc.constantFrom(...NUMBERS),
        fc.array(fc.constantFrom(...NUMBERS), { maxLength: 3 }),
      ),
      released: fc.array(fc.constantFrom(...DAYS), { maxLength: 2 }),
      in_print: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  { maxLength: 30 },
);

type Extra = { price?: number | number[]; released?: string[]; in_print?: boolean };

const limit = fc.constantFrom(undefined, ...NUMBERS);
const day = fc.constantFrom(undefined, ...DAYS);

it('A search by random ranges, orders and statistics answers like a loop over the records', () => {
  fc.assert(
    fc.property(
      titles,
      limit,
      limit,
      day,
      fc.boolean(),
      (extras: Extra[], one, other, since, isDescending) => {
        const records = extras.map(
          (extra, i): Title => book(`${i}`.padStart(2, '0'), 'Emma', { extra }),
        );
        const catalog = catalogOf({ library: { extra_fields: FIELDS }, titles: records });
        const [from = -Infinity, to = Infinity] = [one, other].sort((a = 0, b = 0) => a - b);
        const [low, high] =
          one === undefined || other === undefined
            ? [one ?? -Infinity, other ?? Infinity]
            : [from, to];
        const price = `${low === -Infinity ? '' : low}..${high === Infinity ? '' : high}`;
        const pricesOf = (title: Title) => [((title.extra ?? {}) as Extra).price ?? []].flat();
        const datesOf = (title: Title) => ((title.extra ?? {}) as Extra).released ?? [];
        const hasDate = (title: Title) =>
          since === undefined || datesOf(title).some((date) => date >= since);
        const hasPrice = (title: Title) =>
          price === '..' || pricesOf(title).some((number) => number >= low && number <= high);
        const keyOf = (title: Title) =>
          isDescending ? -Math.max(...pricesOf(title)) : Math.min(...pricesOf(title));

        const { hits, facets } = search<'price', 'price' | 'released'>(
          [catalog],
          {
            ...all,
            limit: 100,
            price: price === '..' ? null : price,
            released: since && `${since}..`,
            sort: isDescending ? 'price:desc' : 'price',
          },
          { facets: { price: { ranges: ['0-9.99', '10-'] } } },
        );

        const found = records.filter((title) => hasPrice(title) && hasDate(title));
        const sorted = found.toSorted((a, b) =>
          keyOf(a) === keyOf(b) ? 0 : keyOf(a) < keyOf(b) ? -1 : 1,
        );
        expect(hits.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
        const counted = records.filter(hasDate);
        const countIn = (first: number, last: number) =>
          counted.filter((title) =>
            pricesOf(title).some((number) => number >= first && number <= last),
          ).length;
        expect(facets.price.values.slice(0, 2).map(({ count }) => count)).toEqual([
          countIn(0, 9.99),
          countIn(10, Infinity),
        ]);
        const prices = counted.flatMap((title) => [...new Set(pricesOf(title))]);
        expect(facets.price.statistics?.count ?? 0).toBe(prices.length);
        if (prices.length === 0) return;
        const sum = prices.reduce((total, number) => total + number, 0);
        expect(facets.price.statistics).toMatchObject({
          min: Math.min(...prices),
          max: Math.max(...prices),
        });
        expect(facets.price.statistics?.sum).toBeCloseTo(sum, 6);
      },
    ),
    { numRuns: runs(150) },
  );
});
