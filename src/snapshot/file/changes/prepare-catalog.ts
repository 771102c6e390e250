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
  addCounts,
  type ChangeCounts,
  MAX_BATCH_BYTES,
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
  /** The version of the snapshot file that is open already. Default: none is open. */
  readonly openVersion?: string | undefined;
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
  catalog: Catalog;
  /** The place after the last change that the catalog contains. Undefined: the beginning of the file. */
  position: ChangesPosition | undefined;
  counts: ChangeCounts;
  /** The lines that were skipped. */
  skipped: readonly SkippedLine[];
  /** The number of applied changes without a time. */
  undated: number;
}

/** The sections of a catalog, which take long to read and verify or to index, and their table, as plain data. */
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
 * @param maxBytes The number of bytes of changes that are applied together, at least 1. Default: 128 MiB.
 * @throws the errors of `openCatalog`, or Error if the changes cannot be read
 */
export function prepareCatalog(task: OpeningTask, maxBytes = MAX_BATCH_BYTES): PreparedCatalog {
  const { changes, openTitles, isShared = false } = task;
  const { file, applied } = readSnapshot(task);
  if (changes !== undefined) applyFile(applied, changes, maxBytes);
  const { catalog, ...progress } = applied;
  const base = withoutChangedHoldings(catalog);
  const hasOpenTitles = titlesFingerprintOf(base) === openTitles && !file.isOverwritten;
  const isNeeded = (name: string) => !hasOpenTitles || !TITLE_GROUPS.includes(groupOf(name));
  return {
    ...progress,
    sections: neededSections(sectionsOf(base), isNeeded, isShared),
    table: sectionTableOf(base),
    hasOpenTitles,
    holdings: encodePairs([...changedHoldingsOf(catalog)]),
    changed: catalog.changed,
    version: file.version,
    snapshot: file.snapshot,
  };
}

/** Reads a catalog without changes. */
function readSnapshot(task: OpeningTask) {
  const { sections, table, version } = readCatalogSections(task.path, task);
  const catalog = openSections(task.path, sections, { table });
  const { library, titles, fingerprint } = catalog;
  const snapshot: SnapshotProperties = {
    library: library.id,
    snapshot: fingerprint,
    date: library.snapshot_date,
    titles: titles.size,
  };
  const file = { version, snapshot, isOverwritten: isOverwritten(sections, version, task) };
  const applied: AppliedFile = {
    catalog,
    position: undefined,
    counts: NO_CHANGES,
    skipped: [],
    undated: 0,
  };
  return { file, applied };
}

/**
 * Applies the changes of a file to a catalog. Replaces the properties of `applied`, so that the memory of a catalog
 * without the latest changes can be freed meanwhile.
 */
function applyFile(applied: AppliedFile, file: ChangesFile, maxBytes: number): void {
  let isAtEnd = false;
  while (!isAtEnd) {
    const { position: from, counts, skipped } = applied;
    const batch = createChangeBatch(applied.catalog);
    const read = addChangesOf(file, from, applied.catalog.library, batch, maxBytes);
    isAtEnd = read.position.bytes < (from?.bytes ?? 0) + maxBytes;
    applied.catalog = batch.apply();
    applied.position = read.position;
    applied.counts = addCounts(counts, read.counts);
    applied.skipped = [...skipped, ...read.skipped];
    applied.undated += read.undated;
  }
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
  { openVersion }: OpeningTask,
): boolean {
  const records = sections.get(RECORD_BYTES[0]);
  if (records === undefined || !isInFile(records) || version === openVersion) return false;
  const deviceAndInode = (of = '') => of.split(':', 2).join();
  return deviceAndInode(version) === deviceAndInode(openVersion);
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
