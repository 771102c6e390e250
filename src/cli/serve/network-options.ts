import { isLoopback } from '../../http/host-header.js';
import { createClientFinder } from '../../server/client-address.js';
import type { ServerOptions } from '../../server/server.js';
import { activatedSocket } from '../../server/systemd.js';
import { UsageError, wholeNumber } from '../command-line.js';

/** The maximum of the operating systems that Node.js supports. */
const MAX_SOCKET_PATH_BYTES = 103;

const MAX_DRAIN_SECONDS = 600;

/** The options of `carrel serve` for the network. */
export const NETWORK_OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  listen: { type: 'string' },
  monitoring: { type: 'string' },
  drain: { type: 'string' },
  'base-url': { type: 'string' },
  cors: { type: 'string', multiple: true },
  'trusted-proxy': { type: 'string', multiple: true },
} as const;

/** The output of `carrel serve --help network`. */
export const NETWORK_HELP = `carrel serve PATH... [OPTION]...

Options for the network:

  --port PORT      port to listen on; 0 for any free port (default: 8080)
  --host HOST      address to listen on; 0.0.0.0 for all (default: 127.0.0.1)
  --listen unix:PATH
                   a Unix socket to listen on instead of --host and --port;
                   its owner and its group may connect; requires --base-url
  --monitoring HOST:PORT
                   a further address, which answers only /healthz, /readyz and
                   /metrics, to everyone and without limits
  --base-url URL   address that links begin with (default: http://HOST:PORT)
  --cors ORIGIN    an origin whose web pages may read the API; may be repeated
  --trusted-proxy NETWORK
                   the address or network of a proxy whose X-Forwarded-For
                   contains the address of the client; may be repeated
  --drain SECONDS  after SIGTERM, answer requests for SECONDS, while /readyz is
                   503 (default: 0; 1 with a socket from systemd)

If systemd passes a socket (LISTEN_FDS), the server listens on this socket
instead of --host and --port. Connections wait during a restart.

Example: carrel serve a.snapshot --api-key secret --trusted-proxy 127.0.0.1
`;

interface NetworkValues {
  readonly port?: string | undefined;
  readonly host?: string | undefined;
  readonly listen?: string | undefined;
  readonly monitoring?: string | undefined;
  readonly drain?: string | undefined;
  readonly 'base-url'?: string | undefined;
  readonly cors?: readonly string[] | undefined;
  readonly 'trusted-proxy'?: readonly string[] | undefined;
}

/** The options of a server for the network. */
export type NetworkOptions = Pick<
  ServerOptions,
  | 'port'
  | 'host'
  | 'socket'
  | 'monitoring'
  | 'drainSeconds'
  | 'baseUrl'
  | 'allowedOrigins'
  | 'trustedProxies'
>;

/**
 * Converts the values of {@link NETWORK_OPTIONS} to options of the server.
 *
 * @throws UsageError for an invalid value
 * @throws Error when systemd has passed several sockets
 */
export function networkOptions(values: NetworkValues): NetworkOptions {
  const {
    host = '127.0.0.1',
    'base-url': baseUrl,
    cors = [],
    'trusted-proxy': trustedProxies = [],
  } = values;
  if (baseUrl !== undefined && !/^https?:$/.test(protocolOf(baseUrl))) {
    throw new UsageError(
      `--base-url: expected an address that begins with http:// or https://, found '${baseUrl}'`,
    );
  }
  for (const origin of cors) checkOrigin(origin);
  try {
    createClientFinder(trustedProxies);
  } catch (error) {
    throw new UsageError((error as Error).message.replace('trusted proxy', '--trusted-proxy'));
  }
  const activated = activatedSocket(process.env);
  const socket = activated ?? readListen(values);
  const port = wholeNumber('--port', values.port ?? '8080', 0, 65535);
  const drain = values.drain ?? (activated === undefined ? '0' : '1');
  const drainSeconds = wholeNumber('--drain', drain, 0, MAX_DRAIN_SECONDS);
  return {
    port,
    host,
    socket,
    monitoring: readMonitoring(values.monitoring),
    drainSeconds,
    baseUrl,
    allowedOrigins: cors,
    trustedProxies,
  };
}

/** Parses `--listen`. Returns undefined without `--listen`. */
function readListen({ listen, ...values }: NetworkValues): { readonly path: string } | undefined {
  if (listen === undefined) return undefined;
  const path = listen.replace(/^unix:/, '');
  const bytes = Buffer.byteLength(path);
  if (path === listen || bytes === 0 || bytes > MAX_SOCKET_PATH_BYTES) {
    throw new UsageError(
      `--listen: expected unix: and a path of at most ${MAX_SOCKET_PATH_BYTES} bytes, found '${listen}'`,
    );
  }
  for (const name of ['host', 'port'] as const) {
    if (values[name] === undefined) continue;
    throw new UsageError(`--listen: expected no --${name} with --listen, found both`);
  }
  if (values['base-url'] !== undefined) return { path };
  throw new UsageError('--listen: expected --base-url with --listen, found none');
}

/** Parses `--monitoring`, such as `127.0.0.1:9090` or `[::]:9090`. */
function readMonitoring(
  value: string | undefined,
): { readonly host: string; readonly port: number } | undefined {
  if (value === undefined) return undefined;
  const [, ipv6, host = ipv6, digits] =
    /^(?:\[([\da-f:.]+)\]|([^:[\]]+)):(\d+)$/i.exec(value) ?? [];
  const port = Number(digits);
  if (host !== undefined && port >= 1 && port <= 65535) return { host, port };
  throw new UsageError(
    `--monitoring: expected HOST:PORT, such as 127.0.0.1:9090, found '${value}'`,
  );
}

/**
 * Whether other machines can reach a server with these options. The address of a socket from systemd is unknown, so that
 * this function returns true.
 */
export function isPublic({ host, socket }: NetworkOptions): boolean {
  return socket === undefined ? !isLoopback(host) : 'fd' in socket;
}

/** Returns the protocol of a URL, such as `https:`, or an empty string for an invalid URL. */
function protocolOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : '';
}

/** @throws UsageError for a value other than `*` and the origin of a web address, such as `https://www.example.org` */
function checkOrigin(value: string): void {
  const isOrigin = /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;
  if (value === '*' || isOrigin) return;
  throw new UsageError(
    `--cors: expected an origin such as https://www.example.org, or *, found '${value}'`,
  );
}
