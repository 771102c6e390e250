import { statSync } from 'node:fs';
import { encodeCatalog } from '../encode-catalog.js';
import type { TableEntry } from '../format/layout.js';
import { readSections, readTable } from '../format/read-sections.js';
import type { Sections } from '../format/section.js';
import { checksum } from './checksum.js';
import { withSnapshotBytes } from './snapshot-bytes.js';
import { sourceDirectory } from './source-directory.js';

/** The sections of a catalog on a disk, and their table where they come from a snapshot file. */
export interface CatalogSections {
  readonly sections: Sections;
  readonly table?: readonly Readonly<TableEntry>[];
}

/**
 * Reads a snapshot file, every byte of it checked, or indexes a source directory.
 *
 * @throws SnapshotError a sentence that names the file and what is wrong with it
 * @throws SourceError everything that is wrong with the source directory
 */
export function catalogSections(path: string): CatalogSections {
  const isDirectory = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (isDirectory) return { sections: encodeCatalog(sourceDirectory(path)).sections };
  return withSnapshotBytes(path, (bytes) => ({
    sections: readSections(bytes, checksum),
    table: readTable(bytes, checksum),
  }));
}
