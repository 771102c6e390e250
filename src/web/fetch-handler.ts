import { createAnswer } from './answer.js';
import type { ApiKeys } from './api-keys.js';
import {
  checkHandlerOptions,
  createHandler,
  errorReporter,
  type HandlerOptions,
  keyChecker,
} from './handler.js';
import { representUncompressed } from './representation.js';
import type { RequestHeaders, WebResponse } from './web-request.js';

/** Options of {@link createFetchHandler}. */
export interface FetchHandlerOptions extends HandlerOptions {
  /**
   * The URL that links in responses begin with, including the `prefix`. If a library has a `catalog_url`, links to its
   * pages and covers begin with the `catalog_url` instead. Default: the origin of each request and the `prefix`.
   */
  readonly baseUrl?: string | undefined;
  /** The keys that API requests may send as `api_key`, at least one. Default: requests need no key. */
  readonly apiKeys?: ApiKeys | undefined;
}

/**
 * Returns the response to a request for the API, for `/openapi.json` or for a page of the site, and undefined for any
 * other request.
 */
export type FetchHandler = (request: Request) => Response | undefined;

const DEFAULT_CACHE_SIZE = 8 * 1024 * 1024;

/**
 * Creates a handler of `Request` objects for service workers, Deno, Bun, edge platforms and frameworks such as Hono. It
 * returns the same responses as a server: with cached responses, `ETag`, errors in JSON, and CORS. It does not limit
 * clients, or answer `/healthz`, `/readyz` and `/metrics`. It does not compress responses, because Deno, edge platforms and
 * proxies do so, Hono has `compress()`, and a service worker needs none.
 *
 * Without `apiKeys`, the handler requires no API key: in a service worker, only pages that the worker controls can send
 * requests to it. If a request has an `api_key`, the links to API operations in the response also have the key.
 *
 * @throws TypeError if an option is missing or has the wrong type
 * @throws CatalogSetError if two catalogs have the same library, title, list or session id
 *
 * @example
 * // In Deno. Bun.serve and Hono take a function like this one too.
 * const handler = createFetchHandler({ catalogs: [catalog], apiKeys: ['secret'] });
 * Deno.serve((request) => handler(request) ?? new Response('Not found', { status: 404 }));
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
  const where = 'createFetchHandler';
  checkHandlerOptions(where, options, [], 'leave out apiKeys to answer requests without a key');
  const { prefix = '', cacheSize = DEFAULT_CACHE_SIZE } = options;
  const report = errorReporter(options);
  const guard = { checkKey: keyChecker(options.apiKeys, report) };
  const { handle } = createHandler(options, {
    where,
    answer: createAnswer(representUncompressed, options.site),
    represent: representUncompressed,
    cacheSize,
    report,
  });

  return (request) => {
    const url = new URL(request.url);
    url.hash = '';
    const { pathname, search, origin, href } = url;
    if (!pathname.startsWith(`${prefix}/`)) return undefined;
    const { method } = request;
    const webRequest = {
      method,
      path: pathname.slice(prefix.length),
      query: search.slice(1),
      originalUrl: href.slice(origin.length),
      headers: headersOf(request),
      baseUrl: options.baseUrl ?? origin + prefix,
    };
    // Not a promise, because `createAnswer` answers in this thread.
    const response = handle(webRequest, guard) as WebResponse | undefined;
    if (response === undefined) return undefined;
    const { status, headers } = response;
    const body = response.body as string | Uint8Array<ArrayBuffer> | undefined;
    return new Response(method === 'HEAD' ? null : body, { status, headers });
  };
}

/** Returns the headers of a request, without `Accept-Encoding`, because the handler does not compress responses. */
function headersOf({ headers }: Request): RequestHeaders {
  const { 'accept-encoding': _, ...others } = Object.fromEntries(headers);
  return others;
}
