/*
 * Writes a snapshot file from records, in the calling thread. Encoded records and segments of the index are in a temporary
 * file until they are merged, so that memory does not grow with them. `write-atomically.ts` moves the finished file into
 * place, and `build-in-worker.ts` runs a build in a thread of its own.
 */

import { existsSync, renameSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { RecordCounts } from '../../../catalog/catalog.js';
import type { Segment } from '../../../search/index.js';
import { createCatalogEncoder, type EncodingOptions } from '../../encoding/catalog-encoder.js';
import type { Section, SectionWriter } from '../../format/container/sections.js';
import {
  headOfSections,
  type SectionInTable,
  toSectionInFile,
} from '../../format/container/write-sections.js';
import { createIndexingThreads } from '../../indexing/indexing-thread.js';
import type { Source } from '../../source/source.js';
import { checksum } from '../read-snapshot-sections.js';
import { signaturePath } from '../signature.js';
import { checkPublishingLimits, checkReplacement, type NamedLimits } from './publishing-limits.js';
import { TemporaryStorage, temporaryPath } from './temporary-storage.js';
import {
  linkOrCopy,
  resolveOutput,
  temporaryPathOf,
  writeUnpublished,
} from './write-atomically.js';

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
  const pathOfStorage = () =>
    isWritten && file !== undefined ? temporaryPathOf(file) : temporaryPath();
  const storedSections = new TemporaryStorage(pathOfStorage());
  /** The segments of the index, and the records of titles. */
  const storedParts = new TemporaryStorage(pathOfStorage());
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

function workersOf(threads = Math.min(availableParallelism(), MAX_DEFAULT_THREADS)): number {
  if (!Number.isInteger(threads) || threads < 1) {
    throw new RangeError(`threads: expected a positive whole number, found ${threads}`);
  }
  return threads === 1 ? 0 : threads;
}

/**
 * Stores the bytes of the sections of a snapshot file as they are added. The sections follow the table in the file, and
 * the table contains their lengths and checksums, so that the file is written when all sections are known.
 */
class SectionStorage implements SectionWriter {
  readonly #storage: TemporaryStorage;
  readonly #entries: SectionInTable[] = [];

  constructor(storage: TemporaryStorage) {
    this.#storage = storage;
  }

  set(name: string, data: Section): void {
    const { entry, bytes, padding } = toSectionInFile(name, data, checksum);
    this.#storage.write(bytes);
    this.#storage.write(padding);
    this.#entries.push(entry);
  }

  /** Yields the bytes of the snapshot file in pieces. */
  *pieces(): Generator<Uint8Array> {
    yield* headOfSections(this.#entries, checksum);
    yield* this.#storage.pieces();
  }
}

/**
 * Stores the typed arrays of a segment until the segments are merged. Returns a segment whose properties read the arrays
 * each time.
 */
export function storeSegment(segment: Segment, storage: TemporaryStorage): Segment {
  const properties = Object.entries(segment).map(([name, value]) => [
    name,
    { get: storeValue(value, storage), enumerable: true, configurable: true },
  ]);
  return Object.create(null, Object.fromEntries(properties));
}

/** Stores an array of numbers, or a list of such arrays. Returns a function that reads it. Keeps other values in memory. */
function storeValue(value: unknown, storage: TemporaryStorage): () => unknown {
  if (ArrayBuffer.isView(value)) return storeNumbers(value as ArrayOfNumbers, storage);
  if (!Array.isArray(value)) return () => value;
  const read = value.map((element) => storeValue(element, storage));
  return () => read.map((readElement) => readElement());
}

type ArrayOfNumbers = Uint8Array | Uint16Array | Uint32Array;
type ArrayConstructorOf = new (
  buffer: ArrayBufferLike,
  at: number,
  length: number,
) => ArrayOfNumbers;

function storeNumbers(numbers: ArrayOfNumbers, storage: TemporaryStorage): () => ArrayOfNumbers {
  const View = numbers.constructor as ArrayConstructorOf;
  const { byteLength, length } = numbers;
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, byteLength);
  const position = storage.write(bytes);
  return () => {
    const { buffer, byteOffset } = storage.read(position, byteLength);
    return new View(buffer, byteOffset, length);
  };
}

/**
 * Returns the path at which {@link keepPrevious} keeps a file, next to the file or to the target of a symbolic link.
 *
 * @throws Error if the path is a directory, a device, a pipe or a socket, or if its directory does not exist
 */
export function previousPath(path: string): string {
  const kept = `${resolveOutput(path).path}.previous`;
  resolveOutput(kept);
  return kept;
}

/** Keeps an existing snapshot and its signature under {@link previousPath}, in place of the files that were kept before. */
export function keepPrevious(path: string): void {
  const { path: file, existing } = resolveOutput(path);
  if (existing === undefined) return;
  const kept = previousPath(path);
  keep(file, signaturePath(file), signaturePath(kept));
  keep(file, file, kept);
}

/** Makes `to` the same file as `from`. If `from` does not exist, removes `to`. */
function keep(output: string, from: string, to: string): void {
  if (!existsSync(from)) {
    rmSync(to, { force: true });
    return;
  }
  const temporary = temporaryPathOf(output);
  try {
    linkOrCopy(from, temporary);
    renameSync(temporary, to);
  } finally {
    // The file still exists if copying failed. Renaming does nothing if both names belong to one file.
    rmSync(temporary, { force: true });
  }
}
