import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { attend } from '../http/attend.js';
import {
  DEFAULT_CACHE_SIZE,
  type ListenerOptions,
  METRICS_READERS,
} from '../http/listener-options.js';
import { createLog, LOG_LEVELS, type LogLevel } from '../http/log.js';
import { isLoopback } from '../http/loopback.js';
import { createMeter } from '../http/meter.js';
import { type Service, type ServiceOptions, startService } from '../http/service.js';
import { work } from '../http/worker.js';
import { startWorkers } from '../http/workers.js';
import { createKiosk } from '../kiosk/kiosk.js';
import type { KioskOptions } from '../kiosk/options.js';
import { readApiKeys } from './api-key-sources.js';
import { type Command, oneOf, readArguments, UsageError, wholeNumber } from './command-line.js';
import { checkBranch, KIOSK_OPTIONS, kioskOptions, withIdleMinutes } from './kiosk-arguments.js';
import { LIMITS_HELP, readLimits } from './limit-options.js';
import { counted } from './readable.js';
import { reloadable } from './reloadable.js';

const MOST_WORKERS = 256;

const MEGABYTE = 1024 * 1024;
const MOST_MEGABYTES = 1_000_000;

/** `carrel serve PATH...` */
export const serve: Command = {
  help: `carrel serve PATH... --api-key KEY

Answers the API under /v1, and shows pages to readers from / on, until it is told to stop (SIGTERM).

  PATH             a snapshot file, or a source directory, which is indexed in memory first
Who may ask
  --api-key KEY    a key that requests may carry as api_key; may be given several times
  --api-keys FILE  keys from a file, one a line, # for comments; or in CARREL_API_KEYS
  --open           no key is needed; for a server that only this machine reaches
Where it is
  --port PORT      the port to listen on (8080; 0 takes any free one)
  --host HOST      the address to listen on (127.0.0.1; 0.0.0.0 for every address)
  --base-url URL   the address that links in responses begin with (http://HOST:PORT)
What readers see
  --kiosk [N]      for a screen in the library: forgets a reader after N minutes (2) without a touch
  --branch ID      the branch that the screen stands in; its copies come first
  --covers remote  shows covers from the addresses that titles have for them
How it runs
  --workers N      processes; each takes 80 MB and 1.5 times the files (1; auto for one a core)
  --cache MB       memory for answers given before (${DEFAULT_CACHE_SIZE / MEGABYTE}; 0 for none)
  --limit NAME=N   what clients may take; 'carrel serve --help limits' tells more
  --log LEVEL      off, error, or info for a line a request, on standard error (error)
  --metrics WHO    who may read /metrics: local, for programs here, all or none (local)
Example: carrel serve branch.snapshot --api-key secret
`,
  topics: { limits: LIMITS_HELP },
  async run(args) {
    const { values, positionals } = readArguments(withIdleMinutes(args), {
      'api-key': { type: 'string', multiple: true, default: [] },
      'api-keys': { type: 'string' },
      open: { type: 'boolean', default: false },
      port: { type: 'string', default: '8080' },
      host: { type: 'string', default: '127.0.0.1' },
      'base-url': { type: 'string' },
      workers: { type: 'string', default: '1' },
      cache: { type: 'string', default: String(DEFAULT_CACHE_SIZE / MEGABYTE) },
      limit: { type: 'string', multiple: true, default: [] },
      log: { type: 'string', default: 'error' },
      metrics: { type: 'string', default: 'local' },
      ...KIOSK_OPTIONS,
    });
    if (positionals.length === 0) throw new UsageError('no PATH is given.');
    const { host, open, 'base-url': baseUrl } = values;
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
    const kiosk = kioskOptions(values);
    const keySources = {
      given: values['api-key'],
      file: values['api-keys'],
      environment: process.env.CARREL_API_KEYS,
    };
    return runServer({
      paths: positionals,
      // Pages need no key: a kiosk may do without the API.
      readKeys: () => readApiKeys(keySources, open || kiosk.idleMinutes !== undefined),
      open,
      port: wholeNumber('--port', values.port, 0, 65535),
      host,
      baseUrl,
      workers: workersAskedFor(values.workers),
      cacheSize: wholeNumber('--cache', values.cache, 0, MOST_MEGABYTES) * MEGABYTE,
      limits: readLimits(values.limit),
      logLevel: oneOf('--log', values.log, LOG_LEVELS),
      metrics: oneOf('--metrics', values.metrics, METRICS_READERS),
      kiosk,
    });
  },
};

/** What a server is run with. */
export interface ServeOptions
  extends Pick<ListenerOptions, 'open' | 'cacheSize' | 'limits' | 'metrics'> {
  readonly paths: readonly string[];
  /** Reads the API keys as they are now. */
  readonly readKeys: () => readonly string[];
  readonly port: number;
  readonly host: string;
  readonly baseUrl?: string | undefined;
  /** How many processes; one unless given, which is this one. */
  readonly workers?: number;
  /** How the pages are set up. */
  readonly kiosk?: KioskOptions;
  /** How much standard error is told; what went wrong unless given. */
  readonly logLevel?: LogLevel;
  /** Called once it serves, with the address. */
  readonly onServing?: (baseUrl: string) => void;
}

/** Opens catalogs, serves them until SIGTERM or SIGINT, and lets running responses finish. */
export async function runServer(options: ServeOptions): Promise<number> {
  const { paths, port, workers = 1, kiosk = {}, logLevel = 'error' } = options;
  const log = createLog(logLevel, (lines) => process.stderr.write(lines));
  const meter = createMeter();
  const keys = reloadable(options.readKeys);
  const apiKeys = () => keys.current;
  const serving = { ...options, apiKeys, log, meter, site: createKiosk(kiosk) };
  if (cluster.isWorker) {
    await work({
      start: (port, measure) => startHere({ ...serving, port, measure }),
      reload: keys.reload,
      measure: meter.measurements,
    });
    return 0;
  }
  await attend({
    paths,
    log,
    start: (): Promise<Service> =>
      workers === 1 ? startHere(serving) : startWorkers({ ...serving, port, count: workers }),
    async onReload(service) {
      try {
        keys.reload();
        await service.reload?.();
        log.info('API keys read again', { keys: keys.current.length });
      } catch (error) {
        log.error('API keys not read again', { reason: (error as Error).message });
      }
    },
    onServing({ libraries, baseUrl }) {
      checkBranch(kiosk, libraries);
      for (const { id, name, titles } of libraries) {
        process.stdout.write(`${id}: ${name}, ${counted(titles, 'title')}\n`);
      }
      process.stdout.write(`Serving at ${baseUrl}\n`);
      options.onServing?.(baseUrl);
    },
  });
  return 0;
}

/** Serves in this process. */
function startHere(options: ServiceOptions): Promise<Service> {
  const { host, port } = options;
  return startService(options).catch((error) => {
    throw error.code === 'EADDRINUSE'
      ? new Error(`port ${port} of ${host} is taken by another program; choose one with --port.`)
      : error;
  });
}

/**
 * How many workers `--workers` asks for: a number, or as many as the machine runs at a time.
 *
 * @throws UsageError when it is neither
 */
function workersAskedFor(value: string): number {
  if (value === 'auto') return availableParallelism();
  if (/^[0-9]+$/.test(value)) return wholeNumber('--workers', value, 1, MOST_WORKERS);
  throw new UsageError(`--workers is '${value}'; wanted a whole number or 'auto'.`);
}

function protocolOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : '';
}
