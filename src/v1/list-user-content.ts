import type { Catalog } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import {
  allWithItems,
  type CatalogEntry,
  type EntryList,
  withItems,
} from './content/content-entries.js';
import { contentOfLibrary } from './content/content-of-library.js';
import { contentItems, contentPage } from './content/content-page.js';
import type { RequestContext, ResponseContext } from './context.js';
import { findTitle } from './find-record.js';
import { type ParameterPairs, readParameters } from './parameters.js';
import type { DateFormat } from './response/date-format.js';
import { titleSummary } from './response/title-response.js';
import { PARAMETERS, type ParameterValues } from './schema/parameters.js';
import type { ListUserContentParameters } from './schema/request-parameters.js';
import type { UserContentEntry, UserContentResponse } from './schema/responses.js';
import { userSummary } from './users.js';

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
