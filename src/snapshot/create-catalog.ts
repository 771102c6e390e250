import type { Catalog } from '../catalog/catalog.js';
import { encodeCatalog } from './encoding/encode-catalog.js';
import { openSections } from './format/open-sections.js';
import { memorySource, type SourceRecords } from './source/source.js';

/**
 * Creates a catalog from records in memory. All operations return the same results as for a snapshot
 * that is built from the same records.
 *
 * @throws SourceError if the records are invalid; the message lists the first 20 errors
 *
 * @example
 * const catalog = createCatalog({
 *   library: { id: 'branch', name: 'Branch Library', snapshot_date: '2026-11-01T00:00:00Z' },
 *   titles: [{ id: '1', title: 'Moby-Dick', format: { id: 'BK' } }],
 * });
 */
export function createCatalog(records: SourceRecords): Catalog {
  const source = memorySource(records);
  const { sections, library } = encodeCatalog(source);
  return openSections(`the catalog '${library.id}' in memory`, sections);
}
