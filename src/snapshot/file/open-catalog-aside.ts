import { existsSync } from 'node:fs';
import type { Catalog } from '../../catalog/catalog.js';
import { openSections } from '../format/open-sections.js';
import { openCatalog } from './open-catalog.js';
import type { PreparedSections } from './opening-worker.js';
import { createWorkerPool } from './worker-pool.js';

const WORKER = new URL('./opening-worker.js', import.meta.url);

/**
 * Opens a catalog as `openCatalog` does, in a thread of its own, so that this one goes on answering:
 * it waits some milliseconds, where reading and checking a million titles takes more than a second.
 * Where the worker's file is not beside this one, as when everything was bundled into one file, this
 * thread does it all.
 *
 * @throws Error with the message that `openCatalog` gives, or why the thread ended; it names the path
 */
export async function openCatalogAside(path: string): Promise<Catalog> {
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
    const { sections, ...known } = await pool.run(path);
    return openSections(path, sections, known);
  } finally {
    await pool.close();
  }
}
