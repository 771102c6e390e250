import { closeSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
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
