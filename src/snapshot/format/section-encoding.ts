import { decodeDeltas, encodeDeltas } from './deltas.js';
import { SECTION_TYPES, type SectionData, type SectionType, sectionTypeOf } from './section.js';
import { decodeSmallNumbers, encodeSmallNumbers } from './small-numbers.js';

/** How the numbers of a section stand in the file. */
export interface EncodedSection {
  readonly encoding: SectionEncoding;
  readonly data: SectionData;
}

/**
 * A type: the numbers as they are. `deltas`: 32-bit numbers as their differences, see `deltas.ts`.
 * `utf8`: UTF-16 code units as UTF-8. `i16`: 32-bit integers that fit 16 bits, the least of which
 * stands for the least of 32 bits. `small`: 16-bit numbers in groups of seven bits, see
 * `small-numbers.ts`.
 */
export type SectionEncoding = SectionType | 'deltas' | 'utf8' | 'i16' | 'small';

/** Decoding takes time, so a little room less is not enough. */
const SMALLER = 0.75;

const LEAST_INT32 = -(2 ** 31);
const LEAST_INT16 = -(2 ** 15);

/** Encodes a section in the way that takes the least room; text (`….units`) by its name. */
export function encodeSection(name: string, data: SectionData): EncodedSection {
  if (data instanceof Uint32Array) {
    const deltas = encodeDeltas(data);
    if (deltas.length < data.byteLength) return { encoding: 'deltas', data: deltas };
  }
  if (data instanceof Uint16Array && name.endsWith('.units')) {
    const bytes = new TextEncoder().encode(new TextDecoder('utf-16le').decode(data));
    // Half of a surrogate pair has no UTF-8: then the units stay as they are.
    if (isSame(unitsOf(bytes), data)) return { encoding: 'utf8', data: bytes };
  }
  if (data instanceof Uint16Array) {
    const bytes = encodeSmallNumbers(data);
    if (bytes.length < data.byteLength * SMALLER) return { encoding: 'small', data: bytes };
  }
  if (data instanceof Int32Array && data.every(fitsInt16)) {
    const narrow = Uint16Array.from(data, (number) =>
      number === LEAST_INT32 ? LEAST_INT16 : number,
    );
    return { encoding: 'i16', data: narrow };
  }
  return { encoding: sectionTypeOf(data), data };
}

function fitsInt16(number: number): boolean {
  return number === LEAST_INT32 || (number > LEAST_INT16 && number <= 0x7fff);
}

/** The section that {@link encodeSection} encoded, from `bytes` that begin at a multiple of 8. */
export function decodeSection(encoding: SectionEncoding, bytes: Uint8Array): SectionData {
  if (encoding === 'utf8') return unitsOf(bytes);
  if (encoding === 'i16') {
    const narrow = new Int16Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length / 2);
    const wide = new Int32Array(narrow.length);
    for (let i = 0; i < wide.length; i++) {
      wide[i] = narrow[i] === LEAST_INT16 ? LEAST_INT32 : narrow[i];
    }
    return wide;
  }
  if (encoding === 'small') return decodeSmallNumbers(bytes);
  if (encoding === 'deltas') return decodeDeltas(bytes);
  const View = SECTION_TYPES[encoding];
  const buffer = bytes.buffer as ArrayBuffer;
  return new View(buffer, bytes.byteOffset, bytes.length / View.BYTES_PER_ELEMENT);
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
