import type { IncomingMessage } from 'node:http';
import { catalogsGetter } from '../catalog/catalog-set.js';
import { openApiDocument } from '../v1/openapi/openapi-document.js';
import { type ApiOptions, handleApiRequest, respond } from './api.js';
import { DEFAULT_CACHE_SIZE, type ListenerOptions } from './listener-options.js';
import type { Meter } from './monitoring/meter.js';
import { createMonitoring } from './monitoring/monitoring.js';
import { createHostChecker } from './request/host-header.js';
import type { RequestLimits } from './request/request-limits.js';
import type { RequestTarget } from './request/request-target.js';
import { type Answer, errorReply, HttpError } from './response/reply.js';
import { acceptedCodings, siteReply } from './response/representation.js';
import { createRepresentationCache, withCache } from './response/representation-cache.js';
import { DEFAULT_LIMITS } from './server/limits.js';
import type { SiteResponse } from './site.js';

/**
 * Answers a request. Returns undefined if the server does not serve its path and method.
 *
 * @param client the name by which limits count the client; undefined for a client without limits
 */
export type RequestHandler = (
  request: IncomingMessage,
  target: RequestTarget,
  client: string | undefined,
) => Answer | Promise<Answer> | undefined;

/** The path of the OpenAPI description. */
export const OPENAPI_PATH = '/openapi.json';

/** Matches `/v1`, and paths under `/v1/` and `/V1/`. No page has such a path, so that clients of the API get errors in JSON. */
const NEAR_API = /^\/v1(?:\/|$)/i;

/**
 * Creates a handler that routes each request to the API under `/v1/`, to monitoring, to the OpenAPI
 * description, or to the site. The handler also checks the `Host` header and the limits on requests.
 */
export function createRequestHandler(
  options: ListenerOptions,
  meter: Meter,
  requestLimits: RequestLimits,
): RequestHandler {
  const { baseUrl, site } = options;
  const { urlBytes } = { ...DEFAULT_LIMITS, ...options.limits };
  const currentCatalogs = catalogsGetter(options.catalogs);
  const monitoring = createMonitoring(options, meter);
  const api = apiOptions(options, meter, requestLimits);
  const openApi = describeApi(baseUrl);
  const checkHost = createHostChecker(options);

  function route(
    request: IncomingMessage,
    target: RequestTarget,
    client: string | undefined,
  ): Answer | Promise<Answer> | undefined {
    const { path, query } = target;
    const { headers, method = '' } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    const catalogs = currentCatalogs();
    if (path.startsWith('/v1/')) {
      if (!isRead) throw methodNotAllowed(method);
      requestLimits.checkRequest(client);
      return handleApiRequest(target, headers, catalogs, api, client);
    }
    const monitored = isRead ? monitoring(path, request, catalogs) : undefined;
    if (monitored !== undefined) return monitored;
    const isOpenApi = path === OPENAPI_PATH;
    if (!isOpenApi && (site === undefined || !isRead || NEAR_API.test(path))) return undefined;
    if (!isRead) throw methodNotAllowed(method);
    requestLimits.checkRequest(client);
    const page = isOpenApi ? openApi : site?.({ path, query, headers }, catalogs, baseUrl);
    if (page === undefined) return undefined;
    if (page.isTooCostly) meter.refuse('query-cost');
    const accepted = acceptedCodings(headers['accept-encoding']);
    return { operation: 'site', reply: siteReply(page, accepted, headers['if-none-match']) };
  }

  return (request, target, client) => {
    const { originalUrl } = target;
    const isTooLong = originalUrl.length > urlBytes;
    try {
      checkHost(request);
      if (isTooLong) throw tooLong(urlBytes, originalUrl.length);
      return route(request, target, client);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const { status, message, headers } = error;
      const reply = errorReply(isTooLong ? '' : originalUrl, status, message, headers);
      return { operation: 'none', reply };
    }
  };
}

function apiOptions(
  options: ListenerOptions,
  meter: Meter,
  requestLimits: RequestLimits,
): ApiOptions {
  const { cacheSize = DEFAULT_CACHE_SIZE } = options;
  return {
    context: { baseUrl: options.baseUrl },
    requestLimits,
    meter,
    respond:
      cacheSize > 0
        ? withCache(respond, createRepresentationCache(cacheSize, meter.cache))
        : respond,
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

function tooLong(maxBytes: number, bytes: number): HttpError {
  const message = `path and query: expected at most ${maxBytes} bytes, found ${bytes}`;
  return new HttpError(414, message, { Connection: 'close' });
}
