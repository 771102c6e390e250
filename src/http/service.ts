import { openCatalogFiles, type Refreshed } from '../snapshot/file/catalog-files.js';
import { type ServerOptions, startServer } from './server.js';

/** What serves, in this process or in others, until it is closed. */
export interface Service {
  /** The address under which it serves. */
  readonly baseUrl: string;
  /** The libraries it began with. */
  readonly libraries: readonly ServedLibrary[];
  /** Opens files anew, and serves what stands in them if it is good; see `CatalogFiles.refresh`. */
  refresh(paths: readonly string[]): Promise<Refreshed>;
  /** Has other processes that serve read again what may change meanwhile, other than catalogs. */
  reload?(): Promise<void>;
  /** Takes no more requests, lets running responses finish, and resolves. */
  close(): Promise<void>;
  /** Rejects when it can serve no more by itself; else never settles. */
  readonly failed: Promise<never>;
}

/** A library and how many titles it has. */
export interface ServedLibrary {
  readonly id: string;
  readonly name: string;
  readonly titles: number;
  /** The ids of its branches. */
  readonly branches: readonly string[];
}

/** What a service in this process needs. */
export interface ServiceOptions extends Omit<ServerOptions, 'catalogs'> {
  /** Snapshot files or source directories, each once. */
  readonly paths: readonly string[];
}

/**
 * Serves files from this process.
 *
 * @throws what `openCatalog`, `checkCatalogSet` and `startServer` throw
 */
export async function startService({ paths, ...options }: ServiceOptions): Promise<Service> {
  const files = openCatalogFiles(paths);
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
