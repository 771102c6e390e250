/*
 * Answers a request in any runtime: which paths are served, API keys, the cache, errors, and headers for
 * scripts of other origins. A runtime turns its requests into a `WebRequest`, and writes the `WebResponse`: see
 * `fetch-handler.ts` and `http/request-listener.ts`. Limits on clients are not here: a server adds them as a `Guard`.
 */

import {
  A_FUNCTION,
  AN_ADDRESS,
  checkOptions,
  type OptionCheck,
  TRUE_OR_FALSE,
} from '../base/check-options.js';
import { messageLine } from '../base/messages.js';
import type { Catalog } from '../catalog/catalog.js';
import { type CatalogsToServe, catalogsGetter, checkCatalogSet } from '../catalog/catalog-set.js';
import { openApiDocument } from '../v1/openapi-document.js';
import { parametersOf } from '../v1/read-parameters.js';
import { type Answer, apiParameters, callOf, checkEncoding, operationAt } from './answer.js';
import {
  type ApiKeyChecker,
  type ApiKeys,
  areKeys,
  createApiKeyChecker,
  currentKeys,
  EXPECTED_KEYS,
} from './api-keys.js';
import {
  errorResponse,
  type FailureEvent,
  failureEvent,
  HttpError,
  isRefusal,
  JSON_TYPE,
  methodNotAllowed,
  pathNotFound,
} from './error-response.js';
import { acceptedCodings, type Represent, representPage, revalidated } from './representation.js';
import { type CacheMeasurements, createResponseCache, withCache } from './response-cache.js';
import type { Endpoint, Site, WebRequest, WebResponse } from './web-request.js';

/** Options of everything that answers requests. */
export interface HandlerOptions {
  /** One or several open catalogs, a function that returns the current catalogs, or a set such as `openCatalogs` returns. */
  readonly catalogs: CatalogsToServe;
  /**
   * The path under which requests are answered, such as `/catalog` for `/catalog/v1/titles`. `baseUrl` must include it. Not
   * needed if a framework such as Express removes the prefix from the URLs of requests. It is percent-encoded, begins with
   * a slash and does not end with one. Default: an empty string.
   */
  readonly prefix?: string | undefined;
  /**
   * The origins of web pages whose scripts may read responses of the API, of OPDS and of SRU, such as
   * `https://www.example.org`, or `*` for every origin. Default: none.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Pages to serve in addition to the API, such as `createKiosk` returns. Default: none. */
  readonly site?: Site | undefined;
  /**
   * Maximum memory of the cache of responses in bytes, including its keys. 0 turns the cache off.
   * Default: 64 MiB with `node:http`, 8 MiB for a fetch handler.
   */
  readonly cacheSize?: number | undefined;
  /**
   * Called with an unexpected error, which is answered with 500 or, if a snapshot file cannot be read, with 503. Also
   * called when the function `apiKeys` fails. Default: the error is written to the console or to the log, in one line.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** The checks of {@link HandlerOptions}, and of further options that all runtimes have. */
const CHECKS = {
  baseUrl: AN_ADDRESS,
  prefix: {
    expected: 'a percent-encoded path such as /catalog, or an empty string',
    isValid: (value) =>
      typeof value === 'string' &&
      /^(?:\/[^/?#]+)*$/.test(value) &&
      new URL(`${value}/`, 'http://localhost').pathname === `${value}/`,
  },
  apiKeys: {
    expected: `${EXPECTED_KEYS}, or a function that returns one`,
    isValid: (value) => typeof value === 'function' || areKeys(value),
  },
  allowedOrigins: {
    expected:
      'an array of origins such as https://www.example.org, without a path or a slash at the end',
    isValid: (value) => Array.isArray(value) && value.every(isOrigin),
  },
  site: {
    expected: 'a site such as createKiosk returns',
    isValid: (value) => typeof value === 'function',
  },
  cacheSize: {
    expected: 'a number of bytes from 0',
    isValid: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  },
  onError: A_FUNCTION,
  open: TRUE_OR_FALSE,
} satisfies Readonly<Record<string, OptionCheck>>;

interface CheckedOptions extends HandlerOptions {
  readonly baseUrl?: string | undefined;
  readonly apiKeys?: ApiKeys | undefined;
  readonly open?: boolean | undefined;
}

/**
 * Checks the options that all runtimes have in common, so that an invalid option fails at once, and not in each
 * request. Calls `apiKeys` and `catalogs` if they are functions. An array of API keys must not be empty, because no
 * request could have a valid key. A function may return an empty array for some time, such as while its keys are
 * replaced.
 *
 * @param where the name of the function that received the options
 * @param required the options that must not be missing
 * @param remedy the advice in the message about an empty array of keys. Default: an empty array is valid.
 * @throws TypeError if an option is missing or invalid
 * @throws CatalogSetError when two catalogs contain the same library, title, list or session
 */
export function checkHandlerOptions(
  where: string,
  options: CheckedOptions,
  required: readonly (keyof typeof CHECKS)[],
  remedy?: string,
): void {
  checkOptions(where, options, CHECKS, required);
  const { apiKeys, catalogs } = options;
  if (apiKeys !== undefined) currentKeys(apiKeys, `${where}: apiKeys`);
  if (remedy !== undefined && Array.isArray(apiKeys) && apiKeys.length === 0) {
    throw new TypeError(`${where}: apiKeys: expected at least one key, found none; ${remedy}`);
  }
  checkCatalogSet(catalogsGetter(catalogs, `${where}: catalogs`)());
}

/** Returns whether browsers may send a value as the header `Origin`, or whether it is `*`. */
function isOrigin(value: unknown): boolean {
  if (value === '*' || value === 'null') return true;
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, host, origin } = new URL(value);
  return value === (origin === 'null' ? `${protocol}//${host}` : origin);
}

/** Receives an unexpected error, and its event for the log. `request` is the request that failed, if one did. */
export type ReportError = (error: unknown, event: FailureEvent, request?: WebRequest) => void;

/** Creates a function that calls `onError` with each error. Default: each error is written to the console, in one line. */
export function errorReporter({ onError }: Pick<HandlerOptions, 'onError'>): ReportError {
  if (onError !== undefined) return (error) => onError(error);
  return (_error, { event, fields: { error, reason = error } }) => {
    // biome-ignore lint/suspicious/noConsole: browsers have no other place for errors without a listener
    console.error(messageLine(`${event}: ${reason}`));
  };
}

/** Creates a function that checks API keys, or returns undefined without keys. See {@link createApiKeyChecker}. */
export function keyChecker(
  apiKeys: ApiKeys | undefined,
  report: ReportError,
  hash?: (text: string) => string,
): ApiKeyChecker | undefined {
  const onError = (error: Error) =>
    report(error, { event: 'API keys not reloaded', fields: { reason: error.message } });
  return apiKeys && createApiKeyChecker(apiKeys, onError, hash);
}

/** Checks before a request is answered. A function throws an {@link HttpError} to refuse the request. */
export interface Guard {
  /** Called for every request except a CORS preflight. May answer the request in place of the handler. */
  readonly receive?: (() => WebResponse | Promise<WebResponse> | undefined) | undefined;
  /** Called for a request with GET or HEAD for the API, its description or a page, and with POST for an endpoint. */
  readonly checkRequest?: (() => void) | undefined;
  /**
   * Called for a request for the API or an endpoint with its API key.
   *
   * @param key null if the request has no key
   */
  readonly checkKey?: ((key: string | null) => unknown) | undefined;
  /**
   * Reads the body of a request for an endpoint. Rejects with an {@link HttpError} if the body has more bytes. Default:
   * requests have no bodies.
   */
  readonly readBody?: ((maxBytes: number) => Promise<string>) | undefined;
}

/** The functions and values that a runtime or a server adds to {@link HandlerOptions}. */
export interface HandlerParts {
  /** The name of the function that received the options, for messages. */
  readonly where: string;
  /** Computes the responses that the cache does not have, and the responses of the endpoint. */
  readonly answer: Answer;
  /** Receives requests with POST. Default: all paths refuse POST. */
  readonly endpoint?: Endpoint | undefined;
  /** Encodes the description of the API. */
  readonly represent: Represent;
  readonly cacheSize: number;
  readonly cacheMeasurements?: CacheMeasurements | undefined;
  readonly report: ReportError;
}

/** Answers requests. */
export interface Handler {
  /**
   * Answers a request for a path under `/v1/`, for `/openapi.json`, for a page of the site or for the endpoint. Returns
   * undefined for any other path, and for a method other than GET and HEAD outside the API and the endpoint. Returns a
   * promise only for the endpoint, or if `answer` or `guard.receive` does. Never throws or rejects.
   */
  handle(
    request: WebRequest,
    guard: Guard,
  ): WebResponse | Promise<WebResponse | undefined> | undefined;
  /** Reports an unexpected error, and returns its response. */
  fail(error: unknown, request: WebRequest): WebResponse;
}

const OPENAPI_PATH = '/openapi.json';

/**
 * Matches `/v1`, `/V1` and the paths under them. No page has such a path, so that clients of the API get errors in
 * JSON.
 */
const NEAR_API = /^\/v1(?:\/|$)/i;

/** Matches the paths of protocols for programs, which programs in web pages may use like the API. */
const PROTOCOL = /^\/(?:opds|sru)(?:\/|$)/;

/** Creates a handler, which routes each request to the API under `/v1/`, to the OpenAPI description, or to the site. */
export function createHandler(
  options: HandlerOptions & { readonly baseUrl?: string | undefined },
  { where, answer, endpoint, represent, cacheSize, cacheMeasurements, report }: HandlerParts,
): Handler {
  const { site, baseUrl, allowedOrigins = [] } = options;
  const currentCatalogs = catalogsGetter(options.catalogs, `${where}: catalogs`);
  const answerCached =
    cacheSize > 0
      ? withCache(answer, createResponseCache(cacheSize, cacheMeasurements), baseUrl)
      : answer;
  let openApi: { readonly baseUrl: string; readonly page: WebResponse } | undefined;

  /** Returns the OpenAPI description, which needs no API key. */
  function openApiPage({ baseUrl, headers }: WebRequest): WebResponse {
    if (openApi?.baseUrl !== baseUrl) {
      const body = JSON.stringify(openApiDocument(baseUrl));
      openApi = { baseUrl, page: { status: 200, headers: JSON_TYPE, body } };
    }
    return representPage(openApi.page, represent, acceptedCodings(headers['accept-encoding']));
  }

  function fail(error: unknown, request: WebRequest): WebResponse {
    if (!isRefusal(error)) report(error, failureEvent(error, 'request failed'), request);
    const response = errorResponse(error, request.originalUrl);
    return (isPageRequest(request) && errorPage(request, response)) || response;
  }

  /** Returns the page of the site in place of an error in JSON, or undefined if the site has none or fails too. */
  function errorPage(request: WebRequest, error: WebResponse): WebResponse | undefined {
    try {
      const page = site?.errorPage?.(request, currentCatalogs(), error.status);
      if (page === undefined || page.status === 200) return page && representPage(page, represent);
      const { 'Content-Type': _, 'Content-Length': __, ...kept } = error.headers;
      const { 'Retry-After': seconds } = kept;
      // Makes the browser of a kiosk repeat the request.
      const refresh = error.status === 503 && seconds !== undefined && { Refresh: seconds };
      const headers = { ...page.headers, ...kept, ...refresh };
      return representPage({ ...error, body: page.body, headers }, represent);
    } catch {
      return undefined;
    }
  }

  function isPageRequest({ method, path }: WebRequest): boolean {
    const isRead = method === 'GET' || method === 'HEAD';
    return (
      site !== undefined &&
      isRead &&
      path !== '' &&
      path !== OPENAPI_PATH &&
      path !== endpoint?.path &&
      !NEAR_API.test(path)
    );
  }

  return {
    fail,
    handle(request, guard) {
      const { method, path, query, headers } = request;
      const isRead = method === 'GET' || method === 'HEAD';
      const isOpenApi = path === OPENAPI_PATH;
      const isApi = isOpenApi || path.startsWith('/v1/');
      const isForPrograms = isApi || (site !== undefined && PROTOCOL.test(path));
      let operation = 'none';

      function route(): WebResponse | Promise<WebResponse | undefined> | undefined {
        const received =
          (isForPrograms ? preflight(request, allowedOrigins) : undefined) ?? guard.receive?.();
        if (received !== undefined) return received;
        const isEndpoint = path !== '' && path === endpoint?.path;
        const isPage = isPageRequest(request);
        const catalogs = currentCatalogs();
        if (catalogs.length === 0 && (isApi || isEndpoint || site !== undefined)) {
          const message = 'server: expected an open snapshot, found none; retry after 5 s';
          throw new HttpError(503, message, { 'Retry-After': '5' });
        }
        if (isEndpoint) return callEndpoint(endpoint);
        if (!isApi && !isPage) return undefined;
        if (!isRead) throw methodNotAllowed(method);
        guard.checkRequest?.();
        if (isPage || isOpenApi) operation = 'site';
        if (isOpenApi) return openApiPage(request);
        return isPage ? answer(request, catalogs) : callOperation(catalogs);
      }

      function callOperation(catalogs: readonly Catalog[]): ReturnType<Answer> {
        const params = apiParameters(query);
        const key = params.get('api_key');
        guard.checkKey?.(key);
        const found = operationAt(path);
        operation = found.name;
        checkEncoding(query, parametersOf(found.name, catalogs));
        const client = request.client ?? key ?? undefined;
        return answerCached({ ...request, client }, catalogs, callOf(found, params, request));
      }

      function callEndpoint(endpoint: Endpoint): Promise<WebResponse | undefined> {
        if (method !== 'POST') throw methodNotAllowed(method, ['POST']);
        guard.checkRequest?.();
        checkOwnOrigin(request);
        const key = bearerToken(headers.authorization);
        checkBearerToken(key, guard);
        operation = endpoint.operation;
        const client = request.client ?? key ?? undefined;
        const body = guard.readBody?.(endpoint.maxBodyBytes) ?? Promise.resolve('');
        return body.then((body) => answer({ ...request, client, body }, currentCatalogs()));
      }

      function complete(response: WebResponse): WebResponse {
        const { status, body, headers: own } = revalidated(response, headers['if-none-match']);
        const all = isForPrograms ? withAllowedOrigin(own, headers.origin, allowedOrigins) : own;
        return { operation, ...response, status, body, headers: all };
      }

      const completeFailure = (error: unknown) => {
        if (!isRefusal(error)) operation = 'none';
        return complete(fail(error, request));
      };

      try {
        const response = route();
        if (!(response instanceof Promise)) return response && complete(response);
        return response.then((response) => response && complete(response)).catch(completeFailure);
      } catch (error) {
        return completeFailure(error);
      }
    },
  };
}

/**
 * Checks the header `Origin` of a request for an endpoint, so that no page of another site can send requests from the
 * browser of a reader (DNS rebinding). Requests of programs have no such header.
 *
 * @throws HttpError 403 for an origin other than this machine and the host of the base URL
 */
function checkOwnOrigin({ headers: { origin }, baseUrl }: WebRequest): void {
  if (origin === undefined) return;
  const hosts = [...new Set(['localhost', '127.0.0.1', '[::1]', new URL(baseUrl).hostname])];
  if (URL.canParse(origin) && hosts.includes(new URL(origin).hostname)) return;
  const expected = `no header, or an origin at ${hosts.join(', ')}`;
  throw new HttpError(403, `header 'Origin': expected ${expected}, found '${origin}'`);
}

function bearerToken(header: string | readonly string[] | undefined): string | null {
  return /^bearer +(\S+) *$/i.exec(String(header))?.[1] ?? null;
}

/** Checks an API key that is a bearer token. The status for a missing or unknown token is 401 (RFC 6750). */
function checkBearerToken(key: string | null, { checkKey }: Guard): void {
  try {
    checkKey?.(key);
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 403) throw error;
    const message = error.message.replace("parameter 'api_key'", "header 'Authorization'");
    throw new HttpError(401, message, { 'WWW-Authenticate': 'Bearer' });
  }
}

/** Creates the response to a request that a handler does not serve: 404, or 405 for a method other than GET and HEAD. */
export function notServed({ method, path, originalUrl }: WebRequest): WebResponse {
  const isRead = method === 'GET' || method === 'HEAD';
  const error = isRead
    ? pathNotFound(path || originalUrl.split('?', 1)[0])
    : methodNotAllowed(method);
  return { ...errorResponse(error, originalUrl), operation: 'none' };
}

/** The headers of the response to an OPTIONS request, which browsers send before some requests of scripts. */
const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'If-None-Match, X-Request-Id',
  'Access-Control-Max-Age': '3600',
  'Cache-Control': 'no-store',
};

/** Headers that browsers hide from scripts of another origin by default. */
const EXPOSED_HEADERS = 'ETag, Retry-After, X-Carrel-Relaxed, X-Request-Id';

function isAllowed(origin: string | undefined, origins: readonly string[]): boolean {
  return origin !== undefined && (origins.includes('*') || origins.includes(origin));
}

/** Returns the response to an OPTIONS request from an allowed origin. Undefined for any other request. */
function preflight(
  { method, headers: { origin } }: WebRequest,
  origins: readonly string[],
): WebResponse | undefined {
  if (method !== 'OPTIONS' || !isAllowed(origin, origins)) return undefined;
  return { status: 204, headers: PREFLIGHT_HEADERS };
}

/** Adds headers to a response so that scripts of an allowed origin can read it. */
function withAllowedOrigin(
  headers: WebResponse['headers'],
  origin: string | undefined,
  origins: readonly string[],
): WebResponse['headers'] {
  if (origins.length === 0) return headers;
  const isAny = origins.includes('*');
  const allowed = isAny ? '*' : isAllowed(origin, origins) ? origin : undefined;
  return {
    ...headers,
    ...(!isAny && { Vary: headers.Vary === undefined ? 'Origin' : `${headers.Vary}, Origin` }),
    ...(allowed !== undefined && {
      'Access-Control-Allow-Origin': allowed,
      'Access-Control-Expose-Headers': EXPOSED_HEADERS,
    }),
  };
}
