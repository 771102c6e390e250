/*
 * Reads the values of the options of `carrel serve`: API keys, the network, limits, and whether to serve pages. The table
 * of the options is in `serve.ts`.
 */

import { availableParallelism } from 'node:os';
import { isLoopback } from '../../http/request-listener.js';
import { createClientFinder } from '../../server/client-address.js';
import { DEFAULT_LIMITS, type Limits } from '../../server/limits.js';
import type { ServerOptions } from '../../server/server.js';
import { activatedSocket } from '../../server/systemd.js';
import { readSmallFile } from '../../snapshot/file/regular-file.js';
import type { NamedApiKey } from '../../web/api-keys.js';
import {
  alternatives,
  type Options,
  type OptionValues,
  UsageError,
  wholeNumber,
} from '../command.js';

/** An API key, with a name if its line in a file has one. */
export type ApiKey = string | NamedApiKey;

/** The sources of API keys. Their keys are combined. */
export interface ApiKeySources {
  /** The keys on the command line. */
  readonly commandLine: readonly string[];
  /** The path of a file with one `KEY` or `NAME:KEY` per line. Lines that begin with # are comments. */
  readonly file?: string | undefined;
  /** The value of an environment variable: keys separated by commas or white space. */
  readonly environment?: string | undefined;
}

/**
 * Returns the keys from all sources. The file is read at each call.
 *
 * @param isOptional whether the result may be empty
 * @throws UsageError when a key on the command line is empty, or when there is no key and `isOptional`
 *   is false
 * @throws Error when the file cannot be read, contains no key, or has an invalid line
 */
export async function readApiKeys(
  { commandLine, file, environment = '' }: ApiKeySources,
  isOptional = false,
): Promise<ApiKey[]> {
  if (commandLine.includes('')) {
    throw new UsageError('--api-key: expected an API key, found an empty string');
  }
  const keys = [
    ...commandLine,
    ...(file === undefined ? [] : await readKeyFile(file)),
    ...environment.split(/[\s,]+/).filter((key) => key !== ''),
  ];
  if (keys.length > 0 || isOptional) return keys;
  throw new UsageError(
    'API keys: expected at least one, found none; use --api-key, --api-keys, CARREL_API_KEYS or --open',
  );
}

/** The maximum size of a file of API keys. */
const MAX_FILE_BYTES = 1024 * 1024;

async function readKeyFile(file: string): Promise<ApiKey[]> {
  const options = { expected: 'a file with one API key per line', maxBytes: MAX_FILE_BYTES };
  const text = (await readSmallFile(file, options)).toString().replace(/^\ufeff/, '');
  const keys = text.split('\n').flatMap((text, i) => {
    const line = text.trim();
    return line === '' || line.startsWith('#') ? [] : [parseKey(line, `${file}:${i + 1}`)];
  });
  if (keys.length === 0) throw new Error(`${file}: expected one API key per line, found none`);
  return keys;
}

/** Parses a line of a key file. Errors do not contain the line, because any part of it can belong to a key. */
function parseKey(line: string, where: string): ApiKey {
  const colon = line.indexOf(':');
  if (colon < 0) return line;
  const name = line.slice(0, colon).trim();
  const key = line.slice(colon + 1).trim();
  const isName = /^[a-z0-9_-]+$/.test(name);
  if (isName && key !== '') return { name, key };
  const expected = isName
    ? 'a key after the colon'
    : 'a name of a-z, 0-9, _ and - before the colon';
  throw new Error(`${where}: expected ${expected}, found ${isName ? 'nothing' : 'other text'}`);
}

/** Shorter keys can be guessed. */
const MIN_KEY_CHARS = 16;

/** Returns a warning that names the keys of fewer than 16 characters. Undefined if there are none. */
export function shortKeysWarning(keys: readonly ApiKey[]): string | undefined {
  const short = keys.filter(
    (key) => (typeof key === 'string' ? key : key.key).length < MIN_KEY_CHARS,
  );
  if (short.length === 0) return undefined;
  const names = short.flatMap((key) => (typeof key === 'string' ? [] : [`'${key.name}'`]));
  const unnamed = short.length - names.length;
  const found = [...names, ...(unnamed > 0 ? [`${unnamed} without a name`] : [])];
  return `API keys: expected at least ${MIN_KEY_CHARS} characters, found fewer in ${found.join(', ')}; use longer keys`;
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

/** The further options for the network, which `carrel serve --help network` lists. */
export const NETWORK_OPTIONS = {
  '--listen unix:PATH': {
    read: readListen,
    text: `a Unix socket to listen on instead of --host and --port; its owner and its group may
      connect; requires --base-url`,
  },
  '--monitoring HOST:PORT': {
    read: readMonitoring,
    text: `a further address, which answers only /healthz, /readyz and /metrics, to everyone and
      without limits`,
  },
  '--cors ORIGIN': {
    isRepeatable: true,
    read: readOrigin,
    text: 'an origin whose web pages may read the API; may be repeated',
  },
  '--mcp': `answer assistants at /mcp with the Model Context Protocol; they send an API key as bearer
      token`,
  '--trusted-proxy NETWORK': {
    isRepeatable: true,
    read: readProxy,
    text: `the address or network of a proxy whose X-Forwarded-For contains the address of the
      client; may be repeated`,
  },
  '--drain SECONDS': {
    range: [0, 600],
    text: `after SIGTERM, answer requests for SECONDS, while /readyz is 503 (default: 0; 1 with a
      socket from systemd)`,
  },
} as const satisfies Options;

/** The values of the options of `carrel serve` for the network. */
interface NetworkValues extends OptionValues<typeof NETWORK_OPTIONS> {
  readonly port: number | undefined;
  readonly host: string | undefined;
  readonly 'base-url': string | undefined;
}

/**
 * Converts the values of the command line to options of the server.
 *
 * @throws UsageError for options that conflict
 * @throws Error when systemd has passed several sockets
 */
export function networkOptions(values: NetworkValues): NetworkOptions {
  const activated = activatedSocket(process.env);
  if (values.listen !== undefined && activated === undefined) {
    for (const name of ['host', 'port'] as const) {
      if (values[name] === undefined) continue;
      throw new UsageError(`--listen: expected no --${name} with --listen, found both`);
    }
    if (values['base-url'] === undefined)
      throw new UsageError('--listen: expected --base-url with --listen, found none');
  }
  return {
    port: values.port ?? 8080,
    host: values.host ?? '127.0.0.1',
    socket: activated ?? values.listen,
    monitoring: values.monitoring,
    drainSeconds: values.drain ?? (activated === undefined ? 0 : 1),
    baseUrl: values['base-url'],
    allowedOrigins: values.cors,
    trustedProxies: values['trusted-proxy'],
  };
}

/** The maximum of the operating systems that Node.js supports. */
const MAX_SOCKET_PATH_BYTES = 103;

/** Parses `--listen`, such as `unix:/run/carrel.sock`. */
function readListen(text: string): { readonly path: string } {
  const path = text.replace(/^unix:/, '');
  const bytes = Buffer.byteLength(path);
  if (path !== text && bytes > 0 && bytes <= MAX_SOCKET_PATH_BYTES) return { path };
  throw new UsageError(
    `--listen: expected unix: and a path of at most ${MAX_SOCKET_PATH_BYTES} bytes, found '${text}'`,
  );
}

/** Parses `--monitoring`, such as `127.0.0.1:9090` or `[::]:9090`. */
export function readMonitoring(text: string): { readonly host: string; readonly port: number } {
  const [, ipv6, host = ipv6, digits] = /^(?:\[([\da-f:.]+)\]|([^:[\]]+)):(\d+)$/i.exec(text) ?? [];
  const port = Number(digits);
  if (host !== undefined && port >= 1 && port <= 65535) return { host, port };
  throw new UsageError(`--monitoring: expected HOST:PORT, such as 127.0.0.1:9090, found '${text}'`);
}

/** Checks `--base-url`. */
export function readBaseUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new UsageError(
    `--base-url: expected an address that begins with http:// or https://, found '${text}'`,
  );
}

/** Checks `--cors`: `*`, or the origin of a web address, such as `https://www.example.org`. */
function readOrigin(text: string): string {
  const isOrigin = /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
  if (text === '*' || isOrigin) return text;
  throw new UsageError(
    `--cors: expected an origin such as https://www.example.org, or *, found '${text}'`,
  );
}

/** Checks `--trusted-proxy`: an address, a network or `unix:`. */
function readProxy(text: string): string {
  try {
    createClientFinder([text]);
    return text;
  } catch (error) {
    throw new UsageError((error as Error).message.replace('trusted proxy', '--trusted-proxy'));
  }
}

/**
 * Whether other machines can reach a server with these options. The address of a socket from systemd is unknown, so that
 * this function returns true.
 */
export function isPublic({ host, socket }: NetworkOptions): boolean {
  return socket === undefined ? !isLoopback(host) : 'fd' in socket;
}

/**
 * Returns whether to serve web pages.
 *
 * @param isPublic whether other machines can reach the server. Then the command line must decide, because pages answer
 *   everybody, without an API key
 * @throws UsageError when no option decides, or two options conflict
 */
export function servesPages(
  values: {
    readonly pages: boolean;
    readonly 'no-pages': boolean;
    readonly kiosk: number | undefined;
  },
  isPublic: boolean,
): boolean {
  const { pages, 'no-pages': noPages, kiosk } = values;
  if (noPages && (pages || kiosk !== undefined)) {
    throw new UsageError(
      `--no-pages: expected no ${pages ? '--pages' : '--kiosk'} with --no-pages, found both`,
    );
  }
  if (isPublic && !noPages && !pages && kiosk === undefined) {
    throw new UsageError(
      '--host: expected --pages, --no-pages or --kiosk with an address that other machines can reach, found none of them; pages answer without an API key',
    );
  }
  return !noPages;
}

/** For each limit: its name on the command line, the effect of exceeding it, and its minimum value. */
const LIMITS: Readonly<Record<keyof Limits, readonly [name: string, effect: string, min: number]>> =
  {
    connections: ['connections', 'a new connection is closed', 1],
    requestsPerConnection: ['requests-per-connection', 'the connection is closed', 1],
    requestsInFlight: ['requests-in-flight', '503; counts unfinished responses', 1],
    keyRequestsInFlight: ['key-requests-in-flight', '429; for each API key', 1],
    requestsPerSecond: ['requests-per-second', '429; for each API key, 0 for no limit', 0],
    clientConnections: ['client-connections', 'a new connection is closed', 1],
    clientRequestsInFlight: ['client-requests-in-flight', '429', 1],
    clientRequestsPerSecond: ['client-requests-per-second', '429; 0 for no limit', 0],
    clientFailedKeysPerMinute: ['client-failed-keys', '429; per minute, 0 for no limit', 0],
    headSeconds: ['head-seconds', '408; time to receive the head', 1],
    requestSeconds: ['request-seconds', '408; time to receive the whole request', 1],
    responseSeconds: ['response-seconds', 'the connection is closed', 1],
    idleSeconds: ['idle-seconds', 'the connection is closed', 1],
    headBytes: ['head-bytes', '431', 1024],
    urlBytes: ['url-bytes', '414; size of path and query', 256],
  };

const MAX_LIMIT = 1_000_000;

/** The limits and their defaults, as lines of a help. */
export const LIMIT_LINES = [
  'limit                      default  when it is exceeded',
  ...Object.entries(LIMITS).map(([limit, [name, effect]]) => {
    const value = DEFAULT_LIMITS[limit as keyof Limits];
    return `${name.padEnd(27)}${String(value).padStart(7)}  ${effect}`;
  }),
];

/**
 * Parses `--limit`, such as `idle-seconds=5`.
 *
 * @returns the name of the limit in {@link Limits}, and its value
 * @throws UsageError for an unknown name or an invalid number
 */
export function readLimit(text: string): [string, number] {
  const [name, ...rest] = text.split('=');
  const value = rest.join('=');
  const found = Object.entries(LIMITS).find(([, [known]]) => known === name);
  if (found === undefined) {
    const known = Object.values(LIMITS).map(([name]) => name);
    throw new UsageError(`--limit: expected ${alternatives(known)}, found '${name}'`);
  }
  const [limit, [, , min]] = found;
  return [limit, wholeNumber(`--limit ${name}`, value, min, MAX_LIMIT)];
}

const MAX_WORKERS = 256;

/** Parses `--workers`. `auto` is the number of threads that the machine can run in parallel. */
export function readWorkers(text: string): number {
  if (text === 'auto') return availableParallelism();
  const number = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= 1 && number <= MAX_WORKERS) return number;
  throw new UsageError(
    `--workers: expected a whole number from 1 to ${MAX_WORKERS}, or auto, found '${text}'`,
  );
}
