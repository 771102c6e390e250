import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/catalog/catalog.js';
import {
  CatalogSetError,
  type CatalogsToServe,
  catalogsGetter,
  checkCatalogSet,
  type SharedIdKind,
} from '../../src/catalog/catalog-set.js';
import {
  getList,
  getSession,
  getTitle,
  listContentOfUser,
  listListsOfUser,
  listUserContent,
  searchTitles,
} from '../v1/validated-operations.js';
import { book, catalogOf, type SmallLibrary } from './catalog-of.js';

const written = '2018-01-15T16:23:09Z';
const list = (id: string) => ({
  id,
  name: 'Sea',
  user: 1,
  created: written,
  updated: written,
  list_items: [],
});

const user = { id: 1, name: 'ishmael' };
const harbour: SmallLibrary = {
  titles: [book('1', 'Moby-Dick'), book('2', 'Typee')],
  users: [user],
  lists: [list('l1')],
  sessions: [{ id: 'secret', user: 1 }],
};
const open = (source: string, records: SmallLibrary) => ({ ...catalogOf(records), source });

const REMEDY = 'open only one of the two, or change the id in one of them';
const CASES: [string, SmallLibrary, SharedIdKind, string | undefined][] = [
  ['library', {}, 'library', 'harbour'],
  [
    'title',
    { library: { id: 'hill' }, titles: [book('0', 'Emma'), book('2', 'Typee'), book('3', 'Omoo')] },
    'title',
    '2',
  ],
  ['list', { library: { id: 'hill' }, users: [user], lists: [list('l1')] }, 'list', 'l1'],
  [
    'session, which the message does not contain',
    { library: { id: 'hill' }, users: [user], sessions: [{ id: 'secret', user: 1 }] },
    'session',
    undefined,
  ],
];

describe('Catalogs with an id in common', () => {
  it.each(CASES)(
    'are rejected with an error that names both sources: id of a %s',
    (_name, records, kind, id) => {
      const found = id === undefined ? 'the same id' : `'${id}'`;
      const message = `harbour.snapshot and other.snapshot: expected different ${kind} ids, found ${found} in both; ${REMEDY}`;
      const first = open('harbour.snapshot', harbour);
      const between = open('between.snapshot', { library: { id: 'between' } });
      const second = open('other.snapshot', records);
      const check = () => checkCatalogSet([first, between, second]);
      expect(check).toThrow(message);
      expect(check).toThrow(new CatalogSetError(kind, id, [first.source, second.source]));
    },
  );

  it('are rejected by every operation of the API', () => {
    const twice = [catalogOf(harbour), catalogOf(harbour)];
    const context = { baseUrl: 'https://api.example.org' };
    for (const call of [
      () => searchTitles(twice, { q: '*', library: 'harbour' }, context),
      () => getTitle(twice, '1', {}, context),
      () => listUserContent(twice, {}, context),
      () => listContentOfUser(twice, '1', {}, context),
      () => getList(twice, 'l1', {}, context),
      () => listListsOfUser(twice, '1', {}, context),
      () => getSession(twice, 'secret', {}, context),
    ]) {
      expect(call).toThrow(CatalogSetError);
    }
  });

  it('are rejected when they are the same catalog', () => {
    const catalog = catalogOf(harbour);
    expect(() => checkCatalogSet([catalog, catalog])).toThrow(CatalogSetError);
  });

  it('are rejected again at a second check', () => {
    const pair = [catalogOf(harbour), catalogOf(harbour)];
    expect(() => checkCatalogSet(pair)).toThrow(CatalogSetError);
    expect(() => checkCatalogSet(pair)).toThrow(CatalogSetError);
  });
});

it('Catalogs with a user id in common can be open together', () => {
  const hill = { library: { id: 'hill' }, users: [{ id: '1', name: 'the same' }] };
  const set = [catalogOf(harbour), catalogOf(hill)];
  expect(() => checkCatalogSet(set)).not.toThrow();
  expect(() => checkCatalogSet(set)).not.toThrow();
});

describe('catalogsGetter', () => {
  const catalogs = [catalogOf(harbour), catalogOf({ library: { id: 'hill' } })];

  it.each<[string, CatalogsToServe]>([
    ['an array', catalogs],
    ['a function that returns a new array each time', () => [...catalogs]],
    ['an object with the function current', { current: () => [...catalogs] }],
  ])('returns the same array each time for %s', (_kind, toServe) => {
    const get = catalogsGetter(toServe);
    expect(get()).toEqual(catalogs);
    expect(get()).toBe(get());
  });

  it('returns another array when a catalog of the same array was replaced', () => {
    const changing: Catalog[] = [...catalogs];
    const get = catalogsGetter(changing);
    const before = get();
    changing.pop();
    expect(before).toHaveLength(2);
    expect(get()).toEqual([catalogs[0]]);
  });

  it.each<[unknown, string]>([
    [undefined, 'catalogs: expected an array of open catalogs, found nothing'],
    [() => null, 'catalogs: expected an array of open catalogs, found null'],
    [
      Promise.resolve([]),
      'catalogs: expected an array of open catalogs, found a promise; use await',
    ],
    [catalogs[0], 'catalogs: expected an array of open catalogs, found an object'],
    [['a'], 'catalogs[0]: expected an open catalog, found the string "a"'],
  ])('throws a TypeError for a value that is no set of catalogs', (value, message) => {
    expect(() => catalogsGetter(value as CatalogsToServe)()).toThrow(new TypeError(message));
  });
});

describe('checkCatalogSet', () => {
  it('throws a TypeError for a catalog that is not in an array', () => {
    const catalog = catalogOf(harbour) as unknown as Catalog[];
    expect(() => checkCatalogSet(catalog)).toThrow(
      new TypeError('catalogs: expected an array of open catalogs, found an object'),
    );
  });
});
