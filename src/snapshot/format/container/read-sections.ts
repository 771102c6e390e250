import { type Checksum, crc32 } from './crc32.js';
import { align, FORMAT_VERSION, HEADER_LENGTH, MAGIC, type TableEntry } from './layout.js';
import { LazySections } from './lazy-sections.js';
import { decodedSize, isSectionEncoding } from './section-encoding.js';
import type { Sections } from './sections.js';
import { SnapshotError } from './snapshot-error.js';

/** The bytes of a snapshot, in a file or in memory. */
export interface ByteSource {
  /** The name of the snapshot in messages, such as the path of the file. */
  readonly name: string;
  /** The size in bytes. */
  readonly size: number;
  /**
   * Returns `length` bytes from `offset`. The range must be within the size. If `offset` is a multiple of 8,
   * the returned bytes begin at a multiple of 8 in their buffer, so that any typed array can view them.
   */
  read(offset: number, length: number): Uint8Array;
}

/** Returns the bytes of a buffer, without copying them. */
export function memoryBytes(name: string, buffer: ArrayBuffer): ByteSource {
  return {
    name,
    size: buffer.byteLength,
    read: (offset, length) => new Uint8Array(buffer, offset, length),
  };
}

/**
 * The decoded sections of a snapshot take at most this factor times the size of the file, and
 * {@link MAX_DECODED_BYTES}. Typical sections take 1.7 times the size of the file.
 */
const MAX_DECODED_RATIO = 3;
const MAX_DECODED_BYTES = 1 << 24;

const REMEDY = 'copy the snapshot again, or build it again from its source';

/**
 * Reads the sections of a snapshot. Verifies the length of the snapshot and all checksums. A section is decoded
 * at its first use.
 *
 * @param checksum The CRC-32 function, for example `zlib.crc32`. Default: {@link crc32}.
 * @param isNeeded Whether to read a section. Other sections are neither read nor verified. Default: all sections.
 * @throws SnapshotError if the bytes are damaged or not a snapshot of this format version; the message
 *   names the damaged part
 */
export function readSections(
  source: ByteSource,
  checksum: Checksum = crc32,
  isNeeded: (name: string) => boolean = () => true,
): Sections {
  const sections = new LazySections();
  let decodedBytes = 0;
  for (const entry of readTable(source, checksum)) {
    if (!isNeeded(entry.name)) continue;
    const bytes = source.read(entry.offset, align(entry.length));
    if (checksum(bytes) !== entry.checksum) {
      throw damagedError(source, `section '${entry.name}'`);
    }
    const data = bytes.subarray(0, entry.length);
    const size = decodedSize(entry.encoding, data);
    if (size === undefined) throw invalidTableError(source, `whole numbers in '${entry.name}'`);
    decodedBytes += size;
    if (decodedBytes > MAX_DECODED_BYTES + MAX_DECODED_RATIO * source.size) {
      throw invalidTableError(source, `sections that fit into memory`);
    }
    sections.add(entry.name, entry.encoding, data);
  }
  return sections;
}

/**
 * Reads the section table of a snapshot. Verifies the header, the table and the length of the
 * snapshot, but not the sections.
 *
 * @throws SnapshotError if the header, the table or the length is invalid
 */
export function readTable(
  source: ByteSource,
  checksum: Checksum = crc32,
): readonly Readonly<TableEntry>[] {
  const { fileLength, tableLength, tableChecksum } = readHeader(source, checksum);
  if (source.size < HEADER_LENGTH + tableLength) {
    throw truncatedError(source, fileLength, 'the section table');
  }
  const table = source.read(HEADER_LENGTH, tableLength);
  if (checksum(table) !== tableChecksum) throw damagedError(source, 'the section table');
  const entries = parseTable(source, table);
  checkLength(source, fileLength, entries);
  checkEntries(source, HEADER_LENGTH + tableLength, entries);
  return entries;
}

function parseTable(source: ByteSource, table: Uint8Array): readonly Readonly<TableEntry>[] {
  let entries: unknown;
  try {
    entries = JSON.parse(new TextDecoder().decode(table));
  } catch {
    throw invalidTableError(source, 'JSON');
  }
  if (Array.isArray(entries) && entries.every(isEntry)) return entries;
  throw invalidTableError(source, 'an array of sections');
}

function isEntry(entry: Partial<TableEntry> | null): entry is TableEntry {
  const isWhole = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
  return (
    typeof entry?.name === 'string' &&
    isSectionEncoding(entry.encoding) &&
    [entry.offset, entry.length, entry.checksum].every(isWhole)
  );
}

/**
 * Checks that the sections follow one another without gaps from `begin` to the end of the snapshot, and that each name
 * is used once.
 */
function checkEntries(
  source: ByteSource,
  begin: number,
  entries: readonly Readonly<TableEntry>[],
): void {
  let next = begin;
  for (const { offset, length } of entries) {
    if (offset !== next) throw invalidTableError(source, `a section at the offset ${next}`);
    next += align(length);
  }
  if (next !== source.size) throw invalidTableError(source, `sections up to ${source.size}`);
  if (new Set(entries.map(({ name }) => name)).size < entries.length) {
    throw invalidTableError(source, 'each section once');
  }
}

function readHeader(
  source: ByteSource,
  checksum: Checksum,
): { fileLength: number; tableLength: number; tableChecksum: number } {
  const bytes = source.read(0, Math.min(HEADER_LENGTH, source.size));
  if (bytes.length === 0) {
    throw new SnapshotError(
      source.name,
      'expected a Carrel snapshot, found nothing; `carrel build` writes snapshots',
    );
  }
  if (MAGIC.some((byte, index) => bytes[index] !== byte)) {
    throw new SnapshotError(
      source.name,
      'expected a Carrel snapshot, found other data; `carrel build` writes snapshots',
    );
  }
  if (bytes.length < HEADER_LENGTH) {
    throw new SnapshotError(
      source.name,
      `truncated in the header: expected at least ${HEADER_LENGTH} bytes, found ${source.size}; ${REMEDY}`,
    );
  }
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (checksum(bytes.subarray(0, 28)) !== header.getUint32(28, true)) {
    throw damagedError(source, 'the header');
  }
  checkVersion(source.name, header.getUint32(8, true));
  return {
    fileLength: Number(header.getBigUint64(16, true)),
    tableLength: header.getUint32(12, true),
    tableChecksum: header.getUint32(24, true),
  };
}

function checkVersion(name: string, version: number): void {
  if (version === FORMAT_VERSION) return;
  const [age, remedy] =
    version < FORMAT_VERSION
      ? ['older', 'build the snapshot again from its source']
      : ['newer', 'update Carrel, or build the snapshot again with this version'];
  throw new SnapshotError(
    name,
    `expected format version ${FORMAT_VERSION}, found the ${age} version ${version}; ${remedy}`,
  );
}

function checkLength(
  source: ByteSource,
  expected: number,
  entries: readonly Readonly<TableEntry>[],
): void {
  const { name, size } = source;
  if (size < expected) {
    const first = entries.find((entry) => entry.offset + align(entry.length) > size);
    throw truncatedError(source, expected, `section '${first?.name}'`);
  }
  if (size > expected) {
    throw new SnapshotError(
      name,
      `damaged: expected ${expected} bytes up to the end of section '${entries.at(-1)?.name}', found ${size}; ${REMEDY}`,
    );
  }
}

function invalidTableError({ name }: ByteSource, expected: string): SnapshotError {
  return new SnapshotError(
    name,
    `invalid section table: expected ${expected}, found another; build the snapshot again from its source`,
  );
}

function damagedError({ name }: ByteSource, part: string): SnapshotError {
  return new SnapshotError(name, `damaged: ${part} does not match its checksum; ${REMEDY}`);
}

/** @param part the first part that is missing or incomplete */
function truncatedError({ name, size }: ByteSource, expected: number, part: string): SnapshotError {
  return new SnapshotError(
    name,
    `truncated in ${part}: expected ${expected} bytes, found ${size}; ${REMEDY}`,
  );
}
