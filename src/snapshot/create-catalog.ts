import type { Catalog } from '../catalog/catalog.js';
import { encodeCatalog } from './encode-catalog.js';
import { openSections } from './format/open-sections.js';
import { sourceInMemory } from './source.js';
import type { SourceRecords } from './source-records.js';

/**
 * Opens a catalog from records in memory. It answers as a snapshot built from the same records
 * does.
 *
 * @throws SourceError telling everything that is wrong with the records, if anything is
 *
 * @example
 * const catalog = createCatalog({
 *   library: { id: 'branch', name: 'Branch Library', snapshot_date: '2026-11-01T00:00:00Z' },
 *   titles: [{ id: '1', title: 'Moby-Dick', format: { id: 'BK' } }],
 * });
 */
export function createCatalog(records: SourceRecords): Catalog {
  const source = sourceInMemory(records);
  const { sections, library } = encodeCatalog(source);
  return openSections(`the catalog '${library.id}' in memory`, sections);
}
