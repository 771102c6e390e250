import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { currentCatalogs } from './current-catalogs.js';
import { gracefulClose } from './graceful-close.js';
import { createRequestListener, type ListenerOptions } from './request-listener.js';

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
  /** Takes no more requests, lets running responses finish, ten seconds at most, then resolves. */
  close(): Promise<void>;
}

/**
 * Serves the API from `node:http`.
 *
 * @throws CatalogSetError when two of the catalogs hold the same library, title, list or session
 * @throws the system's error when the port cannot be had, such as `EADDRINUSE`
 *
 * @example
 * const server = await startServer({ catalogs, apiKeys: ['secret'], port: 8080, host: '127.0.0.1' });
 * process.once('SIGTERM', () => server.close());
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  checkCatalogSet(currentCatalogs(options.catalogs)());
  const server = createServer();
  const close = gracefulClose(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const baseUrl = options.baseUrl ?? addressOf(options.host, port);
  server.on('request', createRequestListener({ ...options, baseUrl }));
  return { baseUrl, close };
}

/** The address of a host and port, with `localhost` where the host is any address. */
function addressOf(host: string, port: number): string {
  const isAny = host === '0.0.0.0' || host === '::';
  const name = isAny ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
