/** The types that `routes.ts`, the pages and the components share: the input of a page, and its contents. */

import { isWebAddress } from '../base/json-schema.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Title } from '../catalog/records/title.js';
import { notFound } from '../v1/api-error.js';
import type { RequestContext } from '../v1/context.js';
import type { TitleDetail } from '../v1/schema/responses.js';
import type { Html } from './html.js';
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
  /**
   * The address of covers by ISBN, such as `https://covers.example.org/{isbn}.jpg`. The ISBN, without hyphens, replaces
   * `{isbn}`. The browser loads the covers from this site, which receives the ISBNs that readers look at. Not allowed with
   * `idleMinutes`. Default: none.
   */
  readonly coverUrl?: string | undefined;
  /**
   * Whether pages on a shared screen have a button that prints, because the screen has a printer. No effect without
   * `idleMinutes`: other pages always have the button. Default: false.
   */
  readonly printing?: boolean | undefined;
  /** Whether pages announce the OPDS catalog that `createOpds` serves beside them. Default: false. */
  readonly opds?: boolean | undefined;
}

/** The expected value of `coverUrl`, for messages. */
export const COVER_URL = 'an address with {isbn} such as https://covers.example.org/{isbn}.jpg';

/** Returns whether a value can be the option `coverUrl`. */
export function isCoverUrl(value: unknown): boolean {
  return typeof value === 'string' && value.includes('{isbn}') && isWebAddress(value);
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
  /** Whether readers share the screen: the option `idleMinutes` is set. */
  readonly isKiosk: boolean;
  readonly assets: Assets;
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
}

/** Returns whether pages have buttons that print. */
export function canPrint({ isKiosk, options }: PageView): boolean {
  return !isKiosk || options.printing === true;
}

/** A title on its page, with the data that the sections of the page are rendered from. */
export interface TitleView {
  readonly view: PageView;
  readonly catalog: Catalog;
  readonly record: Title;
  readonly detail: TitleDetail;
}

/** A style sheet, script or icon of the pages. */
interface Asset {
  /** The value of `Content-Type`. */
  readonly contentType: string;
  readonly body: Uint8Array;
}

/**
 * The style sheets, scripts and icons of the pages. The path of each file contains a hash of all the
 * files, so clients can cache a file without revalidation.
 */
export interface Assets {
  /** Returns the path of a file, such as `/assets/1f3870be274f6c49/kiosk.css`. */
  pathOf(name: string): string;
  /** Returns the file at a path, or undefined if the pages do not serve the path. */
  find(path: string): Asset | undefined;
  /** The name of the web app manifest, with which readers can install the pages. Default: none. */
  readonly manifest?: string | undefined;
}

/** The contents of a page. */
export interface Page {
  /**
   * The beginning of the `title` element. The name of the library follows, unless `title` is the same text.
   * If there is no library, the word for "Catalog" follows.
   */
  readonly title: string;
  /** The catalog of the library that the page belongs to, or undefined if the page has no library. */
  readonly catalog?: Catalog | undefined;
  readonly main: Html;
  /** Whether the page has results, to which a link before the header leads. Default: false. */
  readonly hasResults?: boolean;
  /** Further elements of the head, such as links to feeds. Default: none. */
  readonly head?: Html;
  /** Whether search engines may list the page if the site is public. Default: false. */
  readonly isListed?: boolean;
  /**
   * The initial values of the search form in the header, or false for a header without a search form.
   * Default: an empty search form.
   */
  readonly search?: SearchFormValues | false | undefined;
}

/** The initial values of a search form. */
export interface SearchFormValues {
  readonly q?: string;
  readonly searchType?: string;
  /** The filters that a new search keeps if the reader chooses so, as a query string. Default: none. */
  readonly filters?: string;
  /** The names of the filters. */
  readonly filterNames?: string;
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
