/*
 * `GET /v1/user_content`, and the selection of content by the home libraries of users. `list-content-of-user.ts` returns
 * the content of one user. `content-page.ts` sorts and divides the results of both.
 */

import { type Catalog, NO_HOME_LIBRARY } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { notFound } from './api-error.js';
import {
  allWithItems,
  type CatalogEntry,
  contentItems,
  contentPage,
  type EntryList,
  withItems,
} from './content-page.js';
import type { RequestContext, ResponseContext } from './context.js';
import { findTitle, userSummary } from './find-record.js';
import { titleSummary } from './get-title.js';
import { type ParameterPairs, readParameters } from './read-parameters.js';
import type { DateFormat } from './response-parts.js';
import {
  type ListUserContentParameters,
  PARAMETERS,
  type ParameterValues,
} from './schema/parameters.js';
import type { UserContentEntry, UserContentResponse } from './schema/responses.js';

/**
 * Returns user content about a title, or the most recent user content: `GET /v1/user_content`
 * (section 4.3 of the API specification). Each entry contains all items of one user about one title.
 * Entries are sorted by the time of their newest item; entries without items are omitted.
 *
 * @param catalogs the open catalogs, which are searched together
 * @param params see {@link ListUserContentParameters}
 * @throws ApiError 400 for an invalid parameter, 404 for an unknown title or library
 * @throws CatalogSetError if two catalogs have a library, title, list or session id in common
 *
 * @example
 * listUserContent([catalog], { title: '0000001101' }, { baseUrl }).user_content[0].user.name;
 * // 'thar_she_reads'
 */
export function listUserContent(
  catalogs: readonly Catalog[],
  params: ListUserContentParameters | ParameterPairs,
  context: RequestContext,
): UserContentResponse {
  checkCatalogSet(catalogs);
  const values = readParameters(params, PARAMETERS.listUserContent);
  const { common, entries, dateFormat, responseContext } = contentPage(
    '/v1/user_content',
    params,
    values,
    context,
    selectEntries(catalogs, values),
  );
  return {
    ...common,
    user_content: entries.map((entry) =>
      userContentEntry(catalogs, entry, dateFormat, responseContext),
    ),
  };
}

function selectEntries(
  catalogs: readonly Catalog[],
  { title, library }: ParameterValues<typeof PARAMETERS.listUserContent>,
): EntryList[] {
  if (title !== undefined) {
    const { catalog, number } = findTitle(catalogs, title, 'title');
    return [{ catalog, entries: withItems(catalog, catalog.userContent.ofTitle(number)) }];
  }
  if (library !== undefined) return contentOfLibrary(catalogs, library);
  return catalogs.map(allWithItems);
}

/** Creates the response object of an entry with its user (section 2.5 of the API specification). */
function userContentEntry(
  catalogs: readonly Catalog[],
  { catalog, entryNumber }: CatalogEntry,
  dateFormat: DateFormat,
  context: ResponseContext,
): UserContentEntry {
  const record = catalog.userContent.get(entryNumber);
  return {
    user: userSummary(catalogs, record.user, context),
    title: titleSummary(catalog, catalog.userContent.titles[entryNumber], context),
    content: contentItems(catalog, record, dateFormat, context.names),
  };
}

/**
 * Returns the entries of user content by users with a given home library (section 4.3 of the API
 * specification). An entry contains all comments, ratings, tags and other content items of one user about
 * one title. Entries without content items are omitted. If a user has no home library in any catalog, the
 * home library is the library of the catalog that contains the entry.
 *
 * @returns one list of entries per catalog
 * @throws ApiError 404 if the library is neither the library of an open catalog nor the home library of
 *   a user
 */
function contentOfLibrary(catalogs: readonly Catalog[], library: string): EntryList[] {
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
