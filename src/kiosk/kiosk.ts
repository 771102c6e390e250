import type { Catalog } from '../catalog/catalog.js';
import type { Site, SiteAnswer, SiteRequest } from '../http/site.js';
import { ApiError } from '../v1/api-error.js';
import { findTitle } from '../v1/find.js';
import { type Assets, readAssets } from './assets.js';
import { drawCover } from './cover/draw-cover.js';
import { languageOf, localeWanted } from './language.js';
import { layout, type Page } from './layout.js';
import type { KioskOptions } from './options.js';
import { collectionPage } from './pages/collection.js';
import { badRequestPage, notFoundPage } from './pages/error.js';
import { helpPage } from './pages/help.js';
import { homePage } from './pages/home.js';
import { librariesPage, whichLibraryPage } from './pages/libraries.js';
import { listPage } from './pages/list.js';
import { resultsPage } from './pages/results.js';
import { titlePage } from './pages/title.js';
import { queryOf } from './query-of.js';
import { COMMON_HEADERS, COVER_HEADERS, pageHeaders } from './security-headers.js';
import { suggestionsFor } from './suggestions.js';
import { catalogWanted, type Visit } from './visit.js';

const FOR_A_DAY = 'public, max-age=86400';
const FOREVER = 'public, max-age=31536000, immutable';

/** A page of the site; `path` groups are ids, percent-encoded. */
interface Route {
  readonly path: RegExp;
  answer(visit: Visit, ids: readonly string[]): SiteAnswer;
}

/**
 * The catalog as readers see it: pages rendered from the functions of the API, with everything that
 * they are made of.
 *
 * @example
 * createRequestListener({ catalogs, apiKeys, baseUrl, site: createKiosk({ branch: 'MAIN' }) });
 */
export function createKiosk(options: KioskOptions = {}): Site {
  const assets = readAssets();
  const pages = routesOf(options, assets);
  return (request, catalogs, baseUrl) => {
    const visit = visitOf(request, catalogs, baseUrl, options, assets);
    try {
      for (const { path, answer } of pages) {
        const match = path.exec(request.path);
        if (match !== null) return answer(visit, match.slice(1).map(decodeURIComponent));
      }
      return asPage(visit, notFoundPage(visit), 404);
    } catch (error) {
      if (error instanceof URIError) return asPage(visit, notFoundPage(visit), 404);
      if (!(error instanceof ApiError)) throw error;
      return error.status === 404
        ? asPage(visit, notFoundPage(visit), 404)
        : asPage(visit, badRequestPage(visit, error.message), 400);
    }
  };
}

function routesOf(options: KioskOptions, assets: Assets): readonly Route[] {
  return [
    { path: /^\/$/, answer: (visit) => asPage(visit, startPage(visit)) },
    { path: /^\/search$/, answer: (visit) => asPage(visit, searchPage(visit)) },
    { path: /^\/help$/, answer: (visit) => asPage(visit, helpPage(visit)) },
    {
      path: /^\/item\/show\/([^/]+)$/,
      answer: (visit, [id]) => asPage(visit, titlePage(visit, id)),
    },
    {
      path: /^\/list\/show\/([^/]+)\/([^/]+)$/,
      answer: (visit, [user, id]) => asPage(visit, listPage(visit, user, id)),
    },
    {
      path: /^\/collection\/show\/([^/]+)$/,
      answer: (visit, [id]) => asPage(visit, collectionPage(visit, id)),
    },
    {
      path: /^\/cover\/([^/]+)\/([^/]+)\.svg$/,
      answer: ({ catalogs }, [format, id]) => coverOf(catalogs, format, id),
    },
    {
      path: /^\/suggest$/,
      answer: (visit) => ({
        status: 200,
        headers: {
          ...COMMON_HEADERS,
          'Content-Type': 'application/json; charset=utf-8',
          'Cache-Control': 'no-store',
        },
        body: JSON.stringify(suggestionsFor(visit, catalogOrNone(visit))),
      }),
    },
    {
      path: /^(\/assets\/[^/]+\/[^/]+)$/,
      answer: (visit, [path]) => {
        const asset = assets.at(path);
        if (asset === undefined) return asPage(visit, notFoundPage(visit), 404);
        const headers = {
          ...pageHeaders(options),
          'Content-Type': asset.type,
          'Cache-Control': FOREVER,
        };
        return { status: 200, headers, body: asset.body };
      },
    },
  ];
}

function startPage(visit: Visit): Page {
  const isOfOne = visit.catalogs.length === 1 || visit.params.has('library');
  return isOfOne ? homePage(visit, catalogOrNone(visit)) : librariesPage(visit);
}

function searchPage(visit: Visit): Page {
  const isOfOne = visit.catalogs.length === 1 || visit.params.has('library');
  return isOfOne ? resultsPage(visit, catalogOrNone(visit)) : whichLibraryPage(visit);
}

function catalogOrNone(visit: Visit): Catalog {
  const catalog = catalogWanted(visit);
  if (catalog !== undefined) return catalog;
  throw new ApiError(404, `No library '${visit.params.get('library')}' found.`);
}

function coverOf(catalogs: readonly Catalog[], format: string, id: string): SiteAnswer {
  const { record } = findTitle(catalogs, id);
  if (record.format.id !== format) throw new ApiError(404, `No cover of '${id}' as '${format}'.`);
  const headers = {
    ...COVER_HEADERS,
    'Content-Type': 'image/svg+xml',
    'Cache-Control': FOR_A_DAY,
  };
  return { status: 200, headers, body: drawCover(record) };
}

function asPage(visit: Visit, page: Page, status = 200): SiteAnswer {
  const isKiosk = visit.options.idleMinutes !== undefined;
  const headers = {
    ...pageHeaders(visit.options),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': visit.language.locale,
    // What the last reader looked for is in no cache for the next one.
    'Cache-Control': isKiosk ? 'no-store' : 'no-cache',
    Vary: 'Accept-Language',
  };
  return { status, headers, body: layout(visit, page) };
}

function visitOf(
  request: SiteRequest,
  catalogs: readonly Catalog[],
  baseUrl: string,
  options: KioskOptions,
  assets: Assets,
): Visit {
  const params = new URLSearchParams(request.query);
  const chosen = params.get('locale');
  const locale = localeWanted(chosen, request.headers['accept-language']);
  // Behind a proxy the site may stand under a path of its own.
  const prefix = new URL(baseUrl).pathname.replace(/\/+$/, '');
  return {
    language: languageOf(locale),
    catalogs,
    options,
    context: { baseUrl },
    path: request.path,
    params,
    plainHref: (path) => prefix + path,
    href: (path, parameters = {}) =>
      prefix +
      path +
      queryOf({
        ...parameters,
        locale: parameters.locale ?? (chosen === locale ? locale : undefined),
      }),
    asset: (name) => prefix + assets.path(name),
  };
}
