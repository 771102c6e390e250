/** What a section holds: numbers of one type. Text is its UTF-8 bytes. */
export type SectionData =
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/**
 * The sections of a snapshot by name, in the order in which they stand in the file. A map, or those
 * of a file, each decoded when it is first asked for.
 */
export interface Sections extends Iterable<NamedSection> {
  has(name: string): boolean;
  get(name: string): SectionData | undefined;
}

/** A section with its name. */
export type NamedSection = readonly [name: string, data: SectionData];

/** How a section's type is written in the table, and how its bytes are viewed. */
export const SECTION_TYPES = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const;

export type SectionType = keyof typeof SECTION_TYPES;

/** The type of a section's numbers. */
export function sectionTypeOf(data: SectionData): SectionType {
  for (const [type, View] of Object.entries(SECTION_TYPES)) {
    if (data instanceof View) return type as SectionType;
  }
  throw new TypeError(`A section cannot hold ${Object.prototype.toString.call(data)}.`);
}
