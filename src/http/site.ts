import type { IncomingHttpHeaders } from 'node:http';
import type { Catalog } from '../catalog/catalog.js';

/** A GET or HEAD request for a path outside the API. */
export interface SiteRequest {
  /** The path as received, percent-encoded, such as `/item/show/1`. */
  readonly path: string;
  /** The query without the question mark, as received. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
}

/**
 * A response of a site. The server compresses a text body, adds `Content-Length`, `ETag` and `Vary`,
 * responds with 304 instead of 200 to a matching `If-None-Match`, and omits the body for HEAD. Default
 * for `Cache-Control`: `no-cache`.
 */
export interface SiteResponse {
  readonly status: number;
  /** Must contain `Content-Type`. Names must be capitalized like `Content-Type`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/**
 * Serves pages from the same catalogs as the API. Pages need no API key.
 *
 * @returns undefined when there is nothing at the path
 *
 * @example
 * const site: Site = ({ path }) =>
 *   path === '/' ? { status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'Welcome' } : undefined;
 */
export type Site = (
  request: SiteRequest,
  catalogs: readonly Catalog[],
  baseUrl: string,
) => SiteResponse | undefined;
