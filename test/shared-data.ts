import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GENERATED_LIBRARY, generateTitles } from '../bench/generated-catalog.js';
import type { Catalog } from '../src/catalog/catalog.js';
import type { Title } from '../src/catalog/records/title.js';
import { createCatalog, openCatalog } from '../src/snapshot/file/open-catalog.js';
import { isLong } from './long-tests.js';

/** The folder of the demo libraries. */
export const DEMO = join(import.meta.dirname, '../data');

/** The folder of real catalogs, which only some machines have. It is not part of the project. */
export const REAL = join(import.meta.dirname, '../../shared/data');

/**
 * The real catalogs to test: in the long tests, those that exist on this machine. Opening one takes
 * seconds, so the other runs skip them.
 */
export const realCatalogs = ['goodbooks', 'gutenberg'].filter(
  (name) => isLong && existsSync(join(REAL, name, 'titles.jsonl')),
);

/** The reason for skipping a test of a real catalog. */
export const skippedCatalog = (name: string) =>
  `only the long tests use ${name}, on machines that have it`;

let generated: { readonly catalog: Catalog; readonly titles: readonly Title[] } | undefined;

/**
 * Creates a catalog of 11,000 generated titles. Later calls return the same catalog. Results of more than 10,000
 * titles are ranked with score upper bounds.
 */
export function generatedCatalog() {
  if (generated === undefined) {
    const titles = [...generateTitles(11_000)];
    generated = { catalog: createCatalog({ library: GENERATED_LIBRARY, titles }), titles };
  }
  return generated;
}

const opened = new Map<string, Catalog>();

/**
 * Opens a demo library or a real catalog by the name of its directory. Later calls return the same catalog,
 * which no operation changes.
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
