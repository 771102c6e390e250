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

/** For a catalog, the catalogs that come after it in a set and were found not to conflict with it. */
const compatible = new WeakMap<Catalog, WeakSet<Catalog>>();

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
    for (let j = 0; j < i; j++) {
      const isKnown = compatible.get(catalogs[j])?.has(catalogs[i]) ?? false;
      if (!isKnown) yield* pairCheck(catalogs[j], catalogs[i]);
    }
  }
}

function* pairCheck(first: Catalog, second: Catalog): Generator<void, void, void> {
  const { id } = first.library;
  if (id === second.library.id) throw sharedIdError('library', `'${id}'`, first, second);
  const title = yield* sharedId(first.titles, second.titles);
  if (title !== undefined) throw sharedIdError('title', `'${title}'`, first, second);
  const list = yield* sharedId(first.lists, second.lists);
  if (list !== undefined) throw sharedIdError('list', `'${list}'`, first, second);
  const digest = yield* sharedId(first.sessions.digests, second.sessions.digests);
  if (digest !== undefined) throw sharedIdError('session', 'the same id', first, second);
  const known = compatible.get(first) ?? new WeakSet();
  compatible.set(first, known.add(second));
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
