import { randomUUID } from 'node:crypto';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordCounts } from '../../../catalog/catalog.js';
import type { Segment } from '../../../search/index.js';
import { createCatalogEncoder, type EncodingOptions } from '../../encoding/catalog-encoder.js';
import { createIndexingThreads } from '../../indexing/indexing-threads.js';
import type { Source } from '../../source/source.js';
import { keepPrevious, previousPath } from './keep-previous.js';
import { checkPublishingLimits, checkReplacement, type NamedLimits } from './publishing-limits.js';
import { SectionStorage } from './section-storage.js';
import { storeSegment } from './store-segment.js';
import { TemporaryStorage } from './temporary-storage.js';
import { resolveOutput, temporaryPathOf, writeUnpublished } from './write-atomically.js';

/** A snapshot to build, as plain data. */
export interface SnapshotTask extends Pick<EncodingOptions, 'segmentSize'>, NamedLimits {
  /** The path of the snapshot; undefined to check only the source. */
  readonly file: string | undefined;
  /** Whether the snapshot is written. If not, it is only checked whether it could be written. */
  readonly isWritten: boolean;
  /** Whether an existing snapshot is kept: see `keepPrevious`. */
  readonly keepPrevious?: boolean | undefined;
  /** The maximum number of threads that index titles. */
  readonly threads?: number | undefined;
}

/**
 * The maximum default number of threads that index titles. The thread that reads titles produces enough work for
 * about two threads.
 */
const MAX_DEFAULT_THREADS = 3;

/** The result of {@link writeSnapshot}. */
export interface WrittenSnapshot {
  /** The size of the snapshot in bytes. */
  readonly size: number;
  /** The id of the library. */
  readonly library: string;
  /** The number of source records of each kind. */
  readonly counts: RecordCounts;
  /** Warnings about unknown fields, branches and holding statuses, each with the number of times it occurred. */
  readonly warnings: readonly string[];
}

/** Functions that {@link writeSnapshot} calls. If one of them throws or rejects, no file is written. */
export interface WritingHooks extends Pick<EncodingOptions, 'progress'> {
  /** Called before each write. */
  readonly beforeWrite: () => void;
  /** Called when the snapshot is complete and flushed to disk, before it replaces the file. Default: does nothing. */
  readonly beforePublish?: ((written: WrittenSnapshot) => Promise<void> | void) | undefined;
}

/**
 * Encodes a source in the calling thread and writes the snapshot.
 *
 * @throws the errors of `buildSnapshot`, and errors of the hooks
 */
export async function writeSnapshot(
  source: Source,
  { file, isWritten, ...options }: SnapshotTask,
  hooks: WritingHooks,
): Promise<WrittenSnapshot> {
  checkPublishingLimits(options);
  if (file !== undefined) resolveOutput(file);
  if (file !== undefined && options.keepPrevious) previousPath(file);
  const threads = createIndexingThreads(workersOf(options.threads));
  const temporaryPath = () =>
    isWritten && file !== undefined
      ? temporaryPathOf(file)
      : join(tmpdir(), `carrel-${randomUUID()}.tmp`);
  const storedSections = new TemporaryStorage(temporaryPath());
  /** The segments of the index, and the records of titles. */
  const storedParts = new TemporaryStorage(temporaryPath());
  try {
    const encodingOptions = {
      progress: hooks.progress,
      segmentSize: options.segmentSize,
      threads,
      store: (segment: Segment) => storeSegment(segment, storedParts),
    };
    const encoder = createCatalogEncoder(source, encodingOptions, storedParts);
    for await (const record of source.titles.records()) encoder.addTitle(record);
    const sections = new SectionStorage(storedSections);
    const { library, counts, warnings } = encoder.finish(sections);
    storedParts.close();
    const next = { library: library.id, titles: counts.titles };
    checkReplacement(file, next, options);
    const pieces = checked(sections.pieces(), hooks.beforeWrite);
    const report = { library: library.id, counts, warnings };
    if (!isWritten || file === undefined) return { ...report, size: lengthOf(pieces) };
    const unpublished = writeUnpublished(file, pieces);
    const written = { ...report, size: unpublished.size };
    try {
      await hooks.beforePublish?.(written);
      hooks.beforeWrite();
      if (options.keepPrevious) keepPrevious(file);
    } catch (error) {
      unpublished.discard();
      throw error;
    }
    unpublished.publish();
    return written;
  } finally {
    threads.close();
    storedSections.close();
    storedParts.close();
  }
}

function* checked(pieces: Iterable<Uint8Array>, check: () => void): Generator<Uint8Array> {
  check();
  for (const piece of pieces) {
    yield piece;
    check();
  }
}

function lengthOf(pieces: Iterable<Uint8Array>): number {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  return length;
}

/** Returns the number of worker threads that index titles. */
function workersOf(threads = Math.min(availableParallelism(), MAX_DEFAULT_THREADS)): number {
  if (!Number.isInteger(threads) || threads < 1) {
    throw new RangeError(`threads: expected a positive whole number, found ${threads}`);
  }
  return threads === 1 ? 0 : threads;
}
