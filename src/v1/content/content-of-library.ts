import { type Catalog, NO_HOME_LIBRARY } from '../../catalog/catalog.js';
import { notFound } from '../api-error.js';
import { allWithItems, type EntryList } from './content-entries.js';

/**
 * Returns the entries of user content by users with a given home library (section 4.3 of the API
 * specification). An entry contains all comments, ratings, tags and other content items of one user about
 * one title. Entries without content items are omitted. If a user has no home library in any catalog, the
 * home library is the library of the catalog that contains the entry.
 *
 * @param library the id of the home library
 * @returns one list of entries per catalog
 * @throws ApiError 404 if the library is neither the library of an open catalog nor the home library of
 *   a user
 */
export function contentOfLibrary(catalogs: readonly Catalog[], library: string): EntryList[] {
  const isKnown = catalogs.some(
    (catalog) => catalog.library.id === library || catalog.users.homeLibraryCodes.includes(library),
  );
  if (!isKnown) throw notFound('library', library, 'library');
  return catalogs.map((catalog) => {
    const isOfLibrary = usersOfLibrary(catalogs, catalog, library);
    const { users } = catalog.userContent;
    const { entries } = allWithItems(catalog);
    return { catalog, entries: entries.filter((entry) => isOfLibrary[users[entry]] === 1) };
  });
}

/** Returns, for each user number of a catalog, 1 if the home library of the user is `library`, otherwise 0. */
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

/** Returns the home library of the same user in the first other open catalog that has one, or undefined. */
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
