import { type Checksum, crc32 } from './crc32.js';
import { encodeSections } from './encode-sections.js';
import { aligned, FORMAT_VERSION, MAGIC, PRELUDE_LENGTH, type TableEntry } from './layout.js';
import type { NamedSection } from './section.js';

/**
 * The bytes of a snapshot file, in pieces to be written one after the other. The pieces of sections
 * that need no encoding are views, not copies.
 *
 * @param sections taken one by one: each is encoded before the next is asked for
 * @param checksum a faster CRC-32 than our own, where there is one
 */
export function* writeSections(
  sections: Iterable<NamedSection>,
  checksum: Checksum = crc32,
): Generator<Uint8Array> {
  const encoded = encodeSections(sections, checksum);
  const unplaced = encoded.map(({ bytes, filling, ...entry }) => entry);
  const tableLength = encodeTable(place(unplaced, Number.MAX_SAFE_INTEGER / 2)).length;
  const begin = aligned(PRELUDE_LENGTH + tableLength);
  const entries = place(unplaced, begin);
  const table = new Uint8Array(begin - PRELUDE_LENGTH).fill(0x20);
  table.set(encodeTable(entries));
  const fileLength = entries.reduce((end, entry) => end + aligned(entry.length), begin);
  yield prelude(table, fileLength, checksum);
  yield table;
  for (const { bytes, filling } of encoded) {
    yield bytes;
    yield filling;
  }
}

/** The sections one after the other, from `begin` on. */
function place(entries: readonly Omit<TableEntry, 'offset'>[], begin: number): TableEntry[] {
  let offset = begin;
  return entries.map((entry) => {
    const placed = { ...entry, offset };
    offset += aligned(entry.length);
    return placed;
  });
}

function encodeTable(entries: readonly TableEntry[]): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(entries));
}

function prelude(table: Uint8Array, fileLength: number, checksum: Checksum): Uint8Array {
  const bytes = new Uint8Array(PRELUDE_LENGTH);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint32(8, FORMAT_VERSION, true);
  view.setUint32(12, table.length, true);
  view.setBigUint64(16, BigInt(fileLength), true);
  view.setUint32(24, checksum(table), true);
  view.setUint32(28, checksum(bytes.subarray(0, 28)), true);
  return bytes;
}
