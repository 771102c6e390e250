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
 * @throws SnapshotError a sentence that names the file and what is wrong
 */
export function readTable(
  source: ByteSource,
  checksum: Checksum = crc32,
): readonly Readonly<TableEntry>[] {
  const { tableLength, tableChecksum } = readPrelude(source, checksum);
  const table = source.read(PRELUDE_LENGTH, tableLength);
  if (checksum(table) !== tableChecksum) {
    throw new SnapshotError(
      source.name,
      `is damaged: the bytes of its section table do not give the checksum written with them. ${REBUILD}`,
    );
  }
  return JSON.parse(new TextDecoder().decode(table));
}

function readPrelude(
  source: ByteSource,
  checksum: Checksum,
): { tableLength: number; tableChecksum: number } {
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
  refuseOtherLength(source, Number(prelude.getBigUint64(16, true)));
  return { tableLength: prelude.getUint32(12, true), tableChecksum: prelude.getUint32(24, true) };
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

function refuseOtherLength({ name, size }: ByteSource, wanted: number): void {
  if (size < wanted) {
    throw new SnapshotError(name, `is cut short: ${size} bytes of ${wanted}. ${REBUILD}`);
  }
  if (size > wanted) {
    throw new SnapshotError(
      name,
      `is damaged: ${size - wanted} ${size - wanted === 1 ? 'byte follows' : 'bytes follow'} its end, after ${wanted} bytes. ${REBUILD}`,
    );
  }
}
