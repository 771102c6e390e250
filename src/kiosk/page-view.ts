import type { Catalog } from '../catalog/catalog.js';
import type { RequestContext } from '../v1/context.js';
import type { Language } from './language.js';

/** Options of {@link createKiosk}. */
export interface KioskOptions {
  /**
   * The number of minutes without input after which a page clears the search and returns to the home
   * page. Must be greater than 0. Fractions are allowed; the time is rounded to whole seconds. If omitted,
   * pages never return to the home page.
   *
   * With this option, browsers do not store pages. Pages show the URLs in records as text instead of
   * links, because a screen without browser buttons offers no way back.
   */
  readonly idleMinutes?: number | undefined;
  /**
   * The id of the branch where the kiosk is. Pages list the holdings of this branch first. If omitted, or
   * if the library has no branch with this id, pages list holdings in the library's branch order.
   */
  readonly branch?: string | undefined;
  /**
   * Whether pages show the cover images that title and list records link to. The browser loads these
   * images from other sites. Default: false, which shows only generated covers.
   */
  readonly remoteCovers?: boolean | undefined;
}

/** The query parameters of a URL. Parameters with the value undefined are omitted. */
export type PageParameters = Readonly<Record<string, string | number | undefined>>;

/** A request for a page, with the data and functions that are needed to render the page. */
export interface PageView {
  /** The texts and formats of the page's locale. */
  readonly language: Language;
  readonly catalogs: readonly Catalog[];
  readonly options: KioskOptions;
  readonly context: RequestContext;
  /** The path as received, percent-encoded. */
  readonly path: string;
  readonly params: URLSearchParams;
  /** Returns the URL of a path of the site. The URL has no `locale` parameter. */
  hrefWithoutLocale(path: string): string;
  /**
   * Returns the URL of a path of the site with a query. If the current request has a valid `locale`
   * parameter, the URL has the same `locale`, unless `params` has another `locale`.
   */
  href(path: string, params?: PageParameters): string;
  /** Returns the URL of a style sheet, script or icon. */
  assetHref(name: string): string;
}

/** Returns the URL of the current page in another locale. */
export function hrefInLocale({ path, params, href }: PageView, locale: string): string {
  return href(path, { ...Object.fromEntries(params), locale });
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
