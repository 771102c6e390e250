import type { Catalog, Records } from './catalog.js';

/**
 * The error for two catalogs that cannot be open together, because they have the id of a library,
 * title, list or session in common.
 */
export class CatalogSetError extends Error {
  override name = 'CatalogSetError';

  /**
   * @param message the kind of id, the id unless it is secret, and the two sources
   * @param sources the `source` of each of the two catalogs, usually a path
   */
  constructor(
    message: string,
    readonly sources: readonly string[],
  ) {
    super(message);
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
  for (let i = 1; i < catalogs.length; i++) {
    for (let j = 0; j < i; j++) yield* pairCheck(catalogs[j], catalogs[i]);
  }
}

/** The kinds of ids that only one catalog of a set may have, except ids of libraries. */
const KINDS: readonly {
  readonly name: string;
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
  if (id === second.library.id) throw sharedIdError('library', `'${id}'`, first, second);
  for (const { name, isSecret, ids, key } of KINDS) {
    const known = disjoint.get(key(first)) ?? new WeakSet();
    if (known.has(key(second))) continue;
    const shared = yield* sharedId(ids(first), ids(second));
    if (shared !== undefined) {
      throw sharedIdError(name, isSecret ? 'the same id' : `'${shared}'`, first, second);
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

function sharedIdError(
  kind: string,
  found: string,
  first: Catalog,
  second: Catalog,
): CatalogSetError {
  return new CatalogSetError(
    `${first.source} and ${second.source}: expected different ${kind} ids, found ${found} in both; open only one of the two, or change the id in one of them`,
    [first.source, second.source],
  );
}

/**
 * The open catalogs that answer requests together: an array, or a function that returns the current
 * array. The function is called for every request, so that catalogs can be replaced between two
 * requests. The function must return the same array until the set of catalogs changes. After a change,
 * it must return a new array.
 */
export type CatalogsToServe = readonly Catalog[] | (() => readonly Catalog[]);

/** Returns a function that returns the current catalogs. */
export function catalogsGetter(catalogs: CatalogsToServe): () => readonly Catalog[] {
  return typeof catalogs === 'function' ? catalogs : () => catalogs;
}
