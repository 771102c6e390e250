import type { Catalog } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { inLocale, type RequestContext } from './context.js';
import { dateFormatOf } from './date-format.js';
import { find } from './find.js';
import { listDetail } from './list-forms.js';
import { type RequestParameters, readParameters } from './parameters.js';
import type { ListResponse } from './schema/list.js';
import { PARAMETERS } from './schema/parameters.js';

/**
 * `GET /v1/lists/{id}` (section 4.5): one list in its full form, from whichever open catalog holds
 * it.
 *
 * @param id the list's id
 * @param params optionally `date_format`, `locale`
 * @throws ApiError 400 for a value that is not allowed, 404 when no open catalog has the list
 *
 * @example getList([catalog], '500101', { baseUrl }).list.item_count // 10
 */
export function getList(
  catalogs: readonly Catalog[],
  id: string,
  context: RequestContext,
  params: RequestParameters = {},
): ListResponse {
  checkCatalogSet(catalogs);
  const { date_format, locale } = readParameters(params, PARAMETERS.getList);
  const { catalog, record } = find(catalogs, 'list', id, (candidate) => candidate.lists);
  const answer = inLocale(context, locale);
  return { list: listDetail(catalogs, catalog, record, dateFormatOf(date_format), answer) };
}
