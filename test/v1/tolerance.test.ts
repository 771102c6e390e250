import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { NARROWINGS, narrowingValues } from '../../src/catalog/narrowings.js';
import { parseYearRange, publicationYear } from '../../src/catalog/publication-year.js';
import type { Title } from '../../src/catalog/records/title.js';
import { createApi } from '../../src/v1/create-api.js';
import { facetValues } from '../../src/v1/facet-values.js';
import { getTitles, iterateTitles, type TitleData } from '../../src/v1/get-title.js';
import type { ExtraExclusions } from '../../src/v1/read-parameters.js';
import type { SearchParameters } from '../../src/v1/schema/parameters.js';
import { type Hit, search } from '../../src/v1/search.js';
import { searchTitles } from '../../src/v1/search-titles.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { runs } from '../random-seed.js';
import { openedCatalog } from '../shared-data.js';
import { createPlainSearch } from './plain-search.js';
import { EXTRA_FIELDS, randomTitles, searchesIn } from './random-searches.js';
import { refused } from './thrown-api-error.js';

const demo = openedCatalog('alderwick');
const demoTitles = Array.from({ length: demo.titles.size }, (_, i) => demo.titles.get(i));

describe('relax', () => {
  const shelf = catalogOf({
    titles: [
      book('1', 'Pride and Prejudice', { authors: [{ name: 'Austen, Jane' }] }),
      book('2', 'Persuasion', { authors: [{ name: 'Austen, Jane' }] }),
      book('3', 'Sense and Sensibility'),
      book('4', 'The Martian'),
      book('5', 'Moby-Dick'),
      { id: '6', title: 'Emma', format: { id: 'EBOOK' } },
    ],
  });
  const idsOf = (q: string, relax?: 'none' | 'spelling' | 'all') =>
    search([shelf], { q, library: 'harbour', relax }).hits.map(({ id }) => id);

  it('allows all steps by default', () => {
    expect(idsOf('prejudise martian')).toEqual(idsOf('prejudise martian', 'all'));
    expect(idsOf('prejudise martian')).not.toEqual([]);
  });

  it('with none finds only titles that match as typed, in all inflections', () => {
    expect(idsOf('prejudise', 'none')).toEqual([]);
    expect(idsOf('prej', 'none')).toEqual([]);
    expect(idsOf('pre judice', 'none')).toEqual([]);
    expect(idsOf('martian austen', 'none')).toEqual([]);
    expect(idsOf('martians', 'none')).toEqual(['4']);
    expect(idsOf('ebook emma', 'none')).toEqual(['6']);
  });

  it('with spelling finds misspelled, joined, split and incomplete words', () => {
    expect(idsOf('prejudise', 'spelling')).toEqual(['1']);
    expect(idsOf('prej', 'spelling')).toEqual(['1']);
    expect(idsOf('mobydick', 'spelling')).toEqual(['5']);
    expect(idsOf('pre judice', 'spelling')).toEqual(['1']);
    expect(idsOf('prejudise austen', 'spelling')).toEqual(['1']);
  });

  it('with spelling finds no title with only some of the words, not even without words of a request', () => {
    const queries = [
      'martian austen',
      'prejudise martian',
      'do you have the martian',
      'martian 9780141439518',
    ];
    for (const q of queries) {
      expect(idsOf(q, 'all')).not.toEqual([]);
      expect(idsOf(q, 'spelling')).toEqual([]);
    }
  });

  it('reports the step that was taken, and keeps the results of each limit apart', () => {
    const of = (relax: 'none' | 'spelling' | 'all') =>
      search([shelf], { q: 'prejudise', library: 'harbour', relax });
    for (let again = 0; again < 2; again++) {
      expect(of('all')).toMatchObject({ count: 1, relaxed: 'typos', relaxedCount: 1 });
      expect(of('none')).toMatchObject({ count: 0, relaxedCount: 0 });
      expect(of('none')).not.toHaveProperty('relaxed');
      expect(of('spelling')).toMatchObject({ count: 1, relaxed: 'typos' });
    }
  });

  it('limits the values of a facet too', () => {
    const valuesOf = (relax: 'none' | 'all') =>
      facetValues([shelf], { facet: 'title_format', q: 'prejudise', library: 'harbour', relax });
    expect(valuesOf('all').count).toBe(1);
    expect(valuesOf('none').count).toBe(0);
  });

  it('refuses another value, and is not a parameter of the operations', () => {
    const wrong = { q: 'prejudise', library: 'harbour', relax: 'no' as never };
    expect(refused(() => search([shelf], wrong)).message).toBe(
      "parameter 'relax': expected one of none, spelling, all, found 'no'",
    );
    const request = new URLSearchParams({ q: 'prejudise', library: 'harbour', relax: 'none' });
    expect(searchTitles([shelf], request, { baseUrl: '' }).count).toBe(1);
    expect(search([shelf], request).count).toBe(0);
  });

  it('finds with none the strict titles, and with spelling no more than all steps, in random searches', () => {
    const steps = new Set<string | undefined>();
    fc.assert(
      fc.property(searchesIn('alderwick', demoTitles), ({ q, search_type }) => {
        if (search_type === 'custom') return;
        const of = (relax: 'none' | 'spelling' | 'all') => {
          const params = { q, library: 'alderwick', search_type, limit: 100, relax };
          return search([demo], params as SearchParameters);
        };
        const [none, spelling, all] = [of('none'), of('spelling'), of('all')];
        expect(none.relaxed).toBeUndefined();
        expect(spelling.relaxed).not.toBe('any');
        steps.add(spelling.relaxed);
        expect(none.count).toBe(all.count - all.relaxedCount);
        if (spelling.relaxed === undefined) expect(spelling.count).toBe(none.count);
        if (all.relaxed === undefined) expect(spelling).toEqual({ ...all });
        if (all.relaxed === 'prefix') expect(spelling).toEqual(all);
        const strict = (hits: typeof all.hits) =>
          hits.filter(({ isRelaxed }) => !isRelaxed).map(({ id }) => id);
        if (all.count <= 100) expect(new Set(strict(all.hits))).toEqual(new Set(strict(none.hits)));
      }),
      { numRuns: 120 },
    );
    expect(steps).toContain('typos');
  });
});

describe('fields', () => {
  const params = { q: 'whale', library: 'alderwick' } as const;

  it('returns hits with exactly these fields, in types too', () => {
    const { hits } = search([demo], params, { fields: ['id', 'title', 'authors'] });
    expectTypeOf(hits).toEqualTypeOf<readonly Pick<Hit, 'id' | 'title' | 'authors'>[]>();
    expect(hits[0]).toEqual({
      id: '0000001101',
      title: 'Moby-Dick',
      authors: [{ name: 'Herman Melville' }],
    });
    const { search: bound } = createApi({ catalogs: demo });
    const all = bound(params).hits;
    expectTypeOf(all).toEqualTypeOf<readonly Hit[]>();
    const scored = bound(params, { fields: ['score'], facets: ['language'] });
    expectTypeOf(scored.hits).toEqualTypeOf<readonly Pick<Hit, 'score'>[]>();
    expect(scored.hits.map(({ score }) => score)).toEqual(all.map(({ score }) => score));
    expect(Object.keys(scored.hits[0])).toEqual(['score']);
  });

  it('have the values that they have without the option, in any choice', () => {
    const whole = search([demo], { ...params, limit: 100 }).hits;
    const names = [...new Set(whole.flatMap((hit) => Object.keys(hit)))] as (keyof Hit)[];
    expect(names.length).toBeGreaterThan(25);
    fc.assert(
      fc.property(fc.subarray(names), (fields) => {
        const expected = whole.map((hit) =>
          Object.fromEntries(
            Object.entries(hit).filter(([name]) => fields.includes(name as never)),
          ),
        );
        expect(search([demo], { ...params, limit: 100 }, { fields }).hits).toEqual(expected);
        const ofHits = ['score', 'isRelaxed', 'otherEditions', 'matched'];
        const data = fields.filter((name) => !ofHits.includes(name)) as (keyof TitleData)[];
        const ids = whole.map(({ id }) => id);
        expect(getTitles([demo], ids, { fields: data })).toEqual(
          expected.map(({ score: _, isRelaxed: __, matched: ___, ...rest }) => rest),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('read only the parts of the records with these fields', () => {
    const read: string[] = [];
    const { titles } = demo;
    const watched = {
      ...demo,
      titles: Object.assign(Object.create(titles), {
        get: () => expect.fail('expected no whole record'),
        pick: (number: number, fields: readonly never[]) => {
          read.push(...fields);
          return titles.pick(number, fields);
        },
      }),
    };
    search([watched], { ...params, sort: 'title' }, { fields: ['id', 'title', 'pages'] });
    expect(new Set(read)).toEqual(new Set(['title', 'pages']));
  });

  it('are fields of getTitles and iterateTitles', () => {
    const [title] = getTitles([demo], ['0000001101'], { fields: ['title', 'availability'] });
    expectTypeOf(title).toEqualTypeOf<Pick<TitleData, 'title' | 'availability'> | undefined>();
    expect(title).toEqual({ title: 'Moby-Dick', availability: expect.anything() });
    const { value } = iterateTitles([demo], 'alderwick', { fields: ['id'] }).next();
    expect(Object.keys(value ?? {})).toEqual(['id']);
  });

  it('refuse an unknown field, and list the known fields', () => {
    const wrong = { fields: ['titel'] } as never;
    expect(() => search([demo], params, wrong)).toThrow(
      /^fields: expected names of fields, which are id, library, .*, boost, score, isRelaxed, otherEditions, matched, found the string "titel"; did you mean 'title'\?$/,
    );
    expect(() => getTitles([demo], [], { fields: ['score' as never] })).toThrow(
      /^fields: expected names of fields, which are id, library, .*, boost, found the string "score"$/,
    );
    expect(() => getTitles([demo], [], { field: ['id'] } as never)).toThrow(
      "options: expected the names fields, locale, found 'field'; did you mean 'fields'?",
    );
    expect(() => iterateTitles([demo], 'alderwick', { fields: 'id' as never })).toThrow(
      'fields: expected an array of names of fields, found the string "id"',
    );
  });
});

describe('excluded values', () => {
  const library = { extra_fields: EXTRA_FIELDS };
  const shelf = catalogOf({
    library,
    titles: [
      book('1', 'Whales', { publication_date: '1851', subjects: ['Whales', 'Sea'] }),
      book('2', 'Whale Watching', { publication_date: '1995', extra: { shelf: 'Window' } }),
      { id: '3', title: 'The Whale', format: { id: 'DVD' }, publication_date: '2001' },
      { id: '4', title: 'Whale Songs', format: { id: 'CD' }, subjects: ['Whales', 'Music'] },
    ],
  });
  const whales = { q: 'whale', library: 'harbour', sort: 'title' } as const;
  const idsOf = (params: object) =>
    search([shelf], { ...whales, ...params })
      .hits.map(({ id }) => id)
      .sort();

  it('leaves out titles with any of the values', () => {
    expect(idsOf({ exclude_title_format: 'DVD' })).toEqual(['1', '2', '4']);
    expect(idsOf({ exclude_title_format: ['DVD', 'CD'] })).toEqual(['1', '2']);
    expect(idsOf({ exclude_subject: 'Whales', title_format: 'BK' })).toEqual(['2']);
    expect(idsOf({ exclude_title_format: '', exclude_subject: 'Other' })).toHaveLength(4);
  });

  it('excludes ranges of years and extra fields', () => {
    expect(idsOf({ exclude_publication_date: '1990-' })).toEqual(['1', '4']);
    expect(idsOf({ exclude_publication_date: ['-1900', '2000-2009'] })).toEqual(['2', '4']);
    expect(idsOf({ exclude_shelf: 'Window' })).toEqual(['1', '3', '4']);
    const typed: SearchParameters & ExtraExclusions<'shelf'> = {
      ...whales,
      exclude_shelf: 'Window',
    };
    expect(createApi<'shelf'>({ catalogs: shelf }).search(typed).count).toBe(3);
  });

  it('reads exclusions from pairs', () => {
    const pairs = new URLSearchParams([
      ...Object.entries(whales),
      ['exclude_title_format', 'DVD'],
      ['exclude_title_format', 'CD'],
    ]);
    expect(search([shelf], pairs).count).toBe(2);
    expect(searchTitles([shelf], pairs, { baseUrl: '' }).count).toBe(4);
  });

  it('applies to the counts of its own facet, unlike a chosen value', () => {
    const params = { ...whales, exclude_subject: 'Music', title_format: 'BK' } as const;
    const { facets } = search([shelf], params, { facets: ['subject', 'title_format'] });
    const pairsOf = (name: 'subject' | 'title_format') =>
      facets[name].values.map(({ value, count }) => [value, count]);
    expect(pairsOf('subject')).toEqual([
      ['Sea', 1],
      ['Whales', 1],
    ]);
    expect(pairsOf('title_format')).toEqual([
      ['BK', 2],
      ['DVD', 1],
    ]);
    const { values } = facetValues([shelf], { ...params, facet: 'subject' });
    expect(values.map(({ value }) => value)).toEqual(['Sea', 'Whales']);
  });

  it('refuses an unknown name', () => {
    const wrong = { ...whales, exclude_colour: 'red' };
    for (const call of [
      () => search([shelf], wrong),
      () => facetValues([shelf], { ...wrong, facet: 'subject' }),
    ]) {
      expect(refused(call).message).toMatch(
        /^parameter 'exclude_colour': expected one of .*, title_format, .*, or exclude_ and the name of a narrowing, found an unknown parameter$/,
      );
    }
  });

  it('has the titles and counts of filtering all records, for random titles and requests', () => {
    let excluded = 0;
    const anyTitles = randomTitles.filter((titles) => titles.length > 0);
    const requests = anyTitles.chain((titles) =>
      fc.tuple(
        fc.constant(titles),
        fc.array(fc.tuple(searchesIn('harbour', titles, EXTRA_FIELDS), exclusionsIn(titles)), {
          minLength: 5,
          maxLength: 10,
        }),
      ),
    );
    fc.assert(
      fc.property(requests, ([titles, searches]) => {
        const catalog = catalogOf({ titles, library });
        for (const [searched, exclusions] of searches) {
          const params = Object.fromEntries(
            Object.entries(searched).filter(
              ([name]) => !['page', 'limit', 'metadata'].includes(name),
            ),
          );
          const plain = createPlainSearch(catalog, titles);
          const all = plain({ ...params, limit: '100' });
          if (all.count > 100) continue;
          const leftOut = new Set(
            titles.filter((title) => isExcluded(title, exclusions)).map(({ id }) => id),
          );
          const facets = [...NARROWINGS, 'shelf', 'room'];
          const request = new URLSearchParams([
            ...Object.entries({ sort: 'relevancy', ...params }),
            ...exclusions,
          ]);
          request.set('limit', '100');
          const found = search([catalog], request, { facets: facets as never });
          const expected = all.titles.filter((id) => !leftOut.has(id));
          const ids = found.hits.map(({ id }) => id);
          // The boosts of a relaxed query depend on the titles that are left.
          if (found.relaxed === undefined) expect(ids).toEqual(expected);
          else expect(ids.toSorted()).toEqual(expected.toSorted());
          if (expected.length < all.count) excluded++;
          for (const [name, { values }] of Object.entries<{
            values: readonly { value: string; count: number }[];
          }>(found.facets)) {
            for (const { value, count } of values) {
              if (count === 0) continue;
              const narrowed = new URLSearchParams(request);
              narrowed.delete(name);
              narrowed.set(name, value);
              expect(search([catalog], narrowed).count).toBe(count);
            }
          }
        }
      }),
      { numRuns: runs(60) },
    );
    expect(excluded).toBeGreaterThan(0);
  });
});

describe('the order of facets', () => {
  const shelf = catalogOf({
    library: {
      branches: [
        { id: '10', name: 'West' },
        { id: '2', name: 'East' },
      ],
    },
    titles: [
      book('1', 'Whales', { subjects: ['10 whales', 'Ages 9-12'], publication_date: '1851' }),
      book('2', 'Whales', { subjects: ['2 whales', '10 whales'], publication_date: '-750' }),
      book('3', 'Whales', {
        subjects: ['Ages 10+', 'älter', '-3', '2.5 whales', '10 whales', 'Zoo'],
        holdings: [
          { branch: '10', status: 'AVAILABLE' },
          { branch: '2', status: 'AVAILABLE' },
        ],
      }),
    ],
  });
  const params = { q: 'whales', library: 'harbour' } as const;
  type Order = 'count' | 'name' | 'number' | undefined;
  const subjects = (order: Order, limit?: number) =>
    search([shelf], params, { facets: { subject: { order, limit } } }).facets.subject.values.map(
      ({ value }) => value,
    );
  const numeric = [
    '-3',
    '2 whales',
    '2.5 whales',
    '10 whales',
    'Ages 9-12',
    'Ages 10+',
    'älter',
    'Zoo',
  ];

  it('is by count, by name or by number', () => {
    expect(subjects(undefined)[0]).toBe('10 whales');
    expect(subjects('count')).toEqual(subjects(undefined));
    const byName = [
      '-3',
      '10 whales',
      '2 whales',
      '2.5 whales',
      'Ages 10+',
      'Ages 9-12',
      'älter',
      'Zoo',
    ];
    expect(subjects('name')).toEqual(byName);
    expect(subjects('name', 2)).toEqual(['-3', '10 whales']);
    expect(subjects('number')).toEqual(numeric);
    expect(subjects('number', 3)).toEqual(numeric.slice(0, 3));
    expect(subjects('name', 0)).toEqual([]);
  });

  it('is the same in facetValues', () => {
    const request = { ...params, facet: 'subject', order: 'number', limit: 3 } as const;
    const pages = [1, 2, 3].flatMap((page) => facetValues([shelf], { ...request, page }).values);
    expect(pages.map(({ value }) => value)).toEqual(numeric);
    const ages = facetValues([shelf], { ...request, prefix: 'a' }).values;
    expect(ages.map(({ value }) => value)).toEqual(['Ages 9-12', 'Ages 10+', 'älter']);
  });

  it('puts decades and the ids of branches in numeric order', () => {
    const { facets } = search([shelf], params, {
      facets: {
        publication_date: { order: 'number' },
        available_at: { order: 'number' },
      },
    });
    const values = (name: 'publication_date' | 'available_at') =>
      facets[name].values.map(({ value, count }) => [value, count]);
    expect(values('publication_date')).toEqual([
      ['0000', 1],
      ['1850-1859', 1],
    ]);
    expect(values('available_at')).toEqual([
      ['2', 1],
      ['10', 1],
      ['_anywhere_', 1],
    ]);
  });

  it('adds selected values beyond the limit after the others', () => {
    const options = { facets: { subject: { order: 'name', limit: 1 } } } as const;
    const { values } = search([shelf], { ...params, subject: 'Zoo' }, options).facets.subject;
    expect(values.map(({ value, isSelected }) => [value, isSelected])).toEqual([
      ['-3', false],
      ['Zoo', true],
    ]);
  });

  it('refuses another order', () => {
    expect(() =>
      search([shelf], params, { facets: { subject: { order: 'size' as never } } }),
    ).toThrow(
      'facets: subject: order: expected one of count, name, number, found the string "size"',
    );
  });
});

describe('facetValues with contains', () => {
  const shelf = catalogOf({
    titles: [
      book('1', 'Whales', {
        subjects: [
          'Sea stories',
          'Seasonal work',
          'South Sea Islands',
          'Élan vital',
          '大西洋 海',
          'Undersea',
          "O'Brien",
        ],
      }),
      book('2', 'Whales', { subjects: ['Sea stories'] }),
    ],
  });
  const containing = (contains: string, more: object = {}) =>
    facetValues([shelf], { q: '*', library: 'harbour', facet: 'subject', contains, ...more });
  const names = (contains: string) =>
    containing(contains, { order: 'name' }).values.map(({ name }) => name);

  it('returns the values with words that begin with the words of the text', () => {
    expect(names('sea')).toEqual(['Sea stories', 'Seasonal work', 'South Sea Islands']);
    expect(names('ISL sea')).toEqual(['South Sea Islands']);
    expect(names('elan')).toEqual(['Élan vital']);
    expect(names('vi él')).toEqual(['Élan vital']);
    expect(names("o'br")).toEqual(["O'Brien"]);
    expect(names('brien')).toEqual(["O'Brien"]);
    expect(names('西')).toEqual(['大西洋 海']);
    expect(names(' ')).toHaveLength(7);
    expect(names('!')).toEqual([]);
    expect(names('xyz')).toEqual([]);
  });

  it('counts only these values, and composes with prefix, order and pages', () => {
    expect(containing('sea')).toMatchObject({ count: 3, pages: 1 });
    expect(containing('sea', { limit: 2, page: 2 })).toMatchObject({ count: 3, pages: 2, page: 2 });
    expect(containing('sea').values[0]).toMatchObject({ value: 'Sea stories', count: 2 });
    expect(containing('sea', { prefix: 'so' })).toMatchObject({ count: 1 });
    expect(containing('sto', { subject: 'Sea stories' }).values[0].isSelected).toBe(true);
  });

  it('has the counts of the searches with each value, for random names', () => {
    const word = fc.constantFrom('sea', 'Séa', 'seal', 'under-sea', 'the', 'Ж', '海洋', '9');
    const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
    const titles = fc.array(fc.uniqueArray(name, { maxLength: 4 }), {
      minLength: 1,
      maxLength: 12,
    });
    const text = fc.constantFrom('sea', 'SE the', 'ж', '洋', 'nder', 'u', '9 s');
    fc.assert(
      fc.property(
        titles,
        text,
        fc.constantFrom('count', 'name', 'number'),
        (records, contains, order) => {
          const random = catalogOf({
            titles: records.map((subjects, i) => book(`${i}`, 'Whales', { subjects })),
          });
          const params = { q: 'whales', library: 'harbour', facet: 'subject' } as const;
          const pageOf = (page: number) =>
            facetValues([random], { ...params, contains, order: order as 'name', limit: 2, page });
          const first = pageOf(1);
          const found = Array.from({ length: first.pages }, (_, i) => pageOf(i + 1).values).flat();
          const plain = (text: string) =>
            text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().split(/[ -]/);
          const has = (name: string) =>
            plain(contains).every((typed) =>
              plain(name).some(
                (word) => word.startsWith(typed) || (typed === '洋' && word.includes(typed)),
              ),
            );
          const expected = new Set(records.flat().filter(has));
          expect(new Set(found.map(({ value }) => value))).toEqual(expected);
          expect(found).toHaveLength(expected.size);
          expect(first.count).toBe(expected.size);
          for (const { value, count } of found) {
            expect(
              search([random], { ...params, facet: undefined, subject: value } as never).count,
            ).toBe(count);
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

type Exclusions = [string, string][];

/** Generates excluded values, most of which some of the titles have. */
function exclusionsIn(titles: readonly Title[]): fc.Arbitrary<Exclusions> {
  const one = fc
    .constantFrom(...titles)
    .chain((title) =>
      fc.constantFrom<[string, string]>(
        ['exclude_title_format', title.format.id],
        ['exclude_subject', title.subjects?.[0] ?? 'none'],
        ['exclude_genre', title.genres?.[0] ?? 'none'],
        ['exclude_publication_date', '1990-1999'],
        ['exclude_publication_date', '-1900'],
        ['exclude_shelf', 'Sea A'],
      ),
    );
  return fc.array(one, { minLength: 1, maxLength: 3 });
}

function isExcluded(title: Title, exclusions: Exclusions): boolean {
  const values = narrowingValues(title, title.tags ?? [], { extra_fields: EXTRA_FIELDS });
  const year = publicationYear(title.publication_date);
  return exclusions.some(([name, value]) => {
    const narrowing = name.replace('exclude_', '') as keyof typeof values;
    if (narrowing !== 'publication_date') return values[narrowing].includes(value);
    const { from, to } = parseYearRange(value) ?? { from: Infinity, to: -Infinity };
    return year !== undefined && year >= from && year <= to;
  });
}
