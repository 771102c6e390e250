/**
 * The paths of the site, and the common parts of its responses: headers, the language, and the pages for errors.
 * `pages/` renders the pages, and other files render what other programs read. Needs nothing from Node, so that a service
 * worker also answers with these pages.
 */

import { checkOptions, type OptionCheck, TRUE_OR_FALSE } from '../base/check-options.js';
import type { Catalog } from '../catalog/catalog.js';
import { sampleCatalog } from '../catalog/catalog-sample.js';
import { ApiError } from '../v1/api-error.js';
import { findTitle } from '../v1/find-record.js';
import { negotiateLocale } from '../web/negotiation.js';
import type { Site, WebRequest, WebResponse } from '../web/web-request.js';
import { ADVANCED_PARAMETERS } from './advanced-query.js';
import { layout, suggestionsResponse } from './components/layout.js';
import { faceFileAt } from './components/library-face.js';
import { generateCover } from './cover/generate-cover.js';
import { feed, robotsTxt, sitemapFile, sitemapIndex } from './discovery.js';
import { languageOf } from './language.js';
import { collectionPath, isPublicSite, listPath, queryString, titlePath } from './links.js';
import {
  type Assets,
  COVER_URL,
  isCoverUrl,
  type KioskOptions,
  type Page,
  type PageView,
  requireCatalog,
} from './page-view.js';
import { advancedPage } from './pages/advanced.js';
import { browsePage } from './pages/browse.js';
import { collectionPage, listPage } from './pages/collection.js';
import { badRequestPage, notFoundPage, refusalPage } from './pages/error.js';
import { helpPage } from './pages/help.js';
import { homePage, listsPage } from './pages/home.js';
import { librariesPage, resultsByLibraryPage } from './pages/libraries.js';
import { marcRecordPage } from './pages/marc-record.js';
import { resultsPage } from './pages/results.js';
import { savedPage, sharedListPage, sharedTitles } from './pages/saved-list.js';
import { titlePage } from './pages/title.js';
import { valuesPage } from './pages/values.js';
import { citationFile } from './reference-files.js';
import {
  ADDED,
  chosenBranches,
  listParameters,
  readPageParameters,
  SEARCH_PARAMETERS,
  WAY_BACK_FIELDS,
  YEAR_FIELDS,
} from './search-state.js';

type Handler = (view: PageView, ...captures: string[]) => WebResponse | undefined;

const CACHE_ONE_DAY = 'public, max-age=86400';
const CACHE_ONE_YEAR = 'public, max-age=31536000, immutable';

const ATOM = 'application/atom+xml; charset=utf-8';
const XML = 'application/xml; charset=utf-8';

/** The paths of the site. The groups of a path capture ids and names, which are decoded for the handler. */
const ROUTES: readonly (readonly [RegExp, Handler])[] = [
  [/^\/$/, page(ofLibrary(homePage, librariesPage))],
  [/^\/search$/, page(ofLibrary(resultsPage, resultsByLibraryPage))],
  [/^\/search\/([^/]+)$/, page((view, facet) => valuesPage(view, requireCatalog(view), facet))],
  [/^\/advanced$/, page(ofLibrary(advancedPage, librariesPage))],
  [/^\/help$/, page(helpPage)],
  [/^\/browse\/([^/]+)$/, page((view, kind) => browsePage(view, requireCatalog(view), kind))],
  [/^\/item\/show\/([^/]+)$/, page(titlePage)],
  [/^\/item\/marc\/([^/]+)$/, page(marcRecordPage)],
  [/^\/item\/cite\/([^/]+)\.(ris|bib)$/, citation],
  [/^\/saved$/, page(savedPage)],
  [/^\/list$/, page(sharedListPage)],
  [/^\/list\.(ris|bib|csv)$/, sharedList],
  [/^\/lists$/, page(ofLibrary(listsPage, librariesPage))],
  [/^\/list\/show\/([^/]+)\/([^/]+)$/, page(listPage)],
  [/^\/collection\/show\/([^/]+)$/, page(collectionPage)],
  [/^\/cover\/([^/]+)\/([^/]+)\.svg$/, cover],
  [/^\/suggest$/, suggestions],
  [/^\/feed$/, (view) => file(ATOM, feed(view, requireCatalog(view)))],
  [/^\/robots\.txt$/, onPublicSite('text/plain; charset=utf-8', robotsTxt)],
  [/^\/sitemap\.xml$/, onPublicSite(XML, sitemapIndex)],
  [/^\/sitemap-(\d{1,9})\.xml$/, onPublicSite(XML, (view, n) => sitemapFile(view, Number(n)))],
  [/^\/library\/[^/]+\/[^/]+$/, libraryFile],
  [/^\/assets\/[^/]+\/[^/]+$/, asset],
];

const PAGE_PARAMETERS = [
  ...SEARCH_PARAMETERS,
  ...Object.values(YEAR_FIELDS),
  ...Object.values(WAY_BACK_FIELDS),
  ...Object.values(ADVANCED_PARAMETERS),
  ...[ADDED, 'view', 'editions', 'limit', 'library', 'locale'],
];

const CHECKS: Readonly<Record<keyof KioskOptions, OptionCheck>> = {
  idleMinutes: {
    expected: 'a number greater than 0',
    isValid: (value) => typeof value === 'number' && value > 0,
  },
  branch: { expected: 'the id of a branch', isValid: (value) => typeof value === 'string' },
  remoteCovers: TRUE_OR_FALSE,
  coverUrl: { expected: COVER_URL, isValid: isCoverUrl },
  printing: TRUE_OR_FALSE,
  opds: TRUE_OR_FALSE,
};

/**
 * Creates the web pages that `createKiosk` describes.
 *
 * @throws TypeError if an option has the wrong type
 */
export function createPages(options: KioskOptions, assets: Assets): Site {
  checkOptions('createKiosk', options, CHECKS);
  if (options.idleMinutes !== undefined && options.coverUrl !== undefined) {
    throw new TypeError(
      'createKiosk: coverUrl: expected no address together with idleMinutes, found one; a kiosk sends nothing to other sites',
    );
  }
  const site: Site = (request, catalogs, baseUrl) => {
    const view = createPageView(request, catalogs, baseUrl, options, assets);
    try {
      return (
        findResponse(view) ?? { ...respond(view, notFoundPage(view), 404), isUnknownPath: true }
      );
    } catch (error) {
      if (error instanceof URIError) return respond(view, notFoundPage(view), 404);
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404) return respond(view, notFoundPage(view), 404);
      const isTooCostly = error.code === 'query_too_costly';
      return { ...respond(view, badRequestPage(view, error), 400), isTooCostly };
    }
  };
  const errorPage: Site['errorPage'] = (request, catalogs, status) => {
    const view = createPageView(request, catalogs, request.baseUrl, options, assets);
    // Without catalogs, the page still needs its style sheet.
    const found = catalogs.length === 0 ? asset(view) : undefined;
    const isWanted = String(request.headers.accept ?? '').includes('text/html');
    return found ?? (isWanted ? respond(view, refusalPage(view, status), status) : undefined);
  };
  return Object.assign(site, { parameters: PAGE_PARAMETERS, warmUpPaths, errorPage });
}

/** @throws URIError if the path is not percent-encoded; ApiError 404 for an unknown id, 400 for an invalid parameter */
function findResponse(view: PageView): WebResponse | undefined {
  for (const [path, handle] of ROUTES) {
    const match = path.exec(view.path);
    if (match !== null) return handle(view, ...match.slice(1).map(decodeURIComponent));
  }
  return undefined;
}

/** Returns the request for a page with the catalogs, the language and the functions that rendering needs. */
function createPageView(
  request: WebRequest,
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
    isKiosk: options.idleMinutes !== undefined,
    context: { baseUrl },
    firstBranches: [...new Set([...chosenBranches(params), options.branch ?? []].flat())],
    path: request.path,
    params,
    assets,
    hrefWithoutLocale: (path) => prefix + path,
    href: (path, parameters = {}) =>
      prefix +
      path +
      queryString({
        ...listed,
        ...parameters,
        locale: parameters.locale ?? (requested === locale ? locale : undefined),
      }),
  };
}

/** The headers that every response of the site contains. */
const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
} as const;

/**
 * Returns the headers of pages and assets. The headers allow a page to load only files of the site. With
 * `remoteCovers`, a page may also load images of other sites, and with `coverUrl` the images of one site.
 */
function pageHeaders({ remoteCovers, coverUrl }: KioskOptions): Readonly<Record<string, string>> {
  const others = remoteCovers ? 'https: http:' : coverUrl && new URL(coverUrl).origin;
  const images = ["img-src 'self'", others].filter(Boolean).join(' ');
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

function page(render: (view: PageView, ...captures: string[]) => Page): Handler {
  return (view, ...captures) => respond(view, render(view, ...captures));
}

/** Renders the page of the requested or only library. Without a choice among several libraries, renders another page. */
function ofLibrary(
  render: (view: PageView, catalog: Catalog) => Page,
  renderForAll: (view: PageView) => Page,
): (view: PageView) => Page {
  return (view) =>
    view.catalogs.length === 1 || view.params.has('library')
      ? render(view, requireCatalog(view))
      : renderForAll(view);
}

function respond(view: PageView, page: Page, status = 200): WebResponse {
  const headers = {
    ...pageHeaders(view.options),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': view.language.locale,
    // On a shared screen, the browser must not store the searches of earlier readers.
    'Cache-Control': view.isKiosk ? 'no-store' : 'no-cache',
    Vary: 'Accept-Language',
  };
  return { status, headers, body: layout(view, page) };
}

/** Responds with a file for other programs. Browsers save it under `fileName`, or show it if the name is omitted. */
function file(contentType: string, body: string, fileName?: string): WebResponse {
  const headers = {
    ...COMMON_HEADERS,
    'Content-Type': contentType,
    Vary: 'Accept-Language',
    ...(fileName && { 'Content-Disposition': `attachment; filename="${fileName}"` }),
  };
  return { status: 200, headers, body };
}

function onPublicSite(
  contentType: string,
  render: (view: PageView, ...captures: string[]) => string | undefined,
): Handler {
  return (view, ...captures) => {
    const body = isPublicSite(view) ? render(view, ...captures) : undefined;
    return body === undefined ? undefined : file(contentType, body);
  };
}

function citation(view: PageView, id: string, extension: string): WebResponse {
  return file(...citationFile(view, [findTitle(view.catalogs, id)], id, extension));
}

function sharedList(view: PageView, extension: string): WebResponse {
  return file(...citationFile(view, sharedTitles(view).found, 'titles', extension));
}

/** Responds with a generated cover, which pages of other sites can also show. */
function cover({ catalogs }: PageView, format: string, id: string): WebResponse {
  const { record } = findTitle(catalogs, id);
  if (record.format.id !== format) {
    throw new ApiError('title_not_found', `No cover of title '${id}' in format '${format}' found.`);
  }
  const headers = {
    ...COMMON_HEADERS,
    'Content-Security-Policy': "default-src 'none'",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Content-Type': 'image/svg+xml',
    'Cache-Control': CACHE_ONE_DAY,
  };
  return { status: 200, headers, body: generateCover(record) };
}

function suggestions(view: PageView): WebResponse {
  const headers = {
    ...COMMON_HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  };
  const body = JSON.stringify(suggestionsResponse(view));
  return { status: 200, headers, body };
}

function asset(view: PageView): WebResponse | undefined {
  return immutableFile(view.assets.find(view.path), pageHeaders(view.options));
}

/** Responds with the logo or the style sheet of a library. A logo can neither run scripts nor load other files. */
function libraryFile(view: PageView): WebResponse | undefined {
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  return immutableFile(faceFileAt(view), { ...COMMON_HEADERS, 'Content-Security-Policy': policy });
}

/** Responds with a file whose path contains a hash of its contents. */
function immutableFile(
  found: { readonly contentType: string; readonly body: Uint8Array } | undefined,
  policy: WebResponse['headers'],
): WebResponse | undefined {
  if (found === undefined) return undefined;
  const headers = {
    ...policy,
    'Content-Type': found.contentType,
    'Cache-Control': CACHE_ONE_YEAR,
  };
  return { status: 200, headers, body: found.body };
}

const WARM_UP_WORDS = 2;

/** Returns paths of one page of each kind that a catalog has, of results pages and of suggestions, with queries. */
function warmUpPaths(catalog: Catalog): string[] {
  const { words, titles, values } = sampleCatalog(catalog);
  const { library, lists, users } = catalog;
  const pathOf = (path: string, params: Record<string, string>) =>
    path + queryString({ ...params, library: library.id });
  return [
    ...['/', '/help', '/advanced'].map((path) => pathOf(path, {})),
    ...words
      .slice(-WARM_UP_WORDS)
      .flatMap((q) => [
        pathOf('/search', { q }),
        pathOf('/search', { q, ...values }),
        pathOf('/suggest', { q: q.slice(0, 2) }),
      ]),
    ...titles.slice(0, 1).map(({ id }) => titlePath(id)),
    ...(users.size === 0 ? [] : [collectionPath(users.id(0))]),
    ...(lists.size === 0 ? [] : [listPath(lists.header(0).user, lists.header(0).id)]),
  ];
}
