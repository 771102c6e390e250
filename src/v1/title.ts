import type { Catalog } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { inLocale, type RequestContext } from './context.js';
import { findTitle } from './find.js';
import { type RequestParameters, readParameters } from './parameters.js';
import { PARAMETERS } from './schema/parameters.js';
import type { TitleResponse } from './schema/titles.js';
import { titleDetail } from './title-forms.js';

/**
 * `GET /v1/titles/{id}` (section 4.2): one title in its detail form, from whichever open catalog
 * holds it.
 *
 * @param id the title's id
 * @param params optionally `locale`
 * @throws ApiError 400 for a value that is not allowed, 404 when no open catalog has the title
 *
 * @example getTitle([catalog], '0000001101', { baseUrl: 'http://localhost:8080' }).title.pages // 655
 */
export function getTitle(
  catalogs: readonly Catalog[],
  id: string,
  context: RequestContext,
  params: RequestParameters = {},
): TitleResponse {
  checkCatalogSet(catalogs);
  const { locale } = readParameters(params, PARAMETERS.getTitle);
  const { catalog, record } = findTitle(catalogs, id);
  return { title: titleDetail(catalog, record, inLocale(context, locale)) };
}
