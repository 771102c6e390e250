/*
 * Opens a catalog in the calling thread: from a snapshot file, a source directory or records. `open-catalogs.ts` opens
 * catalogs in another thread, and replaces them when their files change.
 */

import { A_FUNCTION, checkNames, checkOptions } from '../../base/check-options.js';
import { typeError } from '../../base/messages.js';
import type { Catalog } from '../../catalog/catalog.js';
import { encodeCatalog } from '../encoding/catalog-encoder.js';
import { SnapshotError } from '../format/container/snapshot-error.js';
import { openSections } from '../format/open-sections.js';
import { checkRecords, memorySource, type SourceRecords } from '../source/source.js';
import {
  type CatalogSections,
  isSourceDirectory,
  type ReadSnapshotOptions,
  readSnapshotSections,
} from './read-snapshot-sections.js';
import type { TrustOptions } from './signature.js';
import { sourceDirectory } from './source-file.js';

/**
 * Reads the sections of a snapshot file, or indexes a source directory.
 *
 * @throws SnapshotError in the same cases as {@link readSnapshotSections}, and for a directory with `trust`
 * @throws SourceError if the source directory is invalid
 */
export function readCatalogSections(
  path: string,
  options: ReadSnapshotOptions = {},
): CatalogSections {
  if (!isSourceDirectory(path, options.file)) return readSnapshotSections(path, options);
  if (options.trust !== undefined) {
    throw new SnapshotError(
      path,
      'untrusted',
      'expected a signed snapshot file, found a directory; build a snapshot from it and sign it with `carrel sign`',
    );
  }
  return { sections: encodeCatalog(sourceDirectory(path)).sections };
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

/** Options of {@link createCatalog}. */
export interface CreateCatalogOptions {
  /**
   * Called with each warning about unknown fields, branches and holding statuses, with the number of times it occurred.
   * `buildSnapshot` has the same option, and reports the same warnings. Default: warnings are ignored.
   */
  readonly onWarning?: ((warning: string) => void) | undefined;
}

/**
 * Creates a catalog from records in memory. All operations return the same results as for a snapshot that is built from
 * the same records. Blocks the event loop, for about half a second per 1,000 titles: a server creates a catalog of more than
 * a few thousand titles with `buildSnapshot` and `openCatalogs`.
 *
 * @throws TypeError if `records` is not an object with iterables of records, or an option is invalid or unknown
 * @throws SourceError if the records are invalid; the message lists the first 20 errors
 *
 * @example
 * const catalog = createCatalog({
 *   library: { id: 'branch', name: 'Branch Library', snapshot_date: '2026-11-01T00:00:00Z' },
 *   titles: [{ id: '1', title: 'Moby-Dick', format: { id: 'BK' } }],
 * }, { onWarning: console.warn });
 */
export function createCatalog(records: SourceRecords, options: CreateCatalogOptions = {}): Catalog {
  checkOptions('createCatalog', options, { onWarning: A_FUNCTION });
  checkNames('createCatalog: options', options, ['onWarning']);
  checkRecords('createCatalog', records, [Symbol.iterator]);
  const source = memorySource(records);
  const { sections, library, warnings } = encodeCatalog(source);
  for (const warning of warnings) options.onWarning?.(warning);
  return openSections(`the catalog '${library.id}' in memory`, sections);
}
