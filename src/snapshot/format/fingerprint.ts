import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { TableEntry } from './layout.js';

const LENGTH = 16;

/**
 * What a snapshot's records are known by: 16 hexadecimal digits, made from the names, lengths and
 * checksums of its sections.
 */
export function fingerprintOf(sections: readonly Omit<TableEntry, 'offset'>[]): string {
  const lines = sections.map(
    ({ name, encoding, length, checksum }) => `${name} ${encoding} ${length} ${checksum}\n`,
  );
  return bytesToHex(sha256(utf8ToBytes(lines.join('')))).slice(0, LENGTH);
}
