/* The paths of an OPDS catalog, the choice between its versions, and its errors. */

import { checkOptions, TRUE_OR_FALSE } from '../../base/check-options.js';
import type { Catalog } from '../../catalog/catalog.js';
import { NO_WORD, sampleCatalog } from '../../catalog/catalog-sample.js';
import { NARROWINGS } from '../../catalog/narrowings.js';
import { ApiError } from '../../v1/api-error.js';
import { findLibrary } from '../../v1/find-record.js';
import { negotiateLocale, preferredRanges } from '../../web/negotiation.js';
import type { Site, WebResponse } from '../../web/web-request.js';
import { ATOM_TYPES, type Feed, openSearchDescription, toAtom, toJson } from './feed.js';
import * as feeds from './library-feeds.js';
import { OPDS_JSON } from './publication.js';

/** Options of {@link createOpds}. */
export interface OpdsOptions {
  /**
   * Whether publications include the cover images that title records link to. Readers load these images from other sites.
   * Default: false, which includes only generated covers.
   */
  readonly remoteCovers?: boolean | undefined;
}

/** Matches the path of a version, of a library, and of a feed of the library. */
const PATH = /^\/opds(\/v1\.2)?(?:\/([^/]*)(\/.*)?)?$/;

/** The feeds of a library. A group of a path is decoded for the function. */
const FEEDS: readonly (readonly [RegExp, (view: feeds.LibraryView, id: string) => Feed])[] = [
  [/^$/, feeds.rootFeed],
  [/^\/titles$/, feeds.titlesFeed],
  [/^\/browse\/([^/]+)$/, feeds.valuesFeed],
  [/^\/lists$/, feeds.listsFeed],
  [/^\/lists\/([^/]+)$/, feeds.listFeed],
];

/** The parameters whose values the log contains. */
const PARAMETERS = ['query', 'search_type', 'sort', 'page', 'locale', ...NARROWINGS];

/**
 * Creates the OPDS catalog at `/opds`, with which reading apps browse, search and download titles. It answers in OPDS 2.0,
 * and in OPDS 1.2 at `/opds/v1.2` or if the client prefers Atom. An invalid request is answered with a problem document
 * (RFC 9457). Needs no API key. `createKiosk` serves the covers and the pages of titles.
 *
 * @throws TypeError if an option has the wrong type
 *
 * @example
 * const site = combineSites(createOpds(), createKiosk());
 */
export function createOpds(options: OpdsOptions = {}): Site {
  checkOptions('createOpds', options, { remoteCovers: TRUE_OR_FALSE });
  const { remoteCovers = false } = options;
  const site: Site = ({ path, query, headers }, catalogs, baseUrl) => {
    const [match, version, id, rest = ''] = PATH.exec(path.replace(/\/$/, '')) ?? [];
    if (match === undefined) return undefined;
    const isAtom = version !== undefined || prefersAtom(String(headers.accept));
    const params = new URLSearchParams(query);
    const locale = negotiateLocale(params.get('locale'), headers['accept-language']);
    const base = `${baseUrl.replace(/\/+$/, '')}/opds`;
    const root = isAtom ? `${base}/v1.2` : base;
    const view = { locale, params, baseUrl, root, remoteCovers };
    const respondFeed = (feed: Feed) =>
      isAtom
        ? respond(200, ATOM_TYPES[feed.links.self.target], toAtom(feed))
        : respond(200, OPDS_JSON, toJson(feed));
    try {
      if (id === undefined && catalogs.length > 1) {
        return respondFeed(feeds.librariesFeed(catalogs, view));
      }
      const catalog = id === undefined ? catalogs[0] : findLibrary(catalogs, id);
      for (const [pattern, feedOf] of FEEDS) {
        const [isMatch, value = ''] = pattern.exec(rest) ?? [];
        if (isMatch === undefined) continue;
        return respondFeed(feedOf({ ...view, catalog }, decodeURIComponent(value)));
      }
      if (rest === '/search.xml') {
        const { id, name } = catalog.library;
        const template = `${base}/v1.2/${id}/titles?query={searchTerms}`;
        return respond(200, ATOM_TYPES.search, openSearchDescription(name, template));
      }
    } catch (error) {
      if (error instanceof ApiError) return respondProblem(error.status, error.message, error.code);
      if (!(error instanceof URIError)) throw error;
    }
    return respondProblem(404, `path '${path}': expected a feed of the OPDS catalog, found none`);
  };
  return Object.assign(site, { parameters: PARAMETERS, warmUpPaths });
}

function warmUpPaths(catalog: Catalog): string[] {
  const { frequentWord = NO_WORD } = sampleCatalog(catalog);
  return [`/opds/${catalog.library.id}/titles?query=${encodeURIComponent(frequentWord)}`];
}

/** Returns whether a client prefers OPDS 1.2, by its header `Accept`. */
function prefersAtom(accept: string): boolean {
  const [first] = preferredRanges(accept).filter((range) => /\/atom\+xml$|json$/.test(range));
  return first?.endsWith('xml') ?? false;
}

function respond(status: number, type: string, body: string): WebResponse {
  const headers = { 'Content-Type': type, Vary: 'Accept, Accept-Language' };
  return { status, headers, body, operation: 'opds' };
}

function respondProblem(status: number, detail: string, code?: ApiError['code']): WebResponse {
  const title = status === 404 ? 'Not Found' : 'Bad Request';
  const body = JSON.stringify({ status, title, detail });
  const isTooCostly = code === 'query_too_costly';
  return { ...respond(status, 'application/problem+json', body), isTooCostly };
}
