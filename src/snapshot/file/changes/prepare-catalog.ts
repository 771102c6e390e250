import type { Catalog } from '../../../catalog/catalog.js';
import { createChangeBatch } from '../../changes/apply-changes.js';
import { changedHoldingsOf, withoutChangedHoldings } from '../../changes/change-holdings.js';
import type { EncodedHoldings } from '../../changes/encoded-holdings.js';
import { isInFile, type Section, type Sections } from '../../format/container/sections.js';
import {
  type OpenSectionsOptions,
  openSections,
  sectionsOf,
  sectionTableOf,
  titlesFingerprintOf,
} from '../../format/open-sections.js';
import { groupOf, TITLE_GROUPS } from '../../format/section-groups.js';
import { RECORD_BYTES } from '../../format/title-records.js';
import { type ReadCatalogOptions, readCatalogSections } from '../open-catalog.js';
import { inSharedMemory } from '../shared-memory.js';
import {
  addChangesOf,
  type ChangeCounts,
  NO_CHANGES,
  type SkippedLine,
} from './applied-changes.js';
import type { ChangesPosition } from './changes-file.js';
import type { ChangesFile } from './library-changes.js';

/** A catalog to open, as plain data. */
export interface OpeningTask extends ReadCatalogOptions {
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
  readonly sections: ReadonlyMap<string, Section>;
  /** Whether the titles are those that are open already. */
  readonly hasOpenTitles: boolean;
  /**
   * The titles whose holdings are not those in the sections: arrays of pairs of the number of a title and its
   * {@link EncodedHoldings}, as JSON in UTF-8. Each array has at most {@link TITLES_PER_TASK} pairs, because the caller
   * decodes one array at a time. Unlike strings, bytes can be transferred between threads without a copy.
   */
  readonly holdings: readonly Uint8Array[];
  /** The `Catalog.changed` of the catalog. */
  readonly changed: string | undefined;
  readonly snapshot: SnapshotProperties;
  /** The version of the snapshot file. Undefined for a source directory. */
  readonly version: string | undefined;
}

/**
 * Reads a catalog and applies the changes of a file.
 *
 * @throws the errors of `openCatalog`, or Error if the changes cannot be read
 */
export function prepareCatalog(task: OpeningTask): PreparedCatalog {
  const { path, changes, openTitles, isShared = false } = task;
  const { sections, table, version } = readCatalogSections(path, task);
  const snapshot = openSections(path, sections, { table });
  const { catalog, ...progress } = applyFile(snapshot, changes);
  const base = withoutChangedHoldings(catalog);
  const hasOpenTitles =
    titlesFingerprintOf(base) === openTitles && !isOverwritten(sections, version, task);
  const isNeeded = (name: string) => !hasOpenTitles || !TITLE_GROUPS.includes(groupOf(name));
  const { library, titles } = snapshot;
  return {
    ...progress,
    sections: neededSections(sectionsOf(base), isNeeded, isShared),
    table: sectionTableOf(base),
    hasOpenTitles,
    holdings: encodePairs([...changedHoldingsOf(catalog)]),
    changed: catalog.changed,
    version,
    snapshot: {
      library: library.id,
      snapshot: snapshot.fingerprint,
      date: library.snapshot_date,
      titles: titles.size,
    },
  };
}

/**
 * Returns whether the file of the records that an open catalog reads was overwritten, instead of replaced by another file.
 *
 * @param sections the sections of the file now
 * @param version the version of the file now
 */
function isOverwritten(
  sections: Sections,
  version: string | undefined,
  { checkedVersion }: OpeningTask,
): boolean {
  const records = sections.get(RECORD_BYTES[0]);
  if (records === undefined || !isInFile(records) || version === checkedVersion) return false;
  const deviceAndInode = (of = '') => of.split(':', 2).join();
  return deviceAndInode(version) === deviceAndInode(checkedVersion);
}

function neededSections(
  sections: Sections,
  isNeeded: (name: string) => boolean,
  isShared: boolean,
): Map<string, Section> {
  const needed = new Map<string, Section>();
  for (const [name, data] of sections) {
    if (isNeeded(name)) needed.set(name, isShared ? inSharedMemory(data) : data);
  }
  return needed;
}

/** The number of titles whose holdings are decoded and changed in one task of the event loop. */
const TITLES_PER_TASK = 250;

function encodePairs(all: readonly (readonly [number, EncodedHoldings])[]): Uint8Array[] {
  const encoder = new TextEncoder();
  const encoded: Uint8Array[] = [];
  for (let i = 0; i < all.length; i += TITLES_PER_TASK) {
    encoded.push(encoder.encode(JSON.stringify(all.slice(i, i + TITLES_PER_TASK))));
  }
  return encoded;
}

function applyFile(snapshot: Catalog, file: ChangesFile | undefined): AppliedFile {
  if (file === undefined) {
    return { catalog: snapshot, position: undefined, counts: NO_CHANGES, skipped: [] };
  }
  const batch = createChangeBatch(snapshot);
  const read = addChangesOf(file, undefined, snapshot.library, batch);
  return { catalog: batch.apply(), ...read };
}
