import type { Catalog } from '../catalog/catalog.js';
import { notFound } from '../v1/api-error.js';
import type { RequestContext } from '../v1/context.js';
import { readParameters } from '../v1/parameters.js';
import { type Page, paginate } from '../v1/response/envelope.js';
import { PARAMETERS } from '../v1/schema/parameters.js';
import type { Language } from './language.js';

/** Options of {@link createKiosk}. */
export interface KioskOptions {
  /**
   * The number of minutes without input after which a page clears the search and returns to the home
   * page. Must be greater than 0. Fractions are allowed; the time is rounded to whole seconds. If omitted,
   * pages never return to the home page.
   *
   * With this option, browsers do not store pages. Pages show the URLs in records as text with a QR code instead of
   * links, because a screen without browser buttons offers no way back.
   */
  readonly idleMinutes?: number | undefined;
  /**
   * The id of the branch where the kiosk is. Pages list the holdings of branches that a reader has chosen first, and then
   * the holdings of this branch. If omitted, or if the library has no branch with this id, pages list holdings in the
   * library's branch order.
   */
  readonly branch?: string | undefined;
  /**
   * Whether pages show the cover images that title and list records link to. The browser loads these
   * images from other sites. Default: false, which shows only generated covers.
   */
  readonly remoteCovers?: boolean | undefined;
}

/**
 * The query parameters of a URL. Parameters with the value undefined are omitted. A parameter with an array is repeated.
 */
export type PageParameters = Readonly<
  Record<string, string | number | readonly string[] | undefined>
>;

/** A request for a page, with the data and functions that are needed to render the page. */
export interface PageView {
  /** The texts and formats of the page's locale. */
  readonly language: Language;
  readonly catalogs: readonly Catalog[];
  readonly options: KioskOptions;
  readonly context: RequestContext;
  /**
   * The ids of the branches whose holdings come first: the branches that the reader has chosen, and the branch of the
   * kiosk.
   */
  readonly firstBranches: readonly string[];
  /** The path as received, percent-encoded. */
  readonly path: string;
  readonly params: URLSearchParams;
  /** Returns the URL of a path of the site. The URL has no `locale` parameter. */
  hrefWithoutLocale(path: string): string;
  /**
   * Returns the URL of a path of the site with a query. If the current request has a valid `locale`
   * parameter, the URL has the same `locale`, unless `params` has another `locale`. The same applies to
   * {@link listParameters}; the value undefined in `params` removes a parameter.
   */
  href(path: string, params?: PageParameters): string;
  /** Returns the URL of a style sheet, script or icon. */
  assetHref(name: string): string;
  /** The name of the web app manifest among the assets, if there is one. */
  readonly manifest: string | undefined;
}

/**
 * Returns which page of some items the parameter `page` selects.
 *
 * @param limit the maximum number of items on a page
 * @param count the number of all items
 * @throws ApiError 400 for an invalid `page`
 */
export function requestedPage({ params }: PageView, limit: number, count: number): Page {
  const request = { page: params.get('page') || undefined };
  const { page } = readParameters(request, { page: PARAMETERS.listListsOfUser.page });
  return paginate({ page, limit }, count);
}

/** Returns the URL of the same page with another number of the page. */
export function hrefOfPage({ path, params, href }: PageView, page: number): string {
  return href(path, { ...repeatedParameters(params), page: page > 1 ? page : undefined });
}

/** The value of the parameter `view` for a compact list of results. */
export const COMPACT_VIEW = 'compact';

/** Returns whether the parameters of a page choose a compact list of results. */
export function isCompact(params: URLSearchParams): boolean {
  return params.get('view') === COMPACT_VIEW;
}

/** The value of the parameter `editions` for results that list every edition of a work. */
export const ALL_EDITIONS = 'all';

/** Returns whether the parameters of a page choose results that list every edition of a work. */
export function listsAllEditions(params: URLSearchParams): boolean {
  return params.get('editions') === ALL_EDITIONS;
}

/** Returns the parameters of a page that choose another list of results than the default. */
export function listParameters(params: URLSearchParams): Readonly<Record<string, string>> {
  return {
    ...(isCompact(params) && { view: COMPACT_VIEW }),
    ...(listsAllEditions(params) && { editions: ALL_EDITIONS }),
  };
}

/** Returns the URL of the current page in another locale. */
export function hrefInLocale({ path, params, href }: PageView, locale: string): string {
  return href(path, { ...repeatedParameters(params), locale });
}

/** Returns parameters as an object, with an array for each parameter that is repeated. */
export function repeatedParameters(pairs: Iterable<readonly [string, string]>): PageParameters {
  const values = new Map<string, string | readonly string[]>();
  for (const [name, value] of pairs) {
    const earlier = values.get(name);
    values.set(name, earlier === undefined ? value : [earlier, value].flat());
  }
  return Object.fromEntries(values);
}

/**
 * Returns the catalog that the `library` parameter selects, or undefined if no catalog has this library.
 * Without the parameter, returns the only catalog, or undefined if there is not exactly one catalog.
 */
export function selectedCatalog({ catalogs, params }: PageView): Catalog | undefined {
  const library = params.get('library');
  if (library === null && catalogs.length === 1) return catalogs[0];
  return catalogs.find((catalog) => catalog.library.id === library);
}

/**
 * Returns the {@link selectedCatalog}.
 *
 * @throws ApiError 404 if there is none
 */
export function requireCatalog(view: PageView): Catalog {
  const catalog = selectedCatalog(view);
  if (catalog !== undefined) return catalog;
  throw notFound('library', view.params.get('library') ?? '', 'library');
}
