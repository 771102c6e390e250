import { type Catalog, NO_HOME_LIBRARY } from '../catalog/catalog.js';
import { notFound } from './api-error.js';
import { allWithItems, type EntryList } from './content-entries.js';

/**
 * The entries with items from users whose home library has this id. A user to whom no open catalog
 * gives a home library belongs to the one that holds what they said.
 *
 * @throws ApiError 404 when it is the id of no open catalog and nobody's home library
 */
export function contentOfLibrary(catalogs: readonly Catalog[], library: string): EntryList[] {
  const isKnown = catalogs.some(
    (catalog) => catalog.library.id === library || catalog.users.homeLibraryCodes.includes(library),
  );
  if (!isKnown) throw notFound('library', library);
  return catalogs.map((catalog) => {
    const isOfLibrary = usersOfLibrary(catalogs, catalog, library);
    const { users } = catalog.userContent;
    const { entries } = allWithItems(catalog);
    return { catalog, entries: entries.filter((entry) => isOfLibrary[users[entry]] === 1) };
  });
}

/** By user of one catalog: 1 if the library is their home. */
function usersOfLibrary(
  catalogs: readonly Catalog[],
  catalog: Catalog,
  library: string,
): Uint8Array {
  const { users } = catalog;
  const isOfLibrary = new Uint8Array(users.size);
  for (let user = 0; user < users.size; user++) {
    const home =
      homeLibrary(catalog, user) ?? homeElsewhere(catalogs, catalog, user) ?? catalog.library.id;
    if (home === library) isOfLibrary[user] = 1;
  }
  return isOfLibrary;
}

function homeLibrary({ users }: Catalog, user: number): string | undefined {
  const home = users.homeLibraries[user];
  return home === NO_HOME_LIBRARY ? undefined : users.homeLibraryCodes[home];
}

/** The home library that another open catalog gives the same user. */
function homeElsewhere(
  catalogs: readonly Catalog[],
  catalog: Catalog,
  user: number,
): string | undefined {
  const id = catalog.users.id(user);
  for (const other of catalogs) {
    if (other === catalog) continue;
    const number = other.users.numberOf(id);
    const home = number < 0 ? undefined : homeLibrary(other, number);
    if (home !== undefined) return home;
  }
  return undefined;
}
