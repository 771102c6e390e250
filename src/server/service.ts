/* A server whose catalogs are replaced: opens files, starts threads, and starts the server of `server.ts`. */

import { once } from 'node:events';
import type { Catalog } from '../catalog/catalog.js';
import type { LocalFiles } from '../snapshot/file/addresses/local-files.js';
import {
  type ChangesReport,
  openReplaceableCatalogs,
  type RefreshResult,
  type ReplaceableCatalogs,
} from '../snapshot/file/replaceable-catalogs.js';
import type { TrustOptions } from '../snapshot/file/signature.js';
import type { NamedLimits } from '../snapshot/file/writing/publishing-limits.js';
import { type Log, SILENT_LOG } from './log.js';
import { createMeter, type Measurements, type Meter } from './meter.js';
import { addressOf, type RunningServer, type ServerOptions, startServer } from './server.js';
import {
  type AnsweringThreads,
  startAnsweringThreads,
  type ThreadOptions,
} from './threads/answering-threads.js';
import { sharedBytesOf } from './threads/shared-catalogs.js';
import { warmUp } from './warm-up.js';

/** A running API service. */
export interface Service {
  /** The address that links in responses begin with. */
  readonly baseUrl: string;
  /** The libraries that were open when the service started. */
  readonly libraries: readonly ServedLibrary[];
  /** Returns whether a thread answers requests: the calling thread, or at least one of the workers. */
  isAnswering(): boolean;
  /** Starts to open files again when they change. */
  watch(): void;
  /** Opens all files again, and replaces the catalogs that changed. */
  refresh(): Promise<void>;
  /** Stops accepting connections, waits for responses in progress, then resolves. */
  close(): Promise<void>;
  /** Rejects when the service fails and cannot recover. It never resolves. */
  readonly failed: Promise<never>;
}

/** A library that is served. */
export interface ServedLibrary {
  readonly id: string;
  readonly name: string;
  /** Number of titles of the snapshot. */
  readonly titles: number;
  /** The ids of its branches. */
  readonly branches: readonly string[];
}

/** Options of {@link startService}. */
export interface ServiceOptions
  extends Omit<ServerOptions, 'catalogs' | 'snapshots' | 'sources' | 'threads'>,
    TrustOptions {
  /** The files to open. The service waits until they exist: it listens meanwhile, and `/readyz` is 503. */
  readonly local: LocalFiles;
  /** Called before the service listens and waits for the files of `local`. Default: does nothing. */
  readonly onWaiting?: (() => void) | undefined;
  /** Threads that answer requests. Default: the calling thread answers requests. */
  readonly workers?: ThreadOptions | undefined;
  /** Limits on every catalog that is opened. Default: no limits. */
  readonly publishing?: NamedLimits | undefined;
}

/** The catalogs while the service waits for its files. */
const NO_CATALOGS: readonly Catalog[] = [];

/**
 * Opens catalogs and serves them from this process. Warms up each catalog at the start, and before it replaces
 * another catalog. Applies the changes in a file before the server listens, and further changes as they are appended. Logs
 * which catalogs are replaced or refused.
 *
 * @throws PublishingError if a catalog exceeds a limit
 * @throws the errors of `openCatalog`, `checkCatalogSet`, `startServer` and `LocalFiles.open`
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { host, port, local, workers, log = SILENT_LOG, meter = createMeter() } = options;
  let { baseUrl = addressOf(host, port) } = options;
  let threads: AnsweringThreads | undefined;
  let files: ReplaceableCatalogs | undefined;
  let server: RunningServer | undefined;
  const prepare = (catalogs: readonly Catalog[]) =>
    threads?.warmUp(catalogs, baseUrl) ?? warmUp(catalogs, { ...options, baseUrl });
  const current = () => files?.current() ?? NO_CATALOGS;

  const open = () =>
    openReplaceableCatalogs(local.paths, {
      ...options,
      ...local,
      isShared: workers !== undefined,
      prepare,
      // False if the calling thread already answers requests; with workers, which cannot reuse the memory that the
      // calling thread frees; and in the first process of a container, which no signal ends while this thread is busy.
      opensInCallingThread: server === undefined && workers === undefined && process.pid !== 1,
      onChanges: (report) => logChanges(log, report),
      onReopened: (result) => reportRefresh(result, log, meter),
    });

  /** Measures the process. Its buffers do not include shared memory. */
  function measureProcess(): Measurements {
    const measurements = meter.measurements();
    const { memory } = measurements;
    const buffers = memory.buffers + sharedBytesOf(current());
    return { ...measurements, memory: { ...memory, buffers } };
  }

  async function listen(): Promise<RunningServer> {
    if (workers !== undefined) threads = startAnsweringThreads({ ...workers, current, log, meter });
    const started = await startServer({
      ...options,
      meter,
      threads,
      measure: () => threads?.measurements() ?? measureProcess(),
      catalogs: current,
      snapshots: () => files?.snapshots() ?? [],
      sources: () => local.checks(files?.checks() ?? []),
    });
    baseUrl = started.baseUrl;
    return started;
  }

  let opened: ReplaceableCatalogs | undefined;
  try {
    opened = await local.open(open, async () => {
      options.onWaiting?.();
      server = await listen();
    });
    if (server !== undefined) {
      await Promise.race([prepare(opened.current()), once(local.signal, 'abort')]);
      local.signal.throwIfAborted();
    }
    files = opened;
    server ??= await listen();
  } catch (error) {
    await Promise.all([server?.close(), opened?.close()]);
    threads?.close();
    throw error;
  }
  const { current: catalogs, snapshots, refresh, watch, close } = opened;
  const { close: stop } = server;
  return {
    baseUrl,
    libraries: catalogs().map(({ library: { id, name, branches = [] } }, i) => {
      return {
        id,
        name,
        titles: snapshots()[i].titles,
        branches: branches.map((branch) => branch.id),
      };
    }),
    isAnswering: () => threads?.isAnswering() ?? true,
    watch: () => watch((reason) => log.error('file keeps changing', { reason })),
    async refresh() {
      await refresh(local.paths);
    },
    async close() {
      await Promise.all([stop(), close()]);
      threads?.close();
    },
    failed: threads?.failed ?? new Promise(() => {}),
  };
}

/** Logs which catalogs were replaced or refused, and counts the refused catalogs. */
function reportRefresh({ replaced, refused }: RefreshResult, log: Log, meter: Meter): void {
  for (const catalog of replaced) log.info('catalog replaced', { ...catalog });
  meter.refusedSnapshots += refused.length;
  for (const reason of refused) log.error('catalog refused', { reason });
}

/** The maximum number of skipped lines that are logged one by one after each reading of a changes file. */
const MAX_LOGGED_LINES = 20;

function logChanges(log: Log, { problems, warning, ...progress }: ChangesReport): void {
  log.info('changes applied', progress);
  if (warning !== undefined) log.error('changes applied again', { reason: warning });
  for (const reason of problems.slice(0, MAX_LOGGED_LINES)) log.error('change skipped', { reason });
  const more = problems.length - MAX_LOGGED_LINES;
  if (more > 0) log.error('more changes skipped', { file: progress.file, lines: more });
}
