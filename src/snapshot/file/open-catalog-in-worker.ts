import { existsSync } from 'node:fs';
import type { Catalog } from '../../catalog/catalog.js';
import { openSections } from '../format/open-sections.js';
import { openCatalog } from './open-catalog.js';
import type { PreparedSections } from './opening-worker.js';
import { createWorkerPool } from './worker-pool.js';

const WORKER = new URL('./opening-worker.js', import.meta.url);

/**
 * Opens a catalog like `openCatalog`, but in a worker thread. Reading and verifying a snapshot of a million
 * titles takes more than a second, but hardly blocks the calling thread. If the file of the worker is
 * missing because the program is bundled into one file, the calling thread opens the catalog.
 *
 * @throws Error with the message of `openCatalog`, or with the reason why the worker thread exited; the
 *   message contains the path
 */
export async function openCatalogInWorker(path: string): Promise<Catalog> {
  try {
    return await open(path);
  } catch (error) {
    const { message } = error as Error;
    throw message.includes(path) ? error : new Error(`${path}: ${message}`, { cause: error });
  }
}

async function open(path: string): Promise<Catalog> {
  if (!existsSync(WORKER)) return openCatalog(path);
  const pool = createWorkerPool<string, PreparedSections>(WORKER, 1);
  try {
    const { sections, ...options } = await pool.run(path);
    return openSections(path, sections, options);
  } finally {
    await pool.close();
  }
}
