import { existsSync } from 'node:fs';
import type { Catalog } from '../../catalog/catalog.js';
import { openSections } from '../format/open-sections.js';
import {
  type OpeningTask,
  type PreparedCatalog,
  prepareCatalog,
} from './changes/prepare-catalog.js';
import { createWorkerPool } from './worker-pool.js';

const WORKER = new URL('./opening-worker.js', import.meta.url);

/** A catalog that was opened with the changes of a file. */
export interface OpenedCatalog extends Omit<PreparedCatalog, 'sections' | 'table'> {
  readonly catalog: Catalog;
}

/**
 * Opens a catalog like `openCatalog`, but in a worker thread, and applies the changes of a file there. Reading and
 * verifying a snapshot of a million titles takes more than a second, but hardly blocks the calling thread. If the file
 * of the worker is missing because the program is bundled into one file, the calling thread opens the catalog.
 *
 * @param signal stops the worker thread
 * @throws Error with the message of `openCatalog`, or with the reason why the worker thread exited; the
 *   message contains the path
 */
export async function openCatalogInWorker(
  task: OpeningTask,
  signal?: AbortSignal,
): Promise<OpenedCatalog> {
  const { path } = task;
  try {
    const { sections, table, ...properties } = await prepare(task, signal);
    return { ...properties, catalog: openSections(path, sections, { table }) };
  } catch (error) {
    const { message } = error as Error;
    throw message.includes(path) ? error : new Error(`${path}: ${message}`, { cause: error });
  }
}

async function prepare(task: OpeningTask, signal?: AbortSignal): Promise<PreparedCatalog> {
  if (!existsSync(WORKER)) return prepareCatalog(task);
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
