import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { attend } from '../http/attend.js';
import { createLog } from '../http/log.js';
import { createMeter } from '../http/meter.js';
import { type Service, startService } from '../http/service.js';
import { work } from '../http/worker.js';
import { startWorkers } from '../http/workers.js';
import { createKiosk } from '../kiosk/kiosk.js';
import type { KioskOptions } from '../kiosk/options.js';
import { type Command, readArguments, UsageError, wholeNumber } from './command-line.js';
import { checkBranch, KIOSK_OPTIONS, kioskOptions, withIdleMinutes } from './kiosk-arguments.js';
import { counted } from './readable.js';

const MOST_WORKERS = 256;

/** `carrel serve PATH...` */
export const serve: Command = {
  help: `carrel serve PATH... --api-key KEY

Answers the API under /v1 from catalogs, and shows them to readers on pages from / on, until it is
told to stop (SIGTERM, Ctrl-C).

  PATH            a snapshot file, or a source directory, which is indexed in memory first
  --api-key KEY   a key that requests may carry as api_key; may be given several times
  --port PORT     the port to listen on (8080; 0 takes any free one)
  --host HOST     the address to listen on (127.0.0.1; 0.0.0.0 for every address)
  --base-url URL  the address that links in responses begin with (http://HOST:PORT)
  --workers N     processes to serve from, each with the catalogs in its memory (1; auto for one
                  a core)
  --kiosk [N]     for a screen in the library: forgets a reader after N minutes (2) without a touch
  --branch ID     the branch that the screen stands in; its copies come first
  --covers remote shows covers from the addresses that titles have for them

Example: carrel serve branch.snapshot --api-key secret
`,
  async run(args) {
    const { values, positionals } = readArguments(withIdleMinutes(args), {
      'api-key': { type: 'string', multiple: true },
      port: { type: 'string', default: '8080' },
      host: { type: 'string', default: '127.0.0.1' },
      'base-url': { type: 'string' },
      workers: { type: 'string', default: '1' },
      ...KIOSK_OPTIONS,
    });
    if (positionals.length === 0) throw new UsageError('no PATH is given.');
    const port = wholeNumber('--port', values.port, 0, 65535);
    const apiKeys = values['api-key'] ?? [];
    const kiosk = kioskOptions(values);
    if (apiKeys.length === 0 && kiosk.idleMinutes === undefined) {
      throw new UsageError('no --api-key is given; without one no request would be answered.');
    }
    if (apiKeys.includes('')) throw new UsageError('an --api-key is empty.');
    const baseUrl = values['base-url'];
    if (baseUrl !== undefined && !/^https?:$/.test(protocolOf(baseUrl))) {
      throw new UsageError(
        `--base-url is '${baseUrl}'; wanted an address with http:// or https://.`,
      );
    }
    const workers = workersAskedFor(values.workers);
    const served = { paths: positionals, apiKeys, port, host: values.host, baseUrl };
    return runServer({ ...served, workers, kiosk });
  },
};

/** What a server is run with. */
export interface ServeOptions {
  readonly paths: readonly string[];
  readonly apiKeys: readonly string[];
  readonly port: number;
  readonly host: string;
  readonly baseUrl?: string | undefined;
  /** How many processes; one unless given, which is this one. */
  readonly workers?: number;
  /** How the pages are set up. */
  readonly kiosk?: KioskOptions;
  /** Called once it serves, with the address. */
  readonly onServing?: (baseUrl: string) => void;
}

/** Opens catalogs, serves them until SIGTERM or SIGINT, and lets running responses finish. */
export async function runServer(options: ServeOptions): Promise<number> {
  const { paths, workers = 1, kiosk = {} } = options;
  const log = createLog('error', (lines) => process.stderr.write(lines));
  const meter = createMeter();
  const start = (port: number) => startHere({ ...options, port });
  if (cluster.isWorker) {
    await work({ start, reload() {}, measure: () => meter.measurements() });
    return 0;
  }
  await attend({
    paths,
    log,
    start: () =>
      workers === 1 ? start(options.port) : startWorkers({ ...options, count: workers, log }),
    onReload() {},
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
async function startHere(options: ServeOptions): Promise<Service> {
  const { host, port } = options;
  const onError = (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  };
  return startService({ ...options, site: createKiosk(options.kiosk), onError }).catch((error) => {
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
