import { type Catalog, NO_HOME_LIBRARY } from '../../catalog/catalog.js';
import { notFound } from '../api-error.js';
import { allWithItems, type EntryList } from './content-entries.js';

/**
 * Returns the entries that have items and were written by users of a home library (section 4.3 of the
 * specification). A user who has no home library in any catalog counts as a user of the library of
 * the catalog that contains the entry.
 *
 * @param library the id of the home library
 * @throws ApiError 404 if no open catalog belongs to the library and no user has it as home library
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

/** Returns, for each user number of a catalog, 1 if the user is a user of `library`, otherwise 0. */
function usersOfLibrary(
  catalogs: readonly Catalog[],
  catalog: Catalog,
  library: string,
): Uint8Array {
  const { users } = catalog;
  const isOfLibrary = new Uint8Array(users.size);
  for (let user = 0; user < users.size; user++) {
    const home =
      homeLibrary(catalog, user) ??
      homeLibraryElsewhere(catalogs, catalog, user) ??
      catalog.library.id;
    if (home === library) isOfLibrary[user] = 1;
  }
  return isOfLibrary;
}

function homeLibrary({ users }: Catalog, user: number): string | undefined {
  const home = users.homeLibraries[user];
  return home === NO_HOME_LIBRARY ? undefined : users.homeLibraryCodes[home];
}

/** Returns the home library that the same user has in another open catalog. */
function homeLibraryElsewhere(
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
