import { describe, expect, it } from 'vitest';
import { CatalogSetError, checkCatalogSet } from '../../src/catalog/catalog-set.js';
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
const CASES: [string, SmallLibrary, string][] = [
  [
    'library',
    {},
    `harbour.snapshot and other.snapshot: expected different library ids, found 'harbour' in both; ${REMEDY}`,
  ],
  [
    'title',
    { library: { id: 'hill' }, titles: [book('0', 'Emma'), book('2', 'Typee'), book('3', 'Omoo')] },
    `harbour.snapshot and other.snapshot: expected different title ids, found '2' in both; ${REMEDY}`,
  ],
  [
    'list',
    { library: { id: 'hill' }, users: [user], lists: [list('l1')] },
    `harbour.snapshot and other.snapshot: expected different list ids, found 'l1' in both; ${REMEDY}`,
  ],
  [
    'session, which the message does not contain',
    { library: { id: 'hill' }, users: [user], sessions: [{ id: 'secret', user: 1 }] },
    `harbour.snapshot and other.snapshot: expected different session ids, found the same id in both; ${REMEDY}`,
  ],
];

describe('Catalogs with an id in common', () => {
  it.each(CASES)(
    'are rejected with an error that names both sources: id of a %s',
    (_kind, records, message) => {
      const first = open('harbour.snapshot', harbour);
      const between = open('between.snapshot', { library: { id: 'between' } });
      const second = open('other.snapshot', records);
      const check = () => checkCatalogSet([first, between, second]);
      expect(check).toThrow(new CatalogSetError(message, ['harbour.snapshot', 'other.snapshot']));
      expect(check).toThrow(CatalogSetError);
    },
  );

  it('are rejected by every operation of the API', () => {
    const twice = [catalogOf(harbour), catalogOf(harbour)];
    const context = { baseUrl: 'https://api.example.org' };
    for (const call of [
      () => searchTitles(twice, { q: '*', library: 'harbour' }, context),
      () => getTitle(twice, '1', context),
      () => listUserContent(twice, {}, context),
      () => listContentOfUser(twice, '1', {}, context),
      () => getList(twice, 'l1', context),
      () => listListsOfUser(twice, '1', {}, context),
      () => getSession(twice, 'secret', context),
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
