import type { Catalog, Records } from './catalog.js';

/** Catalogs that cannot be open together, because they hold the same thing. */
export class CatalogSetError extends Error {
  override name = 'CatalogSetError';

  /** @param sources the two that hold it */
  constructor(
    message: string,
    readonly sources: readonly string[],
  ) {
    super(message);
  }
}

type Ids = Pick<Records<unknown>, 'size' | 'id' | 'numberOf'>;

const compatible = new WeakMap<Catalog, WeakSet<Catalog>>();

/** How many ids are compared in a step of {@link catalogSetCheck}: some milliseconds' worth. */
const STEP = 4096;

/**
 * Refuses catalogs of which two have the same library, title, list or session id, since one request
 * could then mean both. Users may repeat: the same id is the same user.
 *
 * @throws CatalogSetError naming the id and the two sources
 * @remarks O(ids) the first time that two catalogs meet, O(pairs) after that.
 */
export function checkCatalogSet(catalogs: readonly Catalog[]): void {
  const check = catalogSetCheck(catalogs);
  while (!check.next().done);
}

/**
 * {@link checkCatalogSet} in steps, for whoever has something else to do between them. Once it has
 * come to its end, the catalogs are known to go together.
 */
export function* catalogSetCheck(catalogs: readonly Catalog[]): Generator<void, void, void> {
  for (let i = 1; i < catalogs.length; i++) {
    for (let j = 0; j < i; j++) {
      const isKnown = compatible.get(catalogs[j])?.has(catalogs[i]) ?? false;
      if (!isKnown) yield* pairCheck(catalogs[j], catalogs[i]);
    }
  }
}

function* pairCheck(first: Catalog, second: Catalog): Generator<void, void, void> {
  if (first.library.id === second.library.id) refuse('library', first.library.id, first, second);
  const title = yield* sharedId(first.titles, second.titles);
  if (title !== undefined) refuse('title', title, first, second);
  const list = yield* sharedId(first.lists, second.lists);
  if (list !== undefined) refuse('list', list, first, second);
  if ((yield* sharedId(first.sessions.digests, second.sessions.digests)) !== undefined) {
    throw new CatalogSetError(
      `${first.source} and ${second.source} hold a session of the same id. Open only one of them, or give one of the sessions another id.`,
      [first.source, second.source],
    );
  }
  const known = compatible.get(first) ?? new WeakSet();
  compatible.set(first, known.add(second));
}

function* sharedId(first: Ids, second: Ids): Generator<void, string | undefined, void> {
  const [fewer, more] = first.size <= second.size ? [first, second] : [second, first];
  for (let number = 0; number < fewer.size; number++) {
    if (number % STEP === STEP - 1) yield;
    const id = fewer.id(number);
    if (more.numberOf(id) >= 0) return id;
  }
  return undefined;
}

function refuse(kind: string, id: string, first: Catalog, second: Catalog): never {
  throw new CatalogSetError(
    `${first.source} and ${second.source} both hold the ${kind} '${id}'. Open only one of them, or give one of the two another id.`,
    [first.source, second.source],
  );
}
