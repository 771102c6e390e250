import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { currentCatalogs } from './current-catalogs.js';
import { gracefulClose } from './graceful-close.js';
import { DEFAULT_LIMITS, type Limits } from './limits.js';
import type { ListenerOptions } from './listener-options.js';
import { SILENT } from './log.js';
import { isLoopback } from './loopback.js';
import { createMeter } from './meter.js';
import { createRequestListener } from './request-listener.js';
import { answerUnparsed } from './unparsed-request.js';

/**
 * How often `node:http` looks for requests that take too long. All that it finds at a time are refused
 * at once: a second's worth of a thousand slow clients would keep the others waiting for 80 ms.
 */
const LOOKING_MS = 100;

/** What {@link startServer} needs. */
export interface ServerOptions extends Omit<ListenerOptions, 'baseUrl'> {
  /** The port to listen on; 0 takes any free one. */
  readonly port: number;
  /** The address to listen on. */
  readonly host: string;
  /** The address under which the API is served; `http://HOST:PORT` unless given. */
  readonly baseUrl?: string | undefined;
}

/** A server that listens. */
export interface RunningServer {
  /** The address under which it serves. */
  readonly baseUrl: string;
  /** The port on which it listens. */
  readonly port: number;
  /** Takes no more requests, lets running responses finish, ten seconds at most, then resolves. */
  close(): Promise<void>;
}

/**
 * Serves the API from `node:http`, within limits that are fit for a public address. `/healthz` and
 * `/readyz` are answered to everybody, `/metrics` to programs of the same machine, unless the
 * options say otherwise.
 *
 * @throws CatalogSetError when two of the catalogs hold the same library, title, list or session
 * @throws RangeError when it is to be open, and listens where others can reach it
 * @throws the system's error when the port cannot be had, such as `EADDRINUSE`
 *
 * @example
 * const server = await startServer({ catalogs, apiKeys: ['secret'], port: 8080, host: '127.0.0.1' });
 * process.once('SIGTERM', () => server.close());
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host, open = false } = options;
  checkCatalogSet(currentCatalogs(options.catalogs)());
  if (open && !isLoopback(host)) {
    throw new RangeError(
      `A server that is open to everybody listens on 127.0.0.1, ::1 or localhost only; the host is '${host}'.`,
    );
  }
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { meter = createMeter(), log = SILENT, health = true, metrics = 'local' } = options;
  const server = limitedServer(limits);
  answerUnparsed(server, limits, meter, log);
  const close = gracefulClose(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const baseUrl = options.baseUrl ?? addressOf(host, port);
  const listener = createRequestListener({ ...options, meter, health, metrics, baseUrl });
  server.on('request', (request, response) => listener(request, response));
  return { baseUrl, port, close };
}

/** A server that keeps the limits of connections, and answers nothing yet. */
function limitedServer(limits: Limits): Server {
  const server = createServer({
    maxHeaderSize: limits.headBytes,
    headersTimeout: Math.min(limits.headSeconds, limits.requestSeconds) * 1000,
    requestTimeout: limits.requestSeconds * 1000,
    keepAliveTimeout: limits.idleSeconds * 1000,
    connectionsCheckingInterval: LOOKING_MS,
    // The listener asks for it, and says so in the shape that errors have.
    requireHostHeader: false,
  });
  server.maxConnections = limits.connections;
  // As many as the head has room for: none is dropped unseen.
  server.maxHeadersCount = 0;
  const asked = new WeakMap<Socket, number>();
  server.on('request', ({ socket }, response) => {
    const requests = (asked.get(socket) ?? 0) + 1;
    asked.set(socket, requests);
    if (requests >= limits.requestsPerConnection) response.setHeader('Connection', 'close');
  });
  // Answered without their bodies; where one waits to be sent, Node.js closes the connection.
  for (const expectation of ['checkContinue', 'checkExpectation']) {
    server.on(expectation, (request, response) => server.emit('request', request, response));
  }
  return server;
}

/** The address of a host and port, with `localhost` where the host is any address. */
function addressOf(host: string, port: number): string {
  const isAny = host === '0.0.0.0' || host === '::';
  const name = isAny ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
