import { A_FUNCTION, checkNames, checkOptions } from '../base/check-options.js';
import type { Catalog } from '../catalog/catalog.js';
import { encodeCatalog } from './encoding/catalog-encoder.js';
import { openSections } from './format/open-sections.js';
import { checkRecords, memorySource, type SourceRecords } from './source/source.js';

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
