/*
 * The listener of a server: the adapter of `http/` with limits on clients, turns, monitoring, metrics and a log.
 * `server.ts` handles connections and their timeouts.
 */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  A_FUNCTION,
  checkOptions,
  type OptionCheck,
  TRUE_OR_FALSE,
} from '../base/check-options.js';
import type { Catalog } from '../catalog/catalog.js';
import { catalogsGetter } from '../catalog/catalog-set.js';
import { representCompressed } from '../http/compression.js';
import {
  checkListenerOptions,
  createHostChecker,
  DEFAULT_CACHE_SIZE,
  isForNext,
  type ListenerOptions,
  listenerKeyChecker,
  type RequestListener,
  readRequest,
  writeResponse,
} from '../http/request-listener.js';
import { PARAMETERS } from '../v1/schema/parameters.js';
import { type Answer, createAnswer, withEndpoint } from '../web/answer.js';
import { HttpError } from '../web/error-response.js';
import { createHandler, notServed, type ReportError } from '../web/handler.js';
import type { Endpoint, WebResponse } from '../web/web-request.js';
import { createClientFinder } from './client-address.js';
import { createFairQueue } from './fair-queue.js';
import { checkLimits, createRequestLimits, type GivenLimits, withDefaults } from './limits.js';
import {
  createKeyFinder,
  type KeyFinder,
  type Log,
  redactUrl,
  SILENT_LOG,
  STANDARD_ERROR_LOG,
} from './log.js';
import { createMeter, type Meter } from './meter.js';
import {
  createMonitoring,
  METRICS_ACCESS,
  type MetricsAccess,
  type MonitoringOptions,
} from './monitoring.js';
import type { AnsweringThreads } from './threads/answering-threads.js';

/** Options of {@link createServerListener}. */
export interface ServerListenerOptions extends ListenerOptions, MonitoringOptions {
  /**
   * Threads that answer API requests and requests for pages. Default: the calling thread answers.
   *
   * @internal
   */
  readonly threads?: Pick<AnsweringThreads, 'answer' | 'warmUp'> | undefined;
  /**
   * Answers requests with POST. With `threads`, they answer in its place. Default: none.
   *
   * @internal
   */
  readonly endpoint?: Endpoint | undefined;
  /**
   * Limits on clients. The listener does not apply the limits on connections, on receiving requests and on the size
   * of their heads, which only `startServer` applies. Default: `DEFAULT_LIMITS`.
   */
  readonly limits?: GivenLimits | undefined;
  /**
   * Addresses and networks, such as `10.0.0.0/8`, of proxies whose `X-Forwarded-For` contains the address of the client,
   * and `unix:` for proxies that connect through a Unix socket. Default: none.
   */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Counts responses. Default: a new meter. */
  readonly meter?: Meter | undefined;
  /**
   * Receives an event for each response and each unexpected error. Default: without `onError`, unexpected errors are
   * written to standard error, one per line; with `onError`, nothing is logged.
   */
  readonly log?: Log | undefined;
  /**
   * Whether logged URLs include the query, without API keys and session ids, and without the values of
   * unknown parameters. Default: true.
   */
  readonly logsQueries?: boolean | undefined;
  /** Whether the log contains the addresses of clients. Default: true. */
  readonly logsClients?: boolean | undefined;
}

/** The checks of the options that `createRequestListener` does not have. */
const CHECKS = {
  limits: {
    expected: 'an object with limits',
    isValid: (value) => typeof value === 'object' && value !== null,
  },
  trustedProxies: {
    expected: 'an array of addresses and networks',
    isValid: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  },
  health: TRUE_OR_FALSE,
  isWarm: A_FUNCTION,
  isClosing: A_FUNCTION,
  metrics: {
    expected: `one of ${METRICS_ACCESS.join(', ')}`,
    isValid: (value) => METRICS_ACCESS.includes(value as MetricsAccess),
  },
  meter: {
    expected: 'a meter such as createMeter returns',
    isValid: (value) => typeof (value as Partial<Meter> | null)?.measurements === 'function',
  },
  log: {
    expected: 'a log such as createStreamLog returns',
    isValid: (value) => typeof (value as Partial<Log> | null)?.error === 'function',
  },
  logsQueries: TRUE_OR_FALSE,
  logsClients: TRUE_OR_FALSE,
} satisfies Readonly<Record<string, OptionCheck>>;

/**
 * Checks the options of a listener.
 *
 * @param where the name of the function that received the options
 * @throws TypeError if an option is missing or has the wrong type
 * @throws CatalogSetError when two catalogs contain the same library, title, list or session
 */
export function checkServerListenerOptions(where: string, options: ServerListenerOptions): void {
  checkListenerOptions(where, options);
  checkOptions(where, options, CHECKS);
  checkLimits(where, options.limits);
}

/**
 * Creates the listener of `startServer` for a server of your own, such as one of Express. It answers like the listener of
 * `createRequestListener` in `carrel/http`, limits clients, writes a log, and answers the monitoring paths that `health`
 * and `metrics` turn on. Clients take turns.
 *
 * @throws TypeError if an option is missing or has the wrong type
 * @throws CatalogSetError when two catalogs contain the same library, title, list or session
 * @throws RangeError for an invalid address in `trustedProxies`
 *
 * @example
 * const listener = createServerListener({
 *   catalogs,
 *   apiKeys: ['secret'],
 *   baseUrl: 'http://localhost:8080',
 *   metrics: 'local',
 * });
 * createServer(listener).listen(8080);
 */
export function createServerListener(options: ServerListenerOptions): RequestListener {
  const where = 'createServerListener';
  checkServerListenerOptions(where, options);
  const { meter = createMeter(), site, endpoint, threads } = options;
  const { logsQueries = true, logsClients = true } = options;
  const { log = options.onError === undefined ? STANDARD_ERROR_LOG : SILENT_LOG } = options;
  const limits = withDefaults(options.limits);
  const report: ReportError = (error, { event, fields }, request) => {
    options.onError?.(error);
    log.error(event, request === undefined ? fields : { id: request.id, ...fields });
  };
  const checkKey = listenerKeyChecker(options, report);
  const hasKey = createKeyFinder(checkKey?.keys ?? (() => NO_KEYS));
  const admit = createRequestLimits(limits, meter, checkKey);
  const currentCatalogs = catalogsGetter(options.catalogs, `${where}: catalogs`);
  const handler = createHandler(options, {
    where,
    answer:
      threads?.answer ??
      answerInTurns(
        withEndpoint(createAnswer(representCompressed, site), endpoint),
        currentCatalogs,
      ),
    endpoint,
    represent: representCompressed,
    cacheSize: options.cacheSize ?? DEFAULT_CACHE_SIZE,
    cacheMeasurements: meter.cache,
    report,
  });
  const monitoring = createMonitoring(options, meter, currentCatalogs);
  const checkHost = createHostChecker(options);
  const clients = createClientFinder(options.trustedProxies);
  const parametersOf = loggedParameters(site?.parameters);
  const answerInTurn = createConnectionTurns({
    ofConnection: limits.clientRequestsInFlight,
    total: limits.requestsInFlight,
  });

  return (incoming, outgoing, next) => {
    const startedAt = performance.now();
    const received = readRequest(incoming, options);
    const url = received.originalUrl;
    const isTooLong = url.length > limits.urlBytes;
    const id =
      log.level === 'off' ? undefined : requestId(incoming.headers['x-request-id'], hasKey);
    // The address is unknown after the connection has closed.
    const { address, limited } = clients.ofRequest(incoming);
    const request = { ...received, originalUrl: isTooLong ? '' : url, client: limited, id };

    const answer = (): void | Promise<void> => {
      const admission = admit(limited);
      const receive = () => {
        checkHost(incoming);
        if (isTooLong) throw tooLong(limits.urlBytes, url.length);
        return monitoring(request, incoming);
      };

      const finish = (response: WebResponse | undefined) => {
        if (response?.isTooCostly) meter.refuse('query-cost');
        // Another middleware has answered the request meanwhile, for example after a timeout.
        if (outgoing.headersSent) {
          admission.end();
          return;
        }
        if (isForNext(response, next)) {
          admission.end();
          next();
          return;
        }
        admission.begin();
        if (id !== undefined) outgoing.setHeader('X-Request-Id', id);
        const written = writeResponse(response ?? notServed(request), outgoing, request, handler);
        const timeout = isSent(outgoing)
          ? undefined
          : setTimeout(() => outgoing.destroy(), limits.responseSeconds * 1000);
        onFinished(incoming, outgoing, () => {
          clearTimeout(timeout);
          admission.end();
          const { operation = 'none', status } = written;
          const { keyName } = admission;
          const seconds = (performance.now() - startedAt) / 1000;
          meter.count(operation, status, seconds, keyName);
          if (log.level !== 'info') return;
          log.info('request', {
            id,
            client: logsClients ? address : undefined,
            key: keyName,
            method: request.method,
            url: logsQueries
              ? redactUrl(url, parametersOf(operation), hasKey)
              : redactUrl(request.path, NO_PARAMETERS, hasKey),
            operation,
            status,
            ms: Number((seconds * 1000).toFixed(3)),
            ...(!outgoing.writableFinished && { cut: true }),
          });
        });
      };

      const { checkRequest, checkKey } = admission;
      const readBody = (maxBytes: number) =>
        readRequestBody(incoming, outgoing, maxBytes, limits.requestSeconds);
      const response = handler.handle(request, { receive, checkRequest, checkKey, readBody });
      return response instanceof Promise ? response.then(finish) : finish(response);
    };
    if (answerInTurn(incoming.socket, answer)) return;
    meter.refuse('client-requests-in-flight');
    incoming.socket.destroy();
  };
}

const NO_KEYS: readonly string[] = [];

function tooLong(maxBytes: number, bytes: number): HttpError {
  const message = `path and query: expected at most ${maxBytes} bytes, found ${bytes}`;
  return new HttpError(414, message, { Connection: 'close' });
}

/**
 * Reads the body of a request as UTF-8. The rest of a body that is too long is received and dropped, so that the client
 * can read the response.
 *
 * @throws HttpError 413 for a body of more than `maxBytes`, 408 for a body that takes longer than `seconds`, and 400 if
 *   the connection closes before the end of the body
 */
function readRequestBody(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  maxBytes: number,
  seconds: number,
): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  return new Promise<string>((resolve, reject) => {
    const refuse = (status: number, expected: string, found: string) => {
      clearTimeout(timeout);
      const message = `body: expected ${expected}, found ${found}`;
      reject(new HttpError(status, message, { Connection: 'close' }));
    };
    const timeout = setTimeout(refuse, seconds * 1000, 408, `all of it in ${seconds} s`, 'less');
    incoming.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= maxBytes) pieces.push(piece);
      else refuse(413, `at most ${maxBytes} bytes`, 'more');
    });
    incoming.once('end', () => {
      clearTimeout(timeout);
      resolve(Buffer.concat(pieces).toString());
    });
    incoming.once('close', () => refuse(400, 'all of it', 'the end of the connection'));
    if (incoming.headers.expect !== undefined) outgoing.writeContinue();
  });
}

/** Returns the `X-Request-Id` of a request if it is short and safe to log, otherwise a new id. */
function requestId(header: string | readonly string[] | undefined, hasKey: KeyFinder): string {
  const isSafe = typeof header === 'string' && /^[\w.:-]{1,64}$/.test(header) && !hasKey(header);
  return isSafe ? header : randomUUID();
}

const NO_PARAMETERS: ReadonlySet<string> = new Set();

/** Returns a function that returns the names of the parameters of an operation whose values are logged. */
function loggedParameters(
  ofSite: readonly string[] = [],
): (operation: string) => ReadonlySet<string> {
  const names = new Map<string, ReadonlySet<string>>(
    Object.entries<object>(PARAMETERS).map(([name, known]) => [name, new Set(Object.keys(known))]),
  );
  const site = new Set(ofSite);
  names.set('none', NO_PARAMETERS).set('monitoring', NO_PARAMETERS);
  // A site names its own operations.
  return (operation) => names.get(operation) ?? site;
}

/** Returns whether the operating system has accepted all bytes of a response, so that no timeout is needed. */
function isSent({ socket }: ServerResponse): boolean {
  return socket !== null && socket.writableLength === 0;
}

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
 * Answers requests in the calling thread, one in each turn of the event loop. Clients take turns. Between two requests, the
 * event loop receives the requests that have arrived meanwhile.
 *
 * @param current returns the current catalogs, which can be newer than the catalogs when a request was received
 */
function answerInTurns(answer: Answer, current: () => readonly Catalog[]): Answer {
  const waiting = createFairQueue<() => void>();

  function next(): void {
    waiting.shift()?.();
    if (waiting.size > 0) setImmediate(next);
  }

  return async (request, _, call) => {
    await new Promise<void>((resolve) => {
      waiting.push(request.client ?? '', resolve);
      if (waiting.size === 1) setImmediate(next);
    });
    return answer(request, current(), call);
  };
}

/** Limits on the requests that wait for an earlier request of their connection. */
interface WaitingLimits {
  /** The maximum number on one connection. */
  readonly ofConnection: number;
  /** The maximum number on all connections together. */
  readonly total: number;
}

/** Answers a request. The result is settled when the response has been written. */
type AnswerRequest = () => void | Promise<void>;

/**
 * Answers the requests of each connection one after another, each in a later turn of the event loop than the one before. A
 * client that sends many requests at once on one connection therefore waits like a client that sends each request after
 * the response to the request before. Requests that still wait when their connection closes are dropped.
 *
 * @returns A function that answers a request when it is its turn. Returns false, and does not answer it, if too many
 *   requests wait.
 */
function createConnectionTurns({
  ofConnection,
  total,
}: WaitingLimits): (socket: Socket, answer: AnswerRequest) => boolean {
  /** For each connection with a request that is being answered, the requests after it. */
  const waiting = new WeakMap<Socket, AnswerRequest[]>();
  let count = 0;

  async function answerAll(socket: Socket, answers: AnswerRequest[], first: AnswerRequest) {
    await first();
    for (;;) {
      await nextTurn();
      if (socket.destroyed) count -= answers.splice(0).length;
      const answer = answers.shift();
      if (answer === undefined) break;
      count--;
      await answer();
    }
    waiting.delete(socket);
  }

  return (socket, answer) => {
    const answers = waiting.get(socket);
    if (answers === undefined) {
      const later: AnswerRequest[] = [];
      waiting.set(socket, later);
      answerAll(socket, later, answer);
      return true;
    }
    if (answers.length >= ofConnection || count >= total) return false;
    answers.push(answer);
    count++;
    return true;
  };
}
