import type { Catalog } from '../catalog/catalog.js';
import { openApiDocument } from '../v1/openapi-document.js';
import {
  type ApiRequestOptions,
  createRespond,
  handleApiRequest,
  type RequestTarget,
  type Respond,
  type Sender,
} from './api.js';
import { type Answer, errorReply, HttpError, type Reply } from './reply.js';
import { acceptedCodings, type Represent, siteReply } from './representation.js';
import {
  type CacheMeasurements,
  createRepresentationCache,
  withCache,
} from './representation-cache.js';
import type { RequestHeaders, Site, SiteRequest, SiteResponse } from './site.js';

/** A request, whatever received it. */
export interface WebRequest {
  readonly method: string;
  readonly headers: RequestHeaders;
}

/** The reply to a request for a page. */
export interface PageReply {
  readonly reply: Reply;
  /** See {@link SiteResponse.isTooCostly}. */
  readonly isTooCostly: boolean | undefined;
  /** See {@link SiteResponse.isUnknownPath}. */
  readonly isUnknownPath: boolean | undefined;
}

/** Returns the page at a path, or a promise of the page. Undefined if the site has no such page. */
export type RenderPage = (
  request: SiteRequest,
  catalogs: readonly Catalog[],
  baseUrl: string,
  sender?: Sender,
) => PageReply | Promise<PageReply | undefined> | undefined;

/** Options of {@link createRouter}. */
export interface RouterOptions extends Omit<ApiRequestOptions, 'context' | 'respond'> {
  /** The address that links in responses begin with. Default: an address that differs between requests. */
  readonly baseUrl?: string | undefined;
  /** Runs operations that the cache has no response for. Default: runs them in this thread. */
  readonly respond?: Respond | undefined;
  /** Renders pages to serve in addition to the API. Default: no pages. */
  readonly renderPage?: RenderPage | undefined;
  /** Maximum memory of the cache of responses in bytes. 0 turns the cache off. */
  readonly cacheSize: number;
  /** The counters of the cache. */
  readonly measurements: CacheMeasurements;
}

/**
 * Answers a request for a path under `/v1/`, for `/openapi.json` or for a page of the site. Returns undefined for any
 * other path, and for a method other than GET and HEAD outside the API. Returns a promise only if `respond` or
 * `renderPage` does.
 *
 * @param baseUrl the address that links in the response begin with
 */
export type Router = (
  request: WebRequest,
  target: RequestTarget,
  catalogs: readonly Catalog[],
  baseUrl: string,
  sender?: Sender,
) => Answer | Promise<Answer | undefined> | undefined;

/** The path of the OpenAPI description. */
const OPENAPI_PATH = '/openapi.json';

/** Whether scripts of other origins can be allowed to request a path. */
export function isApiPath(path: string): boolean {
  return path.startsWith('/v1/') || path === OPENAPI_PATH;
}

/** Matches `/v1`, and paths under `/v1/` and `/V1/`. No page has such a path, so that clients of the API get errors in JSON. */
const NEAR_API = /^\/v1(?:\/|$)/i;

/** Creates a function that routes each request to the API under `/v1/`, to the OpenAPI description, or to the site. */
export function createRouter(options: RouterOptions): Router {
  const { renderPage, encoder, requestLimits, meter, cacheSize, measurements } = options;
  const uncached = options.respond ?? createRespond(encoder);
  const respond =
    cacheSize > 0
      ? withCache(uncached, createRepresentationCache(cacheSize, measurements), options.baseUrl)
      : uncached;
  let api = apiOptions('');
  let openApi: SiteResponse | undefined;
  const renderOpenApi = createRenderPage((_request, _catalogs, baseUrl) => {
    openApi ??= describeApi(baseUrl);
    return openApi;
  }, encoder.represent);

  function apiOptions(baseUrl: string): ApiRequestOptions {
    return { context: { baseUrl }, encoder, requestLimits, meter, respond };
  }

  function answerWithPage(page: PageReply | undefined): Answer | undefined {
    if (page === undefined) return undefined;
    if (page.isTooCostly) meter?.refuse('query-cost');
    return { operation: 'site', reply: page.reply, isUnknownPath: page.isUnknownPath };
  }

  return ({ method, headers }, target, catalogs, baseUrl, sender = {}) => {
    const { client } = sender;
    const { path, query, originalUrl } = target;
    const isRead = method === 'GET' || method === 'HEAD';
    if (baseUrl !== api.context.baseUrl) {
      api = apiOptions(baseUrl);
      openApi = undefined;
    }

    function refuse(error: unknown): Answer {
      if (!(error instanceof HttpError)) throw error;
      const reply = errorReply(originalUrl, error.status, error.message, error.headers);
      return { operation: 'none', reply };
    }

    try {
      if (path.startsWith('/v1/')) {
        if (!isRead) throw methodNotAllowed(method);
        requestLimits?.checkRequest(client);
        return handleApiRequest(target, headers, catalogs, api, sender);
      }
      const isOpenApi = path === OPENAPI_PATH;
      // The path of a request outside the prefix of a listener is empty.
      const isPage = renderPage !== undefined && isRead && path !== '' && !NEAR_API.test(path);
      if (!isOpenApi && !isPage) return undefined;
      if (!isRead) throw methodNotAllowed(method);
      requestLimits?.checkRequest(client);
      const render = isOpenApi ? renderOpenApi : renderPage;
      const page = render?.({ path, query, headers }, catalogs, baseUrl, sender);
      if (!(page instanceof Promise)) return answerWithPage(page);
      const endWaiting = requestLimits?.beginResponse(client, undefined);
      return page.then(answerWithPage).catch(refuse).finally(endWaiting);
    } catch (error) {
      return refuse(error);
    }
  };
}

/**
 * Creates a function that renders the pages of a site in this thread.
 *
 * @param represent encodes the bodies
 */
export function createRenderPage(
  site: Site,
  represent: Represent,
): (...args: Parameters<RenderPage>) => PageReply | undefined {
  return (request, catalogs, baseUrl) => {
    const page = site(request, catalogs, baseUrl);
    if (page === undefined) return undefined;
    const { isTooCostly, isUnknownPath } = page;
    const { headers } = request;
    const accepted = acceptedCodings(headers['accept-encoding']);
    const reply = siteReply(page, represent, accepted, headers['if-none-match']);
    return { reply, isTooCostly, isUnknownPath };
  };
}

/** Creates the response with the OpenAPI description, which needs no API key. */
function describeApi(baseUrl: string): SiteResponse {
  return {
    status: 200,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' },
    body: JSON.stringify(openApiDocument(baseUrl)),
  };
}

/** Creates the 405 error for a method other than GET and HEAD. */
export function methodNotAllowed(method: string): HttpError {
  const message = `method: expected GET or HEAD, found ${method}`;
  return new HttpError(405, message, { Allow: 'GET, HEAD' });
}
