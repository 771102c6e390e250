import type { Allocate } from '../../../search/index.js';
import { type Checksum, crc32 } from './crc32.js';
import { align, FORMAT_VERSION, HEADER_LENGTH, MAGIC, type TableEntry } from './layout.js';
import { LazySections } from './lazy-sections.js';
import {
  decodedSize,
  decodeSection,
  isDecodedCopy,
  isSectionEncoding,
} from './section-encoding.js';
import type { BytesInFile, Sections } from './sections.js';
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
  /** Like `read`, but the returned bytes are only valid until the next call. Absent if `read` copies nothing. */
  readonly readBriefly?: ((offset: number, length: number) => Uint8Array) | undefined;
  /**
   * Computes the checksum of `length` bytes from `offset` with the zeros after them up to the next section, and returns it
   * with the bytes, which can be read as long as they are referred to. Absent if the bytes cannot be read later.
   */
  readonly readLater?: ((offset: number, length: number) => BytesInFile) | undefined;
  /** Allocates the memory of decoded sections, like that of the bytes. Default: memory of the calling thread. */
  readonly allocate?: Allocate | undefined;
}

/**
 * Returns the bytes of a buffer or of a view. Copies the bytes only if a view does not begin at a multiple of 8 in its
 * buffer.
 */
export function memoryBytes(name: string, bytes: ArrayBuffer | Uint8Array): ByteSource {
  const view = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  const { buffer, byteOffset, byteLength } = view;
  const aligned =
    byteOffset % 8 === 0 ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(view);
  return {
    name,
    size: byteLength,
    read: (offset, length) => aligned.subarray(offset, offset + length),
  };
}

/**
 * The decoded sections of a snapshot take at most this factor times the size of the file, and
 * {@link MAX_DECODED_BYTES}. Typical sections take 1.7 times the size of the file.
 */
const MAX_DECODED_RATIO = 3;
const MAX_DECODED_BYTES = 1 << 24;

const REMEDY = 'copy the snapshot again, or build it again from its source';

export interface ReadSectionsOptions {
  /** Whether to read a section. Other sections are neither read nor verified. Default: all sections. */
  readonly isNeeded?: (name: string) => boolean;
  /**
   * Whether the bytes of a section stay in the file, if the source can read them later. Only for sections of the type `u8`.
   * Default: no section.
   */
  readonly staysInFile?: (name: string) => boolean;
}

/**
 * Reads the sections of a snapshot. Verifies the length of the snapshot and all checksums. A section is decoded at once if
 * the source copies the bytes that it reads, and otherwise at its first use.
 *
 * @param checksum The CRC-32 function, for example `zlib.crc32`. Null if the caller has verified the bytes of the
 *   sections. Default: {@link crc32}.
 * @throws SnapshotError if the bytes are damaged or not a snapshot of this format version; the message
 *   names the damaged part
 */
export function readSections(
  source: ByteSource,
  checksum: Checksum | null = crc32,
  { isNeeded = () => true, staysInFile = () => false }: ReadSectionsOptions = {},
): Sections {
  const sections = new LazySections();
  let decodedBytes = 0;
  for (const entry of readTable(source, checksum ?? crc32)) {
    if (!isNeeded(entry.name)) continue;
    const { readLater, readBriefly } = source;
    if (checksum !== null && readLater !== undefined && staysInFile(entry.name)) {
      const inFile = readLater(entry.offset, entry.length);
      if (inFile.checksum !== entry.checksum) {
        throw damagedError(source, `section '${entry.name}'`, entry.name);
      }
      if (entry.encoding !== 'u8') throw invalidTableError(source, `bytes in '${entry.name}'`);
      sections.set(entry.name, inFile);
      continue;
    }
    const isDecodedNow = readBriefly !== undefined && isDecodedCopy(entry.encoding);
    const length = align(entry.length);
    const bytes = isDecodedNow
      ? readBriefly(entry.offset, length)
      : source.read(entry.offset, length);
    if (checksum !== null && checksum(bytes) !== entry.checksum) {
      throw damagedError(source, `section '${entry.name}'`, entry.name);
    }
    const data = bytes.subarray(0, entry.length);
    const size = decodedSize(entry.encoding, data);
    if (size === undefined) throw invalidTableError(source, `whole numbers in '${entry.name}'`);
    decodedBytes += size;
    if (decodedBytes > MAX_DECODED_BYTES + MAX_DECODED_RATIO * source.size) {
      throw invalidTableError(source, `sections that fit into memory`);
    }
    if (isDecodedNow) {
      sections.set(entry.name, decodeSection(entry.encoding, data, source.allocate));
    } else sections.add(entry.name, entry.encoding, data, source.allocate);
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
  } catch (cause) {
    throw invalidTableError(source, 'JSON', cause);
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
      'not_a_snapshot',
      'expected a Carrel snapshot, found nothing; `carrel build` and `buildSnapshot` write snapshots',
    );
  }
  if (MAGIC.some((byte, index) => bytes[index] !== byte)) {
    throw new SnapshotError(
      source.name,
      'not_a_snapshot',
      'expected a Carrel snapshot, found other data; `carrel build` and `buildSnapshot` write snapshots',
    );
  }
  if (bytes.length < HEADER_LENGTH) {
    throw new SnapshotError(
      source.name,
      'truncated',
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
    'unsupported_version',
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
    throw truncatedError(source, expected, `section '${first?.name}'`, first?.name);
  }
  if (size > expected) {
    throw new SnapshotError(
      name,
      'damaged',
      `damaged: expected ${expected} bytes up to the end of section '${entries.at(-1)?.name}', found ${size}; ${REMEDY}`,
    );
  }
}

function invalidTableError({ name }: ByteSource, expected: string, cause?: unknown): SnapshotError {
  return new SnapshotError(
    name,
    'invalid',
    `invalid section table: expected ${expected}, found another; build the snapshot again from its source`,
    { cause },
  );
}

function damagedError({ name }: ByteSource, part: string, section?: string): SnapshotError {
  const problem = `damaged: ${part} does not match its checksum; ${REMEDY}`;
  return new SnapshotError(name, 'damaged', problem, { section });
}

/**
 * @param part the first part that is missing or incomplete
 * @param section the name of the section, if the part is a section
 */
function truncatedError(
  { name, size }: ByteSource,
  expected: number,
  part: string,
  section?: string,
): SnapshotError {
  const problem = `truncated in ${part}: expected ${expected} bytes, found ${size}; ${REMEDY}`;
  return new SnapshotError(name, 'truncated', problem, { section });
}
