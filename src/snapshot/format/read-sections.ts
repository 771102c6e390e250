import type { ByteSource } from './byte-source.js';
import { type Checksum, crc32 } from './crc32.js';
import { aligned, FORMAT_VERSION, MAGIC, PRELUDE_LENGTH, type TableEntry } from './layout.js';
import type { Sections } from './section.js';
import { SectionsOfFile } from './sections-of-file.js';
import { SnapshotError } from './snapshot-error.js';

const REBUILD = 'Copy it again, or build it again from its source.';

/**
 * The sections of a snapshot, every byte of it checked. A file of one section too many or too few
 * bytes, or with one byte changed, is refused.
 *
 * @param checksum a faster CRC-32 than our own, where there is one
 * @throws SnapshotError a sentence that names the file, the section and what is wrong
 */
export function readSections(source: ByteSource, checksum: Checksum = crc32): Sections {
  const sections = new SectionsOfFile();
  for (const entry of readTable(source, checksum)) {
    const bytes = source.read(entry.offset, aligned(entry.length));
    if (checksum(bytes) !== entry.checksum) {
      throw new SnapshotError(
        source.name,
        `is damaged: the bytes of its section '${entry.name}' do not give the checksum written with them. ${REBUILD}`,
      );
    }
    sections.add(entry.name, entry.encoding, bytes.subarray(0, entry.length));
  }
  return sections;
}

/**
 * Where the sections of a snapshot stand. Checks the prelude, the table and the file's length, and
 * none of the sections.
 *
 * @throws SnapshotError a sentence that names the file, what is wrong, and the section where it ends
 *   too early or too late
 */
export function readTable(
  source: ByteSource,
  checksum: Checksum = crc32,
): readonly Readonly<TableEntry>[] {
  const { fileLength, tableLength, tableChecksum } = readPrelude(source, checksum);
  if (source.size < PRELUDE_LENGTH + tableLength) {
    throw cutShort(source, fileLength, 'section table');
  }
  const table = source.read(PRELUDE_LENGTH, tableLength);
  if (checksum(table) !== tableChecksum) {
    throw new SnapshotError(
      source.name,
      `is damaged: the bytes of its section table do not give the checksum written with them. ${REBUILD}`,
    );
  }
  const entries = JSON.parse(new TextDecoder().decode(table));
  refuseOtherLength(source, fileLength, entries);
  return entries;
}

function readPrelude(
  source: ByteSource,
  checksum: Checksum,
): { fileLength: number; tableLength: number; tableChecksum: number } {
  const bytes = source.read(0, Math.min(PRELUDE_LENGTH, source.size));
  if (MAGIC.some((byte, index) => bytes[index] !== byte)) {
    throw new SnapshotError(
      source.name,
      'is not a Carrel snapshot: it does not begin as one. A snapshot is what `carrel build` writes.',
    );
  }
  if (bytes.length < PRELUDE_LENGTH) {
    throw new SnapshotError(
      source.name,
      `is cut short: ${source.size} bytes, not even the ${PRELUDE_LENGTH} of its header. ${REBUILD}`,
    );
  }
  const prelude = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (checksum(bytes.subarray(0, 28)) !== prelude.getUint32(28, true)) {
    throw new SnapshotError(
      source.name,
      `is damaged: the bytes of its header do not give the checksum written with them. ${REBUILD}`,
    );
  }
  refuseOtherVersion(source.name, prelude.getUint32(8, true));
  return {
    fileLength: Number(prelude.getBigUint64(16, true)),
    tableLength: prelude.getUint32(12, true),
    tableChecksum: prelude.getUint32(24, true),
  };
}

function refuseOtherVersion(name: string, version: number): void {
  if (version === FORMAT_VERSION) return;
  const [age, remedy] =
    version < FORMAT_VERSION
      ? ['an older', 'Build it again from its source.']
      : ['a newer', 'Use the Carrel that wrote it, or build it again with this one.'];
  throw new SnapshotError(
    name,
    `is a snapshot of ${age} format, version ${version}; this Carrel reads version ${FORMAT_VERSION}. ${remedy}`,
  );
}

function refuseOtherLength(
  source: ByteSource,
  wanted: number,
  entries: readonly Readonly<TableEntry>[],
): void {
  const { name, size } = source;
  if (size < wanted) {
    const first = entries.find((entry) => entry.offset + aligned(entry.length) > size);
    throw cutShort(source, wanted, `section '${first?.name}'`);
  }
  if (size > wanted) {
    throw new SnapshotError(
      name,
      `is damaged: ${size - wanted} ${size - wanted === 1 ? 'byte follows' : 'bytes follow'} its last section, '${entries.at(-1)?.name}', after ${wanted} bytes. ${REBUILD}`,
    );
  }
}

/** @param part the first that is not there, or not in full */
function cutShort({ name, size }: ByteSource, wanted: number, part: string): SnapshotError {
  return new SnapshotError(
    name,
    `is cut short: ${size} bytes of ${wanted}; its ${part} is not whole. ${REBUILD}`,
  );
}
