import { statSync } from 'node:fs';
import { allocateShared } from '../../../base/typed-arrays.js';
import type { TableEntry } from '../../format/container/layout.js';
import { type ByteSource, readSections, readTable } from '../../format/container/read-sections.js';
import type { Sections } from '../../format/container/sections.js';
import { RECORD_BYTES } from '../../format/title-records.js';
import type { TrustOptions } from '../signature.js';
import type { OpenFile } from './bytes-in-file.js';
import { checksum } from './checksum.js';
import { withSnapshotBytes } from './snapshot-bytes.js';

/** The sections of a catalog. The section table is present if the sections were read from a snapshot file. */
export interface CatalogSections {
  readonly sections: Sections;
  readonly table?: readonly Readonly<TableEntry>[];
  /** The version of the snapshot file, which changes when the file is written or replaced. */
  readonly version?: string;
}

/** Options of {@link readSnapshotSections}. */
export interface ReadSnapshotOptions extends TrustOptions {
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
 * Reads the sections of a snapshot file and verifies their checksums.
 *
 * @throws SnapshotError if the file is missing, damaged, not a snapshot of this format version, or not signed by a
 *   trusted key
 */
export function readSnapshotSections(
  path: string,
  { trust, isShared, leavesRecordsInFile = true, followsLinks, file }: ReadSnapshotOptions,
): CatalogSections {
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

/**
 * Returns whether a path is that of a source directory.
 *
 * @param file the snapshot file, if it is open already
 */
export function isSourceDirectory(path: string, file?: OpenFile): boolean {
  return file === undefined && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
}
