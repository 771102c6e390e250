import type { Catalog } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { type RequestContext, withLocale } from './context.js';
import { findTitle } from './find-record.js';
import { type ParameterPairs, readParameters } from './parameters.js';
import { titleDetail } from './response/title-response.js';
import { PARAMETERS } from './schema/parameters.js';
import type { GetTitleParameters } from './schema/request-parameters.js';
import type { TitleResponse } from './schema/responses.js';

/**
 * Returns one title in detail: `GET /v1/titles/{id}` (section 4.2 of the API specification).
 *
 * @param catalogs the open catalogs, any of which may contain the title
 * @param id the id of the title
 * @param params see {@link GetTitleParameters}
 * @throws ApiError 400 for an invalid parameter, 404 if no catalog has the title
 * @throws CatalogSetError if two catalogs have a library, title, list or session id in common
 *
 * @example getTitle([catalog], '0000001101', {}, { baseUrl: 'http://localhost:8080' }).title.pages // 720
 */
export function getTitle(
  catalogs: readonly Catalog[],
  id: string,
  params: GetTitleParameters | ParameterPairs,
  context: RequestContext,
): TitleResponse {
  checkCatalogSet(catalogs);
  const { locale } = readParameters(params, PARAMETERS.getTitle);
  const { catalog, record } = findTitle(catalogs, id);
  return { title: titleDetail(catalog, record, withLocale(context, locale)) };
}
