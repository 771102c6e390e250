/**
 * The search that the address of a page describes: its parameters, the request for the API, and addresses of similar
 * searches. Renders nothing.
 */

import { dayOf } from '../base/instant.js';
import { memoizePerObject } from '../base/lazy.js';
import type { Catalog } from '../catalog/catalog.js';
import { ANYWHERE, NARROWINGS, narrowingsOf, typedValuesIn } from '../catalog/narrowings.js';
import type { Library } from '../catalog/records/library.js';
import type { Sort } from '../catalog/sort-keys.js';
import { PARAMETERS, SEARCH_PARAMETERS as PROGRAM_PARAMETERS } from '../v1/schema/parameters.js';
import { TITLE_SEARCH } from '../v1/search/field-boosts.js';
import { createTitleMatcher, type TitleMatch } from '../v1/search/matched-texts.js';
import { idOfValue, runSearch, type TitleSearch } from '../v1/search/run-search.js';
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

/** The parameters of the searches of pages, which count facets as `metadata` of the API does. */
const SEARCH_TABLE = { ...PARAMETERS.searchTitles, ...PROGRAM_PARAMETERS };

/** The filter of pages for titles that were added in the last days before the date of the snapshot. Its value is the number of days. */
export const ADDED = 'added';

/** The number of days of the filter {@link ADDED} that pages offer. */
export const RECENT_DAYS = '30';

/** The order of pages from the earliest publication to the latest, in which titles without a year are last. */
export const OLDEST_FIRST = 'oldest';

const NOT_FILTERS = new Set(['library', 'locale', 'q', 'search_type', 'sort', 'page']);

/** The search types in the search form: `title`, and the search types of the API except custom searches. */
export const SEARCH_TYPES = ['keyword', 'title', 'author', 'subject', 'tag', 'series'] as const;

/** The names of the fields of the form that narrows the results to a range of publication years. */
export const YEAR_FIELDS = { from: 'year_from', to: 'year_to' } as const;

/** Returns the names of the fields of the form with the limits of a facet. No name of an extra field has a dot. */
export const limitFields = (facet: string) =>
  facet === 'publication_date' ? YEAR_FIELDS : { from: `${facet}.from`, to: `${facet}.to` };

/** Returns the type of an extra field. Undefined for text, and for a built-in narrowing. */
export const typeOfField = (narrowing: string, { extra_fields }: Library) =>
  extra_fields?.find(({ name }) => name === narrowing)?.type;

/**
 * The parameters that lead from a page to a search: the position of a title among the results, from 1, and the filters
 * that a new search keeps, as a query string.
 */
export const WAY_BACK_FIELDS = { position: 'result', filters: 'filters' } as const;

/** The numbers of works that a page of results can have, or of titles if every edition is listed. The first is the default. */
export const PAGE_SIZES = ['10', '25', '50'] as const;

/** The maximum number of chosen values per facet. Each is a link that contains all others. */
const MAX_CHOSEN_VALUES = 10;

/** Returns the parameters that choose a compact list, a list of all editions, or longer pages of results. */
export function listParameters(params: URLSearchParams) {
  const choices = { view: ['compact'], editions: ['all'], limit: PAGE_SIZES.slice(1) };
  const chosen = Object.entries<string[]>(choices).filter(([name, values]) =>
    values.includes(params.get(name) ?? ''),
  );
  const shown: Partial<Record<keyof typeof choices, string>> = Object.fromEntries(
    chosen.map(([name]) => [name, params.get(name)]),
  );
  return shown;
}

/** The search that the parameters of a page describe. */
export interface SearchState {
  readonly library: Library;
  /** The language of the page. */
  readonly language: Language;
  /** The typed query. For a blank query, `*`, which matches all titles. */
  readonly q: string;
  readonly searchType: string;
  /** The facet values and the days of {@link ADDED} that narrow the results. A title needs only one of the values of a facet. */
  readonly chosen: readonly { readonly narrowing: string; readonly value: string }[];
  /** The sort order of the page: a sort order of the API, or {@link OLDEST_FIRST}. */
  readonly sort: string;
  readonly isCompact: boolean;
  /** The number of works on a page, or of titles if every edition is listed. */
  readonly pageSize: number;
  /** Whether the results list every edition of a work. Otherwise, they list each work once. */
  readonly listsAllEditions: boolean;
  /** The parameters of the search for the API. A search by title has no `search_type`. */
  readonly request: URLSearchParams;
  /**
   * Returns the URL of this search with changed parameters. The value undefined removes a parameter.
   * Without `page` in `changes`, the URL shows the first page of results.
   */
  hrefWith(changes: PageParameters): string;
  /** Returns the URL of the page with all values of a facet of this search. */
  valuesHref(facet: string, changes?: PageParameters): string;
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
  // The choice of all libraries.
  if (params.get('library') === '') params.delete('library');
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
 * Reads the parameters of a search page. Ignores blank and unknown parameters. The {@link limitFields} of a
 * facet replace its parameter. Several parts of a page read the same search, so it is read once per page.
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
  const names = new Set<string>([...SEARCH_PARAMETERS, ...narrowings, ADDED]);
  const limits = submittedLimits(params, library);
  const replaced = new Set([ADDED, ...limits.map(([name]) => name)]);
  const days = params.getAll(ADDED).findLast((value) => /^\d{1,5}$/.test(value));
  const submitted = [...params].filter(([name]) => !replaced.has(name)).concat(limits);
  if (days !== undefined) submitted.push([ADDED, days]);
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
  const { view: form, editions, limit = PAGE_SIZES[0] } = listParameters(params);
  request.set('limit', limit);
  request.set('metadata', '1');
  request.set('locale', language.locale);
  const searchType = request.get('search_type') ?? 'keyword';
  if (searchType === 'title') request.delete('search_type');
  const current = repeatedParameters(kept.filter(([name]) => name !== 'page'));
  const chosen = [...narrowings, ADDED].flatMap((narrowing) =>
    Array.from(new Set(request.getAll(narrowing)), (value) => ({ narrowing, value })),
  );
  const sort = request.get('sort') ?? defaultSort({ chosen });
  if (sort === OLDEST_FIRST) request.set('sort', 'published_date');
  const [titlePath, query = ''] = href('/item/show/', current).split('?');
  const search = query === '' ? '' : `${query}&`;
  const filters = repeatedParameters(chosen.map(({ narrowing, value }) => [narrowing, value]));
  return {
    library,
    language,
    q,
    searchType,
    chosen,
    sort,
    isCompact: form !== undefined,
    pageSize: Number(limit),
    listsAllEditions: editions !== undefined,
    request,
    hrefWith: (changes) => href('/search', { library: library.id, ...current, ...changes }),
    valuesHref: (facet, changes) =>
      href(`/search/${facet}`, { library: library.id, ...current, ...changes }),
    titleHref: (id, position) =>
      `${titlePath}${encodeURIComponent(id)}?${search}${WAY_BACK_FIELDS.position}=${position}`,
    filters: chosen.length === 0 ? '' : queryString({ library: library.id, ...filters }).slice(1),
  };
}

/** Returns the sort order of a search whose address has none: the order of the volumes if exactly one series is chosen. */
export function defaultSort({ chosen }: Pick<SearchState, 'chosen'>): string {
  const series = chosen.filter(({ narrowing }) => narrowing === 'series');
  return series.length === 1 ? 'series' : 'relevancy';
}

/** A search for a page, with its cost and a count that the API does not return. */
export interface PageTrace extends TitlesTrace {
  /** Finds out how a title of the results matches the query. */
  matchOf(title: number): TitleMatch;
  /** An estimate of the cost of the search, in the unit of `QueryCost`. */
  readonly cost: number;
  /** Counts the titles of the results that were added in the last {@link RECENT_DAYS} days. */
  countRecent(): number;
}

/**
 * Searches the titles. Lists each work once, unless the search lists all editions.
 *
 * @throws ApiError 400 for a custom search with a syntax error or another invalid parameter
 */
export function traceSearch(
  view: PageView,
  state: SearchState,
  changes: Readonly<Record<string, string>> = {},
): PageTrace {
  const params = new URLSearchParams(state.request);
  for (const name in changes) params.set(name, changes[name]);
  const search = runPageSearch(view, state, params);
  const { added_day } = search.catalog.titles.queryNumbers;
  const since = addedSince(RECENT_DAYS, state.library);
  return {
    ...traceOf(search),
    matchOf: createTitleMatcher(search),
    cost: costOf(search),
    countRecent: () => added_day.select(search.narrowed.documents, since, Infinity).length,
  };
}

/** Counts the titles that a search finds without its filters. */
export function countWithoutFilters(view: PageView, state: SearchState): number {
  const params = new URLSearchParams(state.request);
  for (const { narrowing } of state.chosen) params.delete(narrowing);
  return runPageSearch(view, state, params).page.count;
}

/** Runs a search of a page with parameters for the API and {@link ADDED}. */
export function runPageSearch(
  { catalogs, context }: PageView,
  { library, searchType, sort, listsAllEditions }: SearchState,
  params: URLSearchParams,
): TitleSearch {
  const days = params.get(ADDED);
  const catalog = catalogs.find((one) => one.library.id === library.id);
  const options = {
    collapse: listsAllEditions ? undefined : ('work' as const),
    addedSince: days === null ? undefined : addedSince(days, library),
    ranks: sort === OLDEST_FIRST && catalog !== undefined ? oldestFirst(catalog) : undefined,
  };
  const fields = searchType === 'title' ? TITLE_SEARCH : undefined;
  if (sort === 'author') params.set('sort', 'family_name');
  return runSearch(catalogs, params, context, options, fields, SEARCH_TABLE);
}

/** Returns the first of the last days before the date of the snapshot, as the query language does for `new`. */
const addedSince = (days: string, { snapshot_date }: Library) =>
  dayOf(snapshot_date) - Number(days);

/** Returns the rank of each title from the earliest year to the latest. Titles without a year stay last. */
const oldestFirst = memoizePerObject(
  ({ titles: { queryNumbers, ranks } }: Catalog) => {
    const { length } = Array.from(ranks.published_date).filter(
      (_, number) => queryNumbers.publication_year.get(number) !== undefined,
    );
    return ranks.published_date.map((rank) => (rank < length ? length - 1 - rank : rank));
  },
  ({ titles }) => titles.ranks.published_date,
);

/** The cost of relaxing a query, in the unit of `QueryCost`: finding corrections of misspelled words takes milliseconds. */
const COST_OF_RELAXATION = 1_000_000;

function costOf({ found: { relaxed, strict, groups } }: TitleSearch): number {
  const first = relaxed !== undefined || strict.length === 0 ? COST_OF_RELAXATION : 0;
  return groups.reduce((sum, { matches }) => sum + matches.cost, first);
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
 * Returns the ranges in the {@link limitFields}, such as `1987-2003` and `5..9`. A range is empty if both fields are
 * blank, or if they are no limits of an extra field in any order.
 */
function submittedLimits(params: URLSearchParams, library: Library): [string, string][] {
  return narrowingsOf(library).flatMap((name): [string, string][] => {
    const typed = typedValuesIn(name, library);
    const [from, to] = Object.values(limitFields(name)).map((field) => params.get(field)?.trim());
    if (from === undefined && to === undefined) return [];
    if (name === 'publication_date') return [[name, from || to ? `${from ?? ''}-${to ?? ''}` : '']];
    const ranges = [`${from ?? ''}..${to ?? ''}`, `${to ?? ''}..${from ?? ''}`];
    return typed ? [[name, ranges.find((range) => typed.rangeOf(range)) ?? '']] : [];
  });
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
