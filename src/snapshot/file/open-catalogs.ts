import type { Catalog } from '../../catalog/catalog.js';
import { openReplaceableCatalogs, type RefreshResult } from './replaceable-catalogs.js';
import type { TrustOptions } from './signature.js';
import { watchFiles } from './watch-files.js';

/** Options of {@link openCatalogs}. */
export interface OpenCatalogsOptions extends TrustOptions {
  /** The path of a changes file, which need not exist. Default: no changes. */
  readonly changes?: string | undefined;
  /**
   * Whether a snapshot file that changes is opened again and replaces its catalog. A source directory is opened again
   * only by {@link CatalogSet.refresh}. Default: false.
   */
  readonly watch?: boolean | undefined;
  /** Stops the opening of the catalogs, and later disposes of the set. Default: never. */
  readonly signal?: AbortSignal | undefined;
}

/** Open catalogs that are replaced when their files change. */
export interface CatalogSet extends AsyncDisposable {
  /**
   * Returns the open catalogs, in the order of the paths. Returns the same array until a catalog changes. The function
   * can be passed to `createRequestListener` as `catalogs`.
   */
  current(): readonly Catalog[];
  /**
   * Opens files again, and replaces the catalogs that changed. Never rejects.
   *
   * @param paths some of the paths of the set. Default: all.
   */
  refresh(paths?: readonly string[]): Promise<RefreshResult>;
  /** Stops watching and following files. The catalogs stay valid, and {@link refresh} does nothing from now on. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens catalogs in a worker thread, and replaces them while they are in use. With `changes`, the catalogs also contain
 * the changes in a file, and further changes within about a tenth of a second after they are appended. A catalog with
 * changes returns the same results as a catalog that is built from the changed records.
 *
 * The changes file has one JSON object per line, see `Change`. It need not exist. It is read from its beginning. If it
 * is truncated, or another file gets its path, the new file is read from its beginning. A line that cannot be applied
 * is skipped.
 *
 * @param paths the paths of snapshot files or source directories, each once
 * @throws Error with the message of `openCatalog` if a catalog cannot be opened, or has no valid signature
 * @throws CatalogSetError if two catalogs cannot be open together
 *
 * @example
 * const set = await openCatalogs(['branch.snapshot'], { watch: true, changes: 'changes.jsonl' });
 * createServer(createRequestListener({ catalogs: set.current, apiKeys, baseUrl })).listen(8080);
 */
export async function openCatalogs(
  paths: readonly string[],
  { watch = false, changes, trust, signal }: OpenCatalogsOptions = {},
): Promise<CatalogSet> {
  signal?.throwIfAborted();
  // Record the state of the files before they are opened, so that no later change is missed.
  const watched = watch ? await watchFiles(paths) : undefined;
  const files = await openReplaceableCatalogs(paths, { changes, trust, signal }).catch((error) => {
    signal?.throwIfAborted();
    throw error;
  });
  const refresh = (changed = paths) => files.refresh(changed);
  const dispose = async () => {
    signal?.removeEventListener('abort', dispose);
    watched?.stop();
    await files.close();
  };
  if (signal?.aborted) {
    await dispose();
    throw signal.reason;
  }
  watched?.start(refresh);
  signal?.addEventListener('abort', dispose, { once: true });
  return { current: files.current, refresh, [Symbol.asyncDispose]: dispose };
}
