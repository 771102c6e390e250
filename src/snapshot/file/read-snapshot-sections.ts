/*
 * Reads the sections of a snapshot file. The arrays of the index and the columns are read into memory and verified. Records
 * stay in the file, and each read verifies the blocks that it reads. `open-catalog.ts` makes a catalog of the sections.
 */

import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import * as zlib from 'node:zlib';
import { inflateRawSync } from 'node:zlib';
import { type Allocate, allocateMemory, allocateShared } from '../../base/typed-arrays.js';
import {
  type ByteSource,
  PIECE_BYTES,
  readSections,
  readTable,
} from '../format/container/read-sections.js';
import {
  align,
  BLOCK_BYTES,
  type BytesInFile,
  type Checksum,
  crc32,
  isInFile,
  MAGIC,
  type Section,
  type Sections,
  type TableEntry,
} from '../format/container/sections.js';
import { SnapshotError } from '../format/container/snapshot-error.js';
import { RECORD_BYTES } from '../format/title-records.js';
import { FileError, type OpenOptions, openRegularFileSync } from './regular-file.js';
import { type TrustOptions, verifyBytes } from './signature.js';

/** The sections of a catalog. The section table is present if the sections were read from a snapshot file. */
export interface CatalogSections {
  readonly sections: Sections;
  readonly table?: readonly Readonly<TableEntry>[];
  /** The version of the snapshot file, which changes when the file is written or replaced. */
  readonly version?: string;
}

/** Options of {@link readSnapshotSections}. */
export interface ReadSnapshotOptions extends TrustOptions {
  /**
   * Whether the sections are read into shared memory, so that several threads can use them. The sections of a source
   * directory are not in shared memory. Default: false.
   */
  readonly isShared?: boolean | undefined;
  /**
   * Whether records stay in the snapshot file, and are read and verified when they are needed. Not with `trust`, because
   * their signature could not be verified. Default: true.
   */
  readonly leavesRecordsInFile?: boolean | undefined;
  /** Whether the snapshot and its signature are opened if their paths are symbolic links. Default: true. */
  readonly followsLinks?: boolean | undefined;
  /** The snapshot file, if another thread has opened it. Default: the calling thread opens the path. */
  readonly file?: OpenFile | undefined;
}

/**
 * Reads the sections of a snapshot file and verifies their checksums.
 *
 * @throws SnapshotError if the file is missing, damaged, not a snapshot of this format version, or not signed by a
 *   trusted key
 */
export function readSnapshotSections(
  path: string,
  { trust, isShared, leavesRecordsInFile = true, followsLinks, file }: ReadSnapshotOptions,
): CatalogSections {
  const read = (bytes: ByteSource, version: () => string) => ({
    version: version(),
    table: readTable(bytes, checksum),
    sections: readSections(bytes, checksum, {
      staysInFile: (name) => leavesRecordsInFile && RECORD_BYTES.includes(name),
    }),
  });
  const allocate = isShared ? allocateShared : undefined;
  return withSnapshotBytes(path, read, { trust, allocate, followsLinks, file });
}

/**
 * Returns whether a path names a source directory.
 *
 * @param file the snapshot file, if it is open already
 */
export function isSourceDirectory(path: string, file?: OpenFile): boolean {
  return file === undefined && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
}

/** Whether a file can be replaced while it is open. On Windows, an open file would prevent the next snapshot. */
const canReplaceOpenFiles = process.platform !== 'win32';

/** Whether a file that a thread opened can be read by other threads. In Deno, each thread has descriptors of its own. */
export const canShareOpenFiles = canReplaceOpenFiles && !('deno' in process.versions);

/** Options of {@link withSnapshotBytes}. */
export interface SnapshotBytesOptions extends TrustOptions, Pick<OpenOptions, 'followsLinks'> {
  /** Allocates the memory of the bytes. Default: memory of the calling thread. */
  readonly allocate?: Allocate | undefined;
  /** The file, if it is open already. It is not closed. Default: the file at the path is opened. */
  readonly file?: OpenFile | undefined;
}

/**
 * Opens a snapshot file, calls `use` with its bytes, closes the file, and returns the result of `use`. A file of which
 * `use` keeps bytes to read them later is closed when nothing refers to these bytes. Each call of
 * `read` returns a new buffer. `version` returns a string that changes when the file is written or replaced.
 *
 * @throws SnapshotError if the path is not a file, or if the file is truncated while it is read
 * @throws RangeError if there is no memory for the bytes
 * @throws the errors of `verifyBytes`
 */
export function withSnapshotBytes<T>(
  path: string,
  use: (bytes: ByteSource, version: () => string) => T,
  { trust, followsLinks, allocate = allocateMemory, file: open }: SnapshotBytesOptions = {},
): T {
  const file = open ?? openSnapshotFile(path, followsLinks);
  const { descriptor } = file;
  let isReadLater = false;
  let result: T;
  try {
    const { size } = fstatSync(descriptor);
    const bytes: ByteSource = {
      name: path,
      size,
      read(offset, length, onPiece = () => {}) {
        const bytes = allocateBytes(path, length, allocate);
        for (let at = 0; at < length; at += PIECE_BYTES) {
          const piece = bytes.subarray(at, at + PIECE_BYTES);
          if (!readInto(descriptor, piece, offset + at)) {
            throw new SnapshotError(
              path,
              'truncated',
              'truncated while it was read; open it again',
            );
          }
          onPiece(piece);
        }
        return bytes;
      },
      readLater: canReplaceOpenFiles
        ? (section, blockChecksums) => {
            isReadLater = true;
            return openBytesInFile(file, section, blockChecksums);
          }
        : undefined,
    };
    const version = () => {
      const { dev, ino, size, mtimeNs, ctimeNs } = fstatSync(descriptor, { bigint: true });
      return [dev, ino, size, mtimeNs, ctimeNs].join(':');
    };
    result = use(trust === undefined ? bytes : verifyBytes(bytes, trust, followsLinks), version);
  } catch (error) {
    if (open === undefined) closeNow(file);
    throw error;
  }
  if (open === undefined && !isReadLater) closeNow(file);
  return result;
}

/**
 * Opens a snapshot file, which is closed when nothing refers to the result.
 *
 * @param followsLinks Whether the file is opened if its path is a symbolic link. Default: true.
 * @throws SnapshotError if the path is not a file
 * @throws FileError if the system cannot open the file
 */
export function openSnapshotFile(path: string, followsLinks = true): OpenFile {
  try {
    return openFile(path, openRegularFileSync(path, { expected: 'a snapshot file', followsLinks }));
  } catch (error) {
    if (!(error instanceof FileError) || error.found === undefined) throw error;
    const code = error.found === 'nothing' ? 'not_found' : 'not_a_snapshot';
    throw new SnapshotError(path, code, error.problem, { cause: error.cause });
  }
}

/** @throws RangeError if a buffer cannot have this length, or if the computer has too little memory for it */
function allocateBytes(path: string, length: number, allocate: Allocate): Uint8Array {
  try {
    return new Uint8Array(allocate(length), 0, length);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    const problem = `expected ${length} bytes of memory, found less (${cause.message})`;
    throw new RangeError(`${path}: ${problem}; split the library`, { cause });
  }
}

/** The maximum number of blocks of a section that stay in memory after they were read. */
const CACHED_BLOCKS = 1024;

/**
 * An open file, as plain data. In the thread that opened the file, the file is closed when nothing refers to this object.
 * Other threads can read the file with a copy of this object until then.
 */
export interface OpenFile {
  /** The path of the file, for messages. */
  readonly path: string;
  readonly descriptor: number;
  /** One number, which threads share: 1 after a read found damaged, overwritten or unreadable bytes, otherwise 0. */
  readonly damage: Uint8Array;
}

const unreachable = new FinalizationRegistry<number>(closeSync);

/** Returns the file of a descriptor. It is closed when nothing refers to the result. */
function openFile(path: string, descriptor: number): OpenFile {
  const file = { path, descriptor, damage: new Uint8Array(new SharedArrayBuffer(1)) };
  unreachable.register(file, descriptor, file);
  return file;
}

/** Closes a file of {@link openFile} at once. */
export function closeNow(file: OpenFile): void {
  unreachable.unregister(file);
  closeSync(file.descriptor);
}

/**
 * Opens a section that stays in a file. A read verifies the blocks that it reads, so that bytes that were damaged or
 * overwritten in the file are never returned.
 *
 * @param blockChecksums the checksum of each block, in memory that threads share if threads read the section
 */
export function openBytesInFile(
  file: OpenFile,
  { name, offset, length, checksum }: Readonly<TableEntry>,
  blockChecksums: Uint32Array,
): BytesInFile {
  return new VerifiedBytes(file, name, offset, length, checksum, blockChecksums);
}

/**
 * Opens sections that another thread has sent. Bytes that stay in a file are not sent, but read from the file.
 *
 * @param file The object of the thread that opened the file. Default: a copy of this object.
 */
export function openSentSections(
  sections: ReadonlyMap<string, Section>,
  file?: OpenFile,
): Map<string, Section> {
  const opened = new Map(sections);
  for (const [name, section] of sections) {
    if (!isInFile(section)) continue;
    const { offset, length, checksum, blockChecksums, ...sent } = section as VerifiedBytes;
    opened.set(
      name,
      new VerifiedBytes(file ?? sent.file, name, offset, length, checksum, blockChecksums),
    );
  }
  return opened;
}

/** Returns whether a thread has found damage in a file that sections stay in. */
export function hasFoundDamage(sections: Sections): boolean {
  return [...sections.values()].some(
    (section) => isInFile(section) && (section as VerifiedBytes).file.damage[0] !== 0,
  );
}

/** Bytes of a file. Another thread receives the properties without the methods: see {@link openSentSections}. */
class VerifiedBytes implements BytesInFile {
  /**
   * The blocks that stay in memory. Block `i` has the slot `i % CACHED_BLOCKS`, so that a block is found without a search,
   * and replaces another block without allocating memory.
   */
  #slots: Uint8Array | undefined;
  /** By slot: the index of its block plus 1, or 0. */
  readonly #blockInSlot = new Uint32Array(CACHED_BLOCKS);

  constructor(
    readonly file: OpenFile,
    readonly name: string,
    readonly offset: number,
    readonly length: number,
    readonly checksum: number,
    readonly blockChecksums: Uint32Array,
  ) {}

  read(start: number, end: number): Uint8Array {
    if (start === end) return new Uint8Array(0);
    const first = Math.floor(start / BLOCK_BYTES);
    const last = Math.floor((end - 1) / BLOCK_BYTES);
    if (first === last) {
      const from = this.#slotOf(first) * BLOCK_BYTES - first * BLOCK_BYTES;
      return this.#memory().subarray(from + start, from + end);
    }
    const from = first * BLOCK_BYTES;
    const bytes = new Uint8Array(Math.min(align(this.length), (last + 1) * BLOCK_BYTES) - from);
    this.#readBlocks(first, bytes);
    return bytes.subarray(start - from, end - from);
  }

  inflate(bytes: Uint8Array, size: number): Uint8Array {
    return inflateRawSync(bytes, { maxOutputLength: size });
  }

  #memory(): Uint8Array {
    this.#slots ??= new Uint8Array(CACHED_BLOCKS * BLOCK_BYTES);
    return this.#slots;
  }

  /** Returns the slot that contains a block. Reads the block if it is not in memory. */
  #slotOf(block: number): number {
    const slot = block % CACHED_BLOCKS;
    if (this.#blockInSlot[slot] === block + 1) return slot;
    this.#blockInSlot[slot] = 0;
    const length = Math.min(BLOCK_BYTES, align(this.length) - block * BLOCK_BYTES);
    const from = slot * BLOCK_BYTES;
    this.#readBlocks(block, this.#memory().subarray(from, from + length));
    this.#blockInSlot[slot] = block + 1;
    return slot;
  }

  /** Reads and verifies blocks, until `bytes` is full. */
  #readBlocks(first: number, bytes: Uint8Array): void {
    try {
      readFrom(this.file, this.offset + first * BLOCK_BYTES, bytes);
      this.#verify(first, bytes);
    } catch (error) {
      this.file.damage[0] = 1;
      throw error;
    }
  }

  #verify(first: number, bytes: Uint8Array): void {
    const { file, name, blockChecksums } = this;
    for (let at = 0, index = first; at < bytes.length; at += BLOCK_BYTES, index++) {
      if (checksum(bytes.subarray(at, at + BLOCK_BYTES)) === blockChecksums[index]) continue;
      throw new SnapshotError(
        file.path,
        'damaged',
        `damaged: a block of section '${name}' does not match its checksum; copy the snapshot again`,
        { section: name },
      );
    }
  }
}

/** @throws SnapshotError if the file ends before the last of the bytes, or if the system cannot read them */
function readFrom({ path, descriptor }: OpenFile, offset: number, bytes: Uint8Array): void {
  try {
    if (readInto(descriptor, bytes, offset)) return;
  } catch (cause) {
    const problem = `expected ${bytes.length} readable bytes at ${offset}, found ${(cause as Error).message}`;
    throw new SnapshotError(path, 'damaged', `${problem}; check the disk`, { cause });
  }
  throw new SnapshotError(path, 'truncated', 'truncated while it was open; open it again');
}

/** The maximum number of bytes per read. Some systems read at most 2 GiB at a time. */
const MAX_READ_BYTES = 1 << 30;

/** Reads bytes of an open file from an offset, until `bytes` is full. Returns false if the file ends before that. */
export function readInto(file: number, bytes: Uint8Array, offset: number): boolean {
  for (let done = 0; done < bytes.length; ) {
    const length = Math.min(MAX_READ_BYTES, bytes.length - done);
    const count = readSync(file, bytes, done, length, offset + done);
    if (count === 0) return false;
    done += count;
  }
  return true;
}

/** The CRC-32 function: `zlib.crc32`, or the slower {@link crc32} in a version of Node without `zlib.crc32`. */
export const checksum: Checksum = zlib.crc32 ?? crc32;

/** Returns whether a file begins like a snapshot file. Checks nothing else. */
export function isSnapshotFile(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(MAGIC.length);
    readSync(file, start);
    return start.equals(Uint8Array.from(MAGIC));
  } finally {
    closeSync(file);
  }
}
