import type { Catalog } from '../../catalog/catalog.js';
import { nameOf, translatedName } from '../../catalog/names/known-names.js';
import type { UserContent } from '../../catalog/records/user-content.js';
import { ColumnCounter } from '../../search/index.js';
import type { KnownNames } from '../../texts/texts.js';
import { type RequestContext, type ResponseContext, withLocale } from '../context.js';
import type { RequestParameters } from '../parameters.js';
import { type DateFormat, dateFormatOf } from '../response/date-format.js';
import {
  buildMetadata,
  createLinks,
  type LinksOf,
  type Page,
  pageOffset,
  paginate,
  recencySortOptions,
  topByCount,
} from '../response/envelope.js';
import { omitEmpty } from '../response/omit-empty.js';
import type { PARAMETERS, ParameterValues } from '../schema/parameters.js';
import type { ContentEntryItem, Metadata } from '../schema/responses.js';
import {
  type CatalogEntry,
  countEntries,
  type EntryList,
  mergeEntries,
} from './content-entries.js';

/** Creates the items of an entry for a response (section 2.5 of the API specification). */
export function contentItems(
  catalog: Catalog,
  { content = [] }: UserContent,
  dateFormat: DateFormat,
  names: KnownNames,
): ContentEntryItem[] {
  return content.map((item) => {
    const updated = dateFormat(item.updated);
    return {
      content_type: nameOf('content_type', item.content_type, catalog.library, names),
      content_data: item.content_data,
      updated,
      timestamp: updated,
    };
  });
}

/** Returns the entries that have an item of one of the content types. Without types, returns all entries. */
function selectByContentType(
  lists: readonly EntryList[],
  types: readonly string[],
): readonly EntryList[] {
  if (types.length === 0) return lists;
  return lists.map(({ catalog, entries }) => {
    const { contentTypes, contentTypeOrd } = catalog.userContent;
    const ords = types.map((type) => contentTypeOrd(type)).filter((ord) => ord >= 0);
    return { catalog, entries: contentTypes.select(entries, ords) };
  });
}

/**
 * Returns the metadata of a response: the sort orders and the content types. The count of a type is the
 * number of entries that have an item of this type.
 */
function contentMetadata(
  lists: readonly EntryList[],
  names: KnownNames,
  linksOf: LinksOf,
): Metadata {
  const values = new Map<string, { id: string; name: string; count: number }>();
  for (const { catalog, entries } of lists) {
    const { contentTypes, contentTypeName } = catalog.userContent;
    const found = new ColumnCounter(contentTypes).count(entries, contentTypes.dictionary.size);
    found.values.forEach((ord, i) => {
      const id = contentTypes.dictionary.get(ord);
      const name = translatedName('content_type', id, contentTypeName(ord), names);
      const counted = values.get(id) ?? { id, name, count: 0 };
      values.set(id, { ...counted, count: counted.count + found.counts[i] });
    });
  }
  const contentType = {
    id: 'content_type',
    name: names.narrowing.content_type,
    narrow_tos: topByCount(values.values(), linksOf('content_type')),
  };
  return buildMetadata(linksOf, recencySortOptions(names), [contentType]);
}

/** A page of user content. */
export interface ContentPage {
  /** The page numbers, counts and metadata of the response. */
  readonly common: Page & { readonly metadata?: Metadata };
  readonly entries: readonly CatalogEntry[];
  readonly dateFormat: DateFormat;
  readonly responseContext: ResponseContext;
}

/**
 * Selects entries by content type, sorts them and returns one page of them.
 *
 * @param path the path of the request, for links
 * @param params the parameters as received, for links
 * @param values the checked values of the parameters
 * @param found the entries to select from: one list per catalog, with ascending entries
 */
export function contentPage(
  path: string,
  params: RequestParameters,
  values: ParameterValues<typeof PARAMETERS.listContentOfUser>,
  context: RequestContext,
  found: readonly EntryList[],
): ContentPage {
  const responseContext = withLocale(context, values.locale);
  const lists = selectByContentType(found, values.content_type);
  const page = paginate(values, countEntries(lists));
  const metadata =
    values.metadata === '1'
      ? contentMetadata(found, responseContext.names, createLinks(path, params, context))
      : undefined;
  return {
    common: { ...page, ...omitEmpty({ metadata }) },
    entries: mergeEntries(lists, values.sort, pageOffset(page), page.limit),
    dateFormat: dateFormatOf(values.date_format),
    responseContext,
  };
}
