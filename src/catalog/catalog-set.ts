import type { Catalog, Records } from './catalog.js';
import { typeError } from './describe.js';

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

type Ids = Pick<Records<unknown>, 'size' | 'id' | 'numberOf'>;

/**
 * For the ids of one kind in a catalog, the ids of catalogs that come after it in a set and have no id in common with
 * it. The ids are represented by an object that catalogs with the same ids share.
 */
const disjoint = new WeakMap<object, WeakSet<object>>();

/**
 * For two catalogs, {@link checkCatalogSetInSteps} looks up at most this many ids of titles before it
 * yields. The same is true of lists and of sessions. Looking up this many ids takes a few milliseconds.
 */
const IDS_PER_STEP = 4096;

/**
 * Checks that no two catalogs have the id of a library, title, list or session in common. A request
 * with a common id would be ambiguous. A user id may be in several catalogs, where it identifies the
 * same user.
 *
 * @throws TypeError if `catalogs` is not an array
 * @throws CatalogSetError if two catalogs have an id in common. The message contains the two sources,
 *   and the id unless it is a session id, which is secret
 * @remarks The first check of two catalogs looks up the title, list and session ids of one catalog in
 *   the other. Later checks of the two catalogs in the same order take O(1).
 * @example
 * checkCatalogSet([openCatalog('data/alderwick'), openCatalog('data/meridian')]);
 */
export function checkCatalogSet(catalogs: readonly Catalog[]): void {
  const check = checkCatalogSetInSteps(catalogs);
  while (!check.next().done);
}

/**
 * Does the work of {@link checkCatalogSet} in steps, so that a server can handle requests between two
 * steps. After the last step, {@link checkCatalogSet} for the same array takes O(1) per pair of catalogs.
 *
 * @throws CatalogSetError if two catalogs have an id in common
 */
export function* checkCatalogSetInSteps(catalogs: readonly Catalog[]): Generator<void, void, void> {
  if (!Array.isArray(catalogs)) throw noArrayError('catalogs', catalogs);
  for (let i = 1; i < catalogs.length; i++) {
    for (let j = 0; j < i; j++) yield* pairCheck(catalogs[j], catalogs[i]);
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
  // A catalog in which only holdings changed has other titles, but the same works.
  { name: 'title', ids: ({ titles }) => titles, key: ({ titles }) => titles.works },
  { name: 'list', ids: ({ lists }) => lists, key: ({ lists }) => lists },
  {
    name: 'session',
    isSecret: true,
    ids: ({ sessions }) => sessions.digests,
    key: ({ sessions }) => sessions,
  },
];

function* pairCheck(first: Catalog, second: Catalog): Generator<void, void, void> {
  const { id } = first.library;
  const sources = [first.source, second.source] as const;
  if (id === second.library.id) throw new CatalogSetError('library', id, sources);
  for (const { name, isSecret, ids, key } of KINDS) {
    const known = disjoint.get(key(first)) ?? new WeakSet();
    if (known.has(key(second))) continue;
    const shared = yield* sharedId(ids(first), ids(second));
    if (shared !== undefined) {
      throw new CatalogSetError(name, isSecret ? undefined : shared, sources);
    }
    disjoint.set(key(first), known.add(key(second)));
  }
}

function* sharedId(first: Ids, second: Ids): Generator<void, string | undefined, void> {
  const [fewer, more] = first.size <= second.size ? [first, second] : [second, first];
  for (let number = 0; number < fewer.size; number++) {
    if (number % IDS_PER_STEP === IDS_PER_STEP - 1) yield;
    const id = fewer.id(number);
    if (more.numberOf(id) >= 0) return id;
  }
  return undefined;
}

/** Open catalogs that can be replaced, such as the result of `openCatalogs`. */
export interface CurrentCatalogs {
  /** Returns the open catalogs. */
  current(): readonly Catalog[];
}

/**
 * The open catalogs that answer requests together: an array, a function that returns the current array, or an object
 * with such a function, such as the result of `openCatalogs`. The function is called for every request, so that catalogs
 * can be replaced between two requests. It can return a new array each time: cached responses stay valid while the array
 * contains the same catalogs.
 */
export type CatalogsToServe = readonly Catalog[] | (() => readonly Catalog[]) | CurrentCatalogs;

/**
 * Returns a function that returns the current catalogs. The function returns the same array until the catalogs change,
 * and throws a TypeError if the current value is not an array of catalogs.
 *
 * @param where The name of the option or argument, for messages. Default: `catalogs`.
 * @throws TypeError if `catalogs` is none of the values of {@link CatalogsToServe}
 */
export function catalogsGetter(
  catalogs: CatalogsToServe,
  where = 'catalogs',
): () => readonly Catalog[] {
  const current = currentOf(catalogs);
  let last: readonly Catalog[] | undefined;
  return () => {
    const next = current();
    if (last !== undefined && hasElements(next, last)) return last;
    last = checkedCatalogs(next, where);
    return last;
  };
}

function currentOf(catalogs: CatalogsToServe): () => readonly Catalog[] {
  if (typeof catalogs === 'function') return catalogs;
  const { current } = (catalogs ?? {}) as { readonly current?: () => readonly Catalog[] };
  return typeof current === 'function'
    ? () => current.call(catalogs)
    : () => catalogs as readonly Catalog[];
}

function hasElements(array: readonly Catalog[], elements: readonly Catalog[]): boolean {
  if (!Array.isArray(array) || array.length !== elements.length) return false;
  for (let i = 0; i < elements.length; i++) if (array[i] !== elements[i]) return false;
  return true;
}

/** Creates the error for a value that is not an array of catalogs. */
function noArrayError(where: string, found: unknown): TypeError {
  const { message } = typeError(where, 'an array of open catalogs', found);
  return new TypeError(found instanceof Promise ? `${message}; use await` : message);
}

/** Returns a copy of an array of catalogs, which does not change if the caller changes the array. */
function checkedCatalogs(catalogs: readonly Catalog[], where: string): readonly Catalog[] {
  if (!Array.isArray(catalogs)) throw noArrayError(where, catalogs);
  for (const [i, catalog] of catalogs.entries()) {
    if (typeof catalog === 'object' && catalog?.titles !== undefined) continue;
    throw typeError(`${where}[${i}]`, 'an open catalog', catalog);
  }
  return [...catalogs];
}
