import { countEntries, type EntryList, mergeEntries, type PlacedEntry } from './content-entries.js';
import { contentTypeOption, ofContentType } from './content-type-narrowing.js';
import type { RequestContext } from './context.js';
import { type DateFormat, readDateFormat } from './date-format.js';
import { linksFrom } from './links.js';
import { metadataOf, wantsMetadata } from './metadata.js';
import { offsetOf, PAGE_PARAMETERS, type Page, pageOf, readPage } from './pagination.js';
import type { Parameters, RequestParameters } from './parameters.js';
import { present } from './present.js';
import { readRecencySort, recencySortOptions } from './recency-sort.js';
import type { Metadata } from './schema/metadata.js';

/** The parameters of every operation that lists user content. */
export const CONTENT_PARAMETERS = [
  'content_type',
  'sort',
  'metadata',
  'date_format',
  ...PAGE_PARAMETERS,
] as const;

/** A page of user content: the common fields of the response, and the entries to show. */
export interface ContentPage {
  readonly common: Page & { readonly metadata?: Metadata };
  readonly entries: readonly PlacedEntry[];
  readonly dateFormat: DateFormat;
}

/**
 * Narrows, sorts and pages entries as the request asks.
 *
 * @param path the operation's path, for links
 * @param found the entries that the request is about
 * @throws ApiError 400 for a value that is not allowed
 */
export function contentPage(
  path: string,
  params: RequestParameters,
  parameters: Parameters,
  context: RequestContext,
  found: readonly EntryList[],
): ContentPage {
  const dateFormat = readDateFormat(parameters);
  const sort = readRecencySort(parameters);
  const withMetadata = wantsMetadata(parameters);
  const request = readPage(parameters);
  const lists = ofContentType(found, parameters.get('content_type'));
  const page = pageOf(request, countEntries(lists));
  const metadata = withMetadata
    ? metadataOf(recencySortOptions, [contentTypeOption(found)], linksFrom(path, params, context))
    : undefined;
  return {
    common: { ...page, ...present({ metadata }) },
    entries: mergeEntries(lists, sort, offsetOf(page), page.limit),
    dateFormat,
  };
}
