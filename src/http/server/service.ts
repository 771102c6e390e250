import {
  openReplaceableCatalogs,
  type RefreshResult,
} from '../../snapshot/file/replaceable-catalogs.js';
import { type ServerOptions, startServer } from './server.js';

/** A running API service, in this process or in worker processes. */
export interface Service {
  /** The address that links in responses begin with. */
  readonly baseUrl: string;
  /** The libraries that were open when the service started. */
  readonly libraries: readonly ServedLibrary[];
  /** Opens files again and replaces their catalogs. Returns which catalogs were replaced or refused. */
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
  /** Number of titles. */
  readonly titles: number;
  /** The ids of its branches. */
  readonly branches: readonly string[];
}

/** Options of {@link startService}. */
export interface ServiceOptions extends Omit<ServerOptions, 'catalogs'> {
  /** Paths of snapshot files or source directories, without duplicates. */
  readonly paths: readonly string[];
}

/**
 * Opens catalogs and serves them from this process.
 *
 * @throws the errors of `openCatalog`, `checkCatalogSet` and `startServer`
 */
export async function startService({ paths, ...options }: ServiceOptions): Promise<Service> {
  const files = openReplaceableCatalogs(paths);
  const server = await startServer({ ...options, catalogs: files.current });
  return {
    baseUrl: server.baseUrl,
    libraries: files.current().map(({ library: { id, name, branches = [] }, titles }) => {
      return { id, name, titles: titles.size, branches: branches.map((branch) => branch.id) };
    }),
    refresh: files.refresh,
    close: server.close,
    failed: new Promise(() => {}),
  };
}
