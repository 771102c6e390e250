/*
 * The layout of a snapshot file. All numbers are little-endian.
 *
 *   header    32 bytes: magic (8), version (u32), length of the padded table in bytes (u32),
 *             length of the file (u64), CRC-32 of the table (u32), CRC-32 of the first 28 bytes (u32)
 *   table     a JSON array of TableEntry, padded with spaces to end at a multiple of ALIGNMENT
 *   sections  each section begins at a multiple of ALIGNMENT, and is padded with zeros to the next multiple
 *
 * The header, the table and every section with its padding have a checksum, so that any changed byte
 * is detected and the damaged part can be reported. The checksums are CRC-32, which {@link crc32} computes.
 */

import { lazy } from '../../../base/lazy.js';
import type { SectionType } from './sections.js';

/**
 * The first bytes of a snapshot: a byte that no UTF-8 text begins with, `CARREL`, and a line feed, which a
 * transfer in text mode would change.
 */
export const MAGIC: readonly number[] = [0x89, 0x43, 0x41, 0x52, 0x52, 0x45, 0x4c, 0x0a];

/**
 * The format version that is written, and the only version that can be read. `docs/internals/snapshot-format.md`
 * describes it, and `CHANGELOG.md` the versions that a release must read.
 */
export const FORMAT_VERSION = 11;

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

/**
 * A function that computes the CRC-32 of bytes, such as {@link crc32} or `zlib.crc32` of Node.
 * `previousCrc` is the CRC-32 of the preceding bytes. Default: 0, the CRC-32 of no bytes.
 */
export type Checksum = (bytes: Uint8Array, previousCrc?: number) => number;

const tables = lazy(makeTables);

/**
 * Computes the CRC-32 of bytes (polynomial 0xEDB88320, as in gzip and PNG) as an unsigned 32-bit
 * number. Any change within 32 consecutive bits changes the CRC-32.
 *
 * The algorithm is slicing-by-16: each step of the main loop processes 16 bytes. `zlib.crc32` of Node
 * returns the same numbers and is faster.
 *
 * @param previousCrc The CRC-32 of the preceding bytes. Default: 0, the CRC-32 of no bytes.
 */
export function crc32(bytes: Uint8Array, previousCrc = 0): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14, t15] = tables();
  const last = bytes.length - 16;
  let crc = ~previousCrc;
  let i = 0;
  for (; i <= last; i += 16) {
    crc =
      t15[bytes[i] ^ (crc & 0xff)] ^
      t14[bytes[i + 1] ^ ((crc >>> 8) & 0xff)] ^
      t13[bytes[i + 2] ^ ((crc >>> 16) & 0xff)] ^
      t12[bytes[i + 3] ^ (crc >>> 24)] ^
      t11[bytes[i + 4]] ^
      t10[bytes[i + 5]] ^
      t9[bytes[i + 6]] ^
      t8[bytes[i + 7]] ^
      t7[bytes[i + 8]] ^
      t6[bytes[i + 9]] ^
      t5[bytes[i + 10]] ^
      t4[bytes[i + 11]] ^
      t3[bytes[i + 12]] ^
      t2[bytes[i + 13]] ^
      t1[bytes[i + 14]] ^
      t0[bytes[i + 15]];
  }
  for (; i < bytes.length; i++) crc = (crc >>> 8) ^ t0[(crc ^ bytes[i]) & 0xff];
  return ~crc >>> 0;
}

/** Returns tables in which `tables[n][byte]` is the CRC remainder of `byte` followed by `n` zero bytes. */
function makeTables(): Int32Array[] {
  const tables = Array.from({ length: 16 }, () => new Int32Array(256));
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    tables[0][byte] = crc;
  }
  for (let n = 1; n < 16; n++) {
    for (let byte = 0; byte < 256; byte++) {
      const crc = tables[n - 1][byte];
      tables[n][byte] = (crc >>> 8) ^ tables[0][crc & 0xff];
    }
  }
  return tables;
}
