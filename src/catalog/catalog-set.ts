import type { Catalog, Records } from './catalog.js';

/** Two catalogs cannot be open together because they have an id in common. */
export class CatalogSetError extends Error {
  override name = 'CatalogSetError';

  /** @param sources the sources of the two catalogs */
  constructor(
    message: string,
    readonly sources: readonly string[],
  ) {
    super(message);
  }
}

type Ids = Pick<Records<unknown>, 'size' | 'id' | 'numberOf'>;

/** By catalog: the catalogs that it was checked with, without a shared id. */
const compatible = new WeakMap<Catalog, WeakSet<Catalog>>();

/** The number of ids that one step of {@link checkCatalogSetInSteps} compares, in a few milliseconds. */
const IDS_PER_STEP = 4096;

/**
 * Checks that no two catalogs have a library, title, list or session id in common, because a request
 * with that id would be ambiguous. Users may be in several catalogs: the same id is the same user.
 *
 * @throws CatalogSetError with the id and the two sources; the message leaves out a session id
 * @remarks O(ids) the first time that two catalogs are checked together, O(1) per pair after that.
 */
export function checkCatalogSet(catalogs: readonly Catalog[]): void {
  const check = checkCatalogSetInSteps(catalogs);
  while (!check.next().done);
}

/**
 * Does the work of {@link checkCatalogSet} in steps, so that a server can handle requests between
 * them. After the last step, {@link checkCatalogSet} of the same catalogs is fast.
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
 * The open catalogs that answer requests together. A function is called for every request, so that
 * catalogs can be replaced between two requests. It must return the same array until the set changes,
 * and a new array when it does.
 */
export type CatalogsToServe = readonly Catalog[] | (() => readonly Catalog[]);

/** Returns a function that returns the current catalogs. */
export function catalogsGetter(catalogs: CatalogsToServe): () => readonly Catalog[] {
  return typeof catalogs === 'function' ? catalogs : () => catalogs;
}
