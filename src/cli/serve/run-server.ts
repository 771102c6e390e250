/*
 * Runs the server of `carrel serve`: opens the catalogs, starts the service, and reloads keys and catalogs.
 * `serve-options.ts` reads the options, and `server/service.ts` is the service.
 */

import { lookup } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { url as inspectorUrl } from 'node:inspector';
import { isIPv4 } from 'node:net';
import { isLoopback } from '../../http/request-listener.js';
import type { KioskOptions } from '../../kiosk/page-view.js';
import { createMcpEndpoint } from '../../protocols/mcp/mcp-endpoint.js';
import { affordableConnections, maxDescriptors } from '../../server/file-descriptors.js';
import { withDefaults } from '../../server/limits.js';
import { removeStaleSocket } from '../../server/listening-socket.js';
import { createStreamLog, type LogLevel } from '../../server/log.js';
import { createMeter } from '../../server/meter.js';
import { serveUntilSignal } from '../../server/serve-until-signal.js';
import type { ServerOptions } from '../../server/server.js';
import { type Service, type ServiceOptions, startService } from '../../server/service.js';
import { connectServiceManager } from '../../server/systemd.js';
import {
  createLocalFiles,
  type LocalFilesOptions,
} from '../../snapshot/file/addresses/local-files.js';
import { isAddress } from '../../snapshot/file/addresses/request.js';
import { checkBranch } from '../shared-options.js';
import { formatCount, print } from '../standard-streams.js';
import { createSite } from './create-site.js';
import { type ApiKey, type NetworkOptions, shortKeysWarning } from './serve-options.js';

/** The module of the threads that answer requests. */
const ANSWERING_THREAD = new URL('./serve-thread.js', import.meta.url);

/** A stored value that can be read again. */
export interface CachedValue<T> {
  /** The value that was read last without an error. */
  readonly current: T;
  /**
   * Reads the value again. If reading fails, the current value is kept.
   *
   * @throws Error the error of reading
   */
  reload(): Promise<void>;
}

/** Reads a value, and stores the value until it is reloaded. */
async function cachedValue<T>(read: () => Promise<T>): Promise<CachedValue<T>> {
  let current = await read();
  return {
    get current() {
      return current;
    },
    async reload() {
      current = await read();
    },
  };
}

export interface ServeOptions
  extends NetworkOptions,
    Pick<ServerOptions, 'open' | 'cacheSize' | 'limits' | 'metrics'>,
    Pick<ServiceOptions, 'publishing' | 'trust'>,
    Pick<LocalFilesOptions, 'acceptsShrink' | 'cacheDir' | 'changes'> {
  /** Paths of snapshot files or source directories, and addresses of snapshot files. */
  readonly paths: readonly string[];
  /** Reads the API keys. Called at startup and on SIGHUP. */
  readonly readKeys: () => Promise<readonly ApiKey[]>;
  /** Number of threads that answer requests. Default: 1, which means that the main thread answers them. */
  readonly workers?: number;
  /** Whether to serve web pages. Default: true. */
  readonly pages?: boolean;
  /** Whether to answer assistants at `/mcp`. Default: false. */
  readonly mcp?: boolean;
  /** Options for web pages. */
  readonly kiosk?: KioskOptions;
  /** The level of the log on standard error. Default: `error`. */
  readonly logLevel?: LogLevel;
  /** Called with the address that links begin with, when the server is listening. */
  readonly onServing?: (baseUrl: string) => void;
}

/**
 * Serves catalogs until SIGTERM or SIGINT, then waits for responses in progress.
 *
 * @returns the exit status, which is 0
 * @throws Error if a path does not exist and there is no cache directory, before the API keys are read, or if the keys
 *   cannot be read
 */
export async function runServer(options: ServeOptions): Promise<number> {
  const { socket, workers = 1, pages = true, mcp = false, kiosk = {} } = options;
  const { logLevel = 'error' } = options;
  // A cache directory can have the file of a missing path.
  if (options.cacheDir === undefined) refuseMissing(options.paths);
  ignoreInspectorSignal();
  const meter = createMeter();
  const log = createStreamLog(logLevel, process.stderr, meter);
  // A server needs no standard output.
  process.stdout.removeAllListeners('error').on('error', ({ message }) => {
    log.error('standard output not written', { reason: message });
  });
  const keys = await cachedValue(options.readKeys);
  const apiKeys = () => keys.current;
  // Searches at a public screen are private, so the log of a kiosk contains no queries and no addresses.
  const isLogged = kiosk.idleMinutes === undefined;
  const privacy = { logsQueries: isLogged, logsClients: isLogged };
  const site = await createSite({ pages, kiosk });
  const local = createLocalFiles(options.paths, {
    ...options,
    onProblem(reason, isRefused) {
      if (isRefused) meter.refusedSnapshots++;
      log.error('file not received', { reason });
    },
  });
  const asked = withDefaults(options.limits);
  const use = { connections: asked.connections, workers, paths: options.paths.length };
  const limits = { ...asked, connections: affordableConnections(use, maxDescriptors()) };
  const endpoint = mcp ? createMcpEndpoint(pages) : undefined;
  const serving = { ...options, ...privacy, limits, apiKeys, log, meter, site, endpoint, local };
  const threads =
    workers === 1
      ? undefined
      : { count: workers, module: ANSWERING_THREAD, options: { pages, mcp, kiosk } };
  const logShortKeys = () => {
    const isLocal = socket === undefined && isLoopback(options.host);
    const reason = isLocal ? undefined : shortKeysWarning(keys.current);
    if (reason !== undefined) log.error('short API keys', { reason });
  };
  const logNotCompared = () => {
    const { publishing: { maxShrink = 100 } = {}, acceptsShrink = false, paths } = options;
    if (acceptsShrink || maxShrink === 100) return;
    const names = paths.filter((path, i) => local.paths[i] === path);
    if (names.length === 0) return;
    const reason = `${names.join(', ')}: expected an earlier file to compare the number of titles with, found none; start with --cache-dir, which keeps one, or with --accept-shrink`;
    log.error('catalog not compared', { reason });
  };
  if (socket !== undefined && 'path' in socket) await removeStaleSocket(socket.path);
  // A downloaded file is opened when its change is noticed, so that other files do not wait for the download.
  const checkNow = () => local.check(true);
  process.on('SIGHUP', checkNow);
  const manager = connectServiceManager(process.env, log);
  let isServing = false;
  await serveUntilSignal({
    start: (stopSignal) =>
      startNamingAddress({
        ...serving,
        workers: threads,
        onWaiting: () =>
          stopSignal().addEventListener('abort', () => {
            local.stop();
            if (!isServing) setTimeout(() => process.exit(), STARTING_TIMEOUT_MS).unref();
          }),
      }),
    async onReload() {
      try {
        await keys.reload();
        logShortKeys();
        log.info('API keys reloaded', { keys: keys.current.length });
      } catch (error) {
        log.error('API keys not reloaded', { reason: (error as Error).message });
      }
    },
    onServing({ libraries, baseUrl, isAnswering }) {
      isServing = true;
      logShortKeys();
      logNotCompared();
      if (limits.connections < asked.connections) {
        const reason = `limit connections: expected file descriptors for ${asked.connections} connections, found enough for ${limits.connections}; raise 'ulimit -n' or LimitNOFILE=`;
        log.error('connection limit lowered', { reason });
      }
      checkBranch(kiosk, libraries);
      for (const { id, name, titles } of libraries) {
        print(`${id}: ${name}, ${formatCount(titles, 'title')}`);
      }
      print(`Serving at ${baseUrl}`);
      manager.ready(isAnswering);
      options.onServing?.(baseUrl);
      local.start();
    },
  }).finally(() => {
    process.off('SIGHUP', checkNow);
    local.stop();
    manager.close();
  });
  exitSoon();
  return 0;
}

function refuseMissing(paths: readonly string[]): void {
  const missing = paths.find((path) => !isAddress(path) && !existsSync(path));
  if (missing === undefined) return;
  throw new Error(`${missing}: expected a snapshot file or a source directory, found nothing`);
}

/**
 * Ignores SIGUSR1, at which Node.js would open the inspector. Every program of the machine can run code through the
 * inspector. If Node.js was started with `--inspect`, the inspector is already open.
 */
function ignoreInspectorSignal(): void {
  if (inspectorUrl() === undefined) process.on('SIGUSR1', () => {});
}

/** The maximum time for closing a server that receives SIGTERM before it is ready. Opening a snapshot can take longer. */
const STARTING_TIMEOUT_MS = 1000;

/** The time that the end of the process waits for other work. */
const EXIT_TIMEOUT_MS = 1000;

/**
 * Exits after a timeout if something still keeps the process alive, such as lines that the reader of standard error has not
 * read, or a warm-up that was not finished.
 */
function exitSoon(): void {
  setTimeout(() => process.exit(), EXIT_TIMEOUT_MS).unref();
}

/** Starts a service. If an address cannot be used, the error names the address and its option. */
function startNamingAddress(options: ServiceOptions): Promise<Service> {
  return startService(options).catch(async (error) => {
    throw await namedListenError(error, options);
  });
}

/** The parts of {@link ServiceOptions} that name the addresses of a server. */
type ListenAddresses = Pick<ServiceOptions, 'host' | 'port' | 'socket' | 'monitoring'>;

/**
 * Returns an error that names the address, its option, and what to do. Returns other errors unchanged, such as an error
 * about a file or a Unix socket.
 *
 * @param error an error of `listen` or of the look-up of a host
 */
export async function namedListenError(
  error: NodeJS.ErrnoException & Partial<Record<'address' | 'hostname', string> & { port: number }>,
  options: ListenAddresses,
): Promise<Error> {
  const { monitoring } = options;
  const main = options.socket === undefined ? options : undefined;
  if (error.syscall === 'getaddrinfo') {
    const option = [main, monitoring].findIndex((used) => used?.host === error.hostname);
    if (option < 0) return error;
    const name = ['--host', '--monitoring'][option];
    return new Error(
      `${name}: expected a host with a known address, found '${error.hostname}'; use an address of this machine, such as 127.0.0.1`,
    );
  }
  if (error.syscall !== 'listen') return error;
  // An error about port 0 contains no port.
  const failedPort = error.port ?? 0;
  const mainAddress = main?.port === failedPort ? await addressOfHost(main?.host) : undefined;
  const monitoringAddress =
    monitoring?.port === failedPort ? await addressOfHost(monitoring?.host) : undefined;
  const isMonitoring =
    monitoringAddress !== undefined &&
    (mainAddress === undefined || error.address === monitoringAddress);
  const used = isMonitoring ? monitoring : main;
  if (used === undefined) return error;
  const { host, port } = used;
  switch (error.code) {
    case 'EADDRINUSE':
      return new Error(
        overlaps(mainAddress, monitoringAddress)
          ? `--port and --monitoring: expected two addresses, found port ${port} of ${monitoring?.host} in both; choose another port for one of them`
          : `port ${port} of ${host}: expected a free port, found it in use; choose another port`,
      );
    case 'EADDRNOTAVAIL':
      return new Error(
        `${isMonitoring ? '--monitoring' : '--host'}: expected an address of this machine, found '${host}'; use 127.0.0.1, or 0.0.0.0 for all addresses`,
      );
    case 'EACCES':
      return new Error(
        `${isMonitoring ? '--monitoring' : '--port'}: expected a port that this user may listen on, found ${port} of ${host}; use a port from 1024`,
      );
    default:
      return error;
  }
}

/** Returns the address on which Node.js listens for a host, or undefined for an unknown host. */
async function addressOfHost(host = ''): Promise<string | undefined> {
  return lookup(host).then(
    ({ address }) => address,
    () => undefined,
  );
}

/** Whether two addresses have an address of this machine in common. `::` includes the addresses of IPv4. */
function overlaps(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  if (a === b || a === '::' || b === '::') return true;
  return isIPv4(a) && isIPv4(b) && (a === '0.0.0.0' || b === '0.0.0.0');
}
