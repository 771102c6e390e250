import type { SectionEncoding } from './section-encoding.js';

/*
 * A snapshot file, little-endian throughout:
 *
 *   prelude   32 bytes: magic (8), version (u32), length of the table in bytes (u32),
 *             length of the file (u64), CRC-32 of the table (u32), CRC-32 of the 28 bytes before (u32)
 *   table     JSON, an array of TableEntry, filled up with spaces to the next multiple of ALIGNMENT
 *   sections  each from a multiple of ALIGNMENT on, filled up with zeros to the next one
 *
 * Every byte belongs to the prelude, the table or a section, a section's filling to that section,
 * and each of them has a checksum: a byte that changed anywhere is found and its place named.
 */

/** A byte no text begins with, the name, and a line feed that a text-mode transfer would change. */
export const MAGIC: readonly number[] = [0x89, 0x43, 0x41, 0x52, 0x52, 0x45, 0x4c, 0x0a];

/** The version that this code writes, and the only one that it reads. */
export const FORMAT_VERSION = 3;

export const PRELUDE_LENGTH = 32;

/** A cache line; a multiple of every number's size. */
const ALIGNMENT = 64;

/** Where a section stands and how to check it. */
export interface TableEntry {
  readonly name: string;
  /** How its numbers stand there. */
  readonly encoding: SectionEncoding;
  /** In bytes from the beginning of the file. */
  readonly offset: number;
  /** In bytes, without the filling. */
  readonly length: number;
  /** CRC-32 of the section and its filling. */
  readonly checksum: number;
}

/** The next multiple of {@link ALIGNMENT}. Right up to 2^53. */
export function aligned(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}
