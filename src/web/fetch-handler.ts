import { messageLine } from '../base/messages.js';
import { type CatalogsToServe, catalogsGetter, checkCatalogSet } from '../catalog/catalog-set.js';
import type { Encoder, RequestTarget } from './api.js';
import { type ApiKeys, createApiKeyChecker } from './api-keys.js';
import { createCrossOrigin } from './cross-origin.js';
import { checkHandlerOptions, checkHasKeys } from './handler-options.js';
import { type Answer, failureEvent, failureReply, type Reply } from './reply.js';
import { representUncompressed } from './representation.js';
import { createRenderPage, createRouter, isApiPath } from './router.js';
import type { RequestHeaders, Site } from './site.js';

/** Options of {@link createFetchHandler}. */
export interface FetchHandlerOptions {
  /** The open catalogs, a function that returns the current catalogs, or a set such as `openCatalogs` returns. */
  readonly catalogs: CatalogsToServe;
  /**
   * The URL that links in responses begin with, including the `prefix`. If a library has a `catalog_url`, links to its
   * pages and covers begin with the `catalog_url` instead. Default: the origin of each request and the `prefix`.
   */
  readonly baseUrl?: string | undefined;
  /**
   * The path under which the handler answers, such as `/catalog` for `/catalog/v1/titles`. It is
   * percent-encoded, begins with a slash and does not end with one. Default: an empty string.
   */
  readonly prefix?: string | undefined;
  /** The keys that API requests may send as `api_key`, at least one. Default: requests need no key. */
  readonly apiKeys?: ApiKeys | undefined;
  /**
   * The origins of web pages whose scripts may read responses of the API, such as `https://www.example.org`,
   * or `*` for every origin. Default: none.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Pages to serve in addition to the API, such as `createKiosk` returns. Default: none. */
  readonly site?: Site | undefined;
  /** Maximum memory of the cache of responses in bytes. 0 turns the cache off. Default: 8 MiB. */
  readonly cacheSize?: number | undefined;
  /**
   * Called with an unexpected error, which is answered with 500 or, if a snapshot file cannot be read, with 503. Also
   * called when the function `apiKeys` fails. Default: the error is written to the console, in one line.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Returns the response to a request for the API, for `/openapi.json` or for a page of the site, and undefined for any
 * other request.
 */
export type FetchHandler = (request: Request) => Response | undefined;

const DEFAULT_CACHE_SIZE = 8 * 1024 * 1024;

/** Encodes bodies without anything of Node, and without compiling code, which a Content-Security-Policy can forbid. */
const PORTABLE_ENCODER: Encoder = {
  serialize: (_operation, body) => JSON.stringify(body),
  represent: representUncompressed,
};

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
  checkHandlerOptions('createFetchHandler', options);
  const {
    prefix = '',
    apiKeys,
    cacheSize = DEFAULT_CACHE_SIZE,
    onError = printRequestError,
  } = options;
  const catalogs = catalogsGetter(options.catalogs, 'createFetchHandler: catalogs');
  const remedy = 'leave out apiKeys to answer requests without a key';
  checkHasKeys('createFetchHandler', options.apiKeys, remedy);
  checkCatalogSet(catalogs());
  const onKeysError =
    options.onError ?? ((error: Error) => printError('API keys not reloaded', error));
  const checkKey = apiKeys && createApiKeyChecker(apiKeys, onKeysError);
  const crossOrigin = createCrossOrigin(options.allowedOrigins ?? []);
  const route = createRouter({
    baseUrl: options.baseUrl,
    renderPage: options.site && createRenderPage(options.site, representUncompressed),
    cacheSize,
    measurements: { hits: 0, misses: 0, entries: 0, bytes: 0 },
    encoder: PORTABLE_ENCODER,
    requestLimits: checkKey && {
      checkRequest() {},
      checkKey,
      countKey() {},
      beginResponse: () => () => {},
    },
  });

  function replyTo(request: Request, target: RequestTarget, origin: string): Reply | undefined {
    const { baseUrl = origin + prefix } = options;
    const { method } = request;
    try {
      // Without a `respond` or `renderPage` that returns a promise, the router does not return one either.
      const answer = route({ method, headers: headersOf(request) }, target, catalogs(), baseUrl);
      return (answer as Answer | undefined)?.reply;
    } catch (error) {
      onError(error);
      return failureReply(target.originalUrl, error);
    }
  }

  return (request) => {
    const { pathname, search, origin } = new URL(request.url);
    if (!pathname.startsWith(`${prefix}/`)) return undefined;
    const path = pathname.slice(prefix.length);
    const target = { originalUrl: pathname + search, path, query: search.slice(1) };
    const isApi = isApiPath(path);
    const sender = request.headers.get('origin') ?? undefined;
    const preflight = isApi ? crossOrigin.preflight(request.method, sender) : undefined;
    const reply = preflight ?? replyTo(request, target, origin);
    if (reply === undefined) return undefined;
    const headers = isApi ? crossOrigin.allow(reply.headers, sender) : reply.headers;
    const body = reply.body as string | Uint8Array<ArrayBuffer> | undefined;
    return new Response(request.method === 'HEAD' ? null : body, {
      status: reply.status,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
    });
  };
}

/** Returns the headers of a request, without `Accept-Encoding`, because the handler does not compress responses. */
function headersOf({ headers }: Request): RequestHeaders {
  const { 'accept-encoding': _, ...others } = Object.fromEntries(headers);
  return others;
}

function printRequestError(error: unknown): void {
  const { event, fields } = failureEvent(error, 'request failed');
  printError(event, fields.reason ?? error);
}

function printError(problem: string, error: unknown): void {
  const text = error instanceof Error ? error.stack : String(error);
  // biome-ignore lint/suspicious/noConsole: browsers have no other place for errors without a listener
  console.error(messageLine(`${problem}: ${text}`));
}
