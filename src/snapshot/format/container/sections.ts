/*
 * Sections by name: their types, and functions that return a section after checking its type and length.
 * `read-sections.ts` reads sections, and the files in `format/` define their contents.
 */

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
