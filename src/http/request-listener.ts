/*
 * The adapter for `node:http`: reads a request, lets `web/handler.ts` answer it, and writes the response. What operators
 * need around it, such as limits, metrics, a log and threads, is in `server/`, which uses the same functions.
 */

import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { createAnswer } from '../web/answer.js';
import type { ApiKeyChecker, ApiKeys } from '../web/api-keys.js';
import { HttpError } from '../web/error-response.js';
import {
  checkHandlerOptions,
  createHandler,
  errorReporter,
  type Handler,
  type HandlerOptions,
  keyChecker,
  notServed,
  type ReportError,
} from '../web/handler.js';
import type { WebRequest, WebResponse } from '../web/web-request.js';
import { representCompressed } from './compression.js';

/** Options of {@link createRequestListener}. */
export interface ListenerOptions extends HandlerOptions {
  /**
   * The keys that requests may send as `api_key`, at least one, or a function that returns the current keys. With `open`,
   * an empty array.
   */
  readonly apiKeys: ApiKeys;
  /** Whether to accept all requests without checking API keys. Default: false. */
  readonly open?: boolean | undefined;
  /**
   * The address that links in responses begin with, such as `https://api.example.org`. If a library has
   * a `catalog_url`, links to its pages and covers begin with the `catalog_url` instead.
   */
  readonly baseUrl: string;
}

/** The options of `createServerListener` that this listener would ignore. */
const SERVER_OPTIONS = ['limits', 'trustedProxies', 'health', 'metrics', 'meter', 'log'];

/** Default size of the cache of responses in bytes: 64 MiB. */
export const DEFAULT_CACHE_SIZE = 64 * 1024 * 1024;

/**
 * Checks the options of a listener.
 *
 * @param where the name of the function that received the options
 * @throws TypeError if an option is missing or has the wrong type
 * @throws CatalogSetError when two catalogs contain the same library, title, list or session
 */
export function checkListenerOptions(where: string, options: ListenerOptions): void {
  if (options?.open === true) checkHandlerOptions(where, options, ['baseUrl']);
  else {
    const remedy = 'set open to true to answer requests without a key';
    checkHandlerOptions(where, options, ['baseUrl', 'apiKeys'], remedy);
  }
}

/** Creates the function that checks the API keys of a listener. Undefined for an open listener. */
export function listenerKeyChecker(
  { open = false, apiKeys }: ListenerOptions,
  report: ReportError,
): ApiKeyChecker | undefined {
  return open ? undefined : keyChecker(apiKeys, report, (text) => hash('sha256', text));
}

/**
 * Answers a request of `node:http`, including every request under `/v1/` and for `/openapi.json`. For any
 * other path or method that the listener does not serve, it calls `next`. Without `next`, it responds with
 * 404 to GET and HEAD, with the page of the site for unknown paths if there is a site, and with 405 to other methods.
 *
 * @example app.use(listener); // Express
 * @example
 * // Fastify, in a plugin whose prefix is the option `prefix` of the listener
 * app.all('/*', (request, reply) => {
 *   listener(request.raw, reply.raw, () => reply.callNotFound());
 * });
 */
export type RequestListener = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: () => void,
) => void;

/**
 * Creates a request listener for `node:http`. The listener is also a middleware for Express. It serves
 * the API under `/v1`, the OpenAPI description at `/openapi.json`, and the pages of `site`. It does not limit clients:
 * `createServerListener` of `carrel/server` does, and has health checks, metrics and a log.
 *
 * @throws TypeError if an option is missing or has the wrong type
 * @throws CatalogSetError when two catalogs contain the same library, title, list or session
 *
 * @example
 * const server = createServer(
 *   createRequestListener({ catalogs: [catalog], apiKeys: ['secret'], baseUrl: 'http://localhost:8080' }),
 * );
 * server.listen(8080);
 */
export function createRequestListener(options: ListenerOptions): RequestListener {
  const where = 'createRequestListener';
  checkListenerOptions(where, options);
  for (const name of SERVER_OPTIONS) {
    if (!(name in options)) continue;
    throw new TypeError(
      `${where}: expected no option ${name}, found it; use createServerListener of carrel/server`,
    );
  }
  const report = errorReporter(options);
  const checkKey = listenerKeyChecker(options, report);
  const checkHost = createHostChecker(options);
  const handler = createHandler(options, {
    where,
    answer: createAnswer(representCompressed, options.site),
    represent: representCompressed,
    cacheSize: options.cacheSize ?? DEFAULT_CACHE_SIZE,
    report,
  });

  return (incoming, outgoing, next) => {
    const request = readRequest(incoming, options);
    const guard = { receive: () => checkHost(incoming), checkKey };
    // Not a promise, because `createAnswer` answers in this thread.
    const response = handler.handle(request, guard) as WebResponse | undefined;
    if (isForNext(response, next)) next();
    else writeResponse(response ?? notServed(request), outgoing, request, handler);
  };
}

/** Returns whether the next middleware answers a request. */
export function isForNext(
  response: WebResponse | undefined,
  next: (() => void) | undefined,
): next is () => void {
  return next !== undefined && (response === undefined || response.isUnknownPath === true);
}

/**
 * Reads a request without its body. An absolute URL (`GET http://host/v1/titles`) is reduced to its path
 * and query (RFC 9112, 3.2.2). If a framework such as Express has removed a prefix from the path, only
 * `originalUrl` contains the prefix.
 */
export function readRequest(
  incoming: IncomingMessage,
  { prefix = '', baseUrl }: Pick<ListenerOptions, 'prefix' | 'baseUrl'>,
): WebRequest {
  const { url = '/', method = 'GET', headers } = incoming;
  // Express and other frameworks store the whole URL in this property.
  const whole = (incoming as { originalUrl?: unknown }).originalUrl;
  const local = pathAndQuery(url);
  const mark = local.indexOf('?');
  const path = mark < 0 ? local : local.slice(0, mark);
  return {
    method,
    originalUrl: typeof whole === 'string' ? pathAndQuery(whole) : local,
    path: prefix === '' ? path : path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : '',
    query: mark < 0 ? '' : local.slice(mark + 1),
    headers,
    baseUrl,
  };
}

function pathAndQuery(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '');
}

/** Writes a response. If a site returned invalid headers, writes a response with the status 500 instead. */
export function writeResponse(
  response: WebResponse,
  outgoing: ServerResponse,
  request: WebRequest,
  handler: Pick<Handler, 'fail'>,
): WebResponse {
  let written = response;
  try {
    outgoing.writeHead(response.status, response.headers);
  } catch (error) {
    written = { ...handler.fail(error, request), operation: 'none' };
    outgoing.writeHead(written.status, written.headers);
  }
  outgoing.end(request.method === 'HEAD' ? undefined : written.body);
  return written;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/** Returns whether a host is `localhost` or a loopback address, which only the same machine can reach. */
export function isLoopback(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return host.toLowerCase() === 'localhost';
  return LOOPBACK.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

/** Options of {@link createHostChecker}. */
export interface HostCheckerOptions {
  /** The address that links in responses begin with. */
  readonly baseUrl: string;
  /** Whether to accept all requests without checking API keys. Default: false. */
  readonly open?: boolean | undefined;
}

/**
 * Checks the `Host` header of a request.
 *
 * @throws HttpError 400 for an HTTP/1.1 request with no or several `Host` headers
 * @throws HttpError 421 for a request to an open server under an unknown name
 */
export type HostChecker = (
  request: Pick<IncomingMessage, 'httpVersion' | 'rawHeaders'>,
) => undefined;

/**
 * Creates a function that checks the `Host` header. An open server answers only to loopback addresses, `localhost` and
 * the host of its base URL. Otherwise a web site could give its own name the address of this machine, so that browsers
 * let its scripts read the responses of the server (DNS rebinding).
 */
export function createHostChecker({ baseUrl, open = false }: HostCheckerOptions): HostChecker {
  const baseHost = hostName(new URL(baseUrl).host);
  return ({ httpVersion, rawHeaders }) => {
    const hosts = hostHeaders(rawHeaders);
    if (hosts.length !== 1 && httpVersion === '1.1') {
      const found = hosts.length === 0 ? 'none' : hosts.length;
      throw new HttpError(400, `header 'Host': expected exactly one, found ${found}`);
    }
    if (!open) return;
    for (const host of hosts) {
      const name = hostName(host);
      if (name === baseHost || isLoopback(name)) continue;
      const expected = `localhost, a loopback address or '${baseHost}' on an open server`;
      throw new HttpError(421, `header 'Host': expected ${expected}, found '${host}'`);
    }
  };
}

function hostHeaders(rawHeaders: readonly string[]): string[] {
  const hosts: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i].length === 4 && rawHeaders[i].toLowerCase() === 'host') {
      hosts.push(rawHeaders[i + 1]);
    }
  }
  return hosts;
}

/** Removes the port from a host, the brackets of an IPv6 address, and the dot that can end a name. */
function hostName(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}
