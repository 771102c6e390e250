import type { Catalog } from '../../catalog/catalog.js';
import type { Narrowing } from '../../catalog/narrowings.js';
import type { ParameterPairs } from '../parameters.js';
import type { Page } from '../response/envelope.js';
import { omitEmpty } from '../response/omit-empty.js';
import type { SearchTitlesParameters } from '../schema/request-parameters.js';
import type { Relaxation } from '../search/relaxation.js';
import type { Respelling } from '../search/respelling.js';
import {
  collapsedWorks,
  type SelectionOptions,
  selectTitles,
  titlesOfPage,
} from '../search/select-titles.js';
import { countFacets, type FacetRequest, type Facets } from './facets.js';
import { NO_LINKS, type TitleData, titleData } from './title-data.js';

/** Options of {@link search}. */
export interface SearchOptions<Name extends string> extends SelectionOptions {
  /**
   * The facets to count, such as `['title_format', 'language']`, or `{ subject: { limit: 10 } }`. The names are those of
   * the narrowings in `SearchTitlesParameters`, and the names of extra fields with `narrowing`. An extra field that only
   * another open library has is a facet without values. Default: none.
   */
  readonly facets?: FacetRequest<Name> | undefined;
}

/** A title that a search found, with its score. */
export interface Hit extends TitleData {
  /**
   * The score of the title, above 0. Titles that relaxation added come after all other titles, whatever their scores.
   * Absent if the results are not sorted by relevancy.
   */
  readonly score?: number;
  /**
   * Whether relaxation added the title, so that it does not match the query as typed. False for all hits if
   * {@link SearchResult.relaxed} is absent.
   */
  readonly isRelaxed: boolean;
  /**
   * The ids of the other editions of the work that the search found, in the order of their ids. Absent if there are none,
   * and without `collapse`.
   */
  readonly otherEditions?: readonly string[];
}

/** The result of {@link search}: one page of hits, and facets. */
export interface SearchResult<Name extends string> extends Page {
  /** The hits on this page, in the requested order. */
  readonly hits: readonly Hit[];
  /** The number of works that the search found. Present only with `collapse`. */
  readonly workCount?: number;
  /** The requested facets, each under the name of its parameter. */
  readonly facets: Facets<Name>;
  /**
   * The step of relaxation that found further titles: `prefix` for an incomplete last word, `typos` for misspelled, joined
   * or split words, and `any` for titles with only some of the words, which may be misspelled too. A query is relaxed if no
   * title matches it, and also if the few titles that match are probably not what the reader wants: see
   * {@link relaxedCount}. Absent if the query was not relaxed.
   */
  readonly relaxed?: Relaxation;
  /**
   * How many of the `count` titles relaxation added. If it equals `count`, no title matches the query as typed.
   * 0 if the query was not relaxed.
   */
  readonly relaxedCount: number;
  /**
   * The query with its misspelled words replaced, such as for the text "Results for moby dick". Present only if `relaxed`
   * is `typos`.
   */
  readonly respelling?: Respelling;
}

/**
 * Searches the titles of one library like `searchTitles`, and returns data for an application in place of a response of
 * the API: hits with scores, and the facets that the application chooses. The result contains no links.
 *
 * @typeParam Name the names of the facets
 * @typeParam Extra the names of the extra fields of the library that may be facets. Default: none.
 * @param catalogs the open catalogs. Only the catalog of `library` is searched
 * @param params the parameters of `searchTitles`; `metadata`, `date_format` and `api_key` have no effect
 * @throws ApiError 400 for a missing or invalid parameter, 404 if no catalog belongs to this library
 * @throws CatalogSetError if two catalogs have a library, title, list or session id in common
 * @throws TypeError if `params` or `options` is not an object, or an option is invalid: a facet that no open library has,
 *   the limit of a facet, an unknown field or an invalid number in `boosts`, or another `collapse` than `work`
 *
 * @example
 * const params = { q: 'whale', library: 'alderwick', title_format: ['BK', 'EBOOK'] } as const;
 * const { hits, facets } = search([catalog], params, { facets: ['title_format'] });
 * hits[0].title; // 'Moby-Dick'
 * facets.title_format.values; // [{ value: 'BK', name: 'Book', count: 1, isSelected: true }, ...]
 */
export function search<
  const Name extends Narrowing | NoInfer<Extra> = never,
  Extra extends string = never,
>(
  catalogs: readonly Catalog[],
  params: SearchTitlesParameters | ParameterPairs,
  options: SearchOptions<Name> = {},
): SearchResult<Name> {
  const selection = selectTitles(catalogs, params, NO_LINKS, options);
  const { catalog, found, groups, page, responseContext } = selection;
  const { relaxed, respelling } = found;
  const unrelaxed =
    relaxed === undefined || found.countWithoutRelaxation > 0 ? groups[0] : undefined;
  const selected = titlesOfPage(selection);
  const works = collapsedWorks(selection, selected);
  const otherEditions = works?.otherEditions;
  return {
    ...page,
    ...omitEmpty({ workCount: works?.count }),
    hits: selected.map(({ document, score }, i) => ({
      ...titleData(catalog, document, responseContext),
      isRelaxed: relaxed !== undefined && !unrelaxed?.group.matches.documents.includes(document),
      ...omitEmpty({ score, otherEditions: otherEditions?.[i] }),
    })),
    facets: countFacets(
      selection,
      options.facets ?? [],
      catalogs.map(({ library }) => library),
    ),
    ...omitEmpty({ relaxed, respelling: respelling?.() }),
    relaxedCount: page.count - (unrelaxed?.matches.documents.length ?? 0),
  };
}
