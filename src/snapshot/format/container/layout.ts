import type { SectionType } from './sections.js';

/*
 * The layout of a snapshot file. All numbers are little-endian.
 *
 *   header    32 bytes: magic (8), version (u32), length of the padded table in bytes (u32),
 *             length of the file (u64), CRC-32 of the table (u32), CRC-32 of the first 28 bytes (u32)
 *   table     a JSON array of TableEntry, padded with spaces to end at a multiple of ALIGNMENT
 *   sections  each section begins at a multiple of ALIGNMENT, and is padded with zeros to the next multiple
 *
 * The header, the table and every section with its padding have a checksum, so that any changed byte
 * is detected and the damaged part can be reported.
 */

/**
 * The first bytes of a snapshot: a byte that no UTF-8 text begins with, `CARREL`, and a line feed, which a
 * transfer in text mode would change.
 */
export const MAGIC: readonly number[] = [0x89, 0x43, 0x41, 0x52, 0x52, 0x45, 0x4c, 0x0a];

/**
 * The format version that is written, and the only version that can be read. `docs/snapshot-format.md` describes it, and
 * `docs/versioning.md` says which versions a release must read.
 */
export const FORMAT_VERSION = 9;

/** The length of the header in bytes. */
export const HEADER_LENGTH = 32;

/** The alignment of sections in bytes: the size of a cache line, and a multiple of the size of every number type. */
const ALIGNMENT = 64;

/** The entry of a section in the table. */
export interface TableEntry {
  readonly name: string;
  /** The type of the numbers, such as `u32`. */
  readonly type: SectionType;
  /** The byte offset in the file. */
  readonly offset: number;
  /** The length in bytes, without the padding. */
  readonly length: number;
  /** The CRC-32 of the section and its padding. */
  readonly checksum: number;
}

/** Rounds an offset up to a multiple of {@link ALIGNMENT}. */
export function align(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}

/**
 * The number of bytes of a section in a file that are verified together. A section of bytes that can stay in a file has
 * the checksum of each block in another section; see {@link blockChecksumsOf}.
 */
export const BLOCK_BYTES = 1024;

/** Returns the name of the section with the checksums of the blocks of a section, such as `titles.summary.checksums`. */
export function blockChecksumsOf(name: string): string {
  return name.replace(/\.bytes$/, '.checksums');
}

/** Returns the number of blocks of a section, with the zeros up to the next section. */
export function blockCountOf(length: number): number {
  return Math.ceil(align(length) / BLOCK_BYTES);
}
