import { countEntries, type EntryList, mergeEntries, type PlacedEntry } from './content-entries.js';
import { contentTypeOption, ofContentType } from './content-type-narrowing.js';
import { type AnswerContext, inLocale, type RequestContext } from './context.js';
import { type DateFormat, dateFormatOf } from './date-format.js';
import { linksFrom } from './links.js';
import { metadataOf } from './metadata.js';
import { offsetOf, type Page, pageOf } from './pagination.js';
import type { RequestParameters } from './parameters.js';
import { present } from './present.js';
import { recencySortOptions } from './recency-sort.js';
import type { Metadata } from './schema/metadata.js';
import type { ParameterValues } from './schema/parameter.js';
import type { PARAMETERS } from './schema/parameters.js';

/** A page of user content: the common fields of the response, and the entries to show. */
export interface ContentPage {
  readonly common: Page & { readonly metadata?: Metadata };
  readonly entries: readonly PlacedEntry[];
  readonly dateFormat: DateFormat;
  /** The context, with names in the language asked for. */
  readonly answer: AnswerContext;
}

/**
 * Narrows, sorts and pages entries as the request asks.
 *
 * @param path the operation's path, for links
 * @param params the request's parameters as received, for links
 * @param values the same, read
 * @param found the entries that the request is about
 */
export function contentPage(
  path: string,
  params: RequestParameters,
  values: ParameterValues<typeof PARAMETERS.listContentOfUser>,
  context: RequestContext,
  found: readonly EntryList[],
): ContentPage {
  const answer = inLocale(context, values.locale);
  const lists = ofContentType(found, values.content_type);
  const page = pageOf(values, countEntries(lists));
  const metadata =
    values.metadata === '1'
      ? metadataOf(
          recencySortOptions(answer.names),
          [contentTypeOption(found, answer.names)],
          linksFrom(path, params, context),
        )
      : undefined;
  return {
    common: { ...page, ...present({ metadata }) },
    entries: mergeEntries(lists, values.sort, offsetOf(page), page.limit),
    dateFormat: dateFormatOf(values.date_format),
    answer,
  };
}
