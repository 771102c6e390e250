import type { Catalog, Titles } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { NARROWINGS } from '../catalog/narrowings.js';
import { topByRank } from '../search/collectors/top-by-rank.js';
import { topByScore } from '../search/collectors/top-by-score.js';
import type { Matches } from '../search/matches.js';
import { notFound } from './api-error.js';
import type { RequestContext } from './context.js';
import { findAsExpert } from './custom/find-as-expert.js';
import { linksFrom } from './links.js';
import { metadataOf, wantsMetadata } from './metadata.js';
import { offsetOf, PAGE_PARAMETERS, type Page, pageOf, readPage } from './pagination.js';
import { oneOf, type RequestParameters, readParameters, required } from './parameters.js';
import { present } from './present.js';
import { findAsReader } from './reader-query.js';
import type { Relaxation } from './relaxation.js';
import type { TitlesResponse } from './schema/titles.js';
import { ALL_SEARCH_TYPES, SEARCH_TYPES } from './search-types.js';
import { titleSummary } from './title-forms.js';
import {
  readNarrowings,
  readTitleSort,
  type TitleSort,
  titleNarrowingOptions,
  titleSortOptions,
} from './title-narrowings.js';

const KNOWN = [
  'q',
  'library',
  'search_type',
  'sort',
  'metadata',
  ...NARROWINGS,
  ...PAGE_PARAMETERS,
];

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
 *   `tag`, `series`, or `custom` for the query language), `limit`, `page`, `locale`
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
  const parameters = readParameters(params, KNOWN);
  const words = required(parameters, 'q', 'the words to search for, or * for every title');
  const library = required(parameters, 'library', 'the id of the library to search');
  const searchType = oneOf(parameters, 'search_type', ALL_SEARCH_TYPES, 'keyword');
  const sort = readTitleSort(parameters);
  const withMetadata = wantsMetadata(parameters);
  const request = readPage(parameters);
  const catalog = catalogs.find((candidate) => candidate.library.id === library);
  if (catalog === undefined) throw notFound('library', library);

  const { titles } = catalog;
  const { matches, relaxed } =
    searchType === 'custom'
      ? { matches: findAsExpert(catalog, words), relaxed: undefined }
      : findAsReader(titles, words, SEARCH_TYPES[searchType]);
  const narrowed = titles.facets.narrow(matches.documents, readNarrowings(parameters, titles));
  const page = pageOf(request, narrowed.documents.length);
  const numbers = sorted(titles, matches.narrowed(narrowed.documents), sort, page);
  const metadata = withMetadata
    ? metadataOf(
        titleSortOptions,
        titleNarrowingOptions(titles, narrowed),
        linksFrom('/v1/titles', params, context),
      )
    : undefined;
  const body = {
    ...page,
    ...present({ metadata }),
    titles: numbers.map((number) => titleSummary(catalog, titles.get(number), context)),
  };
  return { body, relaxed };
}

/** The titles of one page. */
function sorted(titles: Titles, matches: Matches, sort: TitleSort, page: Page): number[] {
  const offset = offsetOf(page);
  if (sort !== 'relevancy') return topByRank(matches, titles.ranks[sort], offset, page.limit);
  return topByScore(matches, page.limit, titles.popularityFactors, offset).map(
    ({ document }) => document,
  );
}
