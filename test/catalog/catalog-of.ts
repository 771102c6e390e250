import type { Catalog } from '../../src/catalog/catalog.js';
import type { Library } from '../../src/catalog/library.js';
import type { Title } from '../../src/catalog/title.js';
import { createCatalog } from '../../src/snapshot/create-catalog.js';
import type { SourceRecords } from '../../src/snapshot/source-records.js';

/** The records of a small library: what a test says of it, and the least that it must have. */
export type SmallLibrary = Partial<Omit<SourceRecords, 'library'>> & {
  readonly library?: Partial<Library>;
};

/** The records of a library of which a test says only what matters to it. */
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

/** An open catalog of which a test says only what matters to it. */
export function catalogOf(records: SmallLibrary): Catalog {
  return createCatalog(recordsOf(records));
}

/** A book of which a test says only what matters to it. */
export function book(id: string, title: string, more: Partial<Title> = {}): Title {
  return { id, title, format: { id: 'BK' }, ...more };
}
