/*
 * Writes a snapshot file from records, in the calling thread. Encoded records and segments of the index are in a temporary
 * file until they are merged, so that memory does not grow with them. `write-atomically.ts` moves the finished file into
 * place, and `build-in-worker.ts` runs a build in a thread of its own.
 */

import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { partitionPoint } from '../../../base/binary-search.js';
import type { RecordCounts } from '../../../catalog/catalog.js';
import type { Segment } from '../../../search/index.js';
import { createCatalogEncoder, type EncodingOptions } from '../../encoding/catalog-encoder.js';
import type { Section, SectionWriter } from '../../format/container/sections.js';
import {
  headOfSections,
  type SectionInTable,
  toSectionInFile,
} from '../../format/container/write-sections.js';
import type { ByteStorage } from '../../format/string-writer.js';
import { createIndexingThreads } from '../../indexing/indexing-thread.js';
import type { Source } from '../../source/source.js';
import { checksum, readInto } from '../read-snapshot-sections.js';
import { signaturePath } from '../signature.js';
import { checkPublishingLimits, checkReplacement, type NamedLimits } from './publishing-limits.js';
import {
  linkOrCopy,
  resolveOutput,
  temporaryPathOf,
  writeAll,
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

/** Up to this total size, bytes stay in memory, because small libraries are then built without another file. */
const MAX_HELD_BYTES = 1 << 26;

/** The size of a piece that is read from the file. */
const PIECE_BYTES = 1 << 22;

/**
 * Stores bytes during a build. Bytes of more than 64 MiB are in a temporary file, so that the memory of a build does not
 * grow with them. The file loses its name as soon as it is open, so that the operating system removes it with the
 * process. On Windows, {@link close} removes it.
 */
export class TemporaryStorage implements ByteStorage {
  /** The stored bytes with their positions, ascending, until there is a file. */
  #held: { readonly position: number; readonly bytes: Uint8Array }[] = [];
  #file: number | undefined;
  /** The total size of the stored bytes. */
  #size = 0;
  readonly #path: string;
  readonly #maxHeldBytes: number;

  /**
   * @param path the path of a temporary file that does not exist
   * @param maxHeldBytes The total size up to which bytes stay in memory. Default: 64 MiB.
   */
  constructor(path: string, maxHeldBytes = MAX_HELD_BYTES) {
    this.#path = path;
    this.#maxHeldBytes = maxHeldBytes;
  }

  /**
   * Stores bytes, which must not be changed afterward. Returns their position, the size of all bytes before them.
   *
   * @throws Error with the path and the cause, such as a full disk
   */
  write(bytes: Uint8Array): number {
    const position = this.#size;
    if (bytes.length === 0) return position;
    this.#size += bytes.length;
    if (this.#file === undefined && this.#size <= this.#maxHeldBytes) {
      this.#held.push({ position, bytes });
    } else {
      this.#file ??= this.#open();
      writeAll(this.#path, this.#file, bytes);
    }
    return position;
  }

  read(position: number, length: number): Uint8Array {
    if (length === 0) return new Uint8Array(0);
    const after = partitionPoint(0, this.#held.length, (i) => this.#held[i].position <= position);
    const held = this.#held[after - 1];
    if (held !== undefined) {
      return held.bytes.subarray(position - held.position, position - held.position + length);
    }
    const bytes = new Uint8Array(length);
    if (this.#file !== undefined && readInto(this.#file, bytes, position)) return bytes;
    throw new Error(
      `${this.#path}: expected ${length} bytes at ${position}, found the end of the file`,
    );
  }

  /** Yields all bytes in the order of writing. */
  *pieces(): Generator<Uint8Array> {
    for (const { bytes } of this.#held) yield bytes;
    if (this.#file === undefined) return;
    for (let position = 0; position < this.#size; position += PIECE_BYTES) {
      yield this.read(position, Math.min(PIECE_BYTES, this.#size - position));
    }
  }

  /** Frees the stored bytes. */
  close(): void {
    this.#held = [];
    if (this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
    rmSync(this.#path, { force: true });
  }

  /** Opens the file, and writes the bytes that were held. */
  #open(): number {
    const file = createFile(this.#path);
    // `close` also closes a file to which the bytes could not be written.
    this.#file = file;
    // Windows cannot remove the name of an open file.
    if (process.platform !== 'win32') rmSync(this.#path);
    for (const { bytes } of this.#held) writeAll(this.#path, file, bytes);
    this.#held = [];
    return file;
  }
}

function createFile(path: string): number {
  try {
    return openSync(path, 'wx+', 0o600);
  } catch (error) {
    const expected = 'expected a directory in which a temporary file can be created';
    const cause = error as NodeJS.ErrnoException;
    throw new Error(`${path}: ${expected}, found ${cause.code}`, { cause });
  }
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
