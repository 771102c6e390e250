import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { Catalog } from '../../catalog/catalog.js';
import { changeHoldings, withoutChangedHoldings } from '../changes/change-holdings.js';
import {
  openSections,
  replaceSections,
  titlesFingerprintOf,
  withChangeTime,
} from '../format/open-sections.js';
import { groupSections } from '../format/section-groups.js';
import {
  type OpeningTask,
  type PreparedCatalog,
  prepareCatalog,
} from './changes/prepare-catalog.js';
import type { TrustOptions } from './signature.js';
import { createWorkerPool } from './worker-pool.js';

const WORKER = new URL('./opening-worker.js', import.meta.url);

/** A catalog that was opened with the changes of a file. */
export interface OpenedCatalog
  extends Omit<PreparedCatalog, 'sections' | 'table' | 'hasOpenTitles' | 'holdings' | 'changed'> {
  readonly catalog: Catalog;
}

/** Options of {@link openCatalogInWorker}. */
export interface OpenInWorkerOptions extends Pick<OpeningTask, 'changes'>, TrustOptions {
  /** A catalog whose titles the opened catalog shares, if they are the same except for holdings. Default: none. */
  readonly before?: Catalog | undefined;
  /** Stops the worker thread. Default: never. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens a catalog like `openCatalog`, but in a worker thread, and applies the changes of a file there. Reading and
 * verifying a snapshot of a million titles takes more than a second, but hardly blocks the calling thread. If the file
 * of the worker is missing because the program is bundled into one file, the calling thread opens the catalog.
 *
 * @throws Error with the message of `openCatalog`, or with the reason why the worker thread exited; the
 *   message contains the path
 */
export async function openCatalogInWorker(
  path: string,
  { changes, before, signal, trust }: OpenInWorkerOptions = {},
): Promise<OpenedCatalog> {
  const base = before && withoutChangedHoldings(before);
  const openTitles = base && titlesFingerprintOf(base);
  try {
    const prepared = await prepare({ path, changes, openTitles, trust }, signal);
    const { sections, table, hasOpenTitles, holdings, changed, ...properties } = prepared;
    let catalog =
      base !== undefined && hasOpenTitles
        ? replaceSections(base, groupSections(sections))
        : openSections(path, sections, { table });
    for (const ofTitles of holdings) {
      catalog = changeHoldings(catalog, new Map(JSON.parse(ofTitles)));
      await setImmediate();
    }
    if (changed !== undefined) catalog = withChangeTime(catalog, changed);
    return { ...properties, catalog };
  } catch (error) {
    const { message } = error as Error;
    throw message.includes(path) ? error : new Error(`${path}: ${message}`, { cause: error });
  }
}

async function prepare(task: OpeningTask, signal?: AbortSignal): Promise<PreparedCatalog> {
  if (!existsSync(WORKER)) return prepareCatalog(task);
  signal?.throwIfAborted();
  const pool = createWorkerPool<OpeningTask, PreparedCatalog>(WORKER, 1);
  const close = () => pool.close();
  signal?.addEventListener('abort', close);
  try {
    return await pool.run(task);
  } finally {
    signal?.removeEventListener('abort', close);
    await close();
  }
}
