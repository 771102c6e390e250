import type { Catalog } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { topByScore } from '../search/collectors/top-by-score.js';
import { notFound } from './api-error.js';
import type { RequestContext } from './context.js';
import { offsetOf, PAGE_PARAMETERS, pageOf, readPage } from './pagination.js';
import { oneOf, type RequestParameters, readParameters, required } from './parameters.js';
import { findAsReader } from './reader-query.js';
import type { Relaxation } from './relaxation.js';
import type { TitlesResponse } from './schema/titles.js';
import { SEARCH_TYPES, type SearchType } from './search-types.js';
import { titleSummary } from './title-forms.js';

/** A response, and how its query had to be taken. */
export interface TitlesTrace {
  readonly body: TitlesResponse;
  /** The step of forgiveness that found the titles; undefined when none was needed. */
  readonly relaxed: Relaxation | undefined;
}

/**
 * `GET /v1/titles` (section 4.1): searches the titles of one library. Every word of the query that
 * carries meaning must stand in the title somewhere; when none has them all, the query is forgiven
 * step by step. The best matches come first, equal ones by id. `q=*` is every title.
 *
 * @param params `q` and `library`, and optionally `search_type` (`keyword`, `author`, `subject`,
 *   `tag`, `series`), `limit`, `page`, `locale`
 * @throws ApiError 400 when `q` or `library` is missing or a value is none of those allowed, 404
 *   when no open catalog is that library's
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

/** {@link searchTitles}, telling besides which step of forgiveness answered. */
export function traceSearchTitles(
  catalogs: readonly Catalog[],
  params: RequestParameters,
  context: RequestContext,
): TitlesTrace {
  checkCatalogSet(catalogs);
  const parameters = readParameters(params, ['q', 'library', 'search_type', ...PAGE_PARAMETERS]);
  const words = required(parameters, 'q', 'the words to search for, or * for every title');
  const library = required(parameters, 'library', 'the id of the library to search');
  const searchTypes = Object.keys(SEARCH_TYPES) as SearchType[];
  const searchType = oneOf(parameters, 'search_type', searchTypes, 'keyword');
  const request = readPage(parameters);
  const catalog = catalogs.find((candidate) => candidate.library.id === library);
  if (catalog === undefined) throw notFound('library', library);

  const { titles } = catalog;
  const { matches, relaxed } = findAsReader(titles, words, SEARCH_TYPES[searchType]);
  const page = pageOf(request, matches.documents.length);
  const end = offsetOf(page) + page.limit;
  const best = topByScore(matches, end, titles.popularityFactors).slice(offsetOf(page));
  const body = {
    ...page,
    titles: best.map(({ document }) => titleSummary(catalog, titles.get(document), context)),
  };
  return { body, relaxed };
}
