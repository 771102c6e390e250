import type { Catalog } from '../../catalog/catalog.js';
import {
  type ChangesReport,
  openReplaceableCatalogs,
  type RefreshResult,
} from '../../snapshot/file/replaceable-catalogs.js';
import type { TrustOptions } from '../../snapshot/file/signature.js';
import type {
  PublishingLimits,
  TitleCount,
} from '../../snapshot/file/writing/publishing-limits.js';
import { type Log, SILENT_LOG } from '../monitoring/log.js';
import type { Meter } from '../monitoring/meter.js';
import { warmUp } from '../warm-up/warm-up.js';
import { addressOf, type ServerOptions, startServer } from './server.js';

/** A running API service, in this process or in worker processes. */
export interface Service {
  /** The address that links in responses begin with. */
  readonly baseUrl: string;
  /** The libraries that were open when the service started. */
  readonly libraries: readonly ServedLibrary[];
  /** Opens files again and replaces the catalogs that changed. Returns which catalogs were replaced or refused. */
  refresh(paths: readonly string[]): Promise<RefreshResult>;
  /** Reloads the settings of all workers, such as API keys. Absent when there are no workers. */
  reload?(): Promise<void>;
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
  extends Omit<ServerOptions, 'catalogs' | 'snapshots'>,
    TrustOptions {
  /** Paths of snapshot files or source directories, without duplicates. */
  readonly paths: readonly string[];
  /**
   * Whether to warm up before listening. Default: false; the server warms up after it has begun to listen. A
   * worker process warms up first, because the other workers already listen on the same port.
   */
  readonly warmsUpFirst?: boolean;
  /** The path of a changes file, which need not exist. Default: no changes. */
  readonly changes?: string | undefined;
  /** Limits on every catalog that is opened. Default: no limits. */
  readonly publishing?: PublishingLimits | undefined;
  /** Catalogs that other workers serve, with which the first catalogs are compared. Default: none. */
  readonly served?: readonly TitleCount[];
}

/**
 * Opens catalogs and serves them from this process. Warms up each catalog at the start, and before it replaces
 * another catalog. Applies the changes in a file before the server listens, and further changes as they are appended.
 *
 * @throws PublishingError if a catalog exceeds a limit
 * @throws the errors of `openCatalog`, `checkCatalogSet` and `startServer`
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { host, port, baseUrl = addressOf(host, port), log = SILENT_LOG, meter } = options;
  const prepare = (catalogs: readonly Catalog[]) => warmUp(catalogs, { ...options, baseUrl });
  const files = await openReplaceableCatalogs(options.paths, {
    ...options,
    prepare,
    onChanges: (report) => logChanges(log, report),
    onReopened: (result) => reportRefresh(result, log, meter),
  });
  if (options.warmsUpFirst) await prepare(files.current());
  const server = await startServer({
    ...options,
    catalogs: files.current,
    snapshots: files.snapshots,
  });
  return {
    baseUrl: server.baseUrl,
    libraries: files.current().map(({ library: { id, name, branches = [] } }, i) => {
      return {
        id,
        name,
        titles: files.snapshots()[i].titles,
        branches: branches.map((branch) => branch.id),
      };
    }),
    refresh: files.refresh,
    async close() {
      await Promise.all([server.close(), files.close()]);
    },
    failed: new Promise(() => {}),
  };
}

/** Logs which catalogs were replaced or refused, and counts those that were refused. */
export function reportRefresh(
  { replaced, refused }: RefreshResult,
  log: Log,
  meter: Meter | undefined,
): void {
  for (const { warning, ...catalog } of replaced) {
    log.info('catalog replaced', catalog);
    if (warning !== undefined) log.error('catalog not compared', { reason: warning });
  }
  if (meter !== undefined) meter.refusedSnapshots += refused.length;
  for (const reason of refused) log.error('catalog refused', { reason });
}

/** The maximum number of skipped lines that are logged one by one after each reading of a changes file. */
const MAX_LOGGED_LINES = 20;

function logChanges(log: Log, { problems, ...progress }: ChangesReport): void {
  log.info('changes applied', progress);
  for (const reason of problems.slice(0, MAX_LOGGED_LINES)) log.error('change skipped', { reason });
  const more = problems.length - MAX_LOGGED_LINES;
  if (more > 0) log.error('more changes skipped', { file: progress.file, lines: more });
}
