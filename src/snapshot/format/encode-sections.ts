import { type Checksum, crc32 } from './crc32.js';
import { aligned, type TableEntry } from './layout.js';
import type { NamedSection, SectionData } from './section.js';
import { encodeSection } from './section-encoding.js';

/** A section as it stands in a file, wherever in the file that is. */
export interface SectionInFile extends Omit<TableEntry, 'offset'> {
  readonly bytes: Uint8Array;
  /** The zeros that fill the bytes up to a multiple of the alignment. */
  readonly filling: Uint8Array;
}

/**
 * The sections as a snapshot file holds them. Those that need no encoding are views, not copies.
 *
 * @param sections taken one by one: each is encoded before the next is asked for
 */
export function encodeSections(
  sections: Iterable<NamedSection>,
  checksum: Checksum = crc32,
): SectionInFile[] {
  return Array.from(sections, ([name, numbers]) => {
    const { encoding, data } = encodeSection(name, numbers);
    const bytes = bytesOf(data);
    const filling = new Uint8Array(aligned(bytes.length) - bytes.length);
    return {
      name,
      encoding,
      length: bytes.length,
      checksum: checksum(filling, checksum(bytes)),
      bytes,
      filling,
    };
  });
}

function bytesOf(data: SectionData): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}
