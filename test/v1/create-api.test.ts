import { describe, expect, it } from 'vitest';
import { type ApiOptions, createApi } from '../../src/v1/create-api.js';
import { explainSearchTitles } from '../../src/v1/explain-search-titles.js';
import { getTitles, iterateTitles } from '../../src/v1/get-title.js';
import { search } from '../../src/v1/search.js';
import { traceSearchTitles } from '../../src/v1/search-titles.js';
import { suggest } from '../../src/v1/suggest/suggest.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import * as operations from './validated-operations.js';

const TIME = '2018-01-15T16:23:09Z';
const baseUrl = 'https://api.example.org';

function catalogWith(title: string) {
  return catalogOf({
    titles: [book('1', title)],
    users: [{ id: 1, name: 'ishmael' }],
    userContent: [
      {
        user: 1,
        title: '1',
        content: [{ content_type: { id: 'rating' }, content_data: 4.5, updated: TIME }],
      },
    ],
    lists: [{ id: 'l', name: 'Sea', user: 1, created: TIME, updated: TIME, list_items: [] }],
    sessions: [{ id: 's', user: 1, expires: TIME }],
  });
}

const catalogs = [catalogWith('Moby-Dick')];
const params = { q: 'moby', library: 'harbour' };
const context = { baseUrl, now: new Date('2018-01-01T00:00:00Z') };

describe('The operations', () => {
  const expected =
    'an address such as https://api.example.org, or an empty string for links that are paths';

  it.each([
    ['nothing', undefined],
    ['nothing', {}],
    ['nothing', null],
    ['the number 5', { baseUrl: 5 }],
  ])('throw a TypeError if they find %s as the base URL: %j', (found, value) => {
    const wrong = value as unknown as typeof context;
    for (const call of [
      () => operations.searchTitles(catalogs, params, wrong),
      () => explainSearchTitles(catalogs, params, wrong),
      () => operations.getTitle(catalogs, '1', {}, wrong),
      () => operations.listUserContent(catalogs, {}, wrong),
      () => operations.listContentOfUser(catalogs, '1', {}, wrong),
      () => operations.getList(catalogs, 'l', {}, wrong),
      () => operations.listListsOfUser(catalogs, '1', {}, wrong),
      () => operations.getSession(catalogs, 's', {}, wrong),
    ]) {
      expect(call).toThrow(new TypeError(`context.baseUrl: expected ${expected}, found ${found}`));
    }
  });
});

describe('createApi', () => {
  it('binds every function to the catalogs, the base URL and the time', () => {
    const api = createApi({ catalogs, baseUrl, now: () => context.now });
    const paged = { ...params, metadata: 1 } as const;
    const facets = { facets: ['title_format'] } as const;
    expect(api.searchTitles(paged)).toEqual(operations.searchTitles(catalogs, paged, context));
    expect(api.getTitle('1')).toEqual(operations.getTitle(catalogs, '1', {}, context));
    expect(api.listUserContent()).toEqual(operations.listUserContent(catalogs, {}, context));
    expect(api.listContentOfUser('1')).toEqual(
      operations.listContentOfUser(catalogs, '1', {}, context),
    );
    expect(api.getList('l')).toEqual(operations.getList(catalogs, 'l', {}, context));
    expect(api.listListsOfUser('1')).toEqual(
      operations.listListsOfUser(catalogs, '1', {}, context),
    );
    expect(api.getSession('s')).toEqual(operations.getSession(catalogs, 's', {}, context));
    expect(api.search(params, facets)).toEqual(search(catalogs, params, facets));
    expect(api.getTitles(['1', 'x'])).toEqual(getTitles(catalogs, ['1', 'x']));
    expect([...api.iterateTitles('harbour')]).toEqual([...iterateTitles(catalogs, 'harbour')]);
    expect(api.suggest(params)).toEqual(suggest(catalogs, params));
    expect(api.explainSearchTitles(params)).toEqual(explainSearchTitles(catalogs, params, context));
    expect(api.traceSearchTitles(params).body).toEqual(
      traceSearchTitles(catalogs, params, context).body,
    );
  });

  it('uses the current time by default', () => {
    expect(() => createApi({ catalogs, baseUrl }).getSession('s')).toThrow("No session 's' found.");
  });

  it('uses the catalogs that are current when a method is called', () => {
    let current = catalogs;
    const set = { current: () => current };
    const apis = [set, () => current].map((served) => createApi({ catalogs: served, baseUrl }));
    const titles = () => apis.map(({ getTitle }) => getTitle('1').title.title);
    expect(titles()).toEqual(['Moby-Dick', 'Moby-Dick']);
    current = [catalogWith('Typee')];
    expect(titles()).toEqual(['Typee', 'Typee']);
  });

  it('returns links that are paths without a base URL', () => {
    const { metadata } = createApi({ catalogs }).searchTitles({ ...params, metadata: 1 });
    expect(metadata?.sort_bys[1].link).toBe(
      '/v1/titles?q=moby&library=harbour&metadata=1&sort=title',
    );
  });

  it('answers from one catalog that is not in an array', () => {
    expect(createApi({ catalogs: catalogs[0] }).search(params).count).toBe(1);
  });

  it.each<[string, unknown]>([
    ['options: expected an object, found nothing', undefined],
    [
      'catalogs: expected an open catalog or an array of open catalogs, found an object',
      { catalogs: { 0: catalogs[0] }, baseUrl },
    ],
    ['catalogs: expected at least one catalog, found none', { catalogs: [], baseUrl }],
    ['catalogs[0]: expected an open catalog, found the string "a"', { catalogs: ['a'], baseUrl }],
    [
      'baseUrl: expected an address such as https://api.example.org, found the string "/"',
      { catalogs, baseUrl: '/' },
    ],
    [
      'baseUrl: expected an address such as https://api.example.org, found the string "api.example.org"',
      { catalogs, baseUrl: 'api.example.org' },
    ],
    ['now: expected a function, found a Date', { catalogs, baseUrl, now: new Date() }],
    [
      "options: expected the names catalogs, baseUrl, now, found 'baseURL'; did you mean 'baseUrl'?",
      { catalogs, baseURL: baseUrl },
    ],
    [
      'catalogs: expected an open catalog or an array of open catalogs, found nothing',
      { catalog: catalogs[0] },
    ],
  ])('throws a TypeError for %s', (problem, options) => {
    expect(() => createApi(options as ApiOptions)).toThrow(new TypeError(`createApi: ${problem}`));
  });

  it.each<[found: string, value: unknown]>([
    ['null', null],
    ['the string "title"', 'title'],
    ['the number 5', 5],
  ])('throws a TypeError for %s as options or ids', (found, value) => {
    const api = createApi({ catalogs, baseUrl });
    const invalid = value as never;
    for (const call of [
      () => api.search(params, invalid),
      () => api.searchTitles(params, invalid),
      () => api.traceSearchTitles(params, invalid),
      () => api.explainSearchTitles(params, invalid),
      () => api.getTitles(['1'], invalid),
      () => api.iterateTitles('harbour', invalid),
    ]) {
      expect(call).toThrow(new TypeError(`options: expected an object, found ${found}`));
    }
    for (const call of [api.searchTitles, api.traceSearchTitles, api.explainSearchTitles]) {
      expect(() => call(params, { boost: {} } as object)).toThrow(
        /^options: expected the names boosts, .+, found 'boost'; did you mean 'boosts'\?$/,
      );
    }
    expect(() => api.getTitles(invalid)).toThrow(
      new TypeError(`ids: expected an array of ids, found ${found}`),
    );
  });

  it('throws if two catalogs have the same library', () => {
    expect(() => createApi({ catalogs: [...catalogs, ...catalogs], baseUrl })).toThrow(
      'expected different library ids',
    );
  });
});
