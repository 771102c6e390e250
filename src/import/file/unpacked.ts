import { gunzip } from './gunzip.js';
import { type Pieces, peek } from './peek.js';

/** How whatever is compressed with gzip begins: its mark, and the one method there is. */
const GZIP = [0x1f, 0x8b, 0x08];

/**
 * Bytes as they are, or what they hold where they are compressed with gzip, once or more often. They
 * say that themselves: names of files lie.
 *
 * @throws DamagedGzipError while they are read, after everything before the damage
 */
export async function unpacked(bytes: Pieces): Promise<AsyncIterable<Uint8Array>> {
  const { head, all } = await peek(bytes, GZIP.length);
  return GZIP.every((byte, at) => head[at] === byte) ? unpacked(gunzip(all)) : all;
}
