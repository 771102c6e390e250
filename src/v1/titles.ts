import type { Catalog, Titles } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { topByRank } from '../search/collectors/top-by-rank.js';
import { topByScore } from '../search/collectors/top-by-score.js';
import type { Matches } from '../search/matches.js';
import { notFound } from './api-error.js';
import { inLocale, type RequestContext } from './context.js';
import { findAsExpert } from './custom/find-as-expert.js';
import { linksFrom } from './links.js';
import { metadataOf } from './metadata.js';
import { offsetOf, type Page, pageOf } from './pagination.js';
import { type RequestParameters, readParameters } from './parameters.js';
import { present } from './present.js';
import { findAsReader } from './reader-query.js';
import type { Relaxation } from './relaxation.js';
import type { Respelling } from './respelling.js';
import { PARAMETERS } from './schema/parameters.js';
import type { TitlesResponse } from './schema/titles.js';
import { SEARCH_TYPES } from './search-types.js';
import { titleSummary } from './title-forms.js';
import { filtersOf, titleNarrowingOptions } from './title-narrowings.js';
import { type TitleSort, titleSortOptions } from './title-sorts.js';

/** A response, and how its query had to be taken. */
export interface TitlesTrace {
  readonly body: TitlesResponse;
  /** The step of forgiveness that found the titles; undefined when none was needed. */
  readonly relaxed: Relaxation | undefined;
  /** For the step `typos`: what the misspelt words were taken for, computed when asked. */
  readonly respelling?: () => Respelling;
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
  const values = readParameters(params, PARAMETERS.searchTitles);
  const { q, library, search_type, sort } = values;
  const catalog = catalogs.find((candidate) => candidate.library.id === library);
  if (catalog === undefined) throw notFound('library', library);

  const { titles } = catalog;
  const answer = inLocale(context, values.locale);
  const { matches, ...forgiveness } =
    search_type === 'custom'
      ? { matches: findAsExpert(catalog, q), relaxed: undefined }
      : findAsReader(titles, q, SEARCH_TYPES[search_type]);
  const narrowed = titles.facets.narrow(matches.documents, filtersOf(values, titles));
  const page = pageOf(values, narrowed.documents.length);
  const numbers = sorted(titles, matches.narrowed(narrowed.documents), sort, page);
  const metadata =
    values.metadata === '1'
      ? metadataOf(
          titleSortOptions(answer.names),
          titleNarrowingOptions(titles, narrowed, answer),
          linksFrom('/v1/titles', params, context),
        )
      : undefined;
  const body = {
    ...page,
    ...present({ metadata }),
    titles: numbers.map((number) => titleSummary(catalog, titles.get(number), answer)),
  };
  return { body, ...forgiveness };
}

/** The titles of one page. */
function sorted(titles: Titles, matches: Matches, sort: TitleSort, page: Page): number[] {
  const offset = offsetOf(page);
  if (sort !== 'relevancy') return topByRank(matches, titles.ranks[sort], offset, page.limit);
  return topByScore(matches, page.limit, titles.popularityFactors, offset).map(
    ({ document }) => document,
  );
}
