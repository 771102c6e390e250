import type { SectionEncoding } from './section-encoding.js';

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
  /** How the data of the section is stored, such as `u32` for plain 32-bit numbers. */
  readonly encoding: SectionEncoding;
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
