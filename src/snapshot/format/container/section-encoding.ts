import { type PackableNumbers, packedCount, packNumbers, unpackNumbers } from './bit-packing.js';
import { SECTION_TYPES, type SectionData, type SectionType, sectionTypeOf } from './sections.js';

/** A section as it is written to the file. */
export interface EncodedSection {
  readonly encoding: SectionEncoding;
  readonly data: SectionData;
}

/**
 * How the data of a section is stored. A section type, such as `u32`, stands for plain numbers. `packed-u16`,
 * `packed-u32` and `packed-i32` stand for numbers that {@link packNumbers} packed. `utf8` stands for text that
 * is UTF-8 in the file and UTF-16 code units in memory.
 */
export type SectionEncoding = SectionType | 'packed-u16' | 'packed-u32' | 'packed-i32' | 'utf8';

const ENCODINGS = [...Object.keys(SECTION_TYPES), 'packed-u16', 'packed-u32', 'packed-i32', 'utf8'];

/** Returns whether a value is the name of an encoding. */
export function isSectionEncoding(value: unknown): value is SectionEncoding {
  return ENCODINGS.includes(value as string);
}

/** Numbers are packed only if the ratio of packed to unpacked size is below this, because unpacking takes time. */
const MAX_PACKED_RATIO = 0.75;

/** Encodes a section compactly. 16-bit numbers are UTF-16 code units if the section name ends in `.units`. */
export function encodeSection(name: string, data: SectionData): EncodedSection {
  if (data instanceof Uint16Array && name.endsWith('.units')) {
    const bytes = new TextEncoder().encode(new TextDecoder('utf-16le').decode(data));
    // UTF-8 cannot encode unpaired surrogates. Text with an unpaired surrogate is encoded as numbers.
    if (isSame(unitsOf(bytes), data)) return { encoding: 'utf8', data: bytes };
  }
  const type = sectionTypeOf(data);
  if (type === 'u16' || type === 'u32' || type === 'i32') {
    const packed = packNumbers(data as PackableNumbers);
    if (packed.length < data.byteLength * MAX_PACKED_RATIO) {
      return { encoding: `packed-${type}`, data: packed };
    }
  }
  return { encoding: type, data };
}

/**
 * Returns the size in bytes of a decoded section, or for text an upper bound. Returns undefined if the bytes of the
 * section cannot be decoded.
 */
export function decodedSize(encoding: SectionEncoding, bytes: Uint8Array): number | undefined {
  switch (encoding) {
    case 'utf8':
      return 2 * bytes.length;
    case 'packed-u16':
    case 'packed-u32':
    case 'packed-i32': {
      const count = packedCount(bytes);
      return count === undefined ? undefined : count * (encoding === 'packed-u16' ? 2 : 4);
    }
    default:
      return bytes.length % SECTION_TYPES[encoding].BYTES_PER_ELEMENT === 0
        ? bytes.length
        : undefined;
  }
}

/**
 * Decodes a section whose {@link decodedSize} is known.
 *
 * @param bytes must begin at a multiple of 8 in their buffer
 */
export function decodeSection(encoding: SectionEncoding, bytes: Uint8Array): SectionData {
  switch (encoding) {
    case 'utf8':
      return unitsOf(bytes);
    case 'packed-u16':
      return unpackNumbers(bytes, Uint16Array);
    case 'packed-u32':
      return unpackNumbers(bytes, Uint32Array);
    case 'packed-i32':
      return unpackNumbers(bytes, Int32Array);
    default: {
      const View = SECTION_TYPES[encoding];
      const buffer = bytes.buffer as ArrayBuffer;
      return new View(buffer, bytes.byteOffset, bytes.length / View.BYTES_PER_ELEMENT);
    }
  }
}

function unitsOf(utf8: Uint8Array): Uint16Array {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(utf8);
  const units = new Uint16Array(text.length);
  for (let i = 0; i < units.length; i++) units[i] = text.charCodeAt(i);
  return units;
}

function isSame(a: Uint16Array, b: Uint16Array): boolean {
  return a.length === b.length && a.every((unit, i) => unit === b[i]);
}
