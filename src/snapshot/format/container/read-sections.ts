/*
 * Reads a snapshot in the layout of `sections.ts`, from a file or from memory, and verifies its checksums. Nothing here
 * knows what a section contains: `format/open-sections.ts` opens the catalog. `write-sections.ts` is the counterpart.
 */

import { StructureError } from '../../../base/messages.js';
import {
  align,
  type BytesInFile,
  blockChecksumsOf,
  blockCountOf,
  type Checksum,
  crc32,
  FORMAT_VERSION,
  HEADER_LENGTH,
  isSectionType,
  MAGIC,
  SECTION_TYPES,
  type Section,
  type Sections,
  type TableEntry,
} from './sections.js';
import { SnapshotError, toSnapshotError } from './snapshot-error.js';

/** Receives bytes piece by piece, in order, while each piece is in the processor's cache. */
export type OnPiece = (piece: Uint8Array) => void;

/** The bytes of a snapshot, in a file or in memory. */
export interface ByteSource {
  /** The name of the snapshot in messages, such as the path of the file. */
  readonly name: string;
  /** The size in bytes. */
  readonly size: number;
  /**
   * Returns `length` bytes from `offset` in one buffer. The range must be within the size. If `offset` is a multiple of
   * 8, the returned bytes begin at a multiple of 8 in their buffer, so that any typed array can view them.
   *
   * @param onPiece receives all bytes. Default: the bytes are only returned.
   */
  read(offset: number, length: number, onPiece?: OnPiece): Uint8Array;
  /**
   * Returns the bytes of a section without reading them: they are read and verified when they are needed. Absent if the
   * source may not exist later.
   */
  readonly readLater?:
    | ((section: Readonly<TableEntry>, blockChecksums: Uint32Array) => BytesInFile)
    | undefined;
}

/** The size of the pieces of {@link OnPiece} in bytes, which are smaller than the cache of a processor core. */
export const PIECE_BYTES = 1 << 18;

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
    read(offset, length, onPiece) {
      const range = aligned.subarray(offset, offset + length);
      if (onPiece !== undefined) {
        for (let at = 0; at < length; at += PIECE_BYTES) {
          onPiece(range.subarray(at, at + PIECE_BYTES));
        }
      }
      return range;
    },
  };
}

/** The maximum size in bytes of the sections that are read into one buffer. Some systems read at most 2 GiB at a time. */
const MAX_BUFFER_BYTES = 2 ** 31 - 2 ** 20;

const REMEDY = 'copy the snapshot again, or build it again from its source';

export interface ReadSectionsOptions {
  /** Whether to read a section. Other sections are neither read nor verified. Default: all sections. */
  readonly isNeeded?: (name: string) => boolean;
  /**
   * Whether the bytes of a section stay in the file, if the source can read them later. Only for sections of the type `u8`
   * with checksums of their blocks. Default: no section.
   */
  readonly staysInFile?: (name: string) => boolean;
}

/**
 * Reads the sections of a snapshot. Successive sections are read into one buffer, and are views of it. Verifies the length
 * of the snapshot and all checksums, except checksums of bytes that stay in the file.
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
  const { readLater } = source;
  const table = readTable(source, checksum ?? crc32).filter(({ name }) => isNeeded(name));
  const isLater = ({ name }: TableEntry) => readLater !== undefined && staysInFile(name);
  const sections = new Map<string, Section>();
  for (const successive of successiveEntries(table.filter((entry) => !isLater(entry)))) {
    for (const [name, section] of readTogether(source, successive, checksum)) {
      sections.set(name, section);
    }
  }
  return new Map(
    table.map((entry) => [
      entry.name,
      sections.get(entry.name) ?? readLater!(entry, checksumsOfBlocks(source, entry, sections)),
    ]),
  );
}

/** Divides sections into sections that follow one another in the file and fit into one buffer. */
function successiveEntries(entries: readonly Readonly<TableEntry>[]): Readonly<TableEntry>[][] {
  const divided: Readonly<TableEntry>[][] = [];
  let begin = 0;
  let end = -1;
  for (const entry of entries) {
    const next = entry.offset + align(entry.length);
    if (entry.offset === end && next - begin <= MAX_BUFFER_BYTES)
      divided[divided.length - 1].push(entry);
    else {
      divided.push([entry]);
      begin = entry.offset;
    }
    end = next;
  }
  return divided;
}

function checksumsOfBlocks(
  source: ByteSource,
  { name, type, length }: TableEntry,
  sections: Sections,
): Uint32Array {
  if (type !== 'u8') throw invalidTableError(source, `bytes in '${name}'`);
  const checksums = blockChecksumsOf(name);
  const section = sections.get(checksums);
  if (section instanceof Uint32Array && section.length === blockCountOf(length)) return section;
  throw invalidTableError(source, `${blockCountOf(length)} checksums in '${checksums}'`);
}

/** Reads sections that follow one another in the snapshot into one buffer, and yields them. */
function* readTogether(
  source: ByteSource,
  entries: readonly Readonly<TableEntry>[],
  checksum: Checksum | null,
): Generator<readonly [string, Section]> {
  const [first] = entries;
  if (first === undefined) return;
  const ends = entries.map(({ offset, length }) => offset + align(length) - first.offset);
  const checksums = new Array<number>(entries.length).fill(0);
  let [at, end] = [0, 0];
  const addToChecksums = (piece: Uint8Array) => {
    const start = end;
    end += piece.length;
    for (let from = start; from < end; ) {
      while (ends[at] <= from) at++;
      const to = Math.min(ends[at], end);
      checksums[at] = checksum!(piece.subarray(from - start, to - start), checksums[at]);
      from = to;
    }
  };
  const onPiece = checksum === null ? undefined : addToChecksums;
  const { buffer, byteOffset } = source.read(first.offset, ends[ends.length - 1], onPiece);
  for (const [i, { name, type, offset, length, checksum: expected }] of entries.entries()) {
    if (checksum !== null && checksums[i] !== expected) {
      throw damagedError(source, `section '${name}'`, name);
    }
    const View = SECTION_TYPES[type];
    const start = byteOffset + offset - first.offset;
    const section = new View(buffer as ArrayBuffer, start, length / View.BYTES_PER_ELEMENT);
    if (section instanceof Uint32Array && isOffsets(name)) checkOffsets(source, name, section);
    yield [name, section];
  }
}

/** Returns whether a section contains the offsets that divide another section into ranges. */
function isOffsets(name: string): boolean {
  return name.endsWith('.offsets') || name.endsWith('.starts');
}

/**
 * @throws SnapshotError if offsets do not ascend, so that ranges would overlap, and reading all of them could take very
 * long
 */
function checkOffsets({ name }: ByteSource, section: string, offsets: Uint32Array): void {
  if (isAscending(offsets)) return;
  const i = offsets.findIndex((offset, at) => offset < offsets[at - 1]);
  const found = `${offsets[i - 1]} before ${offsets[i]}`;
  throw toSnapshotError(name, new StructureError(section, 'ascending offsets', found));
}

/** Returns whether numbers ascend. Comparing four numbers at a time takes half the time. */
function isAscending(numbers: Uint32Array): boolean {
  let last = 0;
  let at = 0;
  for (; at + 4 <= numbers.length; at += 4) {
    const a = numbers[at];
    const b = numbers[at + 1];
    const c = numbers[at + 2];
    const d = numbers[at + 3];
    if (a < last || b < a || c < b || d < c) return false;
    last = d;
  }
  for (; at < numbers.length; at++) {
    if (numbers[at] < last) return false;
    last = numbers[at];
  }
  return true;
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
    isSectionType(entry.type) &&
    [entry.offset, entry.length, entry.checksum].every(isWhole) &&
    Number(entry.length) % SECTION_TYPES[entry.type].BYTES_PER_ELEMENT === 0
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
