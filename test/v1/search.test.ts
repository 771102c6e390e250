import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NARROWINGS, type Narrowing } from '../../src/catalog/narrowings.js';
import { SORTS } from '../../src/catalog/sort-keys.js';
import { explainSearchTitles } from '../../src/v1/explain-search-titles.js';
import { facetValues } from '../../src/v1/facet-values.js';
import { search } from '../../src/v1/search.js';
import { searchTitles, traceSearchTitles } from '../../src/v1/search-titles.js';
import { suggest } from '../../src/v1/suggest/suggest.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { openedCatalog } from '../shared-data.js';
import { searchesIn } from './random-searches.js';
import { refused } from './thrown-api-error.js';

const CONTEXT = { baseUrl: 'https://api.example.org' };
const demo = openedCatalog('alderwick');
const demoTitles = Array.from({ length: demo.titles.size }, (_, i) => demo.titles.get(i));

const shelf = catalogOf({
  titles: [
    book('1', 'Whales', { publication_date: '1851', subjects: ['Whales', 'Sea'] }),
    book('2', 'Whale Watching', { publication_date: '1995', subjects: ['Whales'] }),
    { id: '3', title: 'The Whale', format: { id: 'DVD' }, publication_date: '2001' },
    { id: '4', title: 'Whale Songs', format: { id: 'MUSIC_CD' }, subjects: ['Whales', 'Music'] },
  ],
});
const whales = { q: 'whale', library: 'harbour' };

describe('search', () => {
  it('has the titles, the counts and the facets of the response of searchTitles', () => {
    fc.assert(
      fc.property(searchesIn('alderwick', demoTitles), (random) => {
        const params = new URLSearchParams({ sort: 'relevancy', ...random, metadata: '1' });
        if (params.get('publication_date') === 'none') params.set('publication_date', '1066-1066');
        const { body, relaxedCount: added } = traceSearchTitles([demo], params, CONTEXT);
        const { limit: bodyLimit, page: bodyPage } = body;
        params.set('limit', String(bodyLimit));
        params.set('page', String(bodyPage));
        params.delete('metadata');
        const { hits, facets, count, limit, page, pages, relaxedCount } = search([demo], params, {
          facets: NARROWINGS,
        });
        expect(hits.map(({ id }) => id)).toEqual(body.titles.map(({ id }) => id));
        expect({ count, limit, page, pages }).toMatchObject({
          count: body.count,
          limit: body.limit,
          page: body.page,
          pages: body.pages,
        });
        expect(relaxedCount).toBe(added);
        expect(hits.filter(({ isRelaxed }) => isRelaxed).length).toBeLessThanOrEqual(relaxedCount);
        if (relaxedCount === count) expect(hits.every(({ isRelaxed }) => isRelaxed)).toBe(true);
        const listed = new Map(body.metadata?.narrow_bys.map((by) => [by.id, by.narrow_tos]));
        for (const name of NARROWINGS) {
          const expected = listed.get(name)?.map(({ id, count }) => [id, count]) ?? [];
          const { values } = facets[name];
          const found = values.map(({ value, count }) => [value, count]);
          expect(found.slice(0, expected.length)).toEqual(expected);
          expect(values.slice(expected.length).every((one) => one.isSelected)).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('returns no hits on a page past the last page, with the same counts and facets', () => {
    const request = { ...whales, limit: 3 };
    const facets = { facets: ['title_format'] } as const;
    const last = search([shelf], { ...request, page: 2 }, facets);
    expect(last.hits).toHaveLength(1);
    for (const options of [{}, { collapse: 'work' as const }]) {
      const past = search([shelf], { ...request, page: 3 }, { ...facets, ...options });
      expect(past).toMatchObject({ count: 4, pages: 2, page: 3, hits: [], facets: last.facets });
    }
    const none = { ...request, q: 'xyzzy' };
    expect(search([shelf], none)).toMatchObject({ count: 0, pages: 1, page: 1, hits: [] });
    expect(search([shelf], { ...none, page: 2 })).toMatchObject({ pages: 1, page: 2, hits: [] });
  });

  it('refuses an unknown parameter and a limit above 100, which searchTitles accepts', () => {
    const wrong = { ...whales, title_fromat: 'DVD' };
    for (const params of [wrong, new URLSearchParams(wrong), Object.entries(wrong)]) {
      const { status, message } = refused(() => search([shelf], params));
      expect(status).toBe(400);
      expect(message).toMatch(
        /^parameter 'title_fromat': expected one of .*, title_format, .*, found an unknown parameter; did you mean 'title_format'\?$/,
      );
    }
    for (const name of ['api_key', 'metadata', 'facet_limit', 'date_format']) {
      const { message } = refused(() => search([shelf], { ...whales, [name]: '1' }));
      expect(message).toContain('found an unknown parameter');
    }
    expect(search([shelf], { ...whales, limit: 100 }).limit).toBe(100);
    expect(refused(() => search([shelf], { ...whales, limit: 101 }))).toEqual({
      status: 400,
      message: "parameter 'limit': expected a whole number from 1 to 100, found '101'",
    });
    const { count, limit } = searchTitles([shelf], { ...wrong, limit: 101 }, CONTEXT);
    expect([count, limit]).toEqual([4, 100]);
  });

  it('has the scores that explainSearchTitles explains', () => {
    const params = { q: 'sea stories', library: 'alderwick' };
    const { titles } = explainSearchTitles([demo], params, CONTEXT);
    expect(search([demo], params).hits.map(({ id, score }) => [id, score])).toEqual(
      titles.map(({ id, score }) => [id, score]),
    );
  });

  it('has no scores if the results are sorted by a field', () => {
    const { hits } = search([shelf], { ...whales, sort: 'title' });
    expect(hits.map(({ title, score }) => [title, score])).toEqual([
      ['The Whale', undefined],
      ['Whale Songs', undefined],
      ['Whale Watching', undefined],
      ['Whales', undefined],
    ]);
  });

  describe('with exactly one value of series', () => {
    const volume = (id: string, name: string, number?: string) =>
      book(id, `Whale ${id}`, {
        series: [{ name, ...(number && { number }) }],
        publication_date: '1999',
      });
    const catalog = catalogOf({
      titles: [
        volume('a', 'Sea', '10'),
        volume('b', 'Sea'),
        volume('c', 'Sea', '2'),
        volume('d', 'Sand', '1'),
      ],
    });
    const idsOf = (params: object) =>
      search([catalog], { q: '*', library: 'harbour', ...params }).hits.map(({ id }) => id);

    it('lists the titles in the order of the volumes, unless another order is requested', () => {
      expect(idsOf({ series: 'Sea' })).toEqual(['c', 'a', 'b']);
      expect(idsOf({ series: ['Sea', 'Sea'], sort: 'series' })).toEqual(['c', 'a', 'b']);
      expect(idsOf({ q: 'whale', series: 'Sea', limit: 1, page: 2 })).toEqual(['a']);
      expect(idsOf({ series: 'Sea', sort: 'title' })).toEqual(['a', 'b', 'c']);
      expect(idsOf({ series: 'Sea', sort: 'relevancy' })).toEqual(['a', 'b', 'c']);
      expect(idsOf({ series: ['Sea', 'Sand'] })).toEqual(['a', 'b', 'c', 'd']);
      expect(idsOf({ series: 'Sky' })).toEqual([]);
      expect(
        search([catalog], { q: '*', library: 'harbour', series: 'Sea' }).hits[0],
      ).not.toHaveProperty('score');
    });

    it('does not change the responses of the API', () => {
      const params = { q: '*', library: 'harbour', series: 'Sea', metadata: '1' } as const;
      const { body } = traceSearchTitles([catalog], params, CONTEXT);
      expect(body.titles.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
      expect(body.metadata?.sort_bys.map(({ id }) => id)).toEqual(['relevancy', ...SORTS]);
      const act = () =>
        traceSearchTitles([catalog], { ...params, sort: 'series' as 'title' }, CONTEXT);
      expect(act).toThrow("parameter 'sort': expected one of relevancy, title");
    });

    it('is required for the order of the volumes', () => {
      for (const series of [[], ['Sea', 'Sand']]) {
        expect(() => idsOf({ sort: 'series', series })).toThrow(
          "parameter 'sort': expected another order unless the parameter 'series' has exactly one value, found 'series'",
        );
      }
    });
  });

  it('sorts by the family name of the first author in every catalog', () => {
    const names = [
      'Zoë Adams',
      'Melville, Herman',
      'Adams, Ann, 1900-1980',
      'Герман Мелвилл',
      'Plato',
    ];
    const catalog = catalogOf({
      titles: [
        ...names.map((name) => book(name, name, { authors: [{ name }] })),
        book('none', 'T'),
      ],
    });
    const idsBy = (sort: 'author' | 'family_name') =>
      search([catalog], { q: '*', library: 'harbour', sort }).hits.map(({ id }) => id);
    expect(idsBy('family_name')).toEqual([
      names[2],
      names[0],
      names[1],
      names[4],
      names[3],
      'none',
    ]);
    expect(idsBy('author')).toEqual([names[2], names[1], names[4], names[0], names[3], 'none']);
  });

  it('returns facets only on request, with a limit for each', () => {
    expect(search([shelf], whales).facets).toEqual({});
    const { facets } = search([shelf], whales, {
      facets: { title_format: { limit: 1 }, subject: {}, language: { limit: 0 } },
    });
    expect(facets).toEqual({
      title_format: {
        name: 'Format',
        values: [{ value: 'BK', name: 'Book', count: 2, isSelected: false }],
      },
      subject: {
        name: 'Subject',
        values: [
          { value: 'Whales', name: 'Whales', count: 3, isSelected: false },
          { value: 'Music', name: 'Music', count: 1, isSelected: false },
          { value: 'Sea', name: 'Sea', count: 1, isSelected: false },
        ],
      },
      language: { name: 'Language', values: [] },
    });
  });

  it('counts the forms of an author as one value, and accepts each form as a parameter', () => {
    const [melville, forms] = ['Melville, Herman', ['MELVILLE, HERMAN.', 'melville herman']];
    const sons = ['Dumas, A., 1802-1870', 'Dumas, A., 1824-1895'];
    const catalog = catalogOf({
      titles: [melville, ...forms, ...sons].map((name, i) =>
        book(`${i}`, 'Omoo', { authors: [{ name }] }),
      ),
    });
    const base = { q: '*', library: 'harbour' } as const;
    const author = (params: object) => {
      const { body } = traceSearchTitles(
        [catalog],
        { ...base, metadata: '1', ...params },
        { baseUrl: '' },
      );
      const { narrow_tos = [] } = body.metadata!.narrow_bys.find(({ id }) => id === 'author')!;
      return { found: body.count, values: narrow_tos };
    };
    const { values } = author({});
    expect(values.map(({ name, count }) => [name, count])).toEqual([
      [melville, 3],
      ...sons.map((name) => [name, 1]),
    ]);
    for (const { link, count } of values) {
      const linked = new URLSearchParams(link.split('?')[1]).get('author');
      expect(author({ author: [linked] }).found).toBe(count);
    }
    for (const form of [melville, ...forms, 'Mel-ville, Herman']) {
      expect(author({ author: form }).found).toBe(3);
      const facets = search([catalog], { ...base, author: form }, { facets: { author: {} } });
      expect(facets.facets.author.values.map((one) => one.isSelected)).toEqual([
        true,
        false,
        false,
      ]);
    }
    expect(author({ author: 'Melville' }).found).toBe(0);
  });

  it('marks the selected values, and returns them even beyond the limit or without titles', () => {
    const selected = { ...whales, title_format: ['MUSIC_CD', 'MAP', 'SCROLL'] };
    const { count, facets } = search([shelf], selected, {
      facets: { title_format: { limit: 1 }, subject: { limit: 1 } },
    });
    expect(count).toBe(1);
    expect(facets.title_format.values).toEqual([
      { value: 'BK', name: 'Book', count: 2, isSelected: false },
      { value: 'MUSIC_CD', name: 'Music CD', count: 1, isSelected: true },
      { value: 'MAP', name: 'Map', count: 0, isSelected: true },
      { value: 'SCROLL', name: 'SCROLL', count: 0, isSelected: true },
    ]);
    expect(facets.subject.values).toEqual([
      { value: 'Music', name: 'Music', count: 1, isSelected: false },
    ]);
  });

  it('counts the titles of each selected range of years', () => {
    const years = { ...whales, publication_date: ['1850-1999', '1990-'] };
    const { count, facets } = search([shelf], years, {
      facets: { publication_date: { limit: 0 } },
    });
    expect(count).toBe(3);
    expect(facets.publication_date.values.map(({ value, count }) => [value, count])).toEqual([
      ['1850-1999', 2],
      ['1990-', 2],
    ]);
  });

  it('translates names with the locale', () => {
    const german = { ...whales, locale: 'de-DE' } as const;
    const { hits, facets } = search([shelf], german, { facets: ['title_format'] });
    expect(hits.map(({ format }) => format.name)).toContain('Buch');
    expect(facets.title_format.name).toBe('Medienart');
    expect(facets.title_format.values[0].name).toBe('Buch');
  });

  it('returns the relaxation, and the corrected query', () => {
    expect(search([shelf], { ...whales, q: 'whael songs' })).toMatchObject({
      relaxed: 'typos',
      respelling: { query: 'whale songs' },
    });
    expect(search([shelf], whales)).not.toHaveProperty('relaxed');
  });

  it('marks and counts the titles that relaxation added, after narrowing', () => {
    const thin = catalogOf({
      titles: [
        book('1', 'Oceans', { subjects: ['Whaling ships'] }),
        book('2', 'A Whaling Shop'),
        { id: '3', title: 'Whaling Shop', format: { id: 'DVD' } },
      ],
    });
    const params = { q: 'whaling ship', library: 'harbour', sort: 'title' } as const;
    const countsOf = (more: object) => {
      const { hits, count, relaxedCount } = search([thin], { ...params, ...more });
      return [hits.map(({ id, isRelaxed }) => [id, isRelaxed]), count, relaxedCount];
    };
    const ids = [
      ['1', false],
      ['2', true],
      ['3', true],
    ];
    expect(countsOf({})).toEqual([ids, 3, 2]);
    expect(countsOf({ title_format: 'BK' })).toEqual([ids.slice(0, 2), 2, 1]);
    expect(countsOf({ title_format: 'DVD' })).toEqual([ids.slice(2), 1, 1]);
    expect(countsOf({ q: 'oceams' })).toEqual([[['1', true]], 1, 1]);
    expect(countsOf({ q: 'oceans' })).toEqual([[['1', false]], 1, 0]);
  });

  it('throws a TypeError for an unknown facet or an invalid limit', () => {
    const act = (facets: unknown) => () => search([shelf], whales, { facets: facets as never });
    expect(act(['subjects'])).toThrow(
      new TypeError(
        `facets: expected the names of facets, which are ${NARROWINGS.join(', ')}, found 'subjects'; did you mean 'subject'?`,
      ),
    );
    expect(act([null])).toThrow(/, found 'null'$/);
    for (const [tag, found] of [
      [null, 'null'],
      [undefined, 'nothing'],
      [5, 'the number 5'],
    ]) {
      expect(act({ tag })).toThrow(
        new TypeError(`facets: tag: expected an object, found ${found}`),
      );
    }
    for (const [invalid, found] of [
      [new Set(['tag']), 'a Set'],
      [5, 'the number 5'],
      [true, 'true'],
      ['tag', 'the string "tag"'],
    ]) {
      expect(act(invalid)).toThrow(
        new TypeError(
          `facets: expected an array of names, or an object with the options of each facet, found ${found}`,
        ),
      );
    }
    for (const limit of [-1, 1.5, Number.NaN]) {
      expect(act({ tag: { limit } })).toThrow(
        new TypeError(
          `facets: tag: limit: expected a whole number from 0, found the number ${limit}`,
        ),
      );
    }
  });

  it('throws a TypeError for an unknown option, also of a facet', () => {
    const act = (options: unknown) => () => search([shelf], whales, options as never);
    expect(act({ facet: ['tag'] })).toThrow(
      new TypeError(
        "options: expected the names facets, fields, collapse, boosts, found 'facet'; did you mean 'facets'?",
      ),
    );
    expect(act({ relax: 'none' })).toThrow("collapse, boosts, found 'relax'");
    expect(act(['tag'])).toThrow('options: expected an object, found an array');
    expect(act({ facets: { tag: { range: ['1-2'] } } })).toThrow(
      "facets: tag: expected the names limit, order, ranges, found 'range'; did you mean 'ranges'?",
    );
    expect(act({ facets: { tag: [] } })).toThrow('facets: tag: expected an object, found an array');
  });

  it('refuses publication years that are no range, which searchTitles accepts', () => {
    for (const name of ['publication_date', 'exclude_publication_date']) {
      const params = { ...whales, [name]: 1851 };
      expect(refused(() => search([shelf], params))).toEqual({
        status: 400,
        message: `parameter '${name}': expected a range such as 1990-1999, 1990-1990, 1990- or -1950, found '1851'`,
      });
      expect(refused(() => facetValues([shelf], { ...params, facet: 'tag' })).status).toBe(400);
      expect(refused(() => suggest([shelf], params)).status).toBe(400);
    }
    for (const years of ['1852-1851', 'x']) {
      const params = { ...whales, publication_date: ['1851-', years] };
      expect(refused(() => search([shelf], params)).message).toContain(`found '${years}'`);
    }
    for (const years of ['', '0000', '1851-1851', '-1950']) {
      expect(() => search([shelf], { ...whales, publication_date: years })).not.toThrow();
    }
    const { count } = searchTitles([shelf], { ...whales, publication_date: '1851' }, CONTEXT);
    expect(count).toBe(0);
  });

  it('returns a facet without values for an extra field that only another library has', () => {
    const names = { en: 'Color', de: 'Farbe' };
    const color = { name: 'color', from: 'extra.color', narrowing: true, names };
    const hill = catalogOf({
      library: { id: 'hill', extra_fields: [color] },
      titles: [book('5', 'Emma', { extra: { color: 'red' } })],
    });
    const facetsOf = (library: string) =>
      search<'color' | 'language', 'color'>(
        [shelf, hill],
        { q: '*', library, locale: 'de-DE' },
        { facets: ['color', 'language'] },
      ).facets;
    expect(facetsOf('harbour').color).toEqual({ name: 'Farbe', values: [] });
    expect(facetsOf('harbour').language).toEqual(facetsOf('hill').language);
    expect(facetsOf('hill').color.values.map(({ value }) => value)).toEqual(['red']);
  });

  it('says which property the declaration of an extra field lacks', () => {
    const field = {
      name: 'display',
      from: 'extra.display',
      searched: true,
      names: { en: 'Display' },
    };
    const catalog = catalogOf({ library: { extra_fields: [field] } });
    const facets = ['display'] as readonly string[] as readonly Narrowing[];
    expect(() => search([catalog], whales, { facets })).toThrow(
      "found 'display', an extra field without narrowing; add narrowing: true to the field in the library record, and build the snapshot again",
    );
  });
});
