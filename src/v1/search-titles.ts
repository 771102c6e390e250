/*
 * `GET /v1/titles`: the response of a search with the metadata of its narrowings, and further details of the search for
 * pages and programs. The search itself is in `search/run-search.ts`.
 */

import { checkNames } from '../base/check-options.js';
import type { Catalog } from '../catalog/catalog.js';
import { narrowingName, narrowingsOf, translatedValueName } from '../catalog/narrowings.js';
import type { NarrowedDocuments } from '../search/index.js';
import type { RequestContext, ResponseContext } from './context.js';
import { titleSummary } from './get-title.js';
import { extraParametersOf, type ParameterPairs } from './read-parameters.js';
import {
  buildMetadata,
  createLinks,
  type LinksOf,
  MAX_LIMIT,
  omitEmpty,
} from './response-parts.js';
import { PARAMETERS, type SearchTitlesParameters } from './schema/parameters.js';
import type { Metadata, TitlesResponse } from './schema/responses.js';
import type { RankingOptions } from './search/field-boosts.js';
import type { NamedValue } from './search/named-values.js';
import type { Relaxation, Respelling } from './search/relaxation.js';
import {
  type CollapsedWorks,
  collapsedWorks,
  relaxedCount,
  runSearch,
  type SelectionOptions,
  type TitleSearch,
  titlesOfPage,
} from './search/run-search.js';
import { type YearCount, yearHistogram } from './year-histogram.js';

/** The response to a search, the relaxation of its query, and the publication years of its titles. */
export interface TitlesTrace {
  /** The response of `searchTitles`. With `collapse`, it lists each work once. */
  readonly body: TitlesResponse;
  /** The works of the page. Present only with `collapse`. */
  readonly works?: CollapsedWorks;
  /**
   * Counts the titles by publication year. Like the counts of narrowings, the counts ignore the parameter
   * `publication_date`.
   */
  yearHistogram(): readonly YearCount[];
  /** The number of titles that match the query without relaxation, before narrowing. */
  readonly countWithoutRelaxation: number;
  /**
   * How many of the titles of `body.count` relaxation added, after narrowing. By relevancy, they rank together with the few
   * titles that match without relaxation. 0 if the query was not relaxed.
   */
  readonly relaxedCount: number;
  /**
   * The numbers of titles that are ranked together, after narrowing. By relevancy, the titles of a group come before the
   * titles of the next group. Several groups are a result of {@link namedValues} or {@link similarTo}. With `collapse`, the
   * numbers of works; each work is only in its first group.
   */
  readonly groupCounts: readonly number[];
  /** The step of relaxation that found further titles, or undefined if the query was not relaxed. */
  readonly relaxed: Relaxation | undefined;
  /** Replaces the misspelled words of the query. Present only if `relaxed` is `typos`. */
  readonly respelling?: () => Respelling;
  /**
   * The words of a keyword search that name a format, a language, an audience or availability. The search also found titles
   * with these values. Absent if it did not. The reading depends only on the query and the catalog.
   */
  readonly namedValues?: readonly NamedValue[];
  /**
   * The id of the title, or of the first title of the series, that a query such as `books like dune` names. The titles with
   * this name and similar titles are a group of the results. Absent for other queries.
   */
  readonly similarTo?: string;
}

/**
 * Searches the titles of one library: `GET /v1/titles` (section 4.1 of the API specification).
 *
 * Every word of `q` is required, except stop words (articles, conjunctions and short prepositions). If
 * no title has all required words, the query is relaxed in steps; see {@link Relaxation}. With
 * `search_type=custom`, `q` is a query in the query language, and is not relaxed. Words that name a format, a language, an
 * audience or availability, such as `ebook frankenstein`, also find titles with these values. By default, the best
 * matches come first. Titles that rank equally are in the order of their ids.
 *
 * @param catalogs the open catalogs. Only the catalog of `library` is searched
 * @param params see {@link SearchTitlesParameters}, and `ExtraNarrowings` for the library's extra fields
 * @param options boosts of fields
 * @throws ApiError 400 for a missing or invalid parameter, 404 if no catalog belongs to this library
 * @throws CatalogSetError if two catalogs have a library, title, list or session id in common
 * @throws TypeError if `params` or `options` is not an object, or `boosts` has an unknown field or an invalid number
 *
 * @example
 * searchTitles([catalog], { q: 'moby dick', library: 'alderwick' }, { baseUrl }).titles[0].title;
 * // 'Moby-Dick'
 */
export function searchTitles(
  catalogs: readonly Catalog[],
  params: SearchTitlesParameters | ParameterPairs,
  context: RequestContext,
  options?: RankingOptions,
): TitlesResponse {
  return traceSearchTitles(catalogs, params, context, options).body;
}

/**
 * Searches like {@link searchTitles}, and also returns how the query was relaxed and the publication years. With the
 * option `collapse`, lists each work once.
 *
 * @throws ApiError, CatalogSetError or TypeError in the same cases as {@link searchTitles}
 * @example
 * traceSearchTitles([catalog], { q: 'mobby dick', library: 'alderwick' }, { baseUrl }).relaxed;
 * // 'typos'
 */
export function traceSearchTitles(
  catalogs: readonly Catalog[],
  params: SearchTitlesParameters | ParameterPairs,
  context: RequestContext,
  options: SelectionOptions = {},
): TitlesTrace {
  checkNames('options', options, ['boosts', 'collapse']);
  return traceOf(runSearch(catalogs, params, context, options));
}

/** Creates the response of a search, with further details of the search. */
export function traceOf(search: TitleSearch): TitlesTrace {
  const { catalog, values, found, narrowed, groups, page, params, responseContext } = search;
  const { strict, relaxed, respelling, namedValues, similarTo } = found;
  const { titles } = catalog;
  const selected = titlesOfPage(search);
  const metadata =
    'metadata' in values && values.metadata === '1'
      ? titlesMetadata(
          catalog,
          narrowed,
          Math.min(values.facet_limit, MAX_LIMIT),
          createLinks('/v1/titles', params, responseContext, extraParametersOf(catalog.library)),
          responseContext,
        )
      : undefined;
  const body = {
    ...page,
    ...omitEmpty({ metadata }),
    titles: selected.map(({ document }) => titleSummary(catalog, document, responseContext)),
  };
  return {
    body,
    ...omitEmpty({ works: collapsedWorks(search, selected) }),
    countWithoutRelaxation: strict.length,
    relaxedCount: relaxedCount(search),
    groupCounts: groups.map(({ count }) => count),
    relaxed,
    ...omitEmpty({ respelling, namedValues, similarTo }),
    yearHistogram: () =>
      yearHistogram(
        titles.queryNumbers.publication_year,
        narrowed.selectIgnoring('publication_date'),
      ),
  };
}

/**
 * Returns the metadata of a response: all sort orders, and the narrowings that have values, each with its
 * most frequent values, up to `limit`, and their exact counts.
 */
function titlesMetadata(
  { titles, library }: Catalog,
  narrowed: NarrowedDocuments,
  limit: number,
  linksOf: LinksOf,
  { locale, names }: ResponseContext,
): Metadata {
  const facets = narrowed.count(limit);
  const narrowings = narrowingsOf(library).map((narrowing) => {
    const { values, counts } = facets[narrowing];
    const linkTo = linksOf(narrowing);
    const narrow_tos = [];
    for (let i = 0; i < values.length; i++) {
      const { id, name, encodedId } = titles.value(narrowing, values[i]);
      narrow_tos.push({
        id,
        name: translatedValueName(narrowing, id, name, names),
        count: counts[i],
        link: linkTo(encodedId),
      });
    }
    return { id: narrowing, name: narrowingName(narrowing, locale, library), narrow_tos };
  });
  return buildMetadata(linksOf, names, PARAMETERS.searchTitles.sort.values, narrowings);
}
