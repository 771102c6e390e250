/*
 * Several open catalogs together: checks that no two have an id in common, and returns the catalogs that are current
 * when a request arrives. `catalog.ts` is the interface of one catalog. `snapshot/file/open-catalogs.ts` opens and
 * replaces catalogs.
 */

import { compareCodePoints } from '../base/collation.js';
import { StructureError, typeError } from '../base/messages.js';
import type { Catalog, Records } from './catalog.js';

/** The kinds of ids that only one catalog of a set may have. */
export type SharedIdKind = 'library' | 'title' | 'list' | 'session';

/**
 * The error for two catalogs that cannot be open together, because they have the id of a library,
 * title, list or session in common.
 */
export class CatalogSetError extends Error {
  override name = 'CatalogSetError';

  /**
   * @param kind the kind of id that the catalogs have in common
   * @param id the id, or undefined for a session id, which is secret
   * @param sources the `source` of each of the two catalogs, usually a path
   */
  constructor(
    readonly kind: SharedIdKind,
    readonly id: string | undefined,
    readonly sources: readonly [string, string],
  ) {
    const found = id === undefined ? 'the same id' : `'${id}'`;
    super(
      `${sources.join(' and ')}: expected different ${kind} ids, found ${found} in both; open only one of the two, or change the id in one of them`,
    );
  }
}

type Ids = Pick<Records<unknown>, 'size' | 'id'>;

/** For each array that passed the check, the catalogs that it contained. */
const checkedArrays = new WeakMap<readonly Catalog[], readonly Catalog[]>();

/**
 * The sets of catalogs that passed the check, the latest set first, by the object that `key` returns for the ids of one
 * kind in a catalog. A set is an empty object: catalogs passed the check together if they have a set in common.
 */
const checkedSets = new WeakMap<object, readonly object[]>();

/** The maximum number of sets in {@link checkedSets} for the ids of a catalog. */
const MAX_CHECKED_SETS = 8;

/**
 * {@link checkCatalogSetInSteps} reads this many ids before it yields, which takes less than a millisecond, and compares at
 * most this many ids of each catalog at a time.
 */
const IDS_PER_STEP = 1024;

/**
 * Checks that no two catalogs have the id of a library, title, list or session in common. A request
 * with a common id would be ambiguous. A user id may be in several catalogs, where it identifies the
 * same user.
 *
 * @throws TypeError if `catalogs` is not an array
 * @throws CatalogSetError if two catalogs have an id in common. The message contains the two sources,
 *   and the id unless it is a session id, which is secret
 * @remarks The first check of a set of catalogs reads each title, list and session id once. Later checks of the same array
 *   only compare its catalogs with the catalogs of the first check.
 * @example
 * checkCatalogSet([openCatalog('data/alderwick'), openCatalog('data/meridian')]);
 */
export function checkCatalogSet(catalogs: readonly Catalog[]): void {
  const check = checkCatalogSetInSteps(catalogs);
  while (!check.next().done);
}

/**
 * Does the work of {@link checkCatalogSet} in steps, so that a server can handle requests between two
 * steps. After the last step, {@link checkCatalogSet} for the same catalogs reads no ids.
 *
 * @throws CatalogSetError if two catalogs have an id in common
 */
export function* checkCatalogSetInSteps(catalogs: readonly Catalog[]): Generator<void, void, void> {
  if (!Array.isArray(catalogs))
    throw noArrayError('catalogs', 'an array of open catalogs', catalogs);
  if (catalogs.length < 2 || hasElements(catalogs, checkedArrays.get(catalogs) ?? [])) return;
  const checked = [...catalogs];
  checkLibraries(checked);
  for (const kind of KINDS) {
    if (areInCheckedSet(checked.map(kind.key))) continue;
    const shared = yield* findShared(checked.map(kind.ids));
    if (shared !== undefined) {
      const [first, second] = shared.tables.map((table) => checked[table].source);
      const id = kind.isSecret ? undefined : shared.id;
      throw new CatalogSetError(kind.name, id, [first, second]);
    }
    addCheckedSet(checked.map(kind.key));
  }
  checkedArrays.set(catalogs, checked);
}

/**
 * Makes {@link checkCatalogSet} accept catalogs without reading their ids. The caller must know that the same catalogs
 * passed the check, for example in another thread.
 */
export function trustCatalogSet(catalogs: readonly Catalog[]): void {
  if (catalogs.length < 2) return;
  for (const { key } of KINDS) {
    const keys = catalogs.map(key);
    if (!areInCheckedSet(keys)) addCheckedSet(keys);
  }
}

/** The kinds of ids that only one catalog of a set may have, except ids of libraries. */
const KINDS: readonly {
  readonly name: SharedIdKind;
  readonly isSecret?: boolean;
  readonly ids: (catalog: Catalog) => Ids;
  /** Returns an object that only catalogs with the same ids share. */
  readonly key: (catalog: Catalog) => object;
}[] = [
  // A change of holdings creates another `titles` object, but keeps the array `works`. The ids are then the same.
  { name: 'title', ids: ({ titles }) => titles, key: ({ titles }) => titles.works },
  { name: 'list', ids: ({ lists }) => lists, key: ({ lists }) => lists },
  {
    name: 'session',
    isSecret: true,
    ids: ({ sessions }) => sessions.digests,
    key: ({ sessions }) => sessions,
  },
];

function checkLibraries(catalogs: readonly Catalog[]): void {
  const byId = new Map<string, Catalog>();
  for (const catalog of catalogs) {
    const { id } = catalog.library;
    const other = byId.get(id);
    if (other !== undefined) {
      throw new CatalogSetError('library', id, [other.source, catalog.source]);
    }
    byId.set(id, catalog);
  }
}

function areInCheckedSet([first, ...others]: readonly object[]): boolean {
  const sets = checkedSets.get(first) ?? [];
  return sets.some((set) => others.every((key) => checkedSets.get(key)?.includes(set)));
}

function addCheckedSet(keys: readonly object[]): void {
  const set = {};
  for (const key of keys) {
    checkedSets.set(key, [set, ...(checkedSets.get(key) ?? [])].slice(0, MAX_CHECKED_SETS));
  }
}

/**
 * Finds an id that two tables have in common. Compares one range of ids after another, so that only some ids are in
 * memory.
 *
 * @param tables the ids of each catalog, in code point order
 * @returns the id and the indexes of the two tables, or undefined if there is none
 * @throws StructureError if the ids are not in ascending order, so that the comparison would not end
 * @remarks O(ids of all tables)
 */
function* findShared(
  tables: readonly Ids[],
): Generator<void, { id: string; tables: readonly [number, number] } | undefined, void> {
  const compared = new Uint32Array(tables.length);
  let work = 0;
  for (;;) {
    const ends = tables.flatMap((table, i) =>
      compared[i] + IDS_PER_STEP < table.size ? table.id(compared[i] + IDS_PER_STEP) : [],
    );
    const end = ends.reduce<string | undefined>(
      (lowest, id) => (lowest === undefined || compareCodePoints(id, lowest) < 0 ? id : lowest),
      undefined,
    );
    let isAnyCompared = false;
    const tableOf = new Map<string, number>();
    for (const [i, table] of tables.entries()) {
      for (; compared[i] < table.size; compared[i]++) {
        if (++work % IDS_PER_STEP === 0) yield;
        const id = table.id(compared[i]);
        if (end !== undefined && compareCodePoints(id, end) >= 0) break;
        const other = tableOf.get(id);
        if (other !== undefined) return { id, tables: [other, i] };
        tableOf.set(id, i);
        isAnyCompared = true;
      }
    }
    if (end === undefined) return undefined;
    // Without this check, damaged ids would be compared without end.
    if (!isAnyCompared) throw new StructureError('ids', 'ascending ids', end);
  }
}

/** Open catalogs that can be replaced, such as the result of `openCatalogs`. */
export interface CurrentCatalogs {
  /** Returns the open catalogs. */
  current(): readonly Catalog[];
}

/**
 * The open catalogs that answer requests together: one catalog, an array, a function that returns the current array, or
 * an object with such a function, such as the result of `openCatalogs`. The function is called for every request, so that
 * catalogs can be replaced between two requests. It can return a new array each time: cached responses stay valid while
 * the array contains the same catalogs.
 */
export type CatalogsToServe =
  | Catalog
  | readonly Catalog[]
  | (() => readonly Catalog[])
  | CurrentCatalogs;

/**
 * Returns a function that returns the current catalogs. While the caller keeps the array, the function returns the same
 * array until the catalogs change. Throws a TypeError if the current value is not an array of catalogs. The function does
 * not prevent replaced catalogs from being garbage collected.
 *
 * @param where The name of the option or argument, for messages. Default: `catalogs`.
 */
export function catalogsGetter(
  catalogs: CatalogsToServe,
  where = 'catalogs',
): () => readonly Catalog[] {
  const current = currentOf(catalogs);
  // A strong reference would keep replaced catalogs in memory until the next call.
  let last: WeakRef<readonly Catalog[]> | undefined;
  return () => {
    const next = current();
    const before = last?.deref();
    if (before !== undefined && hasElements(next, before)) return before;
    const checked = checkedCatalogs(next, where);
    last = new WeakRef(checked);
    return checked;
  };
}

function currentOf(catalogs: CatalogsToServe): () => readonly Catalog[] {
  if (typeof catalogs === 'function') return catalogs;
  const { current, titles } = (catalogs ?? {}) as Partial<CurrentCatalogs & Catalog>;
  if (typeof current === 'function') return () => current.call(catalogs);
  const array = (titles === undefined ? catalogs : [catalogs]) as readonly Catalog[];
  return () => array;
}

function hasElements(array: readonly Catalog[], elements: readonly Catalog[]): boolean {
  if (!Array.isArray(array) || array.length !== elements.length) return false;
  for (let i = 0; i < elements.length; i++) if (array[i] !== elements[i]) return false;
  return true;
}

function noArrayError(where: string, expected: string, found: unknown): TypeError {
  const { message } = typeError(where, expected, found);
  return new TypeError(found instanceof Promise ? `${message}; use await` : message);
}

/** Returns a copy of an array of catalogs, which does not change if the caller changes the array. */
function checkedCatalogs(catalogs: readonly Catalog[], where: string): readonly Catalog[] {
  if (!Array.isArray(catalogs)) {
    throw noArrayError(where, 'an open catalog or an array of open catalogs', catalogs);
  }
  for (const [i, catalog] of catalogs.entries()) {
    if (typeof catalog === 'object' && catalog?.titles !== undefined) continue;
    throw typeError(`${where}[${i}]`, 'an open catalog', catalog);
  }
  return [...catalogs];
}
