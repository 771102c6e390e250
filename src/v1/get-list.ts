import type { Catalog } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { type RequestContext, withLocale } from './context.js';
import { findRecord } from './find-record.js';
import { type ParameterPairs, readParameters } from './parameters.js';
import { dateFormatOf } from './response/date-format.js';
import { listDetail } from './response/list-response.js';
import { PARAMETERS } from './schema/parameters.js';
import type { GetListParameters } from './schema/request-parameters.js';
import type { ListResponse } from './schema/responses.js';

/**
 * Returns one list with its items: `GET /v1/lists/{id}` (section 4.5 of the API specification).
 *
 * @param catalogs the open catalogs, any of which may contain the list
 * @param id the id of the list
 * @param params see {@link GetListParameters}
 * @throws ApiError 400 for an invalid parameter, 404 if no catalog has the list
 * @throws CatalogSetError if two catalogs have a library, title, list or session id in common
 *
 * @example getList([catalog], '500101', {}, { baseUrl }).list.item_count // 7
 */
export function getList(
  catalogs: readonly Catalog[],
  id: string,
  params: GetListParameters | ParameterPairs,
  context: RequestContext,
): ListResponse {
  checkCatalogSet(catalogs);
  const { date_format, locale } = readParameters(params, PARAMETERS.getList);
  const { catalog, number } = findRecord(catalogs, 'list', id, (candidate) => candidate.lists);
  const { lists } = catalog;
  const responseContext = withLocale(context, locale);
  const dateFormat = dateFormatOf(date_format);
  const [header, items] = [lists.header(number), lists.items(number)];
  return { list: listDetail(catalogs, catalog, header, items, dateFormat, responseContext) };
}
