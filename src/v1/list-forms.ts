import type { Catalog } from '../catalog/catalog.js';
import { nameOf } from '../catalog/known-names.js';
import type { List, ListItem } from '../catalog/list.js';
import { type AnswerContext, siteOf } from './context.js';
import type { DateFormat } from './date-format.js';
import { titleOf } from './find.js';
import { present } from './present.js';
import type { ListDetail, ListEntry, ListSummary } from './schema/list.js';
import { titleDetail, titleSummary } from './title-forms.js';
import { userSummary } from './users.js';

/** A list as it stands among the lists of a user (section 2.6). */
export function listSummary(
  catalogs: readonly Catalog[],
  catalog: Catalog,
  list: List,
  dateFormat: DateFormat,
  context: AnswerContext,
): ListSummary {
  const page = `/list/show/${encodeURIComponent(String(list.user))}/${encodeURIComponent(list.id)}`;
  return present({
    id: list.id,
    name: list.name,
    item_count: list.list_items.length,
    created: dateFormat(list.created),
    updated: dateFormat(list.updated),
    list_type:
      list.list_type && nameOf('list_type', list.list_type, catalog.library, context.names),
    user: userSummary(catalogs, list.user, context),
    details_url: `${siteOf(catalog, context)}${page}`,
  });
}

/** A list as it is shown by itself, with its items (section 2.6). */
export function listDetail(
  catalogs: readonly Catalog[],
  catalog: Catalog,
  list: List,
  dateFormat: DateFormat,
  context: AnswerContext,
): ListDetail {
  const { details_url, ...summary } = listSummary(catalogs, catalog, list, dateFormat, context);
  const isReadALike = list.list_type?.id === 'READ_A_LIKE';
  const detail = present({
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
    list_items: list.list_items.map((item) => listEntry(catalog, item, context)),
  };
}

function homeLibraryOf({ users }: Catalog, list: List) {
  return users.get(users.numberOf(String(list.user))).library;
}

function listEntry(catalog: Catalog, item: ListItem, context: AnswerContext): ListEntry {
  const { list_item_type, annotation, title, url } = item;
  return present({
    list_item_type,
    annotation,
    title:
      list_item_type === 'title' && title !== undefined
        ? titleSummary(catalog, titleOf(catalog, title), context)
        : undefined,
    url: list_item_type === 'url' ? url : undefined,
  });
}
