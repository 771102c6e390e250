import type { Catalog } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { instantOf } from '../catalog/instant.js';
import type { List } from '../catalog/list.js';
import { compareCodePoints } from '../search/string-table.js';
import type { RequestContext } from './context.js';
import { readDateFormat } from './date-format.js';
import { listSummary } from './list-forms.js';
import { offsetOf, PAGE_PARAMETERS, pageOf, readPage } from './pagination.js';
import { type RequestParameters, readParameters } from './parameters.js';
import type { ListsResponse } from './schema/list.js';
import { findUser } from './users.js';

/**
 * `GET /v1/users/{id}/lists` (section 4.6): the lists that one user made, in all open catalogs, the
 * most recently updated first, equal ones by id.
 *
 * @param id the user's id
 * @param params optionally `limit`, `page`, `date_format`, `locale`
 * @throws ApiError 400 for a value that is not allowed, 404 when no open catalog knows the user
 *
 * @example listListsOfUser([catalog], '1001', {}, { baseUrl }).lists[0].name
 */
export function listListsOfUser(
  catalogs: readonly Catalog[],
  id: string,
  params: RequestParameters,
  context: RequestContext,
): ListsResponse {
  checkCatalogSet(catalogs);
  const parameters = readParameters(params, ['date_format', ...PAGE_PARAMETERS]);
  const dateFormat = readDateFormat(parameters);
  const request = readPage(parameters);
  const lists = findUser(catalogs, id)
    .flatMap(({ catalog, number }) =>
      Array.from(catalog.lists.ofUser(number), (list) => ({
        catalog,
        list: catalog.lists.get(list),
      })),
    )
    .sort((a, b) => byMostRecentlyUpdated(a.list, b.list));
  const page = pageOf(request, lists.length);
  return {
    ...page,
    lists: lists
      .slice(offsetOf(page), offsetOf(page) + page.limit)
      .map(({ catalog, list }) => listSummary(catalogs, catalog, list, dateFormat, context)),
  };
}

function byMostRecentlyUpdated(a: List, b: List): number {
  return instantOf(b.updated) - instantOf(a.updated) || compareCodePoints(a.id, b.id);
}
