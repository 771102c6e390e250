import { statSync } from 'node:fs';
import type { Catalog } from '../../catalog/catalog.js';
import { encodeCatalog } from '../encode-catalog.js';
import { openSections } from '../format/open-sections.js';
import { openSnapshot } from '../format/open-snapshot.js';
import { checksum } from './checksum.js';
import { withSnapshotBytes } from './snapshot-bytes.js';
import { sourceDirectory } from './source-directory.js';

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
  const isDirectory = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (isDirectory) return openSections(path, encodeCatalog(sourceDirectory(path)).sections);
  return withSnapshotBytes(path, (bytes) => openSnapshot(bytes, checksum));
}
