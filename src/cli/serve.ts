import { once } from 'node:events';
import {
  DEFAULT_CACHE_SIZE,
  type ListenerOptions,
  METRICS_READERS,
} from '../http/listener-options.js';
import { createLog, LOG_LEVELS, type LogLevel } from '../http/log.js';
import { isLoopback } from '../http/loopback.js';
import { startServer } from '../http/server.js';
import { openCatalog } from '../snapshot/file/open-catalog.js';
import { readApiKeys } from './api-key-sources.js';
import { type Command, oneOf, readArguments, UsageError, wholeNumber } from './command-line.js';
import { LIMITS_HELP, readLimits } from './limit-options.js';
import { counted } from './readable.js';
import { reloadable } from './reloadable.js';

const MEGABYTE = 1024 * 1024;

/** `carrel serve PATH...` */
export const serve: Command = {
  help: `carrel serve PATH... --api-key KEY

Answers the API under /v1 until it is told to stop (SIGTERM, Ctrl-C). SIGHUP reads the keys anew.

  PATH             a snapshot file, or a source directory, which is indexed in memory first
Who may ask
  --api-key KEY    a key that requests may carry as api_key; may be given several times
  --api-keys FILE  keys from a file, one a line, # for comments; or CARREL_API_KEYS has them
  --open           no key is needed; for a server that only this machine reaches
Where it is
  --port PORT      the port to listen on (8080; 0 takes any free one)
  --host HOST      the address to listen on (127.0.0.1; 0.0.0.0 for every address)
  --base-url URL   the address that links in responses begin with (http://HOST:PORT)
How it runs
  --cache MB       memory for answers given before (${DEFAULT_CACHE_SIZE / MEGABYTE}; 0 for none)
  --limit NAME=N   what clients may take; 'carrel serve --help limits' tells the limits
  --log LEVEL      what standard error is told: off, error, or info for each request (error)
  --metrics WHO    who may read /metrics: local, for programs here, all or none (local)

Example: carrel serve branch.snapshot --api-key secret
`,
  topics: { limits: LIMITS_HELP },
  async run(args) {
    const { values, positionals } = readArguments(args, {
      'api-key': { type: 'string', multiple: true, default: [] },
      'api-keys': { type: 'string' },
      open: { type: 'boolean', default: false },
      port: { type: 'string', default: '8080' },
      host: { type: 'string', default: '127.0.0.1' },
      'base-url': { type: 'string' },
      cache: { type: 'string', default: String(DEFAULT_CACHE_SIZE / MEGABYTE) },
      limit: { type: 'string', multiple: true, default: [] },
      log: { type: 'string', default: 'error' },
      metrics: { type: 'string', default: 'local' },
    });
    if (positionals.length === 0) throw new UsageError('no PATH is given.');
    const { host, open, 'base-url': baseUrl } = values;
    const keySources = {
      given: values['api-key'],
      file: values['api-keys'],
      environment: process.env.CARREL_API_KEYS,
    };
    const readKeys = () => (open ? [] : readApiKeys(keySources));
    readKeys();
    if (open && !isLoopback(host)) {
      throw new UsageError(
        `--open lets everybody in who reaches --host ${host}; wanted 127.0.0.1, ::1 or localhost.`,
      );
    }
    if (baseUrl !== undefined && !/^https?:$/.test(protocolOf(baseUrl))) {
      throw new UsageError(
        `--base-url is '${baseUrl}'; wanted an address with http:// or https://.`,
      );
    }
    return runServer({
      paths: positionals,
      readKeys,
      open,
      port: wholeNumber('--port', values.port, 0, 65535),
      host,
      baseUrl,
      cacheSize: wholeNumber('--cache', values.cache, 0, 1_000_000) * MEGABYTE,
      limits: readLimits(values.limit),
      logLevel: oneOf('--log', values.log, LOG_LEVELS),
      metrics: oneOf('--metrics', values.metrics, METRICS_READERS),
    });
  },
};

/** What a server is run with. */
export interface ServeOptions
  extends Pick<ListenerOptions, 'open' | 'cacheSize' | 'limits' | 'metrics'> {
  readonly paths: readonly string[];
  /** Gives the API keys as they are now. */
  readonly readKeys: () => readonly string[];
  readonly port: number;
  readonly host: string;
  readonly baseUrl?: string | undefined;
  readonly logLevel?: LogLevel;
  /** Called once it serves, with the address. */
  readonly onServing?: (baseUrl: string) => void;
}

/** Opens catalogs, serves them until SIGTERM or SIGINT, and lets running responses finish. */
export async function runServer(options: ServeOptions): Promise<number> {
  const { host, port, logLevel = 'error' } = options;
  const log = createLog(logLevel, (lines) => process.stderr.write(lines));
  const keys = reloadable(options.readKeys);
  const catalogs = options.paths.map((path) => openCatalog(path));
  const server = await startServer({
    ...options,
    catalogs,
    apiKeys: () => keys.current,
    log,
  }).catch((error) => {
    throw error.code === 'EADDRINUSE'
      ? new Error(`port ${port} of ${host} is taken by another program; choose one with --port.`)
      : error;
  });
  process.on('SIGHUP', () => {
    try {
      keys.reload();
      log.info('API keys read anew', { keys: keys.current.length });
    } catch (error) {
      log.error('API keys not read anew', { error: (error as Error).message });
    }
  });
  // Listened for before anyone is told that it serves, and could tell it to stop.
  const stop = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  for (const { library, titles } of catalogs) {
    process.stdout.write(`${library.id}: ${library.name}, ${counted(titles.size, 'title')}\n`);
  }
  process.stdout.write(`Serving at ${server.baseUrl}\n`);
  options.onServing?.(server.baseUrl);
  await stop;
  await server.close();
  return 0;
}

function protocolOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : '';
}
