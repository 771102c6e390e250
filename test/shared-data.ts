import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalog } from '../src/catalog/catalog.js';
import { openCatalog } from '../src/snapshot/file/open-catalog.js';

/** The project's own demo libraries. */
export const DEMO = join(import.meta.dirname, '../data');

/** Real catalogs, which stand beside the project on some machines and are not part of it. */
export const REAL = join(import.meta.dirname, '../../shared/data');

/** Which of the real catalogs are there. Tests that want them skip where they are not. */
export const realCatalogs = ['goodbooks', 'gutenberg'].filter((name) =>
  existsSync(join(REAL, name, 'titles.jsonl')),
);

const opened = new Map<string, Catalog>();

/**
 * A library of the demo or a real catalog by the name of its directory. It is opened once for all tests of
 * a process: nothing that is asked of a catalog changes it.
 */
export function openedCatalog(name: string): Catalog {
  let catalog = opened.get(name);
  if (catalog === undefined) {
    const isReal = realCatalogs.includes(name);
    catalog = openCatalog(join(isReal ? REAL : DEMO, name));
    opened.set(name, catalog);
  }
  return catalog;
}
