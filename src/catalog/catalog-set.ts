import type { Catalog, Records } from './catalog.js';

/** Catalogs that cannot be open together, because they hold the same thing. */
export class CatalogSetError extends Error {
  override name = 'CatalogSetError';
}

type Ids = Pick<Records<unknown>, 'size' | 'id' | 'numberOf'>;

const compatible = new WeakMap<Catalog, WeakSet<Catalog>>();

/**
 * Refuses catalogs of which two have the same library, title, list or session id, since one request
 * could then mean both. Users may repeat: the same id is the same user.
 *
 * @throws CatalogSetError naming the id and the two sources
 * @remarks O(ids) the first time that two catalogs meet, O(pairs) after that.
 */
export function checkCatalogSet(catalogs: readonly Catalog[]): void {
  for (let i = 1; i < catalogs.length; i++) {
    for (let j = 0; j < i; j++) checkPair(catalogs[j], catalogs[i]);
  }
}

function checkPair(first: Catalog, second: Catalog): void {
  if (compatible.get(first)?.has(second)) return;
  if (first.library.id === second.library.id) refuse('library', first.library.id, first, second);
  const title = sharedId(first.titles, second.titles);
  if (title !== undefined) refuse('title', title, first, second);
  const list = sharedId(first.lists, second.lists);
  if (list !== undefined) refuse('list', list, first, second);
  if (sharedId(first.sessions.digests, second.sessions.digests) !== undefined) {
    throw new CatalogSetError(
      `${first.source} and ${second.source} hold a session of the same id. Open only one of them, or give one of the sessions another id.`,
    );
  }
  const known = compatible.get(first) ?? new WeakSet();
  compatible.set(first, known.add(second));
}

function sharedId(first: Ids, second: Ids): string | undefined {
  const [fewer, more] = first.size <= second.size ? [first, second] : [second, first];
  for (let number = 0; number < fewer.size; number++) {
    const id = fewer.id(number);
    if (more.numberOf(id) >= 0) return id;
  }
  return undefined;
}

function refuse(kind: string, id: string, first: Catalog, second: Catalog): never {
  throw new CatalogSetError(
    `${first.source} and ${second.source} both hold the ${kind} '${id}'. Open only one of them, or give one of the two another id.`,
  );
}
