import type { Catalog } from '../../catalog/catalog.js';
import type { ByteSource } from './byte-source.js';
import type { Checksum } from './crc32.js';
import { openSections } from './open-sections.js';
import { readSections, readTable } from './read-sections.js';

/**
 * Opens a catalog from the bytes of a snapshot, wherever they come from. Needs nothing of Node.
 *
 * @param checksum a faster CRC-32 than our own, where there is one
 * @throws SnapshotError a sentence that names the file, the section and what is wrong
 *
 * @example
 * const buffer = await (await fetch('branch.snapshot')).arrayBuffer();
 * const catalog = openSnapshot(bytesInMemory('branch.snapshot', buffer));
 */
export function openSnapshot(bytes: ByteSource, checksum?: Checksum): Catalog {
  const sections = readSections(bytes, checksum);
  return openSections(bytes.name, sections, { table: readTable(bytes, checksum) });
}
