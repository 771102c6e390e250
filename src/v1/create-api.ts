/*
 * All functions of the API, bound to catalogs, for programs that import Carrel. Each function is in its own file, also
 * without the binding. `operations.ts` lists the functions that HTTP requests call.
 */

import { A_FUNCTION, AN_ADDRESS, checkNames, checkOptions } from '../base/check-options.js';
import { type CatalogsToServe, catalogsGetter, checkCatalogSet } from '../catalog/catalog-set.js';
import type { Narrowing } from '../catalog/narrowings.js';
import {
  type ExplainOptions,
  explainSearchTitles,
  type TitlesExplanation,
} from './explain-search-titles.js';
import { facetValues } from './facet-values.js';
import { getList } from './get-list.js';
import { getSession } from './get-session.js';
import {
  getTitle,
  getTitles,
  iterateTitles,
  type TitleData,
  type TitleDataOptions,
  type TitleDataWith,
} from './get-title.js';
import { listContentOfUser } from './list-content-of-user.js';
import { listListsOfUser } from './list-lists-of-user.js';
import { listUserContent } from './list-user-content.js';
import type {
  ExtraFilters,
  ExtraNarrowings,
  ParameterPairs,
  SearchParametersWith,
} from './read-parameters.js';
import type {
  FacetValuesParameters,
  GetListParameters,
  GetSessionParameters,
  GetTitleParameters,
  ListContentOfUserParameters,
  ListListsOfUserParameters,
  ListUserContentParameters,
  SearchTitlesParameters,
  SuggestParameters,
} from './schema/parameters.js';
import type {
  ContentOfUserResponse,
  FacetValues,
  ListResponse,
  ListsResponse,
  SessionResponse,
  TitleResponse,
  TitlesResponse,
  UserContentResponse,
} from './schema/responses.js';
import type { RankingOptions } from './search/field-boosts.js';
import type { SelectionOptions } from './search/run-search.js';
import { type Hit, type SearchOptions, type SearchResult, search } from './search.js';
import { searchTitles, type TitlesTrace, traceSearchTitles } from './search-titles.js';
import { type Suggestions, suggest } from './suggest/suggest.js';

/** Options of {@link createApi}. */
export interface ApiOptions {
  /**
   * The open catalogs: one catalog or an array, or an object or a function that returns the current array, such as the
   * result of `openCatalogs`. Every call of a method uses the catalogs that are current at the time of the call.
   */
  readonly catalogs: CatalogsToServe;
  /**
   * The address under which the API is served, such as `https://api.example.org`. Links in the responses of the seven
   * operations begin with this address. The other methods return no links. Default: links are paths, such as
   * `/v1/titles?q=emma&library=branch`.
   */
  readonly baseUrl?: string | undefined;
  /** Returns the time with which the expiry of a session is compared. Default: the current time. */
  readonly now?: (() => Date) | undefined;
}

/**
 * The operations of the API and further functions, bound to catalogs. All methods are synchronous. They can be called
 * without the object, as in `const { search } = api`.
 *
 * An application uses `search` for a page of results, `facetValues` for all values of a facet, `getTitles` for a page of a
 * title, and `suggest` while a reader types. They return data. The seven operations of the API, from `searchTitles` to
 * `getSession`, return the bodies of HTTP responses with links, for programs that answer requests of API clients.
 * `traceSearchTitles` and `explainSearchTitles` return further details of a search.
 *
 * An invalid request, such as an unknown library or sort order, throws `ApiError` with the HTTP status 400 or 404. An
 * invalid option, such as an unknown facet, throws `TypeError`.
 *
 * @typeParam Extra the names of the extra fields that `search` and the operations for titles accept as parameters and
 *   facets, and `search` as sort orders, such as `'shelf' | 'price'`, or `string` for names that are known only at run
 *   time. Default: none.
 */
export interface Api<Extra extends string = never> {
  /**
   * Searches the titles of one library, and returns one page of hits with scores, and facets, without links. All words
   * of `q` are required; if no title has them, the query is relaxed: see `SearchResult.relaxed`.
   *
   * @param params the query, the library and what narrows the results, by the names of `SearchParameters`, or the
   *   `URLSearchParams` of a request
   * @param options the facets to count, the fields of hits, boosts of fields, and whether each work is listed once
   * @throws ApiError 400 for a missing, invalid or unknown parameter, and for a `limit` above 100; 404 for an unknown
   *   library
   * @throws TypeError for an invalid option, such as a facet that no open library has
   * @example
   * const { count, pages, hits, facets } = api.search(
   *   { q: 'whale', library: 'alderwick', title_format: ['BK', 'EBOOK'], page: 1 },
   *   { facets: ['title_format', 'language'] },
   * );
   */
  search<const Name extends Narrowing | Extra = never, const Field extends keyof Hit = keyof Hit>(
    params: SearchParametersWith<Extra> | ParameterPairs,
    options?: SearchOptions<Name, Field>,
  ): SearchResult<Name, Field>;
  /**
   * Returns one page of all values of a facet with their counts, the most frequent first or by name, such as the authors of
   * a search that begin with `he`. `search` returns the most frequent values of several facets.
   *
   * @example
   * api.facetValues({ facet: 'author', order: 'name', prefix: 'he', q: '*', library: 'alderwick' }).values;
   * // [{ value: 'Henry A. Beers', name: 'Henry A. Beers', count: 1, isSelected: false }, ...]
   */
  facetValues(params: (FacetValuesParameters & ExtraFilters<Extra>) | ParameterPairs): FacetValues;
  /**
   * Returns titles by their ids, as data without links, with holdings and subjects. The element of an unknown id is
   * undefined. Unlike `getTitle`, it does not throw for an unknown id.
   *
   * @example const [title] = api.getTitles(['0000001101']);
   */
  getTitles<const Field extends keyof TitleData = keyof TitleData>(
    ids: readonly string[],
    options?: TitleDataOptions<Field>,
  ): (TitleDataWith<Field> | undefined)[];
  /**
   * Returns an iterator over all titles of a library, as data without links, in the order of their ids. If the catalog is
   * replaced meanwhile, the iterator continues with the old catalog.
   */
  iterateTitles<const Field extends keyof TitleData = keyof TitleData>(
    library: string,
    options?: TitleDataOptions<Field>,
  ): IterableIterator<TitleDataWith<Field>>;
  /**
   * Returns titles, authors, series and subjects that complete a query while it is typed. With narrowings, returns only what
   * a search with these narrowings finds.
   *
   * @example api.suggest({ q: 'mob', library: 'alderwick' }).suggestions[0].text // 'Moby-Dick'
   */
  suggest(params: (SuggestParameters & ExtraFilters<Extra>) | ParameterPairs): Suggestions;
  /** Searches titles, and explains the score of each title on the page. */
  explainSearchTitles(
    params: (SearchTitlesParameters & ExtraNarrowings<Extra>) | ParameterPairs,
    options?: ExplainOptions,
  ): TitlesExplanation;
  /**
   * Searches titles like `searchTitles`, and also returns how the query was relaxed and the numbers of titles by
   * publication year. With the option `collapse`, lists each work once.
   */
  traceSearchTitles(
    params: (SearchTitlesParameters & ExtraNarrowings<Extra>) | ParameterPairs,
    options?: SelectionOptions,
  ): TitlesTrace;

  /**
   * Searches titles: the body of `GET /v1/titles`, with links. With `metadata: 1`, it contains the names of all sort
   * orders and the values to narrow by. `search` returns data instead.
   */
  searchTitles(
    params: (SearchTitlesParameters & ExtraNarrowings<Extra>) | ParameterPairs,
    options?: RankingOptions,
  ): TitlesResponse;
  /**
   * Returns one title in detail, without holdings and subjects: the body of `GET /v1/titles/{id}`. An unknown id throws
   * `ApiError` 404. `getTitles` returns data instead.
   */
  getTitle(id: string, params?: GetTitleParameters | ParameterPairs): TitleResponse;
  /** Returns user content about a title, or the most recent user content: the body of `GET /v1/user_content`. */
  listUserContent(params?: ListUserContentParameters | ParameterPairs): UserContentResponse;
  /** Returns the user content of one user: the body of `GET /v1/users/{id}/user_content`. */
  listContentOfUser(
    id: string,
    params?: ListContentOfUserParameters | ParameterPairs,
  ): ContentOfUserResponse;
  /** Returns one list with its items: the body of `GET /v1/lists/{id}`. */
  getList(id: string, params?: GetListParameters | ParameterPairs): ListResponse;
  /** Returns the lists of one user: the body of `GET /v1/users/{id}/lists`. */
  listListsOfUser(id: string, params?: ListListsOfUserParameters | ParameterPairs): ListsResponse;
  /** Returns the user of a session: the body of `GET /v1/sessions/{id}`. */
  getSession(id: string, params?: GetSessionParameters | ParameterPairs): SessionResponse;
}

/**
 * Binds the functions of the API to catalogs and to a base URL.
 *
 * @throws TypeError if an option is missing or invalid, or if there are no catalogs
 * @throws CatalogSetError if two catalogs have a library, title, list or session id in common
 *
 * @typeParam Extra the names of the extra fields of the libraries, as in `createApi<'shelf'>(options)`. Default: none.
 *
 * @example
 * const api = createApi({ catalogs: [openCatalog('data/alderwick')], baseUrl: 'https://api.example.org' });
 * const { hits } = api.search({ q: 'moby dick', library: 'alderwick' });
 * hits[0].title; // 'Moby-Dick'
 */
export function createApi<Extra extends string = never>(options: ApiOptions): Api<Extra> {
  checkOptions('createApi', options, { baseUrl: AN_ADDRESS, now: A_FUNCTION });
  const { baseUrl = '', now } = options;
  const current = catalogsGetter(options.catalogs, 'createApi: catalogs');
  if (current().length === 0) {
    throw new TypeError('createApi: catalogs: expected at least one catalog, found none');
  }
  checkCatalogSet(current());
  checkNames('createApi: options', options, ['catalogs', 'baseUrl', 'now']);
  const context = () => (now === undefined ? { baseUrl } : { baseUrl, now: now() });
  return {
    search: <const Name extends Narrowing | Extra, const Field extends keyof Hit>(
      params: SearchParametersWith<Extra> | ParameterPairs,
      searchOptions?: SearchOptions<Name, Field>,
    ) => search<Name, Extra, Field>(current(), params, searchOptions),
    facetValues: (params) => facetValues<Extra>(current(), params),
    getTitles: (ids, dataOptions) => getTitles(current(), ids, dataOptions),
    iterateTitles: (library, dataOptions) => iterateTitles(current(), library, dataOptions),
    suggest: (params) => suggest<Extra>(current(), params),
    explainSearchTitles: (params, options) =>
      explainSearchTitles(current(), params, context(), options),
    traceSearchTitles: (params, selection) =>
      traceSearchTitles(current(), params, context(), selection),
    searchTitles: (params, ranking) => searchTitles(current(), params, context(), ranking),
    getTitle: (id, params = {}) => getTitle(current(), id, params, context()),
    listUserContent: (params = {}) => listUserContent(current(), params, context()),
    listContentOfUser: (id, params = {}) => listContentOfUser(current(), id, params, context()),
    getList: (id, params = {}) => getList(current(), id, params, context()),
    listListsOfUser: (id, params = {}) => listListsOfUser(current(), id, params, context()),
    getSession: (id, params = {}) => getSession(current(), id, params, context()),
  };
}
