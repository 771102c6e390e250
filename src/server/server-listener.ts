import { hash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { catalogsGetter, checkCatalogSet } from '../catalog/catalog-set.js';
import { PARAMETERS } from '../v1/schema/parameters.js';
import { notFound, type RequestTarget } from '../web/api.js';
import { createApiKeyChecker } from '../web/api-keys.js';
import { createCrossOrigin } from '../web/cross-origin.js';
import { type Answer, errorReply, failureEvent, failureReply } from '../web/reply.js';
import { isApiPath, methodNotAllowed } from '../web/router.js';
import { checkListenerOptions, type ListenerOptions } from './listener-options.js';
import { SILENT_LOG, STANDARD_ERROR_LOG } from './log.js';
import { createMeter } from './meter.js';
import { createKeyFinder, type KeyFinder, redactUrl } from './redact-url.js';
import { createClientFinder } from './client-address.js';
import { createRequestLimits } from './request-limits.js';
import { requestTarget } from '../http/request-target.js';
import { createRequestHandler } from './request-handler.js';
import { createConnectionTurns } from './request-turns.js';
import { DEFAULT_LIMITS } from './limits.js';

/** Returns the `X-Request-Id` of a request if it is short and safe to log, otherwise a new id. */
function requestId(header: string | readonly string[] | undefined, hasKey: KeyFinder): string {
  const isSafe = typeof header === 'string' && /^[\w.:-]{1,64}$/.test(header) && !hasKey(header);
  return isSafe ? header : randomUUID();
}

/** The callbacks of unfinished responses, by connection. */
const callbacksBySocket = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `callback` once, when the response has been sent or its connection has closed. A pipelined
 * response that waits for an earlier response emits no `close` event when its connection closes, so this
 * function also listens to the connection.
 */
function onFinished(
  { socket }: IncomingMessage,
  response: ServerResponse,
  callback: () => void,
): void {
  if (socket.closed) {
    callback();
    return;
  }
  const callbacks = callbacksBySocket.get(socket) ?? listenTo(socket);
  const settle = () => {
    if (callbacks.delete(settle)) callback();
  };
  callbacks.add(settle);
  response.once('close', settle);
}

function listenTo(socket: Socket): Set<() => void> {
  const callbacks = new Set<() => void>();
  callbacksBySocket.set(socket, callbacks);
  socket.once('close', () => {
    for (const settle of callbacks) settle();
  });
  return callbacks;
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
 * the API under `/v1`, the OpenAPI description at `/openapi.json`, the pages of `site`, and the
 * monitoring paths that `health` and `metrics` turn on.
 *
 * @throws TypeError if an option is missing or has the wrong type
 * @throws CatalogSetError when two catalogs contain the same library, title, list or session
 * @throws RangeError for an invalid address in `trustedProxies`
 *
 * @example
 * const server = createServer(
 *   createRequestListener({ catalogs: [catalog], apiKeys: ['secret'], baseUrl: 'http://localhost:8080' }),
 * );
 * server.listen(8080);
 */
export function createRequestListener(options: ListenerOptions): RequestListener {
  checkListenerOptions('createRequestListener', options);
  const { onError = () => {}, meter = createMeter(), prefix = '' } = options;
  const { log = options.onError === undefined ? STANDARD_ERROR_LOG : SILENT_LOG } = options;
  const { logsQueries = true, logsClients = true } = options;
  const siteParameters = new Set(options.site?.parameters);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { responseSeconds } = limits;
  checkCatalogSet(catalogsGetter(options.catalogs, 'createRequestListener: catalogs')());
  const reportKeys = (error: Error) => {
    onError(error);
    log.error('API keys not reloaded', { reason: error.message });
  };
  const checkKey = options.open
    ? undefined
    : createApiKeyChecker(options.apiKeys, reportKeys, sha256);
  const hasKey = createKeyFinder(checkKey?.keys ?? (() => NO_KEYS));
  const requestLimits = createRequestLimits(limits, meter, checkKey);
  const handle = createRequestHandler(options, meter, requestLimits);
  const clients = createClientFinder(options.trustedProxies);
  const crossOrigin = createCrossOrigin(options.allowedOrigins ?? []);
  const answerInTurn = createConnectionTurns({
    ofConnection: limits.clientRequestsInFlight,
    total: limits.requestsInFlight,
  });

  return (request, response, next) => {
    const startedAt = performance.now();
    const target = requestTarget(request, prefix);
    const isApi = isApiPath(target.path);
    const { method, headers } = request;
    const { origin } = headers;
    const id = log.level === 'off' ? undefined : requestId(headers['x-request-id'], hasKey);
    // The address is unknown after the connection has closed.
    const client = clients.ofRequest(request);

    const finish = ({ operation, keyName, key, reply }: Answer) => {
      if (id !== undefined) response.setHeader('X-Request-Id', id);
      const headers = isApi ? crossOrigin.allow(reply.headers, origin) : reply.headers;
      response.writeHead(reply.status, headers);
      response.end(request.method === 'HEAD' ? undefined : reply.body);
      const timeout = isSent(response)
        ? undefined
        : setTimeout(() => response.destroy(), responseSeconds * 1000);
      const endResponse = requestLimits.beginResponse(client.limited, key);
      onFinished(request, response, () => {
        clearTimeout(timeout);
        endResponse();
        const seconds = (performance.now() - startedAt) / 1000;
        meter.count(operation, reply.status, seconds, keyName);
        if (log.level !== 'info') return;
        log.info('request', {
          id,
          client: logsClients ? client.address : undefined,
          key: keyName,
          method: request.method,
          url: logsQueries
            ? redactUrl(
                target.originalUrl,
                operation === 'site'
                  ? siteParameters
                  : (PARAMETER_NAMES.get(operation) ?? NO_PARAMETERS),
                hasKey,
              )
            : redactUrl(target.path, NO_PARAMETERS, hasKey),
          operation,
          status: reply.status,
          ms: Number((seconds * 1000).toFixed(3)),
          ...(!response.writableFinished && { cut: true }),
        });
      });
    };
    const finishOrSkip = (answer: Answer | undefined) => {
      if (next !== undefined && (answer === undefined || answer.isUnknownPath)) next();
      else finish(answer ?? notServed(target, request.method));
    };
    const fail = (error: unknown) => {
      onError(error);
      const { event, fields } = failureEvent(error, 'request failed');
      log.error(event, { id, ...fields });
      finish({ operation: 'none', reply: failureReply(target.originalUrl, error) });
    };

    const answer = (): void | Promise<void> => {
      try {
        const preflight = isApi ? crossOrigin.preflight(method, origin) : undefined;
        const result =
          preflight === undefined
            ? handle(request, target, { client: client.limited })
            : { operation: 'none', reply: preflight };
        if (result instanceof Promise) return result.then(finishOrSkip).catch(fail);
        finishOrSkip(result);
      } catch (error) {
        fail(error);
      }
    };
    if (answerInTurn(request.socket, answer)) return;
    meter.refuse('client-requests-in-flight');
    request.socket.destroy();
  };
}

/** Whether the operating system has accepted all bytes of a response, so that no timeout is needed. */
function isSent({ socket }: ServerResponse): boolean {
  return socket !== null && socket.writableLength === 0;
}

function sha256(text: string): string {
  return hash('sha256', text);
}

/** The names of the parameters of each operation of the API. */
const PARAMETER_NAMES = new Map<string, ReadonlySet<string>>(
  Object.entries(PARAMETERS).map(([operation, known]) => [operation, new Set(Object.keys(known))]),
);

const NO_PARAMETERS: ReadonlySet<string> = new Set();

const NO_KEYS: readonly string[] = [];

function notServed({ originalUrl, path }: RequestTarget, method = 'GET'): Answer {
  const isRead = method === 'GET' || method === 'HEAD';
  const { status, message, headers } = isRead
    ? notFound(path || originalUrl.split('?', 1)[0])
    : methodNotAllowed(method);
  return { operation: 'none', reply: errorReply(originalUrl, status, message, headers) };
}
