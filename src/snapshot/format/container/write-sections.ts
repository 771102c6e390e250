import { type Checksum, crc32 } from './crc32.js';
import { align, FORMAT_VERSION, HEADER_LENGTH, MAGIC, type TableEntry } from './layout.js';
import { encodeSection } from './section-encoding.js';
import { isInFile, type NamedSection, type Section, type SectionData } from './sections.js';

/** The entry of a section in the table, without its offset. */
export type SectionInTable = Omit<TableEntry, 'offset'>;

/** An encoded section of a snapshot file, without its offset. */
export interface SectionInFile extends SectionInTable {
  /** The encoded data. */
  readonly bytes: Uint8Array;
  /** The zeros up to the next multiple of the alignment. */
  readonly padding: Uint8Array;
}

/** Encodes a section for a snapshot file. The bytes of a section that needs no encoding are a view, not a copy. */
export function encodeInFile(name: string, section: Section, checksum: Checksum): SectionInFile {
  const numbers = isInFile(section) ? section.read(0, section.length) : section;
  const { encoding, data } = encodeSection(name, numbers);
  const bytes = bytesOf(data);
  const padding = new Uint8Array(align(bytes.length) - bytes.length);
  return {
    name,
    encoding,
    length: bytes.length,
    checksum: checksum(padding, checksum(bytes)),
    bytes,
    padding,
  };
}

/** Returns the entries of sections in the table of a snapshot file. Does not read bytes that stay in a file. */
export function tableEntriesOf(sections: Iterable<NamedSection>): SectionInTable[] {
  return Array.from(sections, ([name, section]) => {
    if (isInFile(section)) {
      return { name, encoding: 'u8', length: section.length, checksum: section.checksum };
    }
    const { bytes, padding, ...entry } = encodeInFile(name, section, crc32);
    return entry;
  });
}

function bytesOf(data: SectionData): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/**
 * Yields the bytes of a snapshot file in pieces. The pieces of sections that need no encoding are views,
 * not copies.
 *
 * @param sections the sections; each is encoded before the next one is read
 * @param checksum The CRC-32 function, for example `zlib.crc32`. Default: {@link crc32}.
 */
export function* writeSections(
  sections: Iterable<NamedSection>,
  checksum: Checksum = crc32,
): Generator<Uint8Array> {
  const encoded = Array.from(sections, ([name, section]) => encodeInFile(name, section, checksum));
  yield* headOfSections(
    encoded.map(({ bytes, padding, ...entry }) => entry),
    checksum,
  );
  for (const { bytes, padding } of encoded) {
    yield bytes;
    yield padding;
  }
}

/** Returns the bytes of a snapshot file before its sections: the header and the table. */
export function headOfSections(
  withoutOffsets: readonly SectionInTable[],
  checksum: Checksum,
): [header: Uint8Array, table: Uint8Array] {
  // These offsets have at least as many digits as the real offsets, so the real table is not longer.
  const tableLength = encodeTable(
    assignOffsets(withoutOffsets, Number.MAX_SAFE_INTEGER / 2),
  ).length;
  const begin = align(HEADER_LENGTH + tableLength);
  const entries = assignOffsets(withoutOffsets, begin);
  const table = new Uint8Array(begin - HEADER_LENGTH).fill(0x20);
  table.set(encodeTable(entries));
  const fileLength = entries.reduce((end, entry) => end + align(entry.length), begin);
  return [encodeHeader(table, fileLength, checksum), table];
}

/** Assigns consecutive offsets to the sections, from `begin`. */
function assignOffsets(entries: readonly SectionInTable[], begin: number): TableEntry[] {
  let offset = begin;
  return entries.map((entry) => {
    const withOffset = { ...entry, offset };
    offset += align(entry.length);
    return withOffset;
  });
}

function encodeTable(entries: readonly TableEntry[]): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(entries));
}

function encodeHeader(table: Uint8Array, fileLength: number, checksum: Checksum): Uint8Array {
  const bytes = new Uint8Array(HEADER_LENGTH);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint32(8, FORMAT_VERSION, true);
  view.setUint32(12, table.length, true);
  view.setBigUint64(16, BigInt(fileLength), true);
  view.setUint32(24, checksum(table), true);
  view.setUint32(28, checksum(bytes.subarray(0, 28)), true);
  return bytes;
}
