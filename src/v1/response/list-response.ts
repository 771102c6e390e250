import type { Catalog, ListHeader } from '../../catalog/catalog.js';
import { nameOf } from '../../catalog/names/known-names.js';
import type { ListItem } from '../../catalog/records/list.js';
import { type ResponseContext, siteUrl } from '../context.js';
import { titleOf } from '../find-record.js';
import type { ListDetail, ListEntry, ListSummary } from '../schema/responses.js';
import { userSummary } from '../users.js';
import type { DateFormat } from './date-format.js';
import { omitEmpty } from './omit-empty.js';
import { titleDetail, titleSummary } from './title-response.js';

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
 * @param items all items of the list, or those that a page shows
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
