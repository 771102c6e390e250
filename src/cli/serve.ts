import { availableParallelism } from 'node:os';
import { DEFAULT_CACHE_SIZE, METRICS_ACCESS } from '../http/listener-options.js';
import { LOG_LEVELS } from '../http/monitoring/log.js';
import {
  isAddress,
  parseAddress,
  parseChangesAddress,
} from '../snapshot/file/addresses/request.js';
import {
  type Command,
  oneOf,
  PUBLISHING_OPTIONS,
  publishingLimits,
  readArguments,
  readTrustedKeys,
  refuseStream,
  TRUST_OPTION,
  UsageError,
  wholeNumber,
} from './command-line.js';
import { readApiKeys } from './serve/api-key-sources.js';
import {
  KIOSK_OPTIONS,
  kioskOptions,
  servesPages,
  withIdleMinutes,
} from './serve/kiosk-arguments.js';
import { LIMITS_HELP, readLimits } from './serve/limit-options.js';
import {
  isPublic,
  NETWORK_HELP,
  NETWORK_OPTIONS,
  networkOptions,
} from './serve/network-options.js';
import { runServer } from './serve/run-server.js';

const MAX_WORKERS = 256;

const MEGABYTE = 1024 * 1024;
const MAX_MEGABYTES = 1_000_000;

/** The output of `carrel serve --help changes`. */
const CHANGES_HELP = `carrel serve PATH... --changes FILE

Applies the changes in FILE to the catalogs. FILE is read from its beginning at
each start, and then whenever lines are appended. It need not exist yet. A new
file with the same name, or a truncated file, is read from its beginning. FILE
can be an address: 'carrel serve --help addresses'.

Each line is one change, a JSON object, and ends with a line break:

  {"op":"holdings","title":"1","holdings":[],"at":"2026-11-02T09:12:00Z"}
  {"op":"put","kind":"users","record":{"id":7},"at":"2026-11-02T10:05:00Z"}
  {"op":"delete","kind":"titles","id":"2","at":"2026-11-02T10:30:00Z"}

  kind     titles, users, user_content, lists or sessions
  library  the id of the library; required when several libraries are served
  at       the time of the change, in ISO 8601; a change that is older than the
           date of the snapshot is not applied; a change without a time is
           applied to every snapshot, also to a later one

Build the snapshots with --date now, so that they have a later date.

A line that cannot be applied is logged with its number and skipped.

Example: carrel serve a.snapshot --api-key secret --changes changes.jsonl
`;

/** The output of `carrel serve --help addresses`. */
const ADDRESSES_HELP = `carrel serve https://HOST/branch.snapshot --api-key KEY

Downloads the snapshot and serves it. Looks for a newer one every minute and on
SIGHUP. Any HTTP server, object store or content delivery network will do. The
last good file is in the cache directory, and is served without a network.

  --cache-dir DIR  the cache directory (default: $CACHE_DIRECTORY, or else
                   ~/.cache/carrel); with this option, the last good file of
                   each local PATH is kept too, and served if PATH is missing
                   or damaged at a start
  --trust PUBLIC   also download PATH.sig, and require signatures by this key
  --changes URL    follow a file of changes, which is read every 10 seconds;
                   https, except on this machine

A user name and a password in an address are sent as Basic authentication, and
are not logged. Every user of the machine can see them in the list of processes.

The first start waits for the snapshot: /healthz is 200, and /readyz is 503. If
the server of the address refuses the request (401, 403, 404), the command exits
with status 1.

Example: carrel serve https://example.org/a.snapshot --api-key secret
`;

/** The output of `carrel serve --help publishing`. */
const PUBLISHING_HELP = `carrel serve PATH... [OPTION]...

Refuses a new snapshot that is probably a mistake, and serves the old one.

  --max-shrink N   refuse if more than N % of the titles are gone; 100 accepts
                   any loss (default: 10)
  --min-titles N   refuse fewer than N titles; 0 accepts an empty catalog
                   (default: 1)
  --allow-library-change
                   accept a snapshot of another library than the old one, whose
                   titles are not compared
  --accept-shrink  for this start, accept any loss of titles

A start compares the snapshots with the last good files in the cache directory.
Without --cache-dir, it compares nothing, and logs this.

If the last good file in the cache directory is unreadable, and its number of
titles unknown, a snapshot is accepted only with --min-titles N, --max-shrink 100
or --accept-shrink.

Example: carrel serve a.snapshot --api-key secret --min-titles 40000
`;

export const serve: Command = {
  help: `carrel serve PATH... --api-key KEY

Serves the API under /v1 and web pages at /, until SIGTERM or SIGINT.
SIGHUP reads the API keys and all PATHs again.

  PATH             a snapshot file or its http(s) address, or a source directory

Access:
  --api-key KEY    an API key that requests may use; may be repeated
  --api-keys FILE  a file with one KEY or NAME:KEY per line; # begins a comment
                   (the variable CARREL_API_KEYS may contain further keys)
  --open           accept requests without a key; only with a loopback --host

Network; 'carrel serve --help network' lists more options:
  --port PORT      port to listen on; 0 for any free port (default: 8080)
  --host HOST      address to listen on; 0.0.0.0 for all (default: 127.0.0.1)
  --base-url URL   address that links begin with (default: http://HOST:PORT)

Pages, which need no key:
  --no-pages       serve only the API; a --host that other machines can reach
                   requires --pages, --no-pages or --kiosk
  --kiosk [N]      for a public screen: return to the home page and discard the
                   search after N minutes without input (default for N: 2)
  --branch ID      the branch of the screen; its holdings are listed first
  --covers remote  load cover images from the addresses in the records

Operation:
  --changes FILE   follow a file of changes or its address: '--help changes'
  --cache-dir DIR  keep the last good files: 'carrel serve --help addresses'
  --workers N      number of threads that answer requests, or auto for one per
                   core; they share the memory of the files (default: 1)
  --cache MB       memory for cached responses; 0 for no cache (default: ${DEFAULT_CACHE_SIZE / MEGABYTE})
  --limit NAME=N   set a limit; 'carrel serve --help limits' lists the limits
  --max-shrink N   refuse a file that lacks more than N % of the titles (10);
                   'carrel serve --help publishing' lists the other guards
  --trust PUBLIC   require signatures by this public key (PEM); may be repeated
  --log LEVEL      off, error, or info with a line per request (default: error)
  --metrics WHO    who may read /metrics: local, all or none (default: local)

Example: carrel serve branch.snapshot --api-key secret
`,
  topics: {
    addresses: ADDRESSES_HELP,
    changes: CHANGES_HELP,
    limits: LIMITS_HELP,
    network: NETWORK_HELP,
    publishing: PUBLISHING_HELP,
  },
  isResponsive: true,
  async run(args) {
    const { values, positionals } = readArguments(withIdleMinutes(args), {
      'api-key': { type: 'string', multiple: true, default: [] },
      'api-keys': { type: 'string' },
      open: { type: 'boolean', default: false },
      ...NETWORK_OPTIONS,
      changes: { type: 'string' },
      'cache-dir': { type: 'string' },
      workers: { type: 'string', default: '1' },
      cache: { type: 'string', default: String(DEFAULT_CACHE_SIZE / MEGABYTE) },
      limit: { type: 'string', multiple: true, default: [] },
      log: { type: 'string', default: 'error' },
      ...PUBLISHING_OPTIONS,
      'accept-shrink': { type: 'boolean', default: false },
      ...TRUST_OPTION,
      metrics: { type: 'string', default: 'local' },
      ...KIOSK_OPTIONS,
    });
    if (positionals.length === 0)
      throw new UsageError('PATH: expected a snapshot file or a source directory, found nothing');
    for (const path of positionals) refuseStream('PATH', path);
    const { open, changes, 'cache-dir': cacheDir } = values;
    if (changes === '') {
      throw new UsageError('--changes: expected a file of changes, found nothing');
    }
    if (cacheDir === '') {
      throw new UsageError('--cache-dir: expected a directory, found nothing');
    }
    checkAddresses(positionals, changes);
    const network = networkOptions(values);
    if (open && network.socket === undefined && isPublic(network)) {
      throw new UsageError(
        `--host: expected 127.0.0.1, ::1 or localhost with --open, found '${network.host}'`,
      );
    }
    const kiosk = kioskOptions(values);
    const keySources = {
      commandLine: values['api-key'],
      file: values['api-keys'],
      environment: process.env.CARREL_API_KEYS,
    };
    return runServer({
      paths: positionals,
      // With --kiosk, API keys are optional, because web pages need no API key.
      readKeys: () => readApiKeys(keySources, open || kiosk.idleMinutes !== undefined),
      open,
      ...network,
      pages: servesPages(values, isPublic(network)),
      changes,
      cacheDir,
      workers: parseWorkers(values.workers),
      cacheSize: wholeNumber('--cache', values.cache, 0, MAX_MEGABYTES) * MEGABYTE,
      limits: readLimits(values.limit),
      logLevel: oneOf('--log', values.log, LOG_LEVELS),
      metrics: oneOf('--metrics', values.metrics, METRICS_ACCESS),
      kiosk,
      trust: readTrustedKeys(values.trust),
      publishing: publishingLimits(values),
      acceptsShrink: values['accept-shrink'],
    });
  },
};

/** @throws UsageError for an invalid address, and for changes at an address without TLS */
function checkAddresses(paths: readonly string[], changes = ''): void {
  try {
    for (const path of paths) if (isAddress(path)) parseAddress('PATH', path);
    if (isAddress(changes)) parseChangesAddress('--changes', changes);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/**
 * Parses `--workers`. `auto` is the number of threads that the machine can run in parallel.
 *
 * @throws UsageError for a value other than `auto` and the whole numbers from 1 to {@link MAX_WORKERS}
 */
function parseWorkers(value: string): number {
  if (value === 'auto') return availableParallelism();
  const number = /^[0-9]+$/.test(value) ? Number(value) : Number.NaN;
  if (number >= 1 && number <= MAX_WORKERS) return number;
  throw new UsageError(
    `--workers: expected a whole number from 1 to ${MAX_WORKERS}, or auto, found '${value}'`,
  );
}
