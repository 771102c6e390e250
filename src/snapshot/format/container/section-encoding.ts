import { type Allocate, allocateMemory } from '../../../search/index.js';
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

/** Returns whether {@link decodeSection} returns a copy for an encoding. Otherwise it returns a view of the bytes. */
export function isDecodedCopy(encoding: SectionEncoding): boolean {
  return !(encoding in SECTION_TYPES);
}

/** Numbers are packed only if the ratio of packed to unpacked size is below this, because unpacking takes time. */
const MAX_PACKED_RATIO = 0.75;

/** Encodes a section compactly. 16-bit numbers are UTF-16 code units if the section name ends in `.units`. */
export function encodeSection(name: string, data: SectionData): EncodedSection {
  if (data instanceof Uint16Array && name.endsWith('.units')) {
    const utf8 = encodeText(data);
    if (utf8 !== undefined) return { encoding: 'utf8', data: utf8 };
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
 * Decodes a section whose {@link decodedSize} is known. Numbers and text that are stored as they are in memory are not
 * copied.
 *
 * @param bytes must begin at a multiple of 8 in their buffer
 * @param allocate Allocates the memory of the array. Default: memory of the calling thread.
 */
export function decodeSection(
  encoding: SectionEncoding,
  bytes: Uint8Array,
  allocate: Allocate = allocateMemory,
): SectionData {
  switch (encoding) {
    case 'utf8':
      return unitsOf(bytes, allocate);
    case 'packed-u16':
      return unpackNumbers(bytes, Uint16Array, allocate);
    case 'packed-u32':
      return unpackNumbers(bytes, Uint32Array, allocate);
    case 'packed-i32':
      return unpackNumbers(bytes, Int32Array, allocate);
    default: {
      const View = SECTION_TYPES[encoding];
      const buffer = bytes.buffer as ArrayBuffer;
      return new View(buffer, bytes.byteOffset, bytes.length / View.BYTES_PER_ELEMENT);
    }
  }
}

/** The number of code units or bytes of text that are a string at a time. A string has less than 2^29 code units. */
const TEXT_PIECE = 1 << 16;

/**
 * Returns text in UTF-8. Returns undefined for text with an unpaired surrogate, which UTF-8 cannot encode, and for text
 * that begins with a byte order mark.
 */
function encodeText(units: Uint16Array): Uint8Array | undefined {
  if (units[0] === BYTE_ORDER_MARK) return undefined;
  const pieces: Uint8Array[] = [];
  let length = 0;
  const encoder = new TextEncoder();
  for (let start = 0; start < units.length; ) {
    const last = Math.min(start + TEXT_PIECE, units.length) - 1;
    const end = isHighSurrogate(units[last]) && last > start ? last : last + 1;
    const piece = units.subarray(start, end);
    const utf8 = encoder.encode(new TextDecoder('utf-16le', { ignoreBOM: true }).decode(piece));
    const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(utf8);
    if (!isText(decoded, piece)) return undefined;
    pieces.push(utf8);
    length += utf8.length;
    start = end;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

const BYTE_ORDER_MARK = 0xfeff;

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isText(text: string, units: Uint16Array): boolean {
  return text.length === units.length && units.every((unit, i) => unit === text.charCodeAt(i));
}

function unitsOf(utf8: Uint8Array, allocate: Allocate): Uint16Array {
  // Text has at most one code unit per byte, but bytes that are not UTF-8 can be counted as more.
  const units = allocateUnits(Math.min(countUnits(utf8), utf8.length), allocate);
  const length = decodeInto(units, utf8);
  if (length === units.length) return units;
  // Bytes that are not UTF-8 are decoded to replacement characters.
  const replaced = allocateUnits(length, allocate);
  decodeInto(replaced, utf8);
  return replaced;
}

/** Returns the number of code units of text in UTF-8. Bytes that are not UTF-8 can have another number. */
function countUnits(utf8: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < utf8.length; i++) {
    const byte = utf8[i];
    if (byte < 0x80 || byte >= 0xc0) count += byte >= 0xf0 ? 2 : 1;
  }
  return count;
}

/** Decodes text up to the end of `units`, and returns the number of code units that the whole text has. */
function decodeInto(units: Uint16Array, utf8: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let length = 0;
  for (let start = 0; start < utf8.length; start += TEXT_PIECE) {
    const piece = utf8.subarray(start, start + TEXT_PIECE);
    const text = decoder.decode(piece, { stream: start + TEXT_PIECE < utf8.length });
    for (let i = 0; i < text.length; i++) units[length++] = text.charCodeAt(i);
  }
  return length;
}

function allocateUnits(length: number, allocate: Allocate): Uint16Array {
  return new Uint16Array(allocate(length * Uint16Array.BYTES_PER_ELEMENT), 0, length);
}
