import type { IncomingMessage } from 'node:http';
import { catalogsGetter } from '../catalog/catalog-set.js';
import { openApiDocument } from '../v1/openapi/openapi-document.js';
import { type ApiOptions, handleApiRequest, respond } from './api.js';
import { DEFAULT_CACHE_SIZE, type ListenerOptions } from './listener-options.js';
import type { Meter } from './monitoring/meter.js';
import { createMonitoring } from './monitoring/monitoring.js';
import { createApiKeyChecker } from './request/api-keys.js';
import { createRateLimiter } from './request/rate-limiter.js';
import type { RequestTarget } from './request/request-target.js';
import { type Answer, errorReply, HttpError } from './response/reply.js';
import { acceptedCodings, siteReply } from './response/representation.js';
import { createRepresentationCache, withCache } from './response/representation-cache.js';
import { DEFAULT_LIMITS, type Limits } from './server/limits.js';
import type { SiteResponse } from './site.js';

/** Answers a request. Returns undefined if the server does not serve its path and method. */
export type RequestHandler = (
  request: IncomingMessage,
  target: RequestTarget,
) => Answer | Promise<Answer> | undefined;

/** The path of the OpenAPI description. */
export const OPENAPI_PATH = '/openapi.json';

/** Matches `/v1`, and paths under `/v1/` and `/V1/`. No page has such a path, so that clients of the API get errors in JSON. */
const NEAR_API = /^\/v1(?:\/|$)/i;

/**
 * Creates a handler that routes each request to the API under `/v1/`, to monitoring, to the OpenAPI
 * description, or to the site. The handler also checks the `Host` header and the limits on requests.
 */
export function createRequestHandler(options: ListenerOptions, meter: Meter): RequestHandler {
  const { baseUrl, site } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const currentCatalogs = catalogsGetter(options.catalogs);
  const monitoring = createMonitoring(options, meter);
  const api = apiOptions(options, limits, meter);
  const openApi = describeApi(baseUrl);

  function route(
    request: IncomingMessage,
    target: RequestTarget,
  ): Answer | Promise<Answer> | undefined {
    const { path, query } = target;
    const { headers, method = '' } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    const catalogs = currentCatalogs();
    if (path.startsWith('/v1/')) {
      checkRead(method, meter, limits);
      return handleApiRequest(target, headers, catalogs, api);
    }
    const monitored = isRead ? monitoring(path, request, catalogs) : undefined;
    if (monitored !== undefined) return monitored;
    const isOpenApi = path === OPENAPI_PATH;
    if (!isOpenApi && (site === undefined || !isRead || NEAR_API.test(path))) return undefined;
    checkRead(method, meter, limits);
    const page = isOpenApi ? openApi : site?.({ path, query, headers }, catalogs, baseUrl);
    if (page === undefined) return undefined;
    const accepted = acceptedCodings(headers['accept-encoding']);
    return { operation: 'site', reply: siteReply(page, accepted, headers['if-none-match']) };
  }

  return (request, target) => {
    const { originalUrl } = target;
    const isTooLong = originalUrl.length > limits.urlBytes;
    try {
      checkHost(request);
      if (isTooLong) throw tooLong(limits.urlBytes, originalUrl.length);
      return route(request, target);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const { status, message, headers } = error;
      const reply = errorReply(isTooLong ? '' : originalUrl, status, message, headers);
      return { operation: 'none', reply };
    }
  };
}

function apiOptions(options: ListenerOptions, limits: Limits, meter: Meter): ApiOptions {
  const { requestsPerSecond } = limits;
  const limiter = requestsPerSecond > 0 ? createRateLimiter(requestsPerSecond) : undefined;
  const { cacheSize = DEFAULT_CACHE_SIZE } = options;
  return {
    context: { baseUrl: options.baseUrl },
    checkKey: options.open ? undefined : createApiKeyChecker(options.apiKeys),
    limitRate(key) {
      const seconds = limiter?.(key ?? '', performance.now()) ?? 0;
      if (seconds > 0) throw tooManyRequests(requestsPerSecond, seconds);
    },
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

/** @throws HttpError 400 for an HTTP/1.1 request with no or several `Host` headers */
function checkHost({ httpVersion, rawHeaders }: IncomingMessage): void {
  if (httpVersion !== '1.1') return;
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i].length === 4 && rawHeaders[i].toLowerCase() === 'host') hosts++;
  }
  if (hosts === 1) return;
  throw new HttpError(
    400,
    `header 'Host': expected exactly one, found ${hosts === 0 ? 'none' : hosts}`,
  );
}

/**
 * @throws HttpError 405 for a method other than GET and HEAD
 * @throws HttpError 503 when `requestsInFlight` responses are unfinished
 */
function checkRead(method: string, meter: Meter, limits: Limits): void {
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method);
  if (meter.inFlight < limits.requestsInFlight) return;
  const message = `requests in flight: expected at most ${limits.requestsInFlight}, found more; retry after 1 s`;
  throw new HttpError(503, message, { 'Retry-After': 1 });
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

function tooManyRequests(maxPerSecond: number, seconds: number): HttpError {
  const message = `requests per second with this API key: expected at most ${maxPerSecond}, found more; retry after ${seconds} s`;
  return new HttpError(429, message, { 'Retry-After': seconds });
}
