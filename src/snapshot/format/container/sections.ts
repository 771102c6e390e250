import { lazy, StructureError, type UnsignedArray } from '../../../search/index.js';

/** A section is missing or has an unexpected type. Usually another version of Carrel wrote the snapshot. */
export class MissingSectionError extends Error {
  override name = 'MissingSectionError';

  /** @param section the name of the section */
  constructor(readonly section: string) {
    super(`expected section '${section}', found nothing`);
  }
}

/** Runs a check of the engine. Replaces the name of the structure in its error by the name of the section. */
export function withSectionNames(nameOf: (structure: string) => string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof StructureError)) throw error;
    throw new StructureError(nameOf(error.structure), error.expected, error.found);
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

/**
 * The sections of a snapshot by name, in the order of the file. `Map` and `LazySections` implement this
 * interface.
 */
export interface Sections extends Iterable<NamedSection> {
  /** Returns the names of all sections. */
  keys(): Iterable<string>;
  has(name: string): boolean;
  get(name: string): Section | undefined;
}

/** The bytes of a section, which are in memory or stay in a file. */
export interface SectionBytes {
  /** The number of bytes. */
  readonly length: number;
  /**
   * Returns the bytes from `start` up to but not including `end`, which must not be changed. The next call can overwrite
   * them, unless they are all bytes of the section.
   *
   * @throws SnapshotError if the file was changed after it was opened
   */
  read(start: number, end: number): Uint8Array;
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

/** Receives the sections of a snapshot in the order of the file. `Map` implements this interface. */
export interface SectionWriter {
  /** Adds a section. Each name must be used once. */
  set(name: string, section: Section): void;
}

export type NamedSection = readonly [name: string, section: Section];

/**
 * Adds a section of other sections. Bytes that stay in a file are not read.
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
 * Checks that a section exists, without decoding it.
 *
 * @throws MissingSectionError if the section is missing
 */
export function assertSection(sections: Sections, name: string): void {
  if (!sections.has(name)) throw new MissingSectionError(name);
}

/**
 * Checks that a section exists, without decoding it, and returns a function that decodes the section at
 * the first call and returns it.
 *
 * @returns a function that throws a {@link MissingSectionError} if the section has another type
 * @throws MissingSectionError if the section is missing
 */
export function lazySection<T extends SectionData>(
  sections: Sections,
  name: string,
  type: abstract new (...args: never[]) => T,
): () => T {
  assertSection(sections, name);
  return lazy(() => getSection(sections, name, type));
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
