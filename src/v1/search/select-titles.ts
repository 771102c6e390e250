import type { Catalog, Titles } from '../../catalog/catalog.js';
import { checkCatalogSet } from '../../catalog/catalog-set.js';
import { NARROWINGS, type Narrowing } from '../../catalog/narrowings.js';
import { parseYearRange } from '../../catalog/publication-year.js';
import { type FacetFilter, type NarrowedDocuments, normalizeUnicode } from '../../search/index.js';
import { notFound } from '../api-error.js';
import { type RequestContext, type ResponseContext, withLocale } from '../context.js';
import { type RequestParameters, readParameters } from '../parameters.js';
import { customSearch } from '../query-language/custom-search.js';
import { type Page, pageOffset, paginate } from '../response/envelope.js';
import { PARAMETERS, type ParameterValues } from '../schema/parameters.js';
import { editionBoosts } from './boosts/edition-boosts.js';
import { keywordSearch, type TitleMatches, unrelaxed } from './keyword-search.js';
import { refuseAboveBudget } from './query-budget.js';
import { SEARCH_TYPES } from './search-types.js';
import { type RankedTitle, topOfGroups } from './top-of-groups.js';

/** The titles that a request selects, before they are sorted. */
export interface TitleSelection {
  readonly catalog: Catalog;
  readonly values: ParameterValues<typeof PARAMETERS.searchTitles>;
  readonly responseContext: ResponseContext;
  /** The titles that match the query. */
  readonly found: TitleMatches;
  /** The titles that match the query and the narrowings. */
  readonly narrowed: NarrowedDocuments;
  readonly page: Page;
}

/**
 * Reads the parameters of a search, and finds the titles that match its query and narrowings.
 *
 * @throws ApiError or CatalogSetError in the same cases as `searchTitles`
 */
export function selectTitles(
  catalogs: readonly Catalog[],
  params: RequestParameters,
  context: RequestContext,
): TitleSelection {
  checkCatalogSet(catalogs);
  const values = readParameters(params, PARAMETERS.searchTitles);
  const { q, library, search_type } = values;
  const catalog = catalogs.find((candidate) => candidate.library.id === library);
  if (catalog === undefined) throw notFound('library', library);

  const { titles } = catalog;
  const found =
    search_type === 'custom'
      ? unrelaxed(customSearch(catalog, q))
      : keywordSearch(titles, q, SEARCH_TYPES[search_type]);
  const narrowed = titles.facets.narrow(found.documents, filtersOf(values, titles));
  const page = paginate(values, narrowed.documents.length);
  return {
    catalog,
    values,
    responseContext: withLocale(context, values.locale),
    found,
    narrowed,
    page,
  };
}

/**
 * Creates the filters for the narrowing parameters. A title passes a filter with any of its values. A value that
 * no title has matches no title. The values of `publication_date` can be any ranges of years.
 */
function filtersOf(
  chosen: Readonly<Record<Narrowing, readonly string[]>>,
  titles: Titles,
): FacetFilter[] {
  return NARROWINGS.flatMap((column): FacetFilter[] => {
    const ids = chosen[column];
    if (ids.length === 0) return [];
    if (column === 'publication_date') return [yearsFilter(ids, titles)];
    const ords = ids.map((id) => titles.valueOrd(column, normalizeUnicode(id, 'NFC')));
    return [{ column, values: ords.filter((ord) => ord >= 0) }];
  });
}

/** Creates the filter for ranges of years. Another text matches no title. */
function yearsFilter(texts: readonly string[], titles: Titles): FacetFilter {
  const ranges = texts.map(parseYearRange).filter((range) => range !== undefined);
  const column = 'publication_date';
  const years = titles.queryNumbers.publication_year;
  if (ranges.length === 0) return { column, values: [] };
  if (ranges.length === 1) return { column, numbers: years, ...ranges[0] };
  const select = (candidates: Uint32Array) =>
    candidates.filter((title) => {
      const year = years.get(title);
      return year !== undefined && ranges.some(({ from, to }) => year >= from && year <= to);
    });
  return { column, numbers: { ...years, select }, from: -Infinity, to: Infinity };
}

/**
 * Returns the titles on one page, the best matches of the first group first.
 *
 * @throws ApiError 400 if the query costs too much
 */
export function rankByRelevancy(selection: TitleSelection): RankedTitle[] {
  const { catalog, found, narrowed, page, responseContext } = selection;
  const boosts = editionBoosts(catalog.titles, responseContext.locale);
  return refuseAboveBudget(() =>
    topOfGroups(found.groups, narrowed.documents, boosts, pageOffset(page), page.limit),
  );
}
