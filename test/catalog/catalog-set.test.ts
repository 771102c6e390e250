import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodePoints } from '../../src/base/collation.js';
import type { Catalog } from '../../src/catalog/catalog.js';
import {
  CatalogSetError,
  type CatalogsToServe,
  catalogsGetter,
  checkCatalogSet,
  type SharedIdKind,
  trustCatalogSet,
} from '../../src/catalog/catalog-set.js';
import { runs } from '../random-seed.js';
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

  it('returns an array of one catalog for a catalog', () => {
    const get = catalogsGetter(catalogs[0]);
    expect(get()).toEqual([catalogs[0]]);
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
    [undefined, 'catalogs: expected an open catalog or an array of open catalogs, found nothing'],
    [() => null, 'catalogs: expected an open catalog or an array of open catalogs, found null'],
    [
      Promise.resolve([]),
      'catalogs: expected an open catalog or an array of open catalogs, found a promise; use await',
    ],
    [
      { titels: [] },
      'catalogs: expected an open catalog or an array of open catalogs, found an object',
    ],
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

  it('reads each id once, whatever the number of catalogs', () => {
    const { catalogs, reads } = countedCatalogs(12);
    checkCatalogSet(catalogs);
    expect(reads()).toBe(12 * TITLES_EACH);
  });

  it('reads no ids of catalogs that were checked together, in any array', () => {
    const { catalogs, reads } = countedCatalogs(4);
    checkCatalogSet(catalogs);
    const before = reads();
    for (const same of [catalogs, [...catalogs], catalogs.toReversed(), catalogs.slice(1)]) {
      checkCatalogSet(same);
    }
    expect(reads()).toBe(before);
  });

  it('checks an array again when one of its catalogs was replaced', () => {
    const { catalogs } = countedCatalogs(3);
    checkCatalogSet(catalogs);
    catalogs[2] = catalogOf({ library: { id: 'new' }, titles: [book('0-1', 'Typee')] });
    expect(() => checkCatalogSet(catalogs)).toThrow("expected different title ids, found '0-1'");
  });

  it('reads no ids of catalogs that another thread checked', () => {
    const { catalogs, reads } = countedCatalogs(3);
    trustCatalogSet(catalogs);
    checkCatalogSet([...catalogs]);
    expect(reads()).toBe(0);
  });

  it('refuses ids in another order, which it could compare without end', () => {
    const descending = Array.from({ length: 3000 }, (_, i) => String(9000 - i));
    const [first, second] = [descending, descending.map((id) => `${id}b`)].map(catalogWithIds);
    expect(() => checkCatalogSet([first, second])).toThrow('ids: expected ascending ids, found ');
  });

  it('finds a common id in the same cases as a set of all ids, in large catalogs too', () => {
    const table = fc.record({
      start: fc.integer({ max: 9000, min: 0 }),
      step: fc.integer({ max: 7, min: 1 }),
      size: fc.integer({ max: 3000, min: 0 }),
    });
    fc.assert(
      fc.property(fc.array(table, { maxLength: 5 }), (tables) => {
        const ids = tables.map(({ start, step, size }) =>
          Array.from({ length: size }, (_, i) => String(start + i * step)).sort(compareCodePoints),
        );
        const isShared = new Set(ids.flat()).size < ids.flat().length;
        const check = () => checkCatalogSet(ids.map(catalogWithIds));
        if (isShared) expect(check).toThrow('expected different title ids');
        else check();
      }),
      { numRuns: runs(100) },
    );
  });
});

const TITLES_EACH = 5;

/** Creates catalogs without an id in common, and a function that returns how often the id of a title was read. */
function countedCatalogs(count: number): { catalogs: Catalog[]; reads: () => number } {
  let reads = 0;
  const catalogs = Array.from({ length: count }, (_, library) => {
    const titles = Array.from({ length: TITLES_EACH }, (_, i) => book(`${library}-${i}`, 'Typee'));
    const catalog = catalogOf({ library: { id: `library-${library}` }, titles });
    const counted = Object.create(catalog.titles, {
      id: {
        value(number: number) {
          reads++;
          return catalog.titles.id(number);
        },
      },
    });
    return { ...catalog, titles: counted };
  });
  return { catalogs, reads: () => reads };
}

/** Creates the parts of a catalog that are checked. */
function catalogWithIds(ids: readonly string[], index: number): Catalog {
  const table = (sorted: readonly string[]) => ({
    size: sorted.length,
    id: (number: number) => sorted[number],
    numberOf: (id: string) => sorted.indexOf(id),
    works: {},
  });
  const none = table([]);
  return {
    source: `${index}.snapshot`,
    library: { id: `library-${index}` },
    titles: table(ids),
    lists: none,
    sessions: { digests: none },
  } as unknown as Catalog;
}
