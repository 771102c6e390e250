/*
 * Reads a snapshot with its changes, or applies the next changes to an open catalog, and returns the result as plain
 * data for another thread. Runs in the worker thread of `opening-thread.ts`, or in the calling thread without one.
 */

import { allocateShared } from '../../base/typed-arrays.js';
import type { Catalog } from '../../catalog/catalog.js';
import type { CatalogDifference } from '../changes/catalog-difference.js';
import {
  changedHoldingsOf,
  type EncodedHoldings,
  withoutChangedHoldings,
} from '../changes/change-holdings.js';
import type { Section } from '../format/container/sections.js';
import {
  type OpenSectionsOptions,
  openSections,
  sectionsOf,
  sectionTableOf,
  withChangeTime,
} from '../format/open-sections.js';
import {
  type ChangesFile,
  type ChangesPlace,
  NO_CHANGES,
  type ReadChanges,
} from './changes-file.js';
import {
  isSourceDirectory,
  type ReadSnapshotOptions,
  readSnapshotSections,
} from './read-snapshot-sections.js';
import { inSharedMemory, replacementInSharedMemory } from './shared-memory.js';

/** The number of bytes of changes that are applied together, which limits the memory that the changes take meanwhile. */
const MAX_BATCH_BYTES = 128 * 1024 * 1024;

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

/** The snapshot that a catalog was opened from. */
export interface OpenedSnapshot {
  readonly snapshot: SnapshotProperties;
  /** The version of the snapshot file. Undefined for a source directory. */
  readonly version: string | undefined;
}

/** An open catalog that gets further changes, as plain data. */
export interface OpenGeneration extends OpenedSnapshot, ChangesPlace {
  /** The sections of the catalog, without changed holdings. */
  readonly sections: ReadonlyMap<string, Section>;
  /** The `Catalog.changed` of the catalog. */
  readonly changed: string | undefined;
}

/** A catalog to open or to change, as plain data. */
export interface GenerationTask extends ReadSnapshotOptions {
  /** The path of a snapshot file or a source directory. */
  readonly path: string;
  /** The changes to apply. Default: none. */
  readonly changes?: ChangesFile | undefined;
  /**
   * The catalog of the path, to which the next changes are applied. Default: the file at the path is opened, and all
   * changes are applied.
   */
  readonly open?: OpenGeneration | undefined;
}

/**
 * A catalog that becomes current, and how far it contains the changes of a file, as plain data. The catalog is whole, or
 * it is the difference from the catalog that is open.
 */
export interface Generation
  extends Omit<CatalogDifference, 'holdings'>,
    OpenSectionsOptions,
    OpenedSnapshot,
    ReadChanges {
  /**
   * The titles whose holdings differ from the holdings in the sections: arrays of pairs of the number of a title and
   * its {@link EncodedHoldings}, as JSON in UTF-8. Each array has at most {@link TITLES_PER_ARRAY} pairs, because the
   * caller decodes one array at a time. Unlike strings, bytes can be transferred between threads without a copy.
   */
  readonly holdings: readonly Uint8Array[];
}

/**
 * Reads a catalog and applies the changes of a file, or applies the next changes to an open catalog. An open catalog gets
 * the changes up to the end of the file or up to `maxBytes` bytes, except for holdings that are changed in place, which
 * the caller changes itself.
 *
 * @param maxBytes The number of bytes of changes that are applied together, at least 1. Default: 128 MiB.
 * @throws the errors of `openCatalog`, or Error if the changes cannot be read
 */
export async function prepareGeneration(
  task: GenerationTask,
  maxBytes = MAX_BATCH_BYTES,
): Promise<Generation> {
  return task.open === undefined
    ? openGeneration(task, maxBytes)
    : changeGeneration(task, task.open, maxBytes);
}

/** Loads the code that applies changes. A server of snapshots without changes starts in less time without it. */
async function loadChanging() {
  const [{ createChangeBatch }, { addChangesOf }] = await Promise.all([
    import('../changes/apply-changes.js'),
    import('./add-changes.js'),
  ]);
  return { createChangeBatch, addChangesOf };
}

async function openGeneration(task: GenerationTask, maxBytes: number): Promise<Generation> {
  const { path, changes, isShared = false } = task;
  let { catalog, ...opened } = await readSnapshot(task);
  let read: ReadChanges = { position: undefined, counts: NO_CHANGES, skipped: [], undated: 0 };
  if (changes !== undefined) {
    const { createChangeBatch, addChangesOf } = await loadChanging();
    for (let isAtEnd = false; !isAtEnd; ) {
      const batch = createChangeBatch(catalog);
      const before = read.position?.bytes ?? 0;
      read = addChangesOf(changes, read, catalog.library, batch, maxBytes);
      isAtEnd = read.position!.bytes < before + maxBytes;
      catalog = batch.apply();
    }
  }
  const base = withoutChangedHoldings(catalog);
  const sections = Array.from(sectionsOf(base), ([name, data]) => {
    return [name, isShared ? inSharedMemory(data) : data] as const;
  });
  return {
    ...opened,
    ...read,
    name: path,
    sections: new Map(sections),
    table: sectionTableOf(base),
    isWhole: true,
    keepsHoldings: false,
    newNumbers: undefined,
    holdings: encodePairs([...changedHoldingsOf(catalog)]),
    changed: catalog.changed,
  };
}

/**
 * Reads a catalog without changes. The result refers to the sections only through the catalog, so that they can be
 * freed.
 */
async function readSnapshot(
  task: GenerationTask,
): Promise<OpenedSnapshot & { readonly catalog: Catalog }> {
  const { readCatalogSections } = isSourceDirectory(task.path, task.file)
    ? await import('./open-catalog.js')
    : { readCatalogSections: readSnapshotSections };
  const { sections, table, version } = readCatalogSections(task.path, task);
  const catalog = openSections(task.path, sections, { table });
  const { library, titles, fingerprint } = catalog;
  const snapshot = {
    library: library.id,
    snapshot: fingerprint,
    date: library.snapshot_date,
    titles: titles.size,
  };
  return { catalog, snapshot, version };
}

async function changeGeneration(
  { path, changes }: GenerationTask,
  { sections, changed, position, counts, snapshot, version }: OpenGeneration,
  maxBytes: number,
): Promise<Generation> {
  const { createChangeBatch, addChangesOf } = await loadChanging();
  const catalog = openSections(path, sections);
  const batch = createChangeBatch(
    changed === undefined ? catalog : withChangeTime(catalog, changed),
  );
  const before = { position, counts, skipped: [], undated: 0 };
  const read = addChangesOf(changes!, before, catalog.library, batch, maxBytes);
  const encoded = batch.encode(allocateShared);
  const replaced = new Map<string, Section>();
  for (const group of encoded.groups.values()) {
    for (const [name, data] of group) {
      replaced.set(name, replacementInSharedMemory(data, sections.get(name)));
    }
  }
  return {
    ...read,
    snapshot,
    version,
    name: path,
    sections: replaced,
    isWhole: false,
    keepsHoldings: true,
    newNumbers: encoded.newNumbers && inSharedMemory(encoded.newNumbers),
    holdings: [],
    changed: encoded.changed,
  };
}

/** The number of titles whose holdings are decoded together. */
const TITLES_PER_ARRAY = 250;

function encodePairs(all: readonly (readonly [number, EncodedHoldings])[]): Uint8Array[] {
  const encoder = new TextEncoder();
  const encoded: Uint8Array[] = [];
  for (let i = 0; i < all.length; i += TITLES_PER_ARRAY) {
    encoded.push(encoder.encode(JSON.stringify(all.slice(i, i + TITLES_PER_ARRAY))));
  }
  return encoded;
}

/** Yields the titles in {@link Generation.holdings}. */
export function* decodePairs(
  encoded: readonly Uint8Array[],
): Generator<readonly [number, EncodedHoldings]> {
  const decoder = new TextDecoder();
  for (const pairs of encoded) yield* JSON.parse(decoder.decode(pairs));
}
