import type { Catalog, ListHeader } from '../catalog/catalog.js';
import { sampleCatalog } from '../catalog/catalog-sample.js';
import { checkOptions, type OptionCheck, TRUE_OR_FALSE } from '../catalog/check-options.js';
import { ApiError } from '../v1/api-error.js';
import { findTitle } from '../v1/find-record.js';
import type { Site, SiteRequest, SiteResponse } from '../web/site.js';
import { ADVANCED_PARAMETERS } from './advanced-query.js';
import { layout, suggestionsResponse } from './components/layout.js';
import { generateCover } from './cover/generate-cover.js';
import { feed, robotsTxt, sitemapFile, sitemapIndex } from './discovery.js';
import { languageOf, negotiateLocale } from './language.js';
import { isPublicSite, queryString } from './links.js';
import { type KioskOptions, type Page, type PageView, requireCatalog } from './page-view.js';
import { advancedPage } from './pages/advanced.js';
import { browsePage } from './pages/browse.js';
import { collectionPage, listPage } from './pages/collection.js';
import { badRequestPage, notFoundPage } from './pages/error.js';
import { helpPage } from './pages/help.js';
import { homePage, librariesPage, resultsByLibraryPage } from './pages/home.js';
import { marcRecordPage } from './pages/marc-record.js';
import { resultsPage } from './pages/results.js';
import { titlePage } from './pages/title.js';
import { citationFile } from './reference-files.js';
import {
  chosenBranches,
  listParameters,
  readPageParameters,
  SEARCH_PARAMETERS,
  WAY_BACK_FIELDS,
  YEAR_FIELDS,
} from './search-state.js';

/** The headers that every response of the site contains. */
const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
} as const;

/**
 * Returns the headers of pages and assets. The headers allow a page to load only files of the site. With
 * `remoteCovers`, a page may also load images of other sites.
 */
function pageHeaders({ remoteCovers }: KioskOptions): Readonly<Record<string, string>> {
  const images = remoteCovers ? "img-src 'self' https: http:" : "img-src 'self'";
  return {
    ...COMMON_HEADERS,
    'Content-Security-Policy': [
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      images,
      "connect-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
}

/** The headers of a generated cover. The headers allow pages of other sites to show the cover. */
const COVER_HEADERS = {
  ...COMMON_HEADERS,
  'Content-Security-Policy': "default-src 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

const CACHE_ONE_DAY = 'public, max-age=86400';
const CACHE_ONE_YEAR = 'public, max-age=31536000, immutable';

const PAGE_PARAMETERS = [
  ...SEARCH_PARAMETERS,
  ...Object.values(YEAR_FIELDS),
  ...Object.values(WAY_BACK_FIELDS),
  ...Object.values(ADVANCED_PARAMETERS),
  'view',
  'editions',
  'library',
  'locale',
];

/** A pattern of paths and the function that handles requests for matching paths. */
interface Route {
  /** The groups capture percent-encoded parts of the path, such as ids. */
  readonly path: RegExp;
  /** Returns the response. `captures` are the decoded captures of {@link path}. */
  handle(view: PageView, captures: readonly string[]): SiteResponse;
}

/**
 * Creates the web pages that `createKiosk` describes. Needs nothing from Node.
 *
 * @throws TypeError if an option has the wrong type
 */
export function createPages(options: KioskOptions, assets: Assets): Site {
  checkOptions('createKiosk', options, CHECKS);
  const routes = createRoutes(options, assets);
  const site: Site = (request, catalogs, baseUrl) => {
    const view = createPageView(request, catalogs, baseUrl, options, assets);
    try {
      for (const { path, handle } of routes) {
        const match = path.exec(request.path);
        if (match !== null) return handle(view, match.slice(1).map(decodeURIComponent));
      }
      const document = findDocument(view);
      return document === undefined ? unknownPath(view) : respondWithDocument(document);
    } catch (error) {
      if (error instanceof URIError) return respond(view, notFoundPage(view), 404);
      if (!(error instanceof ApiError)) throw error;
      return error.status === 404
        ? respond(view, notFoundPage(view), 404)
        : {
            ...respond(view, badRequestPage(view, error), 400),
            isTooCostly: error.code === 'query_too_costly',
          };
    }
  };
  return Object.assign(site, { parameters: PAGE_PARAMETERS, warmUpPaths });
}

const CHECKS: Readonly<Record<keyof KioskOptions, OptionCheck>> = {
  idleMinutes: {
    expected: 'a number greater than 0',
    isValid: (value) => typeof value === 'number' && value > 0,
  },
  branch: { expected: 'the id of a branch', isValid: (value) => typeof value === 'string' },
  remoteCovers: TRUE_OR_FALSE,
};

function createRoutes(options: KioskOptions, assets: Assets): readonly Route[] {
  return [
    { path: /^\/$/, handle: (view) => respond(view, startPage(view)) },
    { path: /^\/search$/, handle: (view) => respond(view, searchPage(view)) },
    { path: /^\/advanced$/, handle: (view) => respond(view, formPage(view)) },
    { path: /^\/help$/, handle: (view) => respond(view, helpPage(view)) },
    {
      path: /^\/item\/show\/([^/]+)$/,
      handle: (view, [id]) => respond(view, titlePage(view, id)),
    },
    {
      path: /^\/item\/marc\/([^/]+)$/,
      handle: (view, [id]) => respond(view, marcRecordPage(view, id)),
    },
    {
      path: /^\/browse\/([^/]+)$/,
      handle: (view, [kind]) => respond(view, browsePage(view, requireCatalog(view), kind)),
    },
    {
      path: /^\/list\/show\/([^/]+)\/([^/]+)$/,
      handle: (view, [user, id]) => respond(view, listPage(view, user, id)),
    },
    {
      path: /^\/collection\/show\/([^/]+)$/,
      handle: (view, [id]) => respond(view, collectionPage(view, id)),
    },
    {
      path: /^\/cover\/([^/]+)\/([^/]+)\.svg$/,
      handle: ({ catalogs }, [format, id]) => respondWithCover(catalogs, format, id),
    },
    {
      path: /^\/suggest$/,
      handle: (view) => ({
        status: 200,
        headers: {
          ...COMMON_HEADERS,
          'Content-Type': 'application/json; charset=utf-8',
          'Cache-Control': 'no-store',
        },
        body: JSON.stringify(suggestionsResponse(view, requireCatalog(view))),
      }),
    },
    {
      path: /^(\/assets\/[^/]+\/[^/]+)$/,
      handle: (view, [path]) => {
        const asset = assets.find(path);
        if (asset === undefined) return unknownPath(view);
        const headers = {
          ...pageHeaders(options),
          'Content-Type': asset.contentType,
          'Cache-Control': CACHE_ONE_YEAR,
        };
        return { status: 200, headers, body: asset.body };
      },
    },
  ];
}

function startPage(view: PageView): Page {
  const hasLibrary = view.catalogs.length === 1 || view.params.has('library');
  return hasLibrary ? homePage(view, requireCatalog(view)) : librariesPage(view);
}

function searchPage(view: PageView): Page {
  const hasLibrary = view.catalogs.length === 1 || view.params.has('library');
  return hasLibrary ? resultsPage(view, requireCatalog(view)) : resultsByLibraryPage(view);
}

function formPage(view: PageView): Page {
  const hasLibrary = view.catalogs.length === 1 || view.params.has('library');
  return hasLibrary ? advancedPage(view, requireCatalog(view)) : librariesPage(view);
}

function respondWithCover(catalogs: readonly Catalog[], format: string, id: string): SiteResponse {
  const { record } = findTitle(catalogs, id);
  if (record.format.id !== format) {
    throw new ApiError('title_not_found', `No cover of title '${id}' in format '${format}' found.`);
  }
  const headers = {
    ...COVER_HEADERS,
    'Content-Type': 'image/svg+xml',
    'Cache-Control': CACHE_ONE_DAY,
  };
  return { status: 200, headers, body: generateCover(record) };
}

function respondWithDocument({ contentType, fileName, body }: SiteDocument): SiteResponse {
  const headers = { ...COMMON_HEADERS, 'Content-Type': contentType, Vary: 'Accept-Language' };
  const disposition = { 'Content-Disposition': `attachment; filename="${fileName}"` };
  return { status: 200, headers: { ...headers, ...(fileName && disposition) }, body };
}

function unknownPath(view: PageView): SiteResponse {
  return { ...respond(view, notFoundPage(view), 404), isUnknownPath: true };
}

function respond(view: PageView, page: Page, status = 200): SiteResponse {
  const isKiosk = view.options.idleMinutes !== undefined;
  const headers = {
    ...pageHeaders(view.options),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': view.language.locale,
    // On a shared screen, the browser must not store the searches of earlier readers.
    'Cache-Control': isKiosk ? 'no-store' : 'no-cache',
    Vary: 'Accept-Language',
  };
  return { status, headers, body: layout(view, page) };
}

function createPageView(
  request: SiteRequest,
  catalogs: readonly Catalog[],
  baseUrl: string,
  options: KioskOptions,
  assets: Assets,
): PageView {
  const params = readPageParameters(request.query);
  const listed = listParameters(params);
  const requested = params.get('locale');
  const locale = negotiateLocale(requested, request.headers['accept-language']);
  // The base URL may have a path, such as `/catalog`. A proxy removes this path from requests.
  const prefix = new URL(baseUrl).pathname.replace(/\/+$/, '');
  return {
    language: languageOf(locale),
    catalogs,
    options,
    context: { baseUrl },
    firstBranches: [...new Set([...chosenBranches(params), options.branch ?? []].flat())],
    path: request.path,
    params,
    hrefWithoutLocale: (path) => prefix + path,
    href: (path, parameters = {}) =>
      prefix +
      path +
      queryString({
        ...listed,
        ...parameters,
        locale: parameters.locale ?? (requested === locale ? locale : undefined),
      }),
    assetHref: (name) => prefix + assets.pathOf(name),
    manifest: assets.manifest,
  };
}

/** A file of the site for other programs. */
interface SiteDocument {
  /** The value of `Content-Type`. */
  readonly contentType: string;
  readonly body: string;
  /** The name under which browsers save the file. Default: browsers show the file. */
  readonly fileName?: string;
}

const XML = 'application/xml; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const CITATION_PATH = /^\/item\/cite\/([^/]+)\.(ris|bib)$/;
const SITEMAP_PATH = /^\/sitemap-(\d{1,9})\.xml$/;

/**
 * Returns the file at the path of a request: a citation, a feed, or on a public site the sitemap. Returns undefined
 * for any other path.
 *
 * @throws ApiError 404 for an unknown title or library, 400 for an invalid search
 */
function findDocument(view: PageView): SiteDocument | undefined {
  const { path, catalogs } = view;
  if (path === '/feed') {
    const contentType = 'application/atom+xml; charset=utf-8';
    return { contentType, body: feed(view, requireCatalog(view)) };
  }
  const [, id, extension] = CITATION_PATH.exec(path) ?? [];
  if (id !== undefined) {
    const { catalog, record } = findTitle(catalogs, decodeURIComponent(id));
    return citationFile(view, catalog.library, record, extension);
  }
  if (!isPublicSite(view)) return undefined;
  if (path === '/robots.txt') return { contentType: TEXT, body: robotsTxt(view) };
  if (path === '/sitemap.xml') return { contentType: XML, body: sitemapIndex(view) };
  const [, number] = SITEMAP_PATH.exec(path) ?? [];
  const body = number === undefined ? undefined : sitemapFile(view, Number(number));
  return body === undefined ? undefined : { contentType: XML, body };
}

/** A style sheet, script or icon of the pages. */
export interface Asset {
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

/** The number of words that are searched for, and the number of titles whose pages are requested. */
const WORDS = 2;
const TITLES = 1;

/** Returns paths of one page of each kind that a catalog has, of results pages and of suggestions, with queries. */
function warmUpPaths(catalog: Catalog): string[] {
  const { words, titles, values } = sampleCatalog(catalog);
  const { library, lists, users } = catalog;
  const pathOf = (path: string, params: Record<string, string>) =>
    path + queryString({ ...params, library: library.id });
  return [
    pathOf('/', {}),
    pathOf('/help', {}),
    pathOf('/advanced', {}),
    ...words
      .slice(-WORDS)
      .flatMap((q) => [
        pathOf('/search', { q }),
        pathOf('/search', { q, ...values }),
        pathOf('/suggest', { q: q.slice(0, 2) }),
      ]),
    ...titles.slice(0, TITLES).map(({ id }) => `/item/show/${encodeURIComponent(id)}`),
    ...(users.size === 0 ? [] : [`/collection/show/${encodeURIComponent(users.id(0))}`]),
    ...(lists.size === 0 ? [] : [listPath(lists.header(0))]),
  ];
}

function listPath({ id, user }: ListHeader): string {
  return `/list/show/${encodeURIComponent(String(user))}/${encodeURIComponent(id)}`;
}
