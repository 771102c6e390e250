import type { Catalog } from '../../src/catalog/catalog.js';
import type { Library } from '../../src/catalog/records/library.js';
import type { Title } from '../../src/catalog/records/title.js';
import { createCatalog } from '../../src/snapshot/file/open-catalog.js';
import type { SourceRecords } from '../../src/snapshot/source/source.js';

/** The records of a small library for a test. The library record and the titles are optional. */
export type SmallLibrary = Partial<Omit<SourceRecords, 'library'>> & {
  readonly library?: Partial<Library>;
};

/** Adds the required fields of the library record, and an empty list of titles, to records that lack them. */
export function recordsOf({ library, ...records }: SmallLibrary): SourceRecords {
  return {
    library: {
      id: 'harbour',
      name: 'Harbour Library',
      snapshot_date: '2026-11-01T00:00:00Z',
      ...library,
    },
    titles: [],
    ...records,
  };
}

/** Creates a catalog from records. */
export function catalogOf(records: SmallLibrary): Catalog {
  return createCatalog(recordsOf(records));
}

/** Creates a title in the format BK with additional fields. */
export function book(id: string, title: string, more: Partial<Title> = {}): Title {
  return { id, title, format: { id: 'BK' }, ...more };
}
