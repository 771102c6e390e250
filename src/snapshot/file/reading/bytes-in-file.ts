import { closeSync } from 'node:fs';
import { allocateShared } from '../../../search/index.js';
import { align } from '../../format/container/layout.js';
import { type BytesInFile, isInFile, type Section } from '../../format/container/sections.js';
import { SnapshotError } from '../../format/container/snapshot-error.js';
import { checksum } from './checksum.js';
import { readInto } from './read-into.js';

/** The number of bytes that are verified together when some of them are read. */
const BLOCK_BYTES = 4096;

/** The number of bytes that are read at a time to compute checksums. A multiple of {@link BLOCK_BYTES}. */
const PIECE_BYTES = 1 << 20;

/**
 * An open file, as plain data. In the thread that opened the file, the file is closed when nothing refers to this object.
 * Other threads can read the file with a copy of this object until then.
 */
export interface OpenFile {
  /** The path of the file, for messages. */
  readonly path: string;
  readonly descriptor: number;
}

const unreachable = new FinalizationRegistry<number>(closeSync);

/** Returns the file of a descriptor. It is closed when nothing refers to the result. */
export function openFile(path: string, descriptor: number): OpenFile {
  const file = { path, descriptor };
  unreachable.register(file, descriptor, file);
  return file;
}

/** Closes a file of {@link openFile} at once. */
export function closeNow(file: OpenFile): void {
  unreachable.unregister(file);
  closeSync(file.descriptor);
}

/**
 * Reads bytes of an open file once, with the zeros after them, to compute their checksum and the checksum of each block of
 * 4 KiB. Later reads verify the blocks that they read, so that bytes that were overwritten in the file are never returned.
 */
export function openBytesInFile(file: OpenFile, offset: number, length: number): BytesInFile {
  const end = align(length);
  const blockCount = Math.ceil(end / BLOCK_BYTES);
  const blockChecksums = new Uint32Array(
    allocateShared(blockCount * Uint32Array.BYTES_PER_ELEMENT),
    0,
    blockCount,
  );
  const buffer = new Uint8Array(Math.min(PIECE_BYTES, end));
  let whole = 0;
  for (let at = 0; at < end; at += PIECE_BYTES) {
    const piece = buffer.subarray(0, end - at);
    readFrom(file, offset + at, piece);
    whole = checksum(piece, whole);
    for (let start = 0; start < piece.length; start += BLOCK_BYTES) {
      const block = piece.subarray(start, start + BLOCK_BYTES);
      blockChecksums[(at + start) / BLOCK_BYTES] = checksum(block);
    }
  }
  return new VerifiedBytes(file, offset, length, whole, blockChecksums);
}

/**
 * Makes sections readable that another thread has sent, without their bytes that stay in a file.
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
    const bytes = new VerifiedBytes(file ?? sent.file, offset, length, checksum, blockChecksums);
    opened.set(name, bytes);
  }
  return opened;
}

/** Bytes of a file. Another thread receives the properties without the methods: see {@link openSentSections}. */
class VerifiedBytes implements BytesInFile {
  /** Memory for the blocks that were read last, of which neighbouring records are often read next. */
  #buffer = new Uint8Array(0);
  /** The blocks in {@link #buffer}. */
  #latest = { start: 0, bytes: this.#buffer };

  /** @param blockChecksums the checksum of each block of {@link BLOCK_BYTES}, in shared memory */
  constructor(
    readonly file: OpenFile,
    readonly offset: number,
    readonly length: number,
    readonly checksum: number,
    readonly blockChecksums: Uint32Array,
  ) {}

  read(start: number, end: number): Uint8Array {
    const latest = this.#latest;
    if (start >= latest.start && end <= latest.start + latest.bytes.length) {
      return latest.bytes.subarray(start - latest.start, end - latest.start);
    }
    const { length } = this;
    const blocksStart = Math.floor(start / BLOCK_BYTES) * BLOCK_BYTES;
    const blocksEnd = Math.min(align(length), Math.ceil(end / BLOCK_BYTES) * BLOCK_BYTES);
    // A buffer for a large part would take memory for a long time. A caller that reads all bytes can keep them, because the
    // buffer then has all bytes, and no later read overwrites them.
    const isLarge = blocksEnd - blocksStart > PIECE_BYTES;
    const blocks = isLarge
      ? new Uint8Array(blocksEnd - blocksStart)
      : this.#reserve(blocksEnd - blocksStart);
    this.#readBlocks(blocksStart, blocks);
    if (!isLarge) this.#latest = { start: blocksStart, bytes: blocks };
    return blocks.subarray(start - blocksStart, end - blocksStart);
  }

  /** Returns the memory of the latest blocks, which are forgotten. */
  #reserve(length: number): Uint8Array<ArrayBuffer> {
    this.#latest = { start: 0, bytes: new Uint8Array(0) };
    if (this.#buffer.length < length) this.#buffer = new Uint8Array(length);
    return this.#buffer.subarray(0, length);
  }

  #readBlocks(start: number, bytes: Uint8Array): void {
    const { file, offset, blockChecksums } = this;
    readFrom(file, offset + start, bytes);
    const first = start / BLOCK_BYTES;
    for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
      const block = bytes.subarray(at, at + BLOCK_BYTES);
      if (checksum(block) === blockChecksums[first + at / BLOCK_BYTES]) continue;
      const problem = 'damaged: expected the bytes at the time of opening, found others';
      throw new SnapshotError(file.path, 'damaged', `${problem}; open it again`);
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
