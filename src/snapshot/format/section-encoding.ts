import { type PackableNumbers, packNumbers, unpackNumbers } from './packed-numbers.js';
import { SECTION_TYPES, type SectionData, type SectionType, sectionTypeOf } from './section.js';

/** How the numbers of a section stand in the file. */
export interface EncodedSection {
  readonly encoding: SectionEncoding;
  readonly data: SectionData;
}

/**
 * A type: the numbers as they are. `packed-…`: numbers of that type in fewer bits, see
 * `packed-numbers.ts`. `utf8`: UTF-16 code units as UTF-8.
 */
export type SectionEncoding = SectionType | 'packed-u16' | 'packed-u32' | 'packed-i32' | 'utf8';

/** Unpacking takes time, so a little room less is not enough. */
const SMALLER = 0.75;

/** Encodes a section in the way that takes the least room; text (`….units`) by its name. */
export function encodeSection(name: string, data: SectionData): EncodedSection {
  if (data instanceof Uint16Array && name.endsWith('.units')) {
    const bytes = new TextEncoder().encode(new TextDecoder('utf-16le').decode(data));
    // Half of a surrogate pair has no UTF-8: then the units stay as they are.
    if (isSame(unitsOf(bytes), data)) return { encoding: 'utf8', data: bytes };
  }
  const type = sectionTypeOf(data);
  if (type === 'u16' || type === 'u32' || type === 'i32') {
    const packed = packNumbers(data as PackableNumbers);
    if (packed.length < data.byteLength * SMALLER) {
      return { encoding: `packed-${type}`, data: packed };
    }
  }
  return { encoding: type, data };
}

/** The section that {@link encodeSection} encoded, from `bytes` that begin at a multiple of 8. */
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
