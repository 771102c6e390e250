/**
 * What compiles with the types of the package, and what does not: `npm run types` fails if a line after
 * `@ts-expect-error` compiles. The calls also run, because JavaScript programs make the same mistakes.
 */
import { describe, expect, expectTypeOf, it } from 'vitest';
import type * as browser from '../../src/browser/index.js';
import type * as carrel from '../../src/index.js';
import {
  ApiError,
  type ApiErrorCode,
  applyChanges,
  type CatalogSet,
  createApi,
  createCatalog,
  type Facet,
  getTitle,
  type Hit,
  type Narrowing,
  type SearchTitlesParameters,
  searchTitles,
  type Title,
  type TitleData,
} from '../../src/index.js';
import { book, catalogOf } from '../catalog/catalog-of.js';

const catalogs = [catalogOf({ titles: [book('1', 'Moby-Dick'), book('2', 'Typee')] })];
const context = { baseUrl: 'https://api.example.org' };
const api = createApi({ catalogs, ...context });
const all = { q: '*', library: 'harbour' };

/** Returns the code and the parameter of the ApiError that a call throws. */
function problemOf(call: () => unknown): [ApiErrorCode, string | undefined] {
  try {
    call();
  } catch (error) {
    if (error instanceof ApiError) return [error.code, error.parameter];
    throw error;
  }
  throw new Error('expected an ApiError, found a result');
}

describe('Parameters', () => {
  it('accept the values of the API', () => {
    const params: SearchTitlesParameters = {
      ...all,
      search_type: 'author',
      sort: 'published_date',
      title_format: ['BK', 'A FORMAT OF THE LIBRARY'],
      available_at: '_anywhere_',
      language: null,
      subject: undefined,
      genre: [],
      limit: 20,
      metadata: 1,
      locale: 'de-DE',
    };
    expect(api.searchTitles(params).count).toBe(0);
    const formats: readonly string[] = ['BK'];
    expect(api.search({ ...all, title_format: formats }).count).toBe(2);
    expect(api.search(new URLSearchParams(all)).count).toBe(2);
    expect(api.getTitle('1', { locale: 'fr-CA' }).title.format.name).toBe('Livre');
    expect(getTitle(catalogs, '1', {}, context).title.title).toBe('Moby-Dick');
  });

  it('accept no misspelt names', () => {
    // @ts-expect-error: search_type
    expect(api.searchTitles({ ...all, serch_type: 'author' }).count).toBe(2);
    // @ts-expect-error: title_format
    expect(problemOf(() => api.search({ ...all, title_fromat: 'DVD' }))).toEqual([
      'unknown_parameter',
      'title_fromat',
    ]);
    // @ts-expect-error: listUserContent has no parameter q
    expect(api.listUserContent({ q: 'moby' }).count).toBe(0);
    // @ts-expect-error: q
    expect(problemOf(() => api.suggest({ query: 'mo', library: 'harbour' }))).toEqual([
      'unknown_parameter',
      'query',
    ]);
  });

  it('accept no misspelt values', () => {
    // @ts-expect-error: title
    expect(problemOf(() => api.searchTitles({ ...all, sort: 'titel' }))).toEqual([
      'invalid_parameter',
      'sort',
    ]);
    // @ts-expect-error: fr-CA
    expect(problemOf(() => api.getTitle('1', { locale: 'fr' }))).toEqual([
      'invalid_parameter',
      'locale',
    ]);
    // @ts-expect-error: newest
    expect(problemOf(() => api.listUserContent({ sort: 'relevancy' }))).toEqual([
      'invalid_parameter',
      'sort',
    ]);
    // @ts-expect-error: a number
    expect(problemOf(() => api.search({ ...all, limit: 'ten' }))).toEqual([
      'invalid_parameter',
      'limit',
    ]);
  });

  it('include the required parameters', () => {
    // @ts-expect-error: library
    expect(problemOf(() => api.searchTitles({ q: '*' }))).toEqual(['missing_parameter', 'library']);
    // @ts-expect-error: q
    expect(problemOf(() => searchTitles(catalogs, { library: 'harbour' }, context))).toEqual([
      'missing_parameter',
      'q',
    ]);
  });

  it('other than narrowings accept no array, even of one value', () => {
    // @ts-expect-error: one text
    expect(problemOf(() => api.searchTitles({ ...all, q: ['sea'] }))).toEqual([
      'repeated_parameter',
      'q',
    ]);
    // @ts-expect-error: one value
    expect(problemOf(() => api.search({ ...all, sort: ['title', 'author'] }))).toEqual([
      'repeated_parameter',
      'sort',
    ]);
  });

  it('accept no objects', () => {
    // @ts-expect-error: a text
    expect(problemOf(() => api.search({ ...all, library: { id: 'harbour' } }))).toEqual([
      'invalid_parameter',
      'library',
    ]);
    // @ts-expect-error: texts
    expect(problemOf(() => api.search({ ...all, subject: [['Sea']] }))).toEqual([
      'invalid_parameter',
      'subject',
    ]);
  });
});

describe('Results', () => {
  it('have a field for each requested facet, and no others', () => {
    const { facets } = api.search(all, { facets: ['title_format', 'subject'] });
    expectTypeOf(facets.title_format).toEqualTypeOf<Facet>();
    expectTypeOf<keyof typeof facets>().toEqualTypeOf<'title_format' | 'subject'>();
    // @ts-expect-error: not requested
    expect(facets.author).toBeUndefined();
    const limited = api.search(all, { facets: { title_format: { limit: 5 } } }).facets;
    expectTypeOf<keyof typeof limited>().toEqualTypeOf<'title_format'>();
    const chosen: readonly Narrowing[] = ['tag'];
    expect(api.search(all, { facets: chosen }).facets.tag.values).toEqual([]);
    // @ts-expect-error: subject
    expect(() => api.search(all, { facets: ['subjects'] })).toThrow(TypeError);
    // @ts-expect-error: limit
    expect(() => api.search(all, { facets: { tag: { max: 5 } } })).toThrow(TypeError);
  });

  it('are undefined for unknown ids, and iterable', () => {
    expectTypeOf(api.getTitles(['1'])).toEqualTypeOf<(TitleData | undefined)[]>();
    // @ts-expect-error: may be undefined
    expect(api.getTitles(['1'])[0].title).toBe('Moby-Dick');
    for (const title of api.iterateTitles('harbour'))
      expectTypeOf(title).toEqualTypeOf<TitleData>();
    expectTypeOf<Hit>().toExtend<TitleData>();
  });

  it('cannot be changed', () => {
    const { hits } = api.search(all);
    // @ts-expect-error: read-only
    hits.push(hits[0]);
    // @ts-expect-error: read-only
    hits[0].title = '';
  });
});

describe('createApi', () => {
  it('requires catalogs', () => {
    expectTypeOf<CatalogSet>().toExtend<Parameters<typeof createApi>[0]['catalogs']>();
    // @ts-expect-error: catalogs
    expect(() => createApi(context)).toThrow('catalogs');
    expect(createApi({ catalogs }).getTitles([])).toEqual([]);
    expect(createApi({ catalogs: catalogs[0] }).getTitles([])).toEqual([]);
  });
});

it('An optional field that is undefined counts as absent', () => {
  const library = catalogs[0].library;
  const title: Title = {
    ...book('3', 'Omoo'),
    format: { id: 'BK', name: undefined },
    sub_title: undefined,
    series: [{ name: 'Sea stories', number: undefined }],
    holdings: [{ branch: 'M', status: 'AVAILABLE', collection: undefined }],
  };
  const limits = { holdings: undefined, list_items: undefined };
  const catalog = createCatalog({
    library: { ...library, limits },
    titles: [title],
    lists: undefined,
  });
  const record = { ...title, id: '4' };
  const change = { op: 'put', kind: 'titles', record, library: undefined, at: undefined } as const;
  const changed = applyChanges(catalog, [change], { onSkipped: undefined });
  for (const id of ['3', '4']) {
    const found = getTitle([changed], id, { locale: undefined }, { ...context, now: undefined });
    expect(found.title.title).toBe('Omoo');
  }
});

it('carrel and carrel/browser export the same API', () => {
  expectTypeOf<typeof browser.createApi>().toEqualTypeOf<typeof carrel.createApi>();
  expectTypeOf<browser.SearchTitlesParameters>().toEqualTypeOf<carrel.SearchTitlesParameters>();
  expectTypeOf<browser.Metadata>().toEqualTypeOf<carrel.Metadata>();
});

describe('ApiError', () => {
  it.each<[ApiErrorCode, string | undefined, () => unknown]>([
    ['missing_parameter', 'q', () => api.search({ ...all, q: ' ' })],
    ['invalid_parameter', 'limit', () => api.search({ ...all, limit: 0 })],
    ['query_too_long', 'q', () => api.search({ ...all, q: 'x'.repeat(901) })],
    ['repeated_parameter', 'q', () => api.search(new URLSearchParams('q=a&q=b&library=harbour'))],
    ['invalid_query', 'q', () => api.search({ ...all, q: '(moby', search_type: 'custom' })],
    ['library_not_found', 'library', () => api.search({ ...all, library: 'x' })],
    ['library_not_found', 'library', () => api.listUserContent({ library: 'x' })],
    ['title_not_found', 'title', () => api.listUserContent({ title: 'x' })],
    ['title_not_found', undefined, () => api.getTitle('x')],
    ['user_not_found', undefined, () => api.listListsOfUser('x')],
    ['list_not_found', undefined, () => api.getList('x')],
    ['session_not_found', undefined, () => api.getSession('x')],
  ])('has the code %s and the parameter %s', (code, parameter, call) => {
    expect(problemOf(call)).toEqual([code, parameter]);
  });

  it('has the status 404 for an id, and otherwise 400', () => {
    expect(new ApiError('session_not_found', '').status).toBe(404);
    expect(new ApiError('invalid_query', '').status).toBe(400);
  });
});
