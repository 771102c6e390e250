/* The paths of an OPDS catalog, the choice between its versions, and its errors. */

import { checkOptions, type OptionCheck, TRUE_OR_FALSE } from '../../base/check-options.js';
import type { Catalog } from '../../catalog/catalog.js';
import { NO_WORD, sampleCatalog } from '../../catalog/catalog-sample.js';
import { NARROWINGS } from '../../catalog/narrowings.js';
import { textsOf } from '../../texts/page-texts.js';
import { ApiError } from '../../v1/api-error.js';
import { findLibrary } from '../../v1/find-record.js';
import { negotiateLocale, preferredRanges } from '../../web/negotiation.js';
import type { Site, WebResponse } from '../../web/web-request.js';
import { ATOM_TYPES, openSearchDescription, toAtom } from './atom.js';
import { type Feed, toJson } from './feed.js';
import {
  type LibraryView,
  listFeed,
  listsFeed,
  modifiedOf,
  rootFeed,
  titlesFeed,
  valuesFeed,
} from './library-feeds.js';
import { OPDS_JSON } from './publication.js';

/** Options of {@link createOpds}. */
export interface OpdsOptions {
  /**
   * Whether publications include the cover images that title records link to. Readers load these images from other sites.
   * Default: false, which includes only generated covers.
   */
  readonly remoteCovers?: boolean | undefined;
}

const CHECKS: Readonly<Record<keyof OpdsOptions, OptionCheck>> = { remoteCovers: TRUE_OR_FALSE };

/** Matches the path of a version, of a library, and of a feed of the library. */
const PATH = /^\/opds(\/v1\.2)?(?:\/([^/]+)(\/.*)?)?$/;

/** The feeds of a library. A group of a path is decoded for the function. */
const FEEDS: readonly (readonly [RegExp, (view: LibraryView, id: string) => Feed])[] = [
  [/^$/, rootFeed],
  [/^\/titles$/, titlesFeed],
  [/^\/browse\/([^/]+)$/, valuesFeed],
  [/^\/lists$/, listsFeed],
  [/^\/lists\/([^/]+)$/, listFeed],
];

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
  checkOptions('createOpds', options, CHECKS);
  const { remoteCovers = false } = options;
  const site: Site = ({ path, query, headers }, catalogs, baseUrl) => {
    if (path !== '/opds' && !path.startsWith('/opds/')) return undefined;
    const [match, version, id, rest = ''] = PATH.exec(path) ?? [];
    const isAtom = version !== undefined || prefersAtom(String(headers.accept));
    const params = new URLSearchParams(query);
    const locale = negotiateLocale(params.get('locale'), headers['accept-language']);
    const root = `${baseUrl.replace(/\/+$/, '')}/opds${isAtom ? '/v1.2' : ''}`;
    const view = { locale, params, baseUrl, root, remoteCovers };
    try {
      const isRoot = match !== undefined && id === undefined && catalogs.length > 1;
      if (isRoot) return respondFeed(librariesFeed(catalogs, view), isAtom);
      const catalog = id === undefined ? catalogs[0] : findLibrary(catalogs, id);
      for (const [pattern, feedOf] of match === undefined ? [] : FEEDS) {
        const [isMatch, value = ''] = pattern.exec(rest) ?? [];
        if (isMatch === undefined) continue;
        return respondFeed(feedOf({ ...view, catalog }, decodeURIComponent(value)), isAtom);
      }
      if (rest === '/search.xml') {
        const template = `${root}/${catalog.library.id}/titles?query={searchTerms}`;
        const { name } = catalog.library;
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

/** The parameters whose values the log contains. */
const PARAMETERS = ['query', 'search_type', 'sort', 'page', 'locale', ...NARROWINGS];

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

function respondFeed(feed: Feed, isAtom: boolean): WebResponse {
  return isAtom
    ? respond(200, ATOM_TYPES[feed.self.target], toAtom(feed))
    : respond(200, OPDS_JSON, toJson(feed));
}

function respondProblem(status: number, detail: string, code?: ApiError['code']): WebResponse {
  const title = status === 404 ? 'Not Found' : 'Bad Request';
  const body = JSON.stringify({ status, title, detail });
  const isTooCostly = code === 'query_too_costly';
  return { ...respond(status, 'application/problem+json', body), isTooCostly };
}

/** Returns the root of several libraries. */
function librariesFeed(
  catalogs: readonly Catalog[],
  { root, locale }: Pick<LibraryView, 'root' | 'locale'>,
): Feed {
  const title = textsOf(locale).layout.libraries;
  const self = { target: 'navigation', href: root } as const;
  const navigation = catalogs.map(({ library: { id, name }, titles: { size } }) => ({
    target: 'navigation' as const,
    href: `${root}/${id}`,
    title: name,
    count: size,
  }));
  const modified = catalogs.map(modifiedOf).reduce((a, b) => (a > b ? a : b));
  return { title, author: title, modified, self, links: { start: self }, navigation };
}
