import {
  align,
  type Checksum,
  crc32,
  FORMAT_VERSION,
  HEADER_LENGTH,
  isInFile,
  MAGIC,
  type NamedSection,
  type Section,
  sectionTypeOf,
  type TableEntry,
} from './sections.js';

/** The entry of a section in the table, without its offset. */
export type SectionInTable = Omit<TableEntry, 'offset'>;

/** A section as it is written to a file. */
export interface SectionInFile {
  readonly entry: SectionInTable;
  /** A view of the numbers. */
  readonly bytes: Uint8Array;
  /** The zeros up to the next multiple of the alignment. */
  readonly padding: Uint8Array;
}

/** Returns the bytes of a section in a file and its entry in the table. Copies no numbers. */
export function toSectionInFile(name: string, section: Section, checksum: Checksum): SectionInFile {
  const numbers = isInFile(section) ? section.read(0, section.length) : section;
  const { buffer, byteOffset, byteLength: length } = numbers;
  const bytes = new Uint8Array(buffer, byteOffset, length);
  const padding = new Uint8Array(align(length) - length);
  const entry = {
    name,
    type: sectionTypeOf(numbers),
    length,
    checksum: checksum(padding, checksum(bytes)),
  };
  return { entry, bytes, padding };
}

/** Returns the entries of sections in the section table. Bytes that stay in a file are not read. */
export function tableEntriesOf(sections: Iterable<NamedSection>): SectionInTable[] {
  return Array.from(sections, ([name, section]) => {
    if (!isInFile(section)) return toSectionInFile(name, section, crc32).entry;
    return { name, type: 'u8', length: section.length, checksum: section.checksum };
  });
}

/**
 * Yields the bytes of a snapshot file in pieces. The pieces of sections are views, not copies.
 *
 * @param checksum The CRC-32 function, for example `zlib.crc32`. Default: {@link crc32}.
 */
export function* writeSections(
  sections: Iterable<NamedSection>,
  checksum: Checksum = crc32,
): Generator<Uint8Array> {
  const written = Array.from(sections, ([name, section]) =>
    toSectionInFile(name, section, checksum),
  );
  yield* headOfSections(
    written.map(({ entry }) => entry),
    checksum,
  );
  for (const { bytes, padding } of written) {
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
