import type { Catalog, Titles } from '../catalog/catalog.js';
import { NARROWINGS, narrowingName, translatedValueName } from '../catalog/narrowings.js';
import { intersect, type NarrowedDocuments, topByRank } from '../search/index.js';
import type { KnownNames } from '../texts/texts.js';
import type { RequestContext, ResponseContext } from './context.js';
import type { RequestParameters } from './parameters.js';
import {
  buildMetadata,
  createLinks,
  type LinksOf,
  MAX_NARROW_TOS,
  pageOffset,
  type SortOption,
} from './response/envelope.js';
import { omitEmpty } from './response/omit-empty.js';
import { titleSummary } from './response/title-response.js';
import type { Metadata } from './schema/envelope.js';
import { PARAMETERS } from './schema/parameters.js';
import type { TitlesResponse } from './schema/titles.js';
import type { TitleMatches } from './search/keyword-search.js';
import type { Relaxation } from './search/relaxation.js';
import type { Respelling } from './search/respelling.js';
import { rankByRelevancy, selectTitles } from './search/select-titles.js';
import { type YearCount, yearHistogram } from './search/year-histogram.js';

/**
 * Returns the metadata of a response: all sort orders, and the narrowings that have values, each with its
 * most frequent values and their exact counts.
 */
function titlesMetadata(
  titles: Titles,
  narrowed: NarrowedDocuments,
  linksOf: LinksOf,
  { locale, names }: ResponseContext,
): Metadata {
  const facets = narrowed.count(MAX_NARROW_TOS);
  const narrowings = NARROWINGS.map((narrowing) => {
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
    return { id: narrowing, name: narrowingName(narrowing, locale), narrow_tos };
  });
  return buildMetadata(linksOf, titleSortOptions(names), narrowings);
}

/** Returns the sort orders for the metadata of a response with titles. */
function titleSortOptions(names: KnownNames): SortOption[] {
  return PARAMETERS.searchTitles.sort.values.map((id) => ({ id, name: names.sort[id] }));
}

/** The response to a search, the relaxation of its query, and the publication years of its titles. */
export interface TitlesTrace {
  readonly body: TitlesResponse;
  /**
   * Counts the titles by publication year. Like the counts of narrowings, the counts ignore the parameter
   * `publication_date`.
   */
  yearHistogram(): readonly YearCount[];
  /**
   * The number of titles that match the query without relaxation, before narrowing. By relevancy, these titles come
   * first.
   */
  readonly countWithoutRelaxation: number;
  /**
   * The numbers of titles that are ranked together, after narrowing. By relevancy, the titles of a group come before the
   * titles of the next group. Two groups are the titles that match without relaxation, and the titles that relaxation
   * added.
   */
  readonly groupCounts: readonly number[];
  /** The step of relaxation that found further titles, or undefined if the query was not relaxed. */
  readonly relaxed: Relaxation | undefined;
  /** Replaces the misspelled words of the query. Present only if `relaxed` is `typos`. */
  readonly respelling?: () => Respelling;
}

/**
 * Searches the titles of one library: `GET /v1/titles` (section 4.1 of the API specification).
 *
 * Every word of `q` is required, except stop words (articles, conjunctions and short prepositions). If
 * no title has all required words, the query is relaxed in steps; see {@link Relaxation}. With
 * `search_type=custom`, `q` is a query in the query language, and is not relaxed. By default, the best
 * matches come first. Titles that rank equally are in the order of their ids.
 *
 * @param catalogs the open catalogs. Only the catalog of `library` is searched
 * @param params required: `q` (the words, or `*` for every title) and `library` (an id). Optional:
 *   `search_type` (`keyword`, `author`, `subject`, `tag`, `series`, or `custom` for the query language;
 *   default: `keyword`), `sort` (`relevancy`, `title`, `author`, `published_date`, `newly_acquired`,
 *   `ugc_rating` or `popularity`; default: `relevancy`), a value for each narrowing (`title_format`,
 *   `available_at`, `language`, `audience`, `genre`, `subject`, `author`, `series`, `tag`,
 *   `publication_date`, whose value can be any range of years), `limit` (1 or more; a value above 100
 *   counts as 100; default: 10), `page` (1 or more; a value past the last page counts as the last page;
 *   default: 1), `metadata` (`0` or `1`; default: `0`), `locale` (default: English)
 * @throws ApiError 400 for a missing or invalid parameter, 404 if no catalog belongs to this library
 * @throws CatalogSetError if two catalogs have a library, title, list or session id in common
 *
 * @example
 * searchTitles([catalog], { q: 'moby dick', library: 'alderwick' }, { baseUrl }).titles[0].title;
 * // 'Moby-Dick'
 */
export function searchTitles(
  catalogs: readonly Catalog[],
  params: RequestParameters,
  context: RequestContext,
): TitlesResponse {
  return traceSearchTitles(catalogs, params, context).body;
}

/**
 * Searches like {@link searchTitles}, and also returns how the query was relaxed and the publication years.
 *
 * @throws ApiError or CatalogSetError in the same cases as {@link searchTitles}
 * @example
 * traceSearchTitles([catalog], { q: 'mobby dick', library: 'alderwick' }, { baseUrl }).relaxed;
 * // 'typos'
 */
export function traceSearchTitles(
  catalogs: readonly Catalog[],
  params: RequestParameters,
  context: RequestContext,
): TitlesTrace {
  const selection = selectTitles(catalogs, params, context);
  const { catalog, values, found, narrowed, page, responseContext } = selection;
  const { countWithoutRelaxation, relaxed, respelling } = found;
  const { titles } = catalog;
  const { sort } = values;
  const numbers =
    sort === 'relevancy'
      ? rankByRelevancy(selection).map(({ document }) => document)
      : topByRank(narrowed, titles.ranks[sort], pageOffset(page), page.limit);
  const metadata =
    values.metadata === '1'
      ? titlesMetadata(
          titles,
          narrowed,
          createLinks('/v1/titles', params, context),
          responseContext,
        )
      : undefined;
  const body = {
    ...page,
    ...omitEmpty({ metadata }),
    titles: numbers.map((number) => titleSummary(catalog, number, responseContext)),
  };
  return {
    body,
    countWithoutRelaxation,
    groupCounts: groupCounts(found, narrowed.documents),
    relaxed,
    ...(respelling && { respelling }),
    yearHistogram: () =>
      yearHistogram(
        titles.queryNumbers.publication_year,
        narrowed.selectIgnoring('publication_date'),
      ),
  };
}

/** Counts the titles of each group among the narrowed titles. */
function groupCounts({ groups }: TitleMatches, documents: Uint32Array): readonly number[] {
  if (groups.length === 1) return [documents.length];
  return groups.map(({ matches }) => intersect(matches.documents, documents).length);
}
