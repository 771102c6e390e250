import { statSync } from 'node:fs';
import type { Catalog } from '../../catalog/catalog.js';
import { typeError } from '../../catalog/describe.js';
import { allocateShared } from '../../search/index.js';
import { encodeCatalog } from '../encoding/encode-catalog.js';
import type { TableEntry } from '../format/container/layout.js';
import { type ByteSource, readSections, readTable } from '../format/container/read-sections.js';
import type { Sections } from '../format/container/sections.js';
import { SnapshotError } from '../format/container/snapshot-error.js';
import { openSections } from '../format/open-sections.js';
import { RECORD_BYTES } from '../format/title-records.js';
import type { OpenFile } from './reading/bytes-in-file.js';
import { checksum } from './reading/checksum.js';
import { withSnapshotBytes } from './reading/snapshot-bytes.js';
import type { TrustOptions } from './signature.js';
import { sourceDirectory } from './source-directory.js';

/** The sections of a catalog. The section table is present if the sections were read from a snapshot file. */
export interface CatalogSections {
  readonly sections: Sections;
  readonly table?: readonly Readonly<TableEntry>[];
  /** The version of the snapshot file, which changes when the file is written or replaced. */
  readonly version?: string;
}

/** Options of {@link readCatalogSections}. */
export interface ReadCatalogOptions extends TrustOptions {
  /**
   * Whether the sections are read into shared memory, so that several threads can use them. The sections of a source
   * directory are not in shared memory. Default: false.
   */
  readonly isShared?: boolean | undefined;
  /**
   * Whether records stay in the snapshot file, and are read and verified when they are needed. Not with `trust`, because
   * their signature could not be verified. Default: true.
   */
  readonly leavesRecordsInFile?: boolean | undefined;
  /** Whether the snapshot and its signature are opened if their paths are symbolic links. Default: true. */
  readonly followsLinks?: boolean | undefined;
  /** The snapshot file, if another thread has opened it. Default: the calling thread opens the path. */
  readonly file?: OpenFile | undefined;
}

/**
 * Reads the sections of a snapshot file and verifies their checksums, or indexes a source directory.
 *
 * @throws SnapshotError if the file is missing, damaged, not a snapshot of this format version, or not signed by a
 *   trusted key
 * @throws SourceError if the source directory is invalid
 */
export function readCatalogSections(
  path: string,
  { trust, isShared, leavesRecordsInFile = true, followsLinks, file }: ReadCatalogOptions = {},
): CatalogSections {
  const isDirectory = file === undefined && isSourceDirectory(path);
  if (isDirectory && trust !== undefined) {
    throw new SnapshotError(
      path,
      'untrusted',
      'expected a signed snapshot file, found a directory; build a snapshot from it and sign it with `carrel sign`',
    );
  }
  if (isDirectory) return { sections: encodeCatalog(sourceDirectory(path)).sections };
  const read = (bytes: ByteSource, version: () => string) => ({
    version: version(),
    table: readTable(bytes, checksum),
    sections: readSections(bytes, checksum, {
      staysInFile: (name) => leavesRecordsInFile && RECORD_BYTES.includes(name),
    }),
  });
  const allocate = isShared ? allocateShared : undefined;
  return withSnapshotBytes(path, read, { trust, allocate, followsLinks, file });
}

/** Returns whether a path is that of a source directory. */
export function isSourceDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/**
 * Opens a catalog from a snapshot file or a source directory. A snapshot file is read, and its checksums are verified. A
 * source directory is indexed in memory. A catalog from a source directory has the same contents as a catalog from the
 * snapshot of the directory, but takes much longer to open.
 *
 * The records of titles stay in the snapshot file, except on Windows or with `trust`. The file remains open until nothing
 * refers to the catalog, and can be replaced meanwhile. Functions that read a record verify its checksum. If the bytes of
 * a record are damaged or overwritten in the file, they throw a {@link SnapshotError}.
 *
 * @param path a snapshot file, or a directory in the source format
 * @throws TypeError if `path` is not a string
 * @throws SnapshotError if the file is missing, damaged, not a snapshot of this format version, or not signed by a
 *   trusted key; the message names the file
 * @throws SourceError if the source directory is invalid; the message lists the first 20 errors
 *
 * @example
 * const catalog = openCatalog('branch.snapshot');
 * catalog.library.name; // 'Branch Library'
 */
export function openCatalog(path: string, { trust }: TrustOptions = {}): Catalog {
  if (typeof path !== 'string') throw typeError('openCatalog: path', 'a path', path);
  const { sections, table } = readCatalogSections(path, { trust });
  return openSections(path, sections, { table });
}
