import { closeSync } from 'node:fs';
import type { Checksum } from '../../format/container/crc32.js';
import type { BytesInFile } from '../../format/container/read-sections.js';
import { SnapshotError } from '../../format/container/snapshot-error.js';
import { readInto } from './read-into.js';

/** The number of bytes that are verified together when some of them are read. */
const BLOCK_BYTES = 4096;

/** The number of bytes that are read at a time to compute checksums. A multiple of {@link BLOCK_BYTES}. */
const PIECE_BYTES = 1 << 20;

/** An open file. It is closed when nothing refers to this object. */
export interface OpenFile {
  /** The path of the file, for messages. */
  readonly path: string;
  readonly descriptor: number;
}

const unreachable = new FinalizationRegistry<number>(closeSync);

/** Returns an open file that is closed when nothing refers to the result. The caller must not close it. */
export function keepOpen(path: string, descriptor: number): OpenFile {
  const file = { path, descriptor };
  unreachable.register(file, descriptor, file);
  return file;
}

/** Closes a file of {@link keepOpen} at once. */
export function closeKept(file: OpenFile): void {
  unreachable.unregister(file);
  closeSync(file.descriptor);
}

/**
 * Reads bytes of an open file once, to compute their checksum and the checksum of each block of 4 KiB. Later reads verify
 * the blocks that they read, so that bytes that were overwritten in the file are never returned.
 */
export function openBytesInFile(
  file: OpenFile,
  offset: number,
  length: number,
  checksum: Checksum,
): BytesInFile {
  const blockChecksums = new Uint32Array(Math.ceil(length / BLOCK_BYTES));
  let whole = 0;
  for (let at = 0; at < length; at += PIECE_BYTES) {
    const piece = readBytes(file, offset + at, Math.min(PIECE_BYTES, length - at));
    whole = checksum(piece, whole);
    for (let start = 0; start < piece.length; start += BLOCK_BYTES) {
      const block = piece.subarray(start, start + BLOCK_BYTES);
      blockChecksums[(at + start) / BLOCK_BYTES] = checksum(block);
    }
  }
  /** The blocks that were read last, of which neighbouring records are often read next. */
  let latest = { start: 0, bytes: new Uint8Array(0) };

  function readBlocks(start: number, end: number): typeof latest {
    const first = Math.floor(start / BLOCK_BYTES);
    const blocksStart = first * BLOCK_BYTES;
    const blocksEnd = Math.min(length, Math.ceil(end / BLOCK_BYTES) * BLOCK_BYTES);
    const bytes = readBytes(file, offset + blocksStart, blocksEnd - blocksStart);
    for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
      const block = bytes.subarray(at, at + BLOCK_BYTES);
      if (checksum(block) === blockChecksums[first + at / BLOCK_BYTES]) continue;
      const problem = 'damaged: expected the bytes at the time of opening, found others';
      throw new SnapshotError(file.path, 'damaged', `${problem}; open it again`);
    }
    return { start: blocksStart, bytes };
  }

  return {
    checksum: whole,
    length,
    read(start, end) {
      if (start < latest.start || end > latest.start + latest.bytes.length) {
        const blocks = readBlocks(start, end);
        // All bytes at once are read to copy them, and would take memory.
        if (blocks.bytes.length > PIECE_BYTES)
          return blocks.bytes.subarray(start - blocks.start, end - blocks.start);
        latest = blocks;
      }
      return latest.bytes.subarray(start - latest.start, end - latest.start);
    },
  };
}

/** @throws SnapshotError if the file ends before the last of the bytes, or if the system cannot read them */
function readBytes(
  { path, descriptor }: OpenFile,
  offset: number,
  length: number,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  try {
    if (readInto(descriptor, bytes, offset)) return bytes;
  } catch (cause) {
    const problem = `expected ${length} readable bytes at ${offset}, found ${(cause as Error).message}`;
    throw new SnapshotError(path, 'damaged', `${problem}; check the disk`, { cause });
  }
  throw new SnapshotError(path, 'truncated', 'truncated while it was open; open it again');
}
