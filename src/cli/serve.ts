import { availableParallelism } from 'node:os';
import { DEFAULT_CACHE_SIZE, METRICS_READERS } from '../http/listener-options.js';
import { LOG_LEVELS } from '../http/log.js';
import { isLoopback } from '../http/loopback.js';
import { readApiKeys } from './api-key-sources.js';
import { type Command, oneOf, readArguments, UsageError, wholeNumber } from './command-line.js';
import { KIOSK_OPTIONS, kioskOptions, withIdleMinutes } from './kiosk-arguments.js';
import { LIMITS_HELP, readLimits } from './limit-options.js';
import { runServer } from './run-server.js';

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
