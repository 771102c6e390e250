/*
 * The command `carrel serve`: the table of its options, and the topics of its help. `serve/serve-options.ts` reads the
 * values of the options, `serve/build-export.ts` builds a snapshot of record files, and `serve/run-server.ts` runs the
 * server.
 */

import { existsSync, statSync } from 'node:fs';
import { DEFAULT_CACHE_SIZE } from '../http/request-listener.js';
import { LOG_LEVELS } from '../server/log.js';
import { METRICS_ACCESS } from '../server/monitoring.js';
import {
  isAddress,
  parseAddress,
  parseChangesAddress,
} from '../snapshot/file/addresses/request.js';
import { isSnapshotFile } from '../snapshot/file/read-snapshot-sections.js';
import {
  defineCommand,
  labeledOptions,
  type Options,
  type OptionValues,
  UsageError,
} from './command.js';
import { runServer } from './serve/run-server.js';
import {
  isPublic,
  LIMIT_LINES,
  NETWORK_OPTIONS,
  networkOptions,
  readApiKeys,
  readBaseUrl,
  readLimit,
  readWorkers,
  servesPages,
} from './serve/serve-options.js';
import {
  kioskOptions,
  PAGE_OPTIONS,
  PUBLISHING_OPTIONS,
  publishingLimits,
  readTrustedKeys,
  TRUST_OPTION,
} from './shared-options.js';

const MEGABYTE = 1024 * 1024;

/** The options for record files, which `carrel serve --help exports` lists. */
const EXPORT_OPTIONS = {
  '--library FILE': {
    isFile: true,
    text: 'JSON file with the library and its branches (default: from the name of the first file)',
  },
  '--name NAME': {
    expected: 'the name of the library',
    text: 'name of the library, from which its id is made',
  },
  '--holdings PROFILE': {
    isFile: true,
    text: "how the records contain holdings, as for 'carrel build' (default: detected)",
  },
  '--lenient':
    'accept a file that ends early, or of which more than 1 % of the records are refused',
} as const satisfies Options;

export const serve = defineCommand(
  {
    name: 'serve',
    usage: 'PATH... --api-key KEY',
    description: 'Serves the API under /v1 and web pages at /. SIGHUP reads keys and PATHs again.',
    arguments: {
      PATH: {
        text: `a snapshot file, its http(s) address, or a source directory; or record files of one library
          ('--help exports')`,
        required: 'a snapshot file or a source directory',
        isRepeatable: true,
        isFile: true,
      },
    },
    options: {
      '--api-key KEY': {
        heading: 'Access',
        isRepeatable: true,
        isSecret: true,
        text: 'an API key that requests may use; may be repeated',
      },
      '--api-keys FILE': {
        isFile: true,
        text: `a file with one KEY or NAME:KEY per line; # begins a comment (the variable
          CARREL_API_KEYS may contain further keys)`,
      },
      '--open': 'accept requests without a key; only with a loopback --host',
      '--port PORT': {
        heading: "Network; 'carrel serve --help network' lists more options",
        range: [0, 65535],
        text: 'port to listen on; 0 for any free port (default: 8080)',
      },
      '--host HOST': 'address to listen on; 0.0.0.0 for all (default: 127.0.0.1)',
      '--base-url URL': {
        read: readBaseUrl,
        text: 'address that links begin with (default: http://HOST:PORT)',
      },
      ...NETWORK_OPTIONS,
      '--pages': {
        heading: 'Pages, which need no key',
        brief: 'serve pages at a --host that other machines can reach',
        text: `serve pages, OPDS and SRU at a --host that other machines can reach, which requires --pages, --no-pages
          or --kiosk`,
      },
      '--no-pages': 'serve only the API, without pages, OPDS and SRU',
      ...PAGE_OPTIONS,
      '--changes FILE': {
        heading: 'Operation',
        isFile: true,
        expected: 'a file of changes',
        text: "follow a file of changes or its address: '--help changes'",
      },
      '--cache-dir DIR': {
        isFile: true,
        expected: 'a directory',
        brief: "keep the last good files: 'carrel serve --help addresses'",
        text: `the cache directory (default: $CACHE_DIRECTORY, or else ~/.cache/carrel); with this option,
          the last good file of each local PATH is kept too, and served if PATH is missing or damaged
          at a start`,
      },
      '--workers N': {
        read: readWorkers,
        default: '1',
        brief: 'number of threads, or auto for one per core',
        text: `number of threads that answer requests, or auto for one per core; they share the memory
          of the files`,
      },
      '--cache MB': {
        range: [0, 1_000_000],
        default: String(DEFAULT_CACHE_SIZE / MEGABYTE),
        text: 'memory for cached responses; 0 for no cache',
      },
      '--limit NAME=N': {
        isRepeatable: true,
        read: readLimit,
        text: "set a limit; 'carrel serve --help limits' lists the limits",
      },
      ...PUBLISHING_OPTIONS,
      '--max-shrink N': {
        ...PUBLISHING_OPTIONS['--max-shrink N'],
        brief: "maximum % of lost titles: '--help publishing'",
      },
      '--accept-shrink': 'for this start, accept any loss of titles',
      ...TRUST_OPTION,
      ...EXPORT_OPTIONS,
      '--log LEVEL': {
        words: LOG_LEVELS,
        default: 'error',
        text: 'off, error, or info with a line per request',
      },
      '--metrics WHO': {
        words: METRICS_ACCESS,
        default: 'local',
        text: 'who may read /metrics: local, all or none',
      },
    },
    example: 'carrel serve branch.snapshot --api-key secret',
    topics: {
      addresses: {
        usage: 'https://HOST/branch.snapshot --api-key KEY',
        description: `Downloads the snapshot and serves it. Looks for a newer one every minute and on
          SIGHUP. Any HTTP server, object store or content delivery network will do. The last good
          file is in the cache directory, and is served without a network.`,
        options: ['--cache-dir DIR'],
        notes: `
          With --trust, PATH.sig is downloaded too. --changes may be an address, which is read every
          10 seconds: https, except on this machine.

          A user name and a password in an address are sent as Basic authentication, and are not
          logged. Every user of the machine can see them in the list of processes.

          The first start waits for the snapshot: /healthz is 200, and /readyz is 503. If the server
          of the address refuses the request (401, 403, 404), the command exits with status 1.`,
        example: 'carrel serve https://example.org/a.snapshot --api-key secret',
      },
      changes: {
        usage: 'PATH... --changes FILE',
        description: `
          Applies the changes in FILE to the catalogs. FILE is read from its beginning at each start,
          and then whenever lines are appended. It need not exist yet. A new file with the same name,
          or a truncated file, is read from its beginning. FILE can be an address: 'carrel serve
          --help addresses'.

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

          A line that cannot be applied is logged with its number and skipped.`,
        example: 'carrel serve a.snapshot --api-key secret --changes changes.jsonl',
      },
      exports: {
        usage: 'FILE... [--library FILE | --name NAME]',
        description: `Builds a snapshot of MARC or spreadsheet files, as carrel build does, and serves it
          on this machine. Without an API key, requests need none.`,
        options: Object.keys(EXPORT_OPTIONS),
        notes: `
          The snapshot is in the cache directory (--cache-dir), and a later start builds it again. Its
          date is that of the newest file. Nothing is served if the build fails, for example because
          many titles are missing since the last start: 'carrel serve --help publishing'.

          carrel build has further options, such as --columns, --id and --report.`,
        example: 'carrel serve export.mrc',
      },
      limits: {
        usage: 'PATH... --limit NAME=N',
        description: `
          Sets a limit on clients; may be repeated. The limits apply to all workers together. The
          limits 'client-...' apply to each client address (IPv6: each /64 network), but not to
          programs on this machine, unless --trusted-proxy names their address: then to all clients
          of that proxy.

          ${LIMIT_LINES.map((line) => `  ${line}`).join('\n          ')}`,
        example: 'carrel serve a.snapshot --api-key secret --limit requests-in-flight=200',
      },
      network: {
        usage: 'PATH... [OPTION]...',
        description: 'Further options for the network:',
        options: Object.keys(NETWORK_OPTIONS),
        notes: `If systemd passes a socket (LISTEN_FDS), the server listens on this socket instead of
          --host and --port. Connections wait during a restart.`,
        example: 'carrel serve a.snapshot --api-key secret --trusted-proxy 127.0.0.1',
      },
      publishing: {
        usage: 'PATH... [OPTION]...',
        description: 'Refuses a new snapshot that is probably a mistake, and serves the old one.',
        options: [...Object.keys(PUBLISHING_OPTIONS), '--accept-shrink'],
        notes: `
          A start compares the snapshots with the last good files in the cache directory. Without
          --cache-dir, it compares nothing, and logs this.

          If the last good file in the cache directory is unreadable, and its number of titles
          unknown, a snapshot is accepted only with --min-titles N, --max-shrink 100 or
          --accept-shrink.`,
        example: 'carrel serve a.snapshot --api-key secret --min-titles 40000',
      },
    },
    isResponsive: true,
  },
  async (values, paths) => {
    const { changes } = values;
    checkAddresses(paths, changes);
    const isExport = areRecordFiles(paths, values);
    const keySources = {
      commandLine: values['api-key'],
      file: values['api-keys'],
      environment: process.env.CARREL_API_KEYS,
    };
    const network = networkOptions(values);
    const needsNoKey = isExport && !isPublic(network);
    const open = values.open || (needsNoKey && (await readApiKeys(keySources, true)).length === 0);
    if (open && network.socket === undefined && isPublic(network)) {
      throw new UsageError(
        `--host: expected 127.0.0.1, ::1 or localhost with --open, found '${network.host}'`,
      );
    }
    const kiosk = kioskOptions(values);
    // With --kiosk, API keys are optional, because web pages need no API key.
    const readKeys = () => readApiKeys(keySources, open || kiosk.idleMinutes !== undefined);
    const pages = servesPages(values, isPublic(network));
    const trust = readTrustedKeys(values.trust);
    if (isExport) await readKeys();
    const served = isExport
      ? [await (await import('./serve/build-export.js')).buildExport(paths, values)]
      : paths;
    return runServer({
      paths: served,
      readKeys,
      open,
      ...network,
      pages,
      mcp: values.mcp,
      changes,
      cacheDir: values['cache-dir'],
      workers: values.workers,
      cacheSize: values.cache * MEGABYTE,
      limits: Object.fromEntries(values.limit),
      logLevel: values.log,
      metrics: values.metrics,
      kiosk,
      trust,
      publishing: publishingLimits({
        ...values,
        'allow-library-change': values['allow-library-change'] || isExport,
      }),
      // The build has compared the number of titles.
      acceptsShrink: values['accept-shrink'] || isExport,
    });
  },
);

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
 * Returns whether the paths are record files rather than snapshots, source directories and addresses.
 *
 * @throws UsageError for record files and other paths, and for options that need record files or conflict with them
 */
function areRecordFiles(
  paths: readonly string[],
  values: Pick<OptionValues<typeof EXPORT_OPTIONS>, 'library' | 'name' | 'holdings' | 'lenient'> &
    Pick<OptionValues<typeof TRUST_OPTION>, 'trust'>,
): boolean {
  const missing = paths.find(
    (path) => RECORD_FILE_NAME.test(path) && !isAddress(path) && !existsSync(path),
  );
  if (missing !== undefined) {
    throw new UsageError(`PATH: expected a record file, found nothing at '${missing}'`);
  }
  const other = paths.find((path) => !isRecordFile(path));
  const file = paths.find(isRecordFile);
  if (file !== undefined && other !== undefined) {
    throw new UsageError(
      `PATH: expected only record files of one library, found '${file}' and '${other}'; build a snapshot of the record files with carrel build`,
    );
  }
  if (file !== undefined && values.trust.length > 0) {
    throw new UsageError(
      `--trust: expected a snapshot file as PATH, found the record file '${file}'`,
    );
  }
  const option = labeledOptions(EXPORT_OPTIONS).find(({ name }) => values[name as 'library']);
  if (option !== undefined && file === undefined) {
    throw new UsageError(`${option.flag}: expected record files as PATH, found '${paths[0]}'`);
  }
  if (values.library !== undefined && values.name !== undefined) {
    throw new UsageError(
      '--name: expected no --library, whose file has the name of the library, found both',
    );
  }
  return file !== undefined;
}

/** Matches the usual names of record files. A missing file with another name may be a snapshot. */
const RECORD_FILE_NAME = /\.(?:mrc|marc|xml|csv|tsv|gz|tgz|tar|zip)$/i;

/** Whether a path is a file with records. A damaged or empty file is a snapshot if its name ends in `.snapshot`. */
function isRecordFile(path: string): boolean {
  if (isAddress(path) || path.endsWith('.snapshot') || !existsSync(path)) return false;
  return statSync(path).isFile() && !isSnapshotFile(path);
}
