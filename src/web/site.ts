import type { Catalog } from '../catalog/catalog.js';

/** The headers of a request, with names in lower case. */
export interface RequestHeaders {
  readonly [name: string]: string | readonly string[] | undefined;
  /** The content codings that the client accepts, such as `br, gzip`. */
  readonly 'accept-encoding'?: string | undefined;
  /** The languages that the client prefers. */
  readonly 'accept-language'?: string | undefined;
  /** The `ETag` of the response that the client has. */
  readonly 'if-none-match'?: string | undefined;
}

/** A GET or HEAD request for a path outside the API. */
export interface SiteRequest {
  /** The path as received, percent-encoded, such as `/item/show/1`. */
  readonly path: string;
  /** The query without the question mark, as received. */
  readonly query: string;
  /** The headers of the request, with names in lower case. */
  readonly headers: RequestHeaders;
}

/**
 * A response of a site. The server adds `Content-Length`, `ETag` and `Vary`. It compresses text,
 * JavaScript, JSON and XML of at least 1,024 bytes if the client prefers br or gzip. It responds with 304
 * instead of 200 if `If-None-Match` matches, and omits the body for HEAD.
 */
export interface SiteResponse {
  /** The HTTP status. */
  readonly status: number;
  /**
   * The headers. `Content-Type` is required. Names must be capitalized like `Content-Type`. Defaults:
   * `Cache-Control: no-cache` and `X-Content-Type-Options: nosniff`.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** The body. A string is sent as UTF-8. */
  readonly body: string | Uint8Array;
  /**
   * Whether the site has no page at the path, so that the response is a page for unknown paths. A listener that is used as
   * middleware then calls `next` instead. Default: false.
   */
  readonly isUnknownPath?: boolean;
  /** Whether the response refuses a query that costs too much, which the metrics count. Default: false. */
  readonly isTooCostly?: boolean;
}

/**
 * Returns the page at a path. The server calls this function for GET and HEAD requests outside the API.
 * Pages need no API key.
 *
 * @example
 * const site: Site = ({ path }) =>
 *   path === '/' ? { status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'Welcome' } : undefined;
 */
export interface Site {
  /**
   * @param catalogs the catalogs that the API serves
   * @param baseUrl the address that links in responses begin with
   * @returns undefined if the site has no page at the path
   */
  (request: SiteRequest, catalogs: readonly Catalog[], baseUrl: string): SiteResponse | undefined;
  /** The names of the parameters whose values the log contains. Default: none. */
  readonly parameters?: readonly string[] | undefined;
  /**
   * Returns paths of typical pages of a catalog, with queries. `warmUp` requests these pages of the first catalog
   * with titles, to compile the code that renders pages. Default: no pages.
   */
  readonly warmUpPaths?: ((catalog: Catalog) => readonly string[]) | undefined;
}
