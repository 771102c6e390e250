import { createUnsignedArray } from '../../search/unsigned-array.js';
import { SECTION_TYPES, type SectionData, type SectionType, sectionTypeOf } from './section.js';

/** How the numbers of a section stand in the file. */
export interface EncodedSection {
  readonly encoding: SectionEncoding;
  readonly data: SectionData;
}

/**
 * A type: the numbers as they are. `offsets-` and a type: the differences of numbers that ascend from
 * 0, which take a byte or two where the numbers take four. `utf8`: UTF-16 code units as UTF-8.
 */
export type SectionEncoding = SectionType | 'offsets-u8' | 'offsets-u16' | 'offsets-u32' | 'utf8';

/** Encodes a section: offsets (`….offsets`) and code units (`….units`) by their names, others as they are. */
export function encodeSection(name: string, data: SectionData): EncodedSection {
  if (data instanceof Uint32Array && name.endsWith('.offsets') && ascendsFromZero(data)) {
    const differences = differencesOf(data);
    return { encoding: `offsets-${sectionTypeOf(differences) as 'u8'}`, data: differences };
  }
  if (data instanceof Uint16Array && name.endsWith('.units')) {
    const bytes = new TextEncoder().encode(new TextDecoder('utf-16le').decode(data));
    // Half of a surrogate pair has no UTF-8: then the units stay as they are.
    if (isSame(unitsOf(bytes), data)) return { encoding: 'utf8', data: bytes };
  }
  return { encoding: sectionTypeOf(data), data };
}

/** The section that {@link encodeSection} encoded, from `bytes` that begin at a multiple of 8. */
export function decodeSection(encoding: SectionEncoding, bytes: Uint8Array): SectionData {
  if (encoding === 'utf8') return unitsOf(bytes);
  if (!encoding.startsWith('offsets-')) return view(encoding as SectionType, bytes);
  const differences = view(encoding.slice('offsets-'.length) as SectionType, bytes);
  const offsets = new Uint32Array(differences.length + 1);
  let offset = 0;
  for (let i = 0; i < differences.length; i++) {
    offset += differences[i];
    offsets[i + 1] = offset;
  }
  return offsets;
}

function view(type: SectionType, bytes: Uint8Array): SectionData {
  const View = SECTION_TYPES[type];
  const buffer = bytes.buffer as ArrayBuffer;
  return new View(buffer, bytes.byteOffset, bytes.length / View.BYTES_PER_ELEMENT);
}

function ascendsFromZero(numbers: Uint32Array): boolean {
  if (numbers[0] !== 0) return false;
  for (let i = 1; i < numbers.length; i++) if (numbers[i] < numbers[i - 1]) return false;
  return true;
}

function differencesOf(offsets: Uint32Array): SectionData {
  let greatest = 0;
  for (let i = 1; i < offsets.length; i++)
    greatest = Math.max(greatest, offsets[i] - offsets[i - 1]);
  const differences = createUnsignedArray(greatest, offsets.length - 1);
  for (let i = 1; i < offsets.length; i++) differences[i - 1] = offsets[i] - offsets[i - 1];
  return differences;
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
