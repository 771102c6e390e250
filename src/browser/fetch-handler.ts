import type { Catalog } from '../catalog/catalog.js';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { ApiError } from '../v1/api-error.js';
import { findOperation, OPERATIONS } from '../v1/operations.js';
import type { ErrorResponse } from '../v1/schema/error.js';

/** Options of {@link createFetchHandler}. */
export interface FetchHandlerOptions {
  /** The open catalogs. */
  readonly catalogs: readonly Catalog[];
  /**
   * The URL that links in responses begin with. If a library has a `catalog_url`, links to its pages and
   * covers begin with the `catalog_url` instead. Default: the origin of each request.
   */
  readonly baseUrl?: string;
}

/** Returns the response to a request under `/v1/`, and undefined for any other request. */
export type FetchHandler = (request: Request) => Response | undefined;

/**
 * Creates a handler that responds to API requests in a service worker as a server does. The handler
 * requires no API key, because only pages that the service worker controls can send requests to it. If
 * a request has an `api_key`, the links to API operations in the response also have the key.
 *
 * @throws CatalogSetError if two catalogs have the same library, title, list or session id
 *
 * @example
 * // A service worker must add its listeners at once, before the catalog is open.
 * const handler = fetchCatalog('/branch.snapshot').then((catalog) =>
 *   createFetchHandler({ catalogs: [catalog] }),
 * );
 * addEventListener('fetch', (event) => {
 *   const { pathname } = new URL(event.request.url);
 *   if (!pathname.startsWith('/v1/')) return;
 *   event.respondWith(handler.then((handle) => handle(event.request)));
 * });
 */
export function createFetchHandler(options: FetchHandlerOptions): FetchHandler {
  checkCatalogSet(options.catalogs);
  return (request) => {
    const url = new URL(request.url);
    if (!url.pathname.startsWith('/v1/')) return undefined;
    const { status, body, headers } = respond(request.method, url, options);
    return new Response(request.method === 'HEAD' ? null : JSON.stringify(body), {
      status,
      headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    });
  };
}

interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

function respond(
  method: string,
  { origin, pathname, search, searchParams }: URL,
  { catalogs, baseUrl = origin }: FetchHandlerOptions,
): ApiResponse {
  const failure = (status: number, message: string): ApiResponse => {
    const body: ErrorResponse = { error: { message, request: `${pathname}${search}` } };
    return { status, body };
  };
  if (method !== 'GET' && method !== 'HEAD') {
    const message = `method: expected GET or HEAD, found ${method}`;
    return { ...failure(405, message), headers: { Allow: 'GET, HEAD' } };
  }
  try {
    const operation = findOperation(pathname);
    if (operation === undefined) {
      return failure(404, `path '${pathname}': expected an operation of the API, found none`);
    }
    const { name, id } = operation;
    return { status: 200, ...OPERATIONS[name].run(catalogs, id, searchParams, { baseUrl }) };
  } catch (error) {
    if (error instanceof ApiError) return failure(error.status, error.message);
    throw error;
  }
}
