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
} from '../v1/validated.js';
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

const REMEDY = 'Open only one of them, or give one of the two another id.';
const CASES: [string, SmallLibrary, string][] = [
  ['library', {}, `harbour.snapshot and other.snapshot both hold the library 'harbour'. ${REMEDY}`],
  [
    'title',
    { library: { id: 'hill' }, titles: [book('0', 'Emma'), book('2', 'Typee'), book('3', 'Omoo')] },
    `harbour.snapshot and other.snapshot both hold the title '2'. ${REMEDY}`,
  ],
  [
    'list',
    { library: { id: 'hill' }, users: [user], lists: [list('l1')] },
    `harbour.snapshot and other.snapshot both hold the list 'l1'. ${REMEDY}`,
  ],
  [
    'session, without telling it,',
    { library: { id: 'hill' }, users: [user], sessions: [{ id: 'secret', user: 1 }] },
    'harbour.snapshot and other.snapshot hold a session of the same id. Open only one of them, or give one of the sessions another id.',
  ],
];

describe('catalogs that hold the same', () => {
  it.each(CASES)('%s are refused, both named', (_kind, records, message) => {
    const first = open('harbour.snapshot', harbour);
    const between = open('between.snapshot', { library: { id: 'between' } });
    const second = open('other.snapshot', records);
    const check = () => checkCatalogSet([first, between, second]);
    expect(check).toThrow(new CatalogSetError(message, ['harbour.snapshot', 'other.snapshot']));
    expect(check).toThrow(CatalogSetError);
  });

  it('are refused by every operation', () => {
    const twice = [catalogOf(harbour), catalogOf(harbour)];
    const context = { baseUrl: 'https://api.example.org' };
    for (const ask of [
      () => searchTitles(twice, { q: '*', library: 'harbour' }, context),
      () => getTitle(twice, '1', context),
      () => listUserContent(twice, {}, context),
      () => listContentOfUser(twice, '1', {}, context),
      () => getList(twice, 'l1', context),
      () => listListsOfUser(twice, '1', {}, context),
      () => getSession(twice, 'secret', context),
    ]) {
      expect(ask).toThrow(CatalogSetError);
    }
  });

  it('are refused when they are one catalog given twice', () => {
    const catalog = catalogOf(harbour);
    expect(() => checkCatalogSet([catalog, catalog])).toThrow(CatalogSetError);
  });

  it('are refused again each time that they are given', () => {
    const pair = [catalogOf(harbour), catalogOf(harbour)];
    expect(() => checkCatalogSet(pair)).toThrow(CatalogSetError);
    expect(() => checkCatalogSet(pair)).toThrow(CatalogSetError);
  });
});

it('catalogs that hold the same user are open together', () => {
  const hill = { library: { id: 'hill' }, users: [{ id: '1', name: 'the same' }] };
  const set = [catalogOf(harbour), catalogOf(hill)];
  expect(() => checkCatalogSet(set)).not.toThrow();
  expect(() => checkCatalogSet(set)).not.toThrow();
});
