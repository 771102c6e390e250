import type { Catalog } from '../../../catalog/catalog.js';
import type { Holding } from '../../../catalog/records/title.js';
import { createChangeBatch } from '../../changes/apply-changes.js';
import { changedHoldingsOf, withoutChangedHoldings } from '../../changes/change-holdings.js';
import type { SectionData } from '../../format/container/sections.js';
import {
  type OpenSectionsOptions,
  openSections,
  sectionsOf,
  sectionTableOf,
  titlesFingerprintOf,
} from '../../format/open-sections.js';
import { groupOf, TITLE_GROUPS } from '../../format/section-groups.js';
import { readCatalogSections } from '../open-catalog.js';
import type { TrustOptions } from '../signature.js';
import { type ChangeCounts, NO_CHANGES, type SkippedLine } from './applied-changes.js';
import { type ChangesPosition, readChangesFile } from './changes-file.js';
import { type ChangesFile, createLineChecker } from './library-changes.js';

/** A catalog to open, as plain data. */
export interface OpeningTask extends TrustOptions {
  /** The path of a snapshot file or a source directory. */
  readonly path: string;
  /** The changes to apply. Default: none. */
  readonly changes?: ChangesFile | undefined;
  /** The `titlesFingerprintOf` titles that are open already, whose sections are not needed. Default: none are open. */
  readonly openTitles?: string | undefined;
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

/** A catalog with changes, and how far it contains the changes of a file. */
interface AppliedFile {
  readonly catalog: Catalog;
  /** The place after the last change that the catalog contains. Undefined: the beginning of the file. */
  readonly position: ChangesPosition | undefined;
  readonly counts: ChangeCounts;
  /** The lines that were skipped. */
  readonly skipped: readonly SkippedLine[];
}

/** The decoded sections of a catalog and their table, which take long to compute, as plain data. */
export interface PreparedCatalog
  extends Required<OpenSectionsOptions>,
    Omit<AppliedFile, 'catalog'> {
  /** The sections, without the sections of titles if these are open already. */
  readonly sections: ReadonlyMap<string, SectionData>;
  /** Whether the titles are those that are open already. */
  readonly hasOpenTitles: boolean;
  /**
   * The titles whose holdings are not those in the sections: arrays of pairs of the number of a title and its holdings, as
   * JSON. Each array has at most {@link TITLES_PER_TASK} pairs, because the caller decodes one at a time.
   */
  readonly holdings: readonly string[];
  /** The `Catalog.changed` of the catalog. */
  readonly changed: string | undefined;
  readonly snapshot: SnapshotProperties;
}

/**
 * Reads a catalog and applies the changes of a file.
 *
 * @throws the errors of `openCatalog`, or Error if the changes cannot be read
 */
export function prepareCatalog(task: OpeningTask): PreparedCatalog {
  const { path, changes, openTitles } = task;
  const { sections, table } = readCatalogSections(path, task);
  const snapshot = openSections(path, sections, { table });
  const { catalog, ...progress } = applyFile(snapshot, changes);
  const base = withoutChangedHoldings(catalog);
  const hasOpenTitles = titlesFingerprintOf(base) === openTitles;
  const isNeeded = (name: string) => !hasOpenTitles || !TITLE_GROUPS.includes(groupOf(name));
  const { library, titles } = snapshot;
  return {
    ...progress,
    sections: new Map([...sectionsOf(base)].filter(([name]) => isNeeded(name))),
    table: sectionTableOf(base),
    hasOpenTitles,
    holdings: encodeHoldings([...changedHoldingsOf(catalog)]),
    changed: catalog.changed,
    snapshot: {
      library: library.id,
      snapshot: snapshot.fingerprint,
      date: library.snapshot_date,
      titles: titles.size,
    },
  };
}

/** The number of titles whose holdings are decoded and changed in one task of the event loop. */
const TITLES_PER_TASK = 250;

function encodeHoldings(all: readonly (readonly [number, readonly Holding[]])[]): string[] {
  const encoded: string[] = [];
  for (let i = 0; i < all.length; i += TITLES_PER_TASK) {
    encoded.push(JSON.stringify(all.slice(i, i + TITLES_PER_TASK)));
  }
  return encoded;
}

function applyFile(snapshot: Catalog, file: ChangesFile | undefined): AppliedFile {
  if (file === undefined) {
    return { catalog: snapshot, position: undefined, counts: NO_CHANGES, skipped: [] };
  }
  const reader = readChangesFile(file.path);
  try {
    const check = createLineChecker(file, snapshot.library);
    const batch = createChangeBatch(snapshot);
    const skipped: SkippedLine[] = [];
    const counts = { applied: 0, superseded: 0, skipped: 0 };
    for (let read = reader.next(); read !== undefined; read = reader.next()) {
      const checked = check(read);
      if (checked.status === 'ignored') continue;
      if (checked.status === 'superseded') {
        counts.superseded++;
        continue;
      }
      const problem =
        checked.status === 'valid' ? batch.addChecked(checked.change) : checked.problem;
      if (problem === undefined) counts.applied++;
      else {
        counts.skipped++;
        skipped.push({ line: read.line, problem });
      }
    }
    return { catalog: batch.apply(), position: reader.position(), counts, skipped };
  } finally {
    reader.close();
  }
}
