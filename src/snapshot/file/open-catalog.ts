import { statSync } from 'node:fs';
import type { Catalog } from '../../catalog/catalog.js';
import { encodeCatalog } from '../encoding/encode-catalog.js';
import { checkSnapshot } from '../format/checks/check-snapshot.js';
import type { TableEntry } from '../format/container/layout.js';
import { type ByteSource, readSections, readTable } from '../format/container/read-sections.js';
import type { Sections } from '../format/container/sections.js';
import { SnapshotError } from '../format/container/snapshot-error.js';
import { openSections } from '../format/open-sections.js';
import type { TrustOptions } from './signature.js';
import { checksum, withSnapshotBytes } from './snapshot-bytes.js';
import { sourceDirectory } from './source-directory.js';

/** The sections of a catalog. The section table is present if the sections were read from a snapshot file. */
export interface CatalogSections {
  readonly sections: Sections;
  readonly table?: readonly Readonly<TableEntry>[];
}

/**
 * Reads the sections of a snapshot file and checks their checksums and structures, or indexes a source directory.
 *
 * @throws SnapshotError if the file is missing, damaged, not a snapshot of this format version, or not signed by a
 *   trusted key
 * @throws SourceError if the source directory is invalid
 */
export function readCatalogSections(path: string, { trust }: TrustOptions = {}): CatalogSections {
  const isDirectory = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (isDirectory && trust !== undefined) {
    throw new SnapshotError(
      path,
      'expected a signed snapshot file, found a directory; build a snapshot from it and sign it with `carrel sign`',
    );
  }
  if (isDirectory) return { sections: encodeCatalog(sourceDirectory(path)).sections };
  const read = (bytes: ByteSource) => {
    const sections = readSections(bytes, checksum);
    checkSnapshot(path, sections);
    return { sections, table: readTable(bytes, checksum) };
  };
  return withSnapshotBytes(path, read, trust);
}

/**
 * Opens a catalog from a snapshot file or a source directory. A snapshot file is read, and its checksums
 * and structures are checked. A source directory is indexed in memory. A catalog from a source directory has the same
 * contents as a catalog from the snapshot of the directory, but takes much longer to open.
 *
 * @param path a snapshot file, or a directory in the source format
 * @throws SnapshotError if the file is missing, damaged, not a snapshot of this format version, or not signed by a
 *   trusted key; the message names the file
 * @throws SourceError if the source directory is invalid; the message lists the first 20 errors
 *
 * @example
 * const catalog = openCatalog('branch.snapshot');
 * catalog.library.name; // 'Branch Library'
 */
export function openCatalog(path: string, options?: TrustOptions): Catalog {
  const { sections, table } = readCatalogSections(path, options);
  return openSections(path, sections, { table });
}
