/* The request and the response of every handler, in every runtime, and the interfaces of a site and of an endpoint. */

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
  /** The origin of the web page whose script sends the request. */
  readonly origin?: string | undefined;
}

/** A request, independent of the runtime that received it. */
export interface WebRequest {
  /** The method. A site receives only requests with GET and HEAD. */
  readonly method: string;
  /**
   * The path as received, percent-encoded and never normalized, such as `/item/show/1`, without the prefix of the
   * listener or handler. An empty string for a request outside the prefix.
   */
  readonly path: string;
  /** The query without the question mark, as received. */
  readonly query: string;
  /** The path and query as the client sent them, for errors and the log. */
  readonly originalUrl: string;
  /** The headers of the request, with names in lower case. */
  readonly headers: RequestHeaders;
  /** The address that links in the response begin with. */
  readonly baseUrl: string;
  /** The name of the client for the rate limits and the fair queue. Undefined for a client without limits. */
  readonly client?: string | undefined;
  /** The id of the request in the log. Default: none. */
  readonly id?: string | undefined;
  /** The body of a request for an {@link Endpoint}. Undefined for any other request. */
  readonly body?: string | undefined;
}

/**
 * A response. For a response of a site, the handler adds `Content-Length` and `ETag`, answers 304 instead of 200 if
 * `If-None-Match` matches, and omits the body for HEAD. A server also adds `Vary`, and compresses text, JavaScript,
 * JSON and XML of at least 1,024 bytes if the client prefers br or gzip.
 */
export interface WebResponse {
  /** The HTTP status. */
  readonly status: number;
  /**
   * The headers. A site must set `Content-Type`. Names must be capitalized like `Content-Type`. Defaults for a site:
   * `Cache-Control: no-cache` and `X-Content-Type-Options: nosniff`.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** The body. A string is sent as UTF-8. Default: no body. */
  readonly body?: string | Uint8Array | undefined;
  /**
   * Whether the response is the page for unknown paths, because the site has no other page at the path. A listener that
   * is used as middleware then calls `next` instead. Default: false.
   */
  readonly isUnknownPath?: boolean | undefined;
  /** Whether the response refuses a query that costs too much, which the metrics count. Default: false. */
  readonly isTooCostly?: boolean | undefined;
  /**
   * The name under which the metrics and the log record the response: an API operation, `site`, `monitoring`, or `none` for
   * a request that is refused before its operation is known. A site may set one of a few names of its own, such as `opds`.
   * Default for a site: `site`.
   */
  readonly operation?: string | undefined;
}

/**
 * Answers requests with POST at one path, for a protocol other than the API. A handler requires an API key for each
 * request if the API requires one. A request sends the key as a bearer token.
 */
export interface Endpoint {
  /** The path, such as `/mcp`. The site has no page at this path. */
  readonly path: string;
  /** The name under which the metrics and the log record the responses. */
  readonly operation: string;
  /** The maximum size of the body of a request in bytes. Beyond it, the response is 413. */
  readonly maxBodyBytes: number;
  /**
   * Answers a request with a body.
   *
   * @param catalogs the catalogs that the API serves
   */
  answer(request: WebRequest, catalogs: readonly Catalog[]): Promise<WebResponse>;
}

/**
 * Returns the page at a path. A handler calls this function for GET and HEAD requests outside the API. Pages need no
 * API key.
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
  (request: WebRequest, catalogs: readonly Catalog[], baseUrl: string): WebResponse | undefined;
  /**
   * Returns the page for an error, for a client that prefers pages. Default: errors are answered in JSON. If there are no
   * catalogs yet, may also return a file that the page needs, with status 200.
   *
   * @param status the HTTP status of the error
   * @returns undefined for an answer in JSON
   */
  readonly errorPage?:
    | ((
        request: WebRequest,
        catalogs: readonly Catalog[],
        status: number,
      ) => WebResponse | undefined)
    | undefined;
  /** The names of the parameters whose values the log contains. Default: none. */
  readonly parameters?: readonly string[] | undefined;
  /**
   * Returns paths of typical pages of a catalog, with queries. `warmUp` requests these pages of the first catalog
   * with titles, to compile the code that renders pages. Default: no pages.
   */
  readonly warmUpPaths?: ((catalog: Catalog) => readonly string[]) | undefined;
}
