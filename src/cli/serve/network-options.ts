import { createClientFinder, isLoopback } from '../../http/request/client-address.js';
import type { ServerOptions } from '../../http/server/server.js';
import { UsageError, wholeNumber } from '../command-line.js';

/** The options of `carrel serve` for the network. */
export const NETWORK_OPTIONS = {
  port: { type: 'string', default: '8080' },
  host: { type: 'string', default: '127.0.0.1' },
  'base-url': { type: 'string' },
  cors: { type: 'string', multiple: true },
  'trusted-proxy': { type: 'string', multiple: true },
} as const;

/** The output of `carrel serve --help network`. */
export const NETWORK_HELP = `carrel serve PATH... [OPTION]...

Options for the network:

  --port PORT      port to listen on; 0 for any free port (default: 8080)
  --host HOST      address to listen on; 0.0.0.0 for all (default: 127.0.0.1)
  --base-url URL   address that links begin with (default: http://HOST:PORT)
  --cors ORIGIN    an origin whose web pages may read the API; may be repeated
  --trusted-proxy NETWORK
                   the address or network of a proxy whose X-Forwarded-For
                   contains the address of the client; may be repeated

Example: carrel serve a.snapshot --api-key secret --trusted-proxy 127.0.0.1
`;

/** The values of {@link NETWORK_OPTIONS}. */
interface NetworkValues {
  readonly port: string;
  readonly host: string;
  readonly 'base-url'?: string | undefined;
  readonly cors?: readonly string[] | undefined;
  readonly 'trusted-proxy'?: readonly string[] | undefined;
}

/** The options of a server for the network. */
export type NetworkOptions = Pick<
  ServerOptions,
  'port' | 'host' | 'baseUrl' | 'allowedOrigins' | 'trustedProxies'
>;

/**
 * Converts the values of {@link NETWORK_OPTIONS} to options of the server.
 *
 * @throws UsageError for an invalid value
 */
export function networkOptions(values: NetworkValues): NetworkOptions {
  const { host, 'base-url': baseUrl, cors = [], 'trusted-proxy': trustedProxies = [] } = values;
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
  const port = wholeNumber('--port', values.port, 0, 65535);
  return { port, host, baseUrl, allowedOrigins: cors, trustedProxies };
}

/** Whether other machines can reach a server with these options. */
export function isPublic({ host }: NetworkOptions): boolean {
  return !isLoopback(host);
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
