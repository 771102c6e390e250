/*
 * A server that listens: from its options to its connections, with the limits on connections and on receiving requests, the
 * responses to what `node:http` cannot parse, and closing. `server-listener.ts` answers the requests.
 */

import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { checkIsObject, checkOptions, type OptionCheck } from '../base/check-options.js';
import { catalogsGetter } from '../catalog/catalog-set.js';
import { isLoopback } from '../http/request-listener.js';
import { errorResponse, HttpError, methodNotAllowed } from '../web/error-response.js';
import type { WebResponse } from '../web/web-request.js';
import { type ClientFinder, clientAddress, createClientFinder } from './client-address.js';
import { countByName, type Limits, withDefaults } from './limits.js';
import { type ListenOptions, listen } from './listening-socket.js';
import { type Log, SILENT_LOG } from './log.js';
import { createMeter, type Meter, measureEventLoopDelay } from './meter.js';
import { createMonitoring, startMonitoringServer } from './monitoring.js';
import {
  checkServerListenerOptions,
  createServerListener,
  type ServerListenerOptions,
} from './server-listener.js';
import { READY_AFTER_REQUESTS, warmUp } from './warm-up.js';

/**
 * The time between two checks of `node:http` for timed-out requests. One check answers all requests that
 * have timed out since the previous check. A short interval keeps the work of one check small.
 */
const TIMEOUT_CHECK_INTERVAL_MS = 100;

/** Stands for the address of a server that does not listen yet. */
const UNKNOWN_BASE_URL = 'http://localhost';

const isPort = (value: unknown) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65535;
const isHost = (value: unknown) => typeof value === 'string' && value !== '';

/** The checks of the options that a listener does not have. */
const CHECKS = {
  host: { expected: 'an address or a host name such as 127.0.0.1', isValid: isHost },
  port: { expected: 'a whole number from 0 to 65535', isValid: isPort },
  drainSeconds: {
    expected: 'a number from 0',
    isValid: (value) => typeof value === 'number' && value >= 0,
  },
  monitoring: {
    expected: 'an object with a host and a port',
    isValid: (value) => {
      const { host, port } = Object(value);
      return isHost(host) && isPort(port);
    },
  },
} satisfies Readonly<Record<string, OptionCheck>>;

/** Options of {@link startServer}. */
export interface ServerOptions
  extends Omit<ServerListenerOptions, 'baseUrl' | 'isWarm' | 'isClosing'>,
    ListenOptions {
  /**
   * The address that links in responses begin with. Required for a Unix socket. Default: `http://HOST:PORT`, with
   * `localhost` as HOST if `host` is `0.0.0.0` or `::`.
   */
  readonly baseUrl?: string | undefined;
  /**
   * Seconds for which `close` still accepts requests, while `/readyz` is 503 and each response has
   * `Connection: close`. Default: 0.
   */
  readonly drainSeconds?: number | undefined;
  /**
   * A further address, which answers only `/healthz`, `/readyz` and `/metrics`, to everyone and without limits.
   * Default: none.
   */
  readonly monitoring?: { readonly host: string; readonly port: number } | undefined;
}

/** A server that is listening. */
export interface RunningServer {
  /** The address that links in responses begin with. */
  readonly baseUrl: string;
  /** The port that the server listens on. 0 for a Unix socket. */
  readonly port: number;
  /**
   * Waits for `drainSeconds`, stops accepting connections, waits up to 10 seconds for responses in progress, then
   * resolves.
   */
  close(): Promise<void>;
}

/**
 * Starts a `node:http` server for the API under `/v1`, with limits for a public address. The server listens, and
 * then warms up with {@link warmUp}. While the server warms up, it answers requests, and `/readyz` is 503.
 *
 * Defaults that differ from {@link ServerListenerOptions}: `health` is true, so that `/healthz` and
 * `/readyz` are answered, and `metrics` is `'local'`, so that `/metrics` is answered for programs on
 * the same machine.
 *
 * @returns a promise that resolves when the server is warm
 * @throws TypeError if an option is missing or has the wrong type
 * @throws CatalogSetError when two catalogs contain the same library, title, list or session
 * @throws RangeError when `open` is true and other machines can reach the server, or when a Unix socket has no
 *   `baseUrl`
 * @throws RangeError for an invalid address in `trustedProxies`
 * @throws Error with the `code` of the operating system, such as `EADDRINUSE`, when the server cannot
 *   listen
 *
 * @example
 * const server = await startServer({ catalogs, apiKeys: ['secret'], port: 8080, host: '127.0.0.1' });
 * process.once('SIGTERM', () => server.close());
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  checkIsObject('startServer: options', options);
  const { host, socket, open = false, drainSeconds = 0 } = options;
  // Checked first, because an invalid option must not leave a server that listens.
  const checked = { ...options, baseUrl: options.baseUrl ?? UNKNOWN_BASE_URL };
  checkServerListenerOptions('startServer', checked);
  checkOptions('startServer', options, CHECKS, socket === undefined ? ['host', 'port'] : []);
  const currentCatalogs = catalogsGetter(options.catalogs, 'startServer: catalogs');
  if (open && socket === undefined) checkLoopback(host);
  const limits = withDefaults(options.limits);
  const { meter = createMeter(), log = SILENT_LOG, health = true, metrics = 'local' } = options;
  const server = limitedServer(limits, createClientFinder(options.trustedProxies), meter);
  rejectUnparsedRequests(server, limits, meter, log, options.logsClients ?? true);
  let removeSocket = () => {};
  const { close, isClosing } = gracefulClose(server, drainSeconds * 1000, () => removeSocket());
  let isWarm = false;
  const state = { isWarm: () => isWarm, isClosing };
  const monitoringServer =
    options.monitoring &&
    (await startMonitoringServer(
      createMonitoring(
        { ...options, ...state, health: true, metrics: 'all' },
        meter,
        currentCatalogs,
      ),
      options.monitoring,
    ));
  let { baseUrl } = options;
  let bound: AddressInfo | undefined;
  try {
    const listening = await listen(server, options);
    bound = listening.address;
    removeSocket = listening.removeSocket;
    if (open && socket !== undefined && bound !== undefined) checkLoopback(bound.address);
    baseUrl ??= defaultBaseUrl(bound, socket === undefined ? host : undefined);
  } catch (error) {
    removeSocket();
    server.close();
    monitoringServer?.close();
    throw error;
  }
  const listener = createServerListener({
    ...options,
    meter,
    health,
    metrics,
    baseUrl,
    ...state,
  });
  server.on('request', (request, response) => listener(request, response));
  if (options.threads === undefined) {
    await warmUp(currentCatalogs(), { ...options, baseUrl, readyAfter: READY_AFTER_REQUESTS });
  } else await options.threads.warmUp(currentCatalogs(), baseUrl);
  isWarm = true;
  const stopMeasuring = measureEventLoopDelay(meter);
  return {
    baseUrl,
    port: bound?.port ?? 0,
    async close() {
      stopMeasuring();
      await close();
      monitoringServer?.close();
      monitoringServer?.closeAllConnections();
    },
  };
}

/** Creates a server that applies the limits on connections and on receiving requests. It sends no responses. */
function limitedServer(limits: Limits, clients: ClientFinder, meter: Meter): Server {
  const server = createServer({
    maxHeaderSize: limits.headBytes,
    headersTimeout: Math.min(limits.headSeconds, limits.requestSeconds) * 1000,
    requestTimeout: limits.requestSeconds * 1000,
    keepAliveTimeout: limits.idleSeconds * 1000,
    connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
    // The request handler checks `Host` instead, and responds with the error body of the API.
    requireHostHeader: false,
  });
  server.maxConnections = limits.connections;
  server.on('drop', () => meter.refuse('connections'));
  const connections = countByName();
  server.on('connection', (socket: Socket) => {
    const { limited } = clients.ofConnection(socket);
    if (limited === undefined) return;
    if (connections.get(limited) >= limits.clientConnections) {
      meter.refuse('client-connections');
      socket.destroy();
      return;
    }
    connections.add(limited, 1);
    socket.once('close', () => connections.add(limited, -1));
  });
  // 0 means no maximum. Node.js silently drops headers beyond a maximum. `headBytes` limits their size.
  server.maxHeadersCount = 0;
  const requestCounts = new WeakMap<Socket, number>();
  server.on('request', ({ socket }, response) => {
    const requests = (requestCounts.get(socket) ?? 0) + 1;
    requestCounts.set(socket, requests);
    if (requests >= limits.requestsPerConnection) response.setHeader('Connection', 'close');
  });
  // Respond to a request with an `Expect` header without waiting for its body. After a response to
  // `Expect: 100-continue`, Node.js closes the connection.
  for (const expectation of ['checkContinue', 'checkExpectation']) {
    server.on(expectation, (request, response) => server.emit('request', request, response));
  }
  return server;
}

/** @throws RangeError for a host other than `localhost` and loopback addresses */
function checkLoopback(host: string): void {
  if (isLoopback(host)) return;
  throw new RangeError(
    `host: expected 127.0.0.1, ::1 or localhost for an open server, found '${host}'`,
  );
}

/** @throws RangeError for a Unix socket, whose address does not contain a host */
function defaultBaseUrl(bound: AddressInfo | undefined, host = bound?.address): string {
  if (bound !== undefined && host !== undefined) return addressOf(host, bound.port);
  throw new RangeError('baseUrl: expected an address for a server on a Unix socket, found none');
}

/** Returns the URL of a host and port, with `localhost` in place of `0.0.0.0` and `::`. */
export function addressOf(host: string, port: number): string {
  const isAny = host === '0.0.0.0' || host === '::';
  const name = isAny ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/**
 * The time after an error response during which received bytes are discarded. Closing the connection at
 * once could reset it before the client has read the response.
 */
const LINGER_MS = 1000;

/** The error of a `clientError` event: a parser error, a timeout, or an error of the connection. */
interface ClientError extends Error {
  readonly code?: string;
  /** The description of a parser error. It never contains bytes of the request. */
  readonly reason?: string;
}

/**
 * Responds to invalid HTTP, timed-out requests and CONNECT requests with an error body of the API, and closes the
 * connection. Earlier requests on the connection are answered first.
 */
function rejectUnparsedRequests(
  server: Server,
  limits: Limits,
  meter: Meter,
  log: Log,
  logsClients: boolean,
): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => responses.set(socket, response));
  const refused = new WeakSet<Duplex>();
  const respond = (socket: Duplex, response: WebResponse) => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    closeWith(socket, response);
    meter.count('none', response.status, 0);
    const client = logsClients ? clientAddress(socket as Socket) : undefined;
    log.info('unparsed request refused', { client, status: response.status });
  };
  const refuse = (socket: Duplex, response: WebResponse) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const previous = responses.get(socket);
    if (previous === undefined || isWritten(previous)) respond(socket, response);
    else previous.once('close', () => respond(socket, response));
  };
  server.on('clientError', (error, socket) => {
    refuse(socket, errorResponse(unparsedError(error, limits), ''));
  });
  server.on('connect', ({ url = '' }: IncomingMessage, socket) => {
    refuse(socket, errorResponse(methodNotAllowed('CONNECT'), url));
  });
}

/** Returns whether a response has been written completely, so that another response can follow it. */
function isWritten(response: ServerResponse): boolean {
  return response.writableFinished || (response.writableEnded && response.socket !== null);
}

function unparsedError({ code, reason }: ClientError, { headBytes }: Limits): HttpError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpError(408, 'request: timed out before all of it was received');
    case 'HPE_HEADER_OVERFLOW':
      return new HttpError(431, `request head: expected at most ${headBytes} bytes, found more`);
    default:
      return new HttpError(400, `request: expected valid HTTP, found an error (${reason})`);
  }
}

function closeWith(socket: Duplex, { status, headers, body }: WebResponse): void {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries({ ...headers, Connection: 'close' }).map((pair) => pair.join(': ')),
  ];
  socket.on('error', () => {});
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  socket.end(body);
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Maximum time that closing waits for unfinished responses. After it, all connections are closed. */
const CLOSE_TIMEOUT_MS = 10_000;

/** A connection that is younger than this when the server stops listening may still send its first request. */
const FIRST_REQUEST_MS = 1000;

interface GracefulClose {
  isClosing(): boolean;
  /** Closes the server, and resolves when it is closed. */
  close(): Promise<void>;
}

interface Requests {
  readonly connectedAt: number;
  received: number;
  unfinished: number;
}

/**
 * Makes it possible to close a server gracefully. Call `gracefulClose` before the server listens. `onStopListening` is
 * called directly before the server stops listening.
 *
 * When closing begins, every response contains `Connection: close`, so that clients do not send further requests on
 * their connections. The server still accepts connections for `drainMs`. Then it accepts no more connections and lets
 * responses in progress finish. It closes all other connections at once, but a connection that is less than a second old
 * may still send its first request.
 *
 * The `close` method of `node:http` would cut off responses that are written but not yet sent. The
 * `close` method of `node:net` only stops listening and waits until all connections are closed. In Bun, a server of
 * `node:http` is not a server of `node:net`. It listens until its connections are closed, and closes new connections.
 */
function gracefulClose(
  server: Server,
  drainMs: number,
  onStopListening: () => void = () => {},
): GracefulClose {
  const connections = new Map<Socket, Requests>();
  const unfinishedResponses = new Set<ServerResponse>();
  const isBun = !(server instanceof NetServer);
  let isClosing = false;
  let isListening = true;
  let closed: Promise<void> | undefined;
  /** Called when a connection closes and no other connection is open. */
  let onDisconnected = () => {};
  server.on('connection', (socket) => {
    if (!isListening && isBun) {
      socket.destroy();
      return;
    }
    connections.set(socket, { connectedAt: performance.now(), received: 0, unfinished: 0 });
    socket.once('close', () => {
      connections.delete(socket);
      if (connections.size === 0) onDisconnected();
    });
  });
  server.on('request', ({ socket }, response) => {
    const requests = connections.get(socket);
    if (requests === undefined) return;
    requests.received++;
    requests.unfinished++;
    if (isClosing) response.setHeader('Connection', 'close');
    unfinishedResponses.add(response);
    response.once('close', () => {
      unfinishedResponses.delete(response);
      requests.unfinished--;
      if (!isListening && requests.unfinished === 0) socket.destroySoon();
    });
  });

  async function closeIdleConnections(): Promise<void> {
    // Two turns of the event loop, so that requests that have already arrived are read first.
    await nextTurn();
    await nextTurn();
    for (const [socket, { connectedAt, received, unfinished }] of connections) {
      if (unfinished > 0) continue;
      const age = performance.now() - connectedAt;
      if (received > 0 || age >= FIRST_REQUEST_MS) socket.destroy();
      else setTimeout(closeIfIdle, FIRST_REQUEST_MS - age, socket).unref();
    }
  }

  function closeIfIdle(socket: Socket): void {
    if (connections.get(socket)?.unfinished === 0) socket.destroy();
  }

  async function close(): Promise<void> {
    isClosing = true;
    for (const response of unfinishedResponses) {
      if (!response.headersSent) response.setHeader('Connection', 'close');
    }
    if (drainMs > 0) await delay(drainMs);
    isListening = false;
    onStopListening();
    const deadline = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    const ended = new Promise<void>((resolve) => {
      if (!isBun) NetServer.prototype.close.call(server, () => resolve());
      else if (connections.size === 0) resolve();
      else onDisconnected = resolve;
    });
    await closeIdleConnections();
    await ended;
    clearTimeout(deadline);
    // Stops the timer of `node:http` that checks for timed-out requests.
    server.close();
  }

  return {
    isClosing: () => isClosing,
    close() {
      closed ??= close();
      return closed;
    },
  };
}
