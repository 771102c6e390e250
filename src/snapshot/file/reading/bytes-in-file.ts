import { closeSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { align, BLOCK_BYTES, type TableEntry } from '../../format/container/layout.js';
import {
  type BytesInFile,
  isInFile,
  type Section,
  type Sections,
} from '../../format/container/sections.js';
import { SnapshotError } from '../../format/container/snapshot-error.js';
import { checksum } from './checksum.js';
import { readInto } from './read-into.js';

/** The number of blocks of a section that stay in memory after they were read. */
const CACHED_BLOCKS = 1024;

/** Longer parts of a section are read at once, and do not stay in memory. */
const MAX_CACHED_BYTES = 16 * BLOCK_BYTES;

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
export function openFile(path: string, descriptor: number): OpenFile {
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
 * Makes a section readable that stays in an open file. A read verifies the blocks that it reads, so that bytes that were
 * damaged or overwritten in the file are never returned.
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
  /** The blocks that were read last, by their index. */
  readonly #blocks = new LRUCache<number, Uint8Array>({ max: CACHED_BLOCKS });

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
    const from = first * BLOCK_BYTES;
    if (end <= from + BLOCK_BYTES) return this.#block(first).subarray(start - from, end - from);
    if (end - start > MAX_CACHED_BYTES) {
      const count = Math.ceil(end / BLOCK_BYTES) - first;
      return this.#readBlocks(first, count).subarray(start - from, end - from);
    }
    const bytes = new Uint8Array(end - start);
    for (let at = start; at < end; ) {
      const index = Math.floor(at / BLOCK_BYTES);
      const skipped = at - index * BLOCK_BYTES;
      const part = this.#block(index).subarray(skipped, skipped + end - at);
      bytes.set(part, at - start);
      at += part.length;
    }
    return bytes;
  }

  inflate(bytes: Uint8Array, size: number): Uint8Array {
    return inflateRawSync(bytes, { maxOutputLength: size });
  }

  #block(index: number): Uint8Array {
    let block = this.#blocks.get(index);
    if (block === undefined) {
      block = this.#readBlocks(index, 1);
      this.#blocks.set(index, block);
    }
    return block;
  }

  #readBlocks(first: number, count: number): Uint8Array {
    try {
      return this.#verifiedBlocks(first, count);
    } catch (error) {
      this.file.damage[0] = 1;
      throw error;
    }
  }

  #verifiedBlocks(first: number, count: number): Uint8Array {
    const { file, name, offset, blockChecksums } = this;
    const start = first * BLOCK_BYTES;
    const end = Math.min(align(this.length), start + count * BLOCK_BYTES);
    const bytes = new Uint8Array(end - start);
    readFrom(file, offset + start, bytes);
    for (let i = 0; i < count; i++) {
      const block = bytes.subarray(i * BLOCK_BYTES, (i + 1) * BLOCK_BYTES);
      if (checksum(block) === blockChecksums[first + i]) continue;
      throw new SnapshotError(
        file.path,
        'damaged',
        `damaged: a block of section '${name}' does not match its checksum; copy the snapshot again`,
        { section: name },
      );
    }
    return bytes;
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
