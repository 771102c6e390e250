import type { Catalog } from '../../catalog/catalog.js';
import { openSections } from '../format/open-sections.js';
import { catalogSections } from './catalog-sections.js';

/**
 * Opens a catalog: a snapshot file, every byte of it checked, or a source directory, read and
 * indexed in memory. Both answer alike; the file opens in a fraction of the time.
 *
 * @param path a snapshot file, or a directory in the source format
 * @throws SnapshotError a sentence that names the file and what is wrong with it
 * @throws SourceError everything that is wrong with the source directory
 *
 * @example
 * const catalog = openCatalog('branch.snapshot');
 * catalog.library.name; // 'Branch Library'
 */
export function openCatalog(path: string): Catalog {
  const { sections, table } = catalogSections(path);
  return openSections(path, sections, { table });
}
