/*
 * Sections by name: their types, functions that return a section after checking its type and length, and the layout of the
 * sections in a file. `read-sections.ts` and `write-sections.ts` read and write them, and the files in `format/` define
 * their contents.
 */

import { lazy } from '../../../base/lazy.js';
import { StructureError } from '../../../base/messages.js';
import type { UnsignedArray } from '../../../base/typed-arrays.js';

/** A section is missing or has an unexpected type. Usually another version of Carrel wrote the snapshot. */
export class MissingSectionError extends Error {
  override name = 'MissingSectionError';

  /** @param section the name of the section */
  constructor(readonly section: string) {
    super(`expected section '${section}', found nothing`);
  }
}

/** The contents of a section: numbers of one type, or text as UTF-8 bytes or UTF-16 code units. */
export type SectionData =
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** A section of a snapshot: its contents in memory, or its bytes in a file. */
export type Section = SectionData | BytesInFile;

/** The sections of a snapshot by name, in the order of the file. */
export type Sections = ReadonlyMap<string, Section>;

/** The bytes of a section, which are in memory or stay in a file. */
export interface SectionBytes {
  /** The number of bytes. */
  readonly length: number;
  /**
   * Returns the bytes from `start` up to but not including `end`, which must not be changed. Bytes from a file are valid
   * until the next call, which can overwrite them.
   *
   * @throws SnapshotError if the bytes in the file do not match their checksum, or cannot be read
   */
  read(start: number, end: number): Uint8Array;
  /**
   * Decompresses bytes (raw deflate) to `size` bytes. Absent where no function is faster than `inflateSync` of fflate.
   */
  readonly inflate?: (bytes: Uint8Array, size: number) => Uint8Array;
}

/** The bytes of a section of the type `u8` that stay in a file, and are read when they are needed. */
export interface BytesInFile extends SectionBytes {
  /** The checksum in the section table. */
  readonly checksum: number;
}

/** Returns whether the bytes of a section stay in a file. */
export function isInFile(section: Section): section is BytesInFile {
  return !ArrayBuffer.isView(section);
}

/**
 * Returns the bytes of a section.
 *
 * @throws MissingSectionError if the section is missing or has another type
 */
export function getBytes(sections: Sections, name: string): SectionBytes {
  const section = sections.get(name);
  if (section !== undefined && isInFile(section)) return section;
  const bytes = getSection(sections, name, Uint8Array);
  return { length: bytes.length, read: (start, end) => bytes.subarray(start, end) };
}

/**
 * Reads one of the ranges that offsets divide bytes into.
 *
 * @throws StructureError if the range is not within the bytes
 */
export function readRange(
  section: string,
  bytes: SectionBytes,
  offsets: Uint32Array,
  index: number,
): Uint8Array {
  const [start, end] = [offsets[index], offsets[index + 1]];
  if (start <= end && end <= bytes.length) return bytes.read(start, end);
  throw new StructureError(
    section,
    `ascending offsets up to ${bytes.length}`,
    `${start} to ${end}`,
  );
}

/** Receives the sections of a snapshot in the order of the file. `Map` implements this interface. */
export interface SectionWriter {
  /** Adds a section. Each name must be used once. */
  set(name: string, section: Section): void;
}

export type NamedSection = readonly [name: string, section: Section];

/**
 * Copies a section to other sections. Does not read bytes that stay in a file.
 *
 * @throws MissingSectionError if the section is missing
 */
export function copySection(from: Sections, to: SectionWriter, name: string): void {
  const section = from.get(name);
  if (section === undefined) throw new MissingSectionError(name);
  to.set(name, section);
}

/** The array type of each section type. */
export const SECTION_TYPES = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const;

/** The name of a section type. */
export type SectionType = keyof typeof SECTION_TYPES;

/** Returns whether a value is the name of a section type. */
export function isSectionType(value: unknown): value is SectionType {
  return typeof value === 'string' && Object.hasOwn(SECTION_TYPES, value);
}

/** Returns the type of a section's numbers. */
export function sectionTypeOf(data: SectionData): SectionType {
  for (const [type, View] of Object.entries(SECTION_TYPES)) {
    if (data instanceof View) return type as SectionType;
  }
  throw new TypeError(
    `section: expected one of ${Object.keys(SECTION_TYPES).join(', ')}, found ${Object.prototype.toString.call(data)}`,
  );
}

/**
 * Returns a section.
 *
 * @throws MissingSectionError if the section is missing or has another type
 */
export function getSection<T extends SectionData>(
  sections: Sections,
  name: string,
  type: abstract new (...args: never[]) => T,
): T {
  const data = sections.get(name);
  if (data instanceof type) return data;
  throw new MissingSectionError(name);
}

/**
 * Returns a section of unsigned integers of 8, 16 or 32 bits.
 *
 * @throws MissingSectionError if the section is missing or has another type
 */
export function unsignedSection(sections: Sections, name: string): UnsignedArray {
  const data = sections.get(name);
  if (data instanceof Uint8Array || data instanceof Uint16Array) return data;
  return getSection(sections, name, Uint32Array);
}

/**
 * Returns offsets that divide an array into ranges. Checks only their number, the first and the last. `readSections` has
 * checked that they ascend.
 *
 * @param length the length of the divided array
 * @param count The number of ranges. Default: any number.
 * @throws MissingSectionError if the section is missing or has another type
 * @throws StructureError if the offsets do not fit the array
 */
export function getOffsets(
  sections: Sections,
  name: string,
  length: number,
  count?: number,
): Uint32Array {
  const offsets = getSection(sections, name, Uint32Array);
  if (offsets.length === 0) throw new StructureError(name, 'at least one offset', 'none');
  if (count !== undefined) checkLength(name, offsets, count + 1);
  const [first, last] = [offsets[0], offsets[offsets.length - 1]];
  if (first === 0 && last === length) return offsets;
  throw new StructureError(name, `offsets from 0 to ${length}`, `${first} to ${last}`);
}

/**
 * Returns a section with one number per item.
 *
 * @throws MissingSectionError if the section is missing or has another type
 * @throws StructureError if the section has another length
 */
export function getParallel<T extends SectionData>(
  sections: Sections,
  name: string,
  type: abstract new (...args: never[]) => T,
  count: number,
): T {
  return checkLength(name, getSection(sections, name, type), count);
}

/**
 * Returns a section of the expected length.
 *
 * @throws StructureError if the section has another length
 */
export function checkLength<T extends SectionData>(name: string, section: T, expected: number): T {
  if (section.length === expected) return section;
  throw new StructureError(name, `${expected} elements`, section.length);
}

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
