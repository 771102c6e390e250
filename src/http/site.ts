import type { IncomingHttpHeaders } from 'node:http';
import type { Catalog } from '../catalog/catalog.js';

/** A GET or HEAD request for something outside of the API. */
export interface SiteRequest {
  /** The path as received, percent-encoded, such as `/item/show/1`. */
  readonly path: string;
  /** What stands behind the question mark, as received. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
}

/**
 * What a site answers. The adapter compresses it, adds `Content-Length`, `ETag` and `Vary`, answers 304
 * to who has it, and leaves the body out for HEAD. Without a `Cache-Control` of its own it is `no-cache`.
 */
export interface SiteAnswer {
  readonly status: number;
  /** With `Content-Type`; names are written as in this sentence. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/**
 * Pages that are served beside the API, from the same catalogs. They need no API key.
 *
 * @returns nothing when there is nothing at that path
 */
export type Site = (
  request: SiteRequest,
  catalogs: readonly Catalog[],
  baseUrl: string,
) => SiteAnswer | undefined;
