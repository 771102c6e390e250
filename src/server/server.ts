import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { catalogsGetter, checkCatalogSet } from '../catalog/catalog-set.js';
import { checkListenerOptions, type ListenerOptions } from './listener-options.js';
import { measureEventLoopDelay } from './event-loop-delay.js';
import { SILENT_LOG } from './log.js';
import { createMeter, type Meter } from './meter.js';
import { createMonitoring } from './monitoring.js';
import { type ClientFinder, createClientFinder, isLoopback } from './client-address.js';
import { countByName } from './request-limits.js';
import { createRequestListener } from './server-listener.js';
import { READY_AFTER_REQUESTS, warmUp } from './warm-up.js';
import { gracefulClose } from './graceful-close.js';
import { DEFAULT_LIMITS, type Limits } from './limits.js';
import { type ListenOptions, listen } from './listening-socket.js';
import { startMonitoringServer } from './monitoring-server.js';
import { rejectUnparsedRequests } from './unparsed-requests.js';

/**
 * The time between two checks of `node:http` for timed-out requests. One check answers all requests that
 * have timed out since the previous check. A short interval keeps the work of one check small.
 */
const TIMEOUT_CHECK_INTERVAL_MS = 100;

/** Stands for the address of a server that does not listen yet. */
const UNKNOWN_BASE_URL = 'http://localhost';

/** Options of {@link startServer}. */
export interface ServerOptions
  extends Omit<ListenerOptions, 'baseUrl' | 'isWarm' | 'isClosing'>,
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
  /** Waits for `drainSeconds`, stops accepting connections, waits up to 10 seconds for responses in progress, then resolves. */
  close(): Promise<void>;
}

/**
 * Starts a `node:http` server for the API under `/v1`, with limits for a public address. The server listens, and
 * then warms up with {@link warmUp}. While the server warms up, it answers requests, and `/readyz` is 503.
 *
 * Defaults that differ from those of {@link ListenerOptions}: `health` is true, so that `/healthz` and
 * `/readyz` are answered, and `metrics` is `'local'`, so that `/metrics` is answered for programs on
 * the same machine.
 *
 * @returns a promise that resolves when the server is warm
 * @throws TypeError if an option is missing or has the wrong type
 * @throws CatalogSetError when two catalogs contain the same library, title, list or session
 * @throws RangeError when `open` is true and other machines can reach the server, when `port` is not a whole
 *   number from 0 to 65535, or when a Unix socket has no `baseUrl`
 * @throws RangeError for an invalid address in `trustedProxies`
 * @throws Error with the `code` of the operating system, such as `EADDRINUSE`, when the server cannot
 *   listen
 *
 * @example
 * const server = await startServer({ catalogs, apiKeys: ['secret'], port: 8080, host: '127.0.0.1' });
 * process.once('SIGTERM', () => server.close());
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host, socket, open = false, drainSeconds = 0 } = options;
  // An option that is wrong must not leave a server that listens.
  checkListenerOptions('startServer', { ...options, baseUrl: options.baseUrl ?? UNKNOWN_BASE_URL });
  const currentCatalogs = catalogsGetter(options.catalogs, 'startServer: catalogs');
  checkCatalogSet(currentCatalogs());
  if (open && socket === undefined) checkLoopback(host);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
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
      createMonitoring({ ...options, ...state, baseUrl: '', health: true, metrics: 'all' }, meter),
      currentCatalogs,
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
  const listener = createRequestListener({
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
