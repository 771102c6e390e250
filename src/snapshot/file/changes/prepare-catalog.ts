import type { SectionData, Sections } from '../../format/container/sections.js';
import { encodeSections } from '../../format/container/write-sections.js';
import { type OpenSectionsOptions, openSections } from '../../format/open-sections.js';
import { readCatalogSections } from '../open-catalog.js';
import { checksum } from '../snapshot-bytes.js';
import { NO_CHANGES, type SkippedLine } from './applied-changes.js';
import { changedSections } from './changed-sections.js';
import type { ChangedCatalog } from './followed-catalog.js';
import type { ChangesFile } from './library-changes.js';

/** A catalog to open, as plain data. */
export interface OpeningTask {
  /** The path of a snapshot file or a source directory. */
  readonly path: string;
  /** The changes to apply. Default: none. */
  readonly changes?: ChangesFile | undefined;
}

/** The properties of the snapshot of a catalog, without changes. */
export interface SnapshotProperties {
  /** The id of the library. */
  readonly library: string;
  /** The fingerprint: 16 hexadecimal digits that identify the contents. */
  readonly snapshot: string;
  /** The `snapshot_date` of the library. */
  readonly date: string;
  /** The number of titles. */
  readonly titles: number;
}

/** The decoded sections of a catalog and their table, which take long to compute, as plain data. */
export interface PreparedCatalog
  extends Required<OpenSectionsOptions>,
    Omit<ChangedCatalog, 'catalog'> {
  readonly sections: ReadonlyMap<string, SectionData>;
  readonly snapshot: SnapshotProperties;
  /** The lines of the changes that were skipped. */
  readonly skipped: readonly SkippedLine[];
}

/**
 * Reads a catalog and applies changes to it. Quick changes are applied only if others were applied: see
 * {@link changedSections}.
 *
 * @throws the errors of `openCatalog`, or Error if the changes cannot be read
 */
export function prepareCatalog({ path, changes }: OpeningTask): PreparedCatalog {
  const { sections, table = tableOf(sections) } = readCatalogSections(path);
  const catalog = openSections(path, sections, { table });
  const { library, fingerprint, titles } = catalog;
  const snapshot = {
    library: library.id,
    snapshot: fingerprint,
    date: library.snapshot_date,
    titles: titles.size,
  };
  const changed = changes && changedSections(catalog, changes);
  if (changed === undefined) {
    return { sections: new Map(sections), table, snapshot, counts: NO_CHANGES, skipped: [] };
  }
  return {
    ...changed,
    sections: new Map(changed.sections),
    table: tableOf(changed.sections),
    snapshot,
  };
}

/** Returns the section table of a snapshot file with these sections, without the offsets. */
function tableOf(sections: Sections): PreparedCatalog['table'] {
  return encodeSections(sections, checksum).map(({ name, encoding, length, checksum }) => {
    return { name, encoding, length, checksum };
  });
}
