import type { Catalog } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { type CatalogEntry, contentItems, contentPage } from './content-page.js';
import type { RequestContext, ResponseContext } from './context.js';
import { findUser } from './find-record.js';
import { titleSummary } from './get-title.js';
import { type ParameterPairs, readParameters } from './read-parameters.js';
import { type DateFormat, omitEmpty } from './response-parts.js';
import { type ListContentOfUserParameters, PARAMETERS } from './schema/parameters.js';
import type { ContentOfUserEntry, ContentOfUserResponse } from './schema/responses.js';

/**
 * Returns the user content of one user: `GET /v1/users/{id}/user_content` (section 4.4 of the API
 * specification). Each entry contains all items of the user about one title. Entries are sorted by
 * the time of their newest item; entries without items come last.
 *
 * @param catalogs the open catalogs, which are searched together
 * @param params see {@link ListContentOfUserParameters}
 * @throws ApiError 400 for an invalid parameter, 404 if no catalog has the user
 * @throws CatalogSetError if two catalogs have a library, title, list or session id in common
 *
 * @example listContentOfUser([catalog], '1001', { limit: 20 }, { baseUrl }).count // 8
 */
export function listContentOfUser(
  catalogs: readonly Catalog[],
  id: string,
  params: ListContentOfUserParameters | ParameterPairs,
  context: RequestContext,
): ContentOfUserResponse {
  checkCatalogSet(catalogs);
  const values = readParameters(params, PARAMETERS.listContentOfUser);
  const users = findUser(catalogs, id);
  const { common, entries, dateFormat, responseContext } = contentPage(
    `/v1/users/${encodeURIComponent(id)}/user_content`,
    params,
    values,
    context,
    users.map(({ catalog, number }) => ({
      catalog,
      entries: catalog.userContent.ofUser(number),
    })),
  );
  return {
    ...common,
    user_content: entries.map((entry) => entryOfUser(entry, dateFormat, responseContext)),
  };
}

/** Creates the response object of an entry without its user (section 2.5 of the API specification). */
function entryOfUser(
  { catalog, entryNumber }: CatalogEntry,
  dateFormat: DateFormat,
  context: ResponseContext,
): ContentOfUserEntry {
  const record = catalog.userContent.get(entryNumber);
  return omitEmpty({
    title: titleSummary(catalog, catalog.userContent.titles[entryNumber], context),
    content: contentItems(catalog, record, dateFormat, context.names),
  });
}
