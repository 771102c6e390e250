/**
 * The search that the address of a page describes: its parameters, the request for the API, and addresses of similar
 * searches. Renders nothing.
 */

import { memoizePerObject } from '../base/lazy.js';
import type { Catalog } from '../catalog/catalog.js';
import { ANYWHERE, NARROWINGS, narrowingsOf } from '../catalog/narrowings.js';
import type { Library } from '../catalog/records/library.js';
import type { Sort } from '../catalog/sort-keys.js';
import { PARAMETERS, SEARCH_PARAMETERS as SEARCH_TABLE } from '../v1/schema/parameters.js';
import { TITLE_SEARCH } from '../v1/search/field-boosts.js';
import { idOfValue, runSearch } from '../v1/search/run-search.js';
import { type TitlesTrace, traceOf } from '../v1/search-titles.js';
import { ADVANCED_PARAMETERS, formOfQuery, queryOfForm } from './advanced-query.js';
import type { Language } from './language.js';
import { queryString, repeatedParameters } from './links.js';
import type { PageParameters, PageView } from './page-view.js';

/**
 * The built-in parameters that the search page passes to the API unchanged. A page also passes the extra fields of its
 * library.
 */
export const SEARCH_PARAMETERS = ['q', 'search_type', 'sort', 'page', ...NARROWINGS] as const;

const NOT_FILTERS: ReadonlySet<string> = new Set([
  'library',
  'locale',
  'q',
  'search_type',
  'sort',
  'page',
]);
/** The search types on pages: the search types of the API, and `title`. */
export const PAGE_SEARCH_TYPES = [
  'keyword',
  'title',
  ...PARAMETERS.searchTitles.search_type.values.filter((type) => type !== 'keyword'),
] as const;

/** The names of the fields of the form that narrows the results to a range of publication years. */
export const YEAR_FIELDS = { from: 'year_from', to: 'year_to' } as const;

/**
 * The parameters that lead from a page to a search: the position of a title among the results, from 1, and the filters
 * that a new search keeps, as a query string.
 */
export const WAY_BACK_FIELDS = { position: 'result', filters: 'filters' } as const;

/** The number of works on a page of results, or of titles if every edition is listed. */
export const PAGE_SIZE = 10;

/** The maximum number of chosen values per facet. Each is a link that contains all others. */
const MAX_CHOSEN_VALUES = 10;

/** The parameters that choose another list of results than the default: a compact list, or a list of all editions. */
export const LIST_PARAMETERS = { view: 'compact', editions: 'all' } as const;

/** Returns the {@link LIST_PARAMETERS} that a page has. */
export function listParameters(params: URLSearchParams): Partial<typeof LIST_PARAMETERS> {
  const chosen = Object.entries(LIST_PARAMETERS).filter(
    ([name, value]) => params.get(name) === value,
  );
  return Object.fromEntries(chosen);
}

/** The search that the parameters of a page describe. */
export interface SearchState {
  readonly library: Library;
  /** The language of the page. */
  readonly language: Language;
  /** The typed query. For a blank query, `*`, which matches all titles. */
  readonly q: string;
  readonly searchType: string;
  /** The facet values that narrow the results. A title needs only one of the values of a facet. */
  readonly chosen: readonly { readonly narrowing: string; readonly value: string }[];
  readonly isCompact: boolean;
  /** Whether the results list every edition of a work. Otherwise, they list each work once. */
  readonly listsAllEditions: boolean;
  /** The parameters of the search for the API. A search by title has no `search_type`. */
  readonly request: URLSearchParams;
  /**
   * Returns the URL of this search with changed parameters. The value undefined removes a parameter.
   * Without `page` in `changes`, the URL shows the first page of results.
   */
  hrefWith(changes: PageParameters): string;
  /**
   * Returns the URL of the page of a title that leads back to this search.
   *
   * @param position the position of the title among the results, from 1
   */
  titleHref(id: string, position: number): string;
  /** The query string of the filters, without a question mark. Empty if the search has no filters. */
  readonly filters: string;
}

/**
 * Reads the query of a page. The fields of the advanced form are replaced with a custom search. The parameter `filters`
 * is replaced with the filters that it contains. If the reader chose another library, its branches are left out.
 */
export function readPageParameters(query: string): URLSearchParams {
  const params = new URLSearchParams(query);
  const filters = new URLSearchParams(params.get(WAY_BACK_FIELDS.filters) ?? '');
  params.delete(WAY_BACK_FIELDS.filters);
  const advanced = queryOfForm(params);
  for (const name of Object.values(ADVANCED_PARAMETERS)) params.delete(name);
  if (advanced) {
    params.set('q', advanced);
    params.set('search_type', 'custom');
  }
  if (filters.get('library') !== params.get('library')) filters.delete('available_at');
  for (const [name, value] of filters) if (!NOT_FILTERS.has(name)) params.append(name, value);
  return params;
}

/** Returns the ids of the branches to which the parameters of a page narrow a search, also in the advanced form. */
export function chosenBranches(params: URLSearchParams): readonly string[] {
  const isCustom = params.get('search_type') === 'custom';
  const { available = [] } = (isCustom && formOfQuery(params.get('q') ?? '')) || {};
  return [...params.getAll('available_at'), ...available].filter((id) => id !== ANYWHERE);
}

/**
 * Reads the parameters of a search page. Ignores blank and unknown parameters. The {@link YEAR_FIELDS} replace
 * the parameter `publication_date`. Several parts of a page read the same search, so it is read once per page.
 */
export function readSearchState(view: PageView, library: Library): SearchState {
  const states = statesOf(view);
  const state = states.get(library.id) ?? computeSearchState(view, library);
  states.set(library.id, state);
  return state;
}

/** Returns the searches that have been read from the parameters of a page, by the id of the library. */
const statesOf = memoizePerObject((_: PageView) => new Map<string, SearchState>());

function computeSearchState(view: PageView, library: Library): SearchState {
  const { params, language, href } = view;
  const narrowings = narrowingsOf(library);
  const names = new Set<string>([...SEARCH_PARAMETERS, ...narrowings]);
  const years = submittedYears(params);
  const submitted = [...params].filter(
    ([name]) => years === undefined || name !== 'publication_date',
  );
  if (years !== undefined) submitted.push(['publication_date', years]);
  // The order of a series is the default where it is possible.
  const isKept = (name: string, value: string) =>
    value !== '' && (name !== 'sort' || value !== 'series');
  const titles = view.catalogs.find((catalog) => catalog.library.id === library.id)?.titles;
  // Facets list a value by its id, of which an address may have another form.
  const withId = (name: string, value: string) =>
    titles !== undefined && narrowings.includes(name) ? idOfValue(name, value, titles) : value;
  const kept = lastValues(
    submitted.filter(([name, value]) => names.has(name) && isKept(name, value.trim())),
    narrowings,
  ).map(([name, value]): [string, string] => [name, withId(name, value)]);
  const q = kept.find(([name]) => name === 'q')?.[1] ?? '*';
  const request = new URLSearchParams(kept);
  if (!request.has('q')) request.set('q', q);
  request.set('library', library.id);
  request.set('limit', String(PAGE_SIZE));
  request.set('metadata', '1');
  request.set('locale', language.locale);
  const searchType = request.get('search_type') ?? 'keyword';
  if (searchType === 'title') request.delete('search_type');
  const current = repeatedParameters(kept.filter(([name]) => name !== 'page'));
  const chosen = narrowings.flatMap((narrowing) =>
    Array.from(new Set(request.getAll(narrowing)), (value) => ({ narrowing, value })),
  );
  const listed = listParameters(params);
  const [titlePath, query = ''] = href('/item/show/', current).split('?');
  const search = query === '' ? '' : `${query}&`;
  const filters = repeatedParameters(chosen.map(({ narrowing, value }) => [narrowing, value]));
  return {
    library,
    language,
    q,
    searchType,
    chosen,
    isCompact: listed.view !== undefined,
    listsAllEditions: listed.editions !== undefined,
    request,
    hrefWith: (changes) => href('/search', { library: library.id, ...current, ...changes }),
    titleHref: (id, position) =>
      `${titlePath}${encodeURIComponent(id)}?${search}${WAY_BACK_FIELDS.position}=${position}`,
    filters: chosen.length === 0 ? '' : queryString({ library: library.id, ...filters }).slice(1),
  };
}

/**
 * Searches the titles. Lists each work once, unless the search lists all editions.
 *
 * @throws ApiError 400 for a custom search with a syntax error or another invalid parameter
 */
export function traceSearch(
  { catalogs, context }: PageView,
  { request, searchType, listsAllEditions }: SearchState,
  changes: Readonly<Record<string, string>> = {},
): TitlesTrace {
  const params = new URLSearchParams(request);
  for (const name in changes) params.set(name, changes[name]);
  if (params.get('sort') === 'author') params.set('sort', 'family_name');
  const fields = searchType === 'title' ? TITLE_SEARCH : undefined;
  const collapse = listsAllEditions ? undefined : 'work';
  return traceOf(runSearch(catalogs, params, context, { collapse }, fields, SEARCH_TABLE));
}

/** The cost of relaxing a query, in the unit of `QueryCost`: finding corrections of misspelled words takes milliseconds. */
const COST_OF_RELAXATION = 1_000_000;

/** Counts the titles that a search finds, and estimates the cost of the search in the unit of `QueryCost`. */
export function countResults(
  { catalogs, context }: PageView,
  { request, searchType }: SearchState,
): { readonly count: number; readonly cost: number } {
  const fields = searchType === 'title' ? TITLE_SEARCH : undefined;
  const { page, found } = runSearch(catalogs, request, context, {}, fields, SEARCH_TABLE);
  const isRelaxed = found.relaxed !== undefined || found.strict.length === 0;
  const cost = found.groups.reduce(
    (sum, { matches }) => sum + matches.cost,
    isRelaxed ? COST_OF_RELAXATION : 0,
  );
  return { count: page.count, cost };
}

/** Keeps only the last {@link MAX_CHOSEN_VALUES} values of each facet. */
function lastValues(
  pairs: readonly [string, string][],
  narrowings: readonly string[],
): [string, string][] {
  const counts = new Map<string, number>();
  return pairs
    .toReversed()
    .filter(([name]) => {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return count <= MAX_CHOSEN_VALUES || !narrowings.includes(name);
    })
    .toReversed();
}

/**
 * Returns the range of years in the {@link YEAR_FIELDS}, such as `1987-2003`. Returns an empty string if both
 * fields are blank, and undefined if neither field was submitted.
 */
function submittedYears(params: URLSearchParams): string | undefined {
  const from = params.get(YEAR_FIELDS.from)?.trim();
  const to = params.get(YEAR_FIELDS.to)?.trim();
  if (from === undefined && to === undefined) return undefined;
  return from || to ? `${from ?? ''}-${to ?? ''}` : '';
}

/** Returns the sort orders without a value in any title of a catalog. Titles without a value are last in each order. */
export const sortsWithoutValues = memoizePerObject(
  ({ titles, userContent }: Catalog): ReadonlySet<string> => {
    const firstOf = (sort: Sort) => {
      const first = titles.ranks[sort].indexOf(0);
      return first < 0 ? {} : titles.pick(first, ['added', 'rating', 'popularity']);
    };
    const hasRatings =
      userContent.contentTypeOrd('rating') >= 0 || firstOf('ugc_rating').rating !== undefined;
    const hasValues: readonly (readonly [Sort, boolean])[] = [
      ['newly_acquired', firstOf('newly_acquired').added !== undefined],
      ['ugc_rating', hasRatings],
      ['popularity', firstOf('popularity').popularity !== undefined],
    ];
    return new Set(hasValues.flatMap(([sort, isUsed]) => (isUsed ? [] : [sort])));
  },
);
