/*
 * A page of user content for `list-user-content.ts` and `list-content-of-user.ts`: entries of several catalogs, selected by
 * type, sorted and merged, with their metadata.
 */

import { partitionPoint } from '../base/binary-search.js';
import { compareCodePoints } from '../base/collation.js';
import type { Catalog } from '../catalog/catalog.js';
import { nameOf, translatedName } from '../catalog/names/known-names.js';
import type { UserContent } from '../catalog/records/user-records.js';
import { ColumnCounter } from '../search/index.js';
import type { KnownNames } from '../texts/texts.js';
import { type RequestContext, type ResponseContext, withLocale } from './context.js';
import type { RequestParameters } from './read-parameters.js';
import {
  buildMetadata,
  createLinks,
  type DateFormat,
  dateFormatOf,
  type LinksOf,
  omitEmpty,
  type Page,
  pageOffset,
  paginate,
  RECENCY_SORTS,
  topByCount,
} from './response-parts.js';
import type { PARAMETERS, ParameterValues } from './schema/parameters.js';
import type { ContentEntryItem, Metadata } from './schema/responses.js';

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
  return buildMetadata(linksOf, names, RECENCY_SORTS, [contentType]);
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

/** A catalog, and some of its entries of user content. An entry contains all items of one user about one title. */
export interface EntryList {
  readonly catalog: Catalog;
  /**
   * The numbers of the entries. A catalog numbers its entries from the newest to the oldest, by the time
   * of their newest item. Entries with equal times are in the order of their title ids, then of their
   * user ids. Entries without items have the highest numbers.
   */
  readonly entries: Uint32Array;
}

/** An entry of user content, and the catalog that contains the entry. */
export interface CatalogEntry {
  readonly catalog: Catalog;
  /** The number of the entry in the catalog. */
  readonly entryNumber: number;
}

/** Returns all entries of a catalog that have items, in ascending order of their numbers. */
export function allWithItems(catalog: Catalog): EntryList {
  const entries = Uint32Array.from({ length: catalog.userContent.size }, (_, entry) => entry);
  return { catalog, entries: withItems(catalog, entries) };
}

/** Returns the entries that have items, in O(log entries). `entries` must be ascending. */
export function withItems({ userContent }: Catalog, entries: Uint32Array): Uint32Array {
  const hasItems = (index: number) => userContent.newest[entries[index]] > Number.NEGATIVE_INFINITY;
  return entries.subarray(0, partitionPoint(0, entries.length, hasItems));
}

function countEntries(lists: readonly EntryList[]): number {
  return lists.reduce((count, { entries }) => count + entries.length, 0);
}

/**
 * Merges lists of entries, and returns up to `limit` entries from position `offset` on. Entries are
 * sorted by the time of their newest item, newest or oldest first. Entries with equal times are sorted
 * by title id, then by user id. Entries without items come last.
 *
 * @param lists one list per catalog, with ascending entries
 * @remarks O((offset + limit) × lists) time, plus O(entries) for the sort order `oldest`.
 */
function mergeEntries(
  lists: readonly EntryList[],
  sort: (typeof RECENCY_SORTS)[number],
  offset: number,
  limit: number,
): CatalogEntry[] {
  const sorted = lists.map((list) => (sort === 'newest' ? list : oldestFirst(list)));
  const sign = sort === 'newest' ? 1 : -1;
  const positions = sorted.map(() => 0);
  const merged: CatalogEntry[] = [];
  for (let rank = 0; rank < offset + limit; rank++) {
    let first: CatalogEntry | undefined;
    let from = -1;
    sorted.forEach(({ catalog, entries }, index) => {
      if (positions[index] >= entries.length) return;
      const candidate = { catalog, entryNumber: entries[positions[index]] };
      if (first === undefined || compareEntries(candidate, first, sign) < 0) {
        first = candidate;
        from = index;
      }
    });
    if (first === undefined) break;
    positions[from]++;
    if (rank >= offset) merged.push(first);
  }
  return merged;
}

/**
 * Reverses ascending entries. Entries with equal times keep their order, and entries without items stay
 * last.
 */
function oldestFirst({ catalog, entries }: EntryList): EntryList {
  const { newest: newestTimes } = catalog.userContent;
  const reversed = new Uint32Array(entries.length);
  const countWithItems = withItems(catalog, entries).length;
  let written = 0;
  for (let end = countWithItems; end > 0; ) {
    let start = end - 1;
    while (start > 0 && newestTimes[entries[start - 1]] === newestTimes[entries[end - 1]]) start--;
    reversed.set(entries.subarray(start, end), written);
    written += end - start;
    end = start;
  }
  reversed.set(entries.subarray(countWithItems), countWithItems);
  return { catalog, entries: reversed };
}

/**
 * Compares entries of different catalogs, which are never about the same title.
 *
 * @param sign 1 for the newest entry first, -1 for the oldest entry first
 * @returns a negative number if `a` comes before `b`
 */
function compareEntries(a: CatalogEntry, b: CatalogEntry, sign: 1 | -1): number {
  const timeA = a.catalog.userContent.newest[a.entryNumber];
  const timeB = b.catalog.userContent.newest[b.entryNumber];
  if (timeA === timeB) return compareCodePoints(titleId(a), titleId(b));
  if (timeA === Number.NEGATIVE_INFINITY) return 1;
  if (timeB === Number.NEGATIVE_INFINITY) return -1;
  return timeA > timeB ? -sign : sign;
}

function titleId({ catalog, entryNumber }: CatalogEntry): string {
  return catalog.titles.id(catalog.userContent.titles[entryNumber]);
}
