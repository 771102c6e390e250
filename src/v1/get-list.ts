/* `GET /v1/lists/{id}`, and the response objects of lists. */

import type { Catalog, ListHeader } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { nameOf } from '../catalog/names/known-names.js';
import type { ListItem } from '../catalog/records/user-records.js';
import { type RequestContext, type ResponseContext, siteUrl, withLocale } from './context.js';
import { findRecord, titleOf, userSummary } from './find-record.js';
import { titleDetail, titleSummary } from './get-title.js';
import { type ParameterPairs, readParameters } from './read-parameters.js';
import { type DateFormat, dateFormatOf, omitEmpty } from './response-parts.js';
import { type GetListParameters, PARAMETERS } from './schema/parameters.js';
import type { ListDetail, ListEntry, ListResponse, ListSummary } from './schema/responses.js';

/**
 * Returns one list with its items: `GET /v1/lists/{id}` (section 4.5 of the API specification).
 *
 * @param catalogs the open catalogs, any of which may contain the list
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

/** Returns the summaries of the lists with these numbers in `catalog.lists`, with dates in ISO 8601. */
export function listSummaries(
  catalogs: readonly Catalog[],
  catalog: Catalog,
  numbers: readonly number[],
  context: ResponseContext,
): ListSummary[] {
  const dateFormat = dateFormatOf('iso8601');
  return numbers.map((number) =>
    listSummary(catalogs, catalog, catalog.lists.header(number), dateFormat, context),
  );
}

/** Creates the response object of a list without its items (section 2.6 of the API specification). */
export function listSummary(
  catalogs: readonly Catalog[],
  catalog: Catalog,
  list: ListHeader,
  dateFormat: DateFormat,
  context: ResponseContext,
): ListSummary {
  const page = `/list/show/${encodeURIComponent(String(list.user))}/${encodeURIComponent(list.id)}`;
  return omitEmpty({
    id: list.id,
    name: list.name,
    item_count: list.item_count,
    created: dateFormat(list.created),
    updated: dateFormat(list.updated),
    list_type:
      list.list_type && nameOf('list_type', list.list_type, catalog.library, context.names),
    user: userSummary(catalogs, list.user, context),
    details_url: `${siteUrl(catalog, context)}${page}`,
  });
}

/**
 * Creates the response object of a list with its items (section 2.6 of the API specification).
 *
 * @param items all items of the list, or the items that a page shows
 */
export function listDetail(
  catalogs: readonly Catalog[],
  catalog: Catalog,
  list: ListHeader,
  items: readonly ListItem[],
  dateFormat: DateFormat,
  context: ResponseContext,
): ListDetail {
  const { details_url, ...summary } = listSummary(catalogs, catalog, list, dateFormat, context);
  const isReadALike = list.list_type?.id === 'READ_A_LIKE';
  const detail = omitEmpty({
    ...summary,
    library: list.library ?? homeLibraryOf(catalog, list),
    staff_list: list.staff_list ?? false,
    list_cover: list.list_cover,
    anchor_bib:
      isReadALike && list.anchor_bib !== undefined
        ? titleDetail(catalog, titleOf(catalog, list.anchor_bib), context)
        : undefined,
    details_url,
  });
  return {
    ...detail,
    list_items: items.map((item) => listEntry(catalog, item, context)),
  };
}

function homeLibraryOf({ users }: Catalog, list: ListHeader) {
  return users.get(users.numberOf(String(list.user))).library;
}

function listEntry(catalog: Catalog, item: ListItem, context: ResponseContext): ListEntry {
  const { list_item_type, annotation, title, url } = item;
  return omitEmpty({
    list_item_type,
    annotation,
    title:
      list_item_type === 'title' && title !== undefined
        ? titleSummary(catalog, catalog.titles.numberOf(title), context)
        : undefined,
    url: list_item_type === 'url' ? url : undefined,
  });
}
