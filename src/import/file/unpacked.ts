import { DamagedGzipError, gunzip } from './gunzip.js';
import { type Pieces, peek } from './peek.js';

/** How whatever is compressed with gzip begins: its mark, and the one method there is. */
const GZIP = [0x1f, 0x8b, 0x08];

/** How often anybody compresses a file over again; there are files that hold themselves. */
const MOST_LAYERS = 10;

/**
 * Bytes as they are, or what they hold where they are compressed with gzip, once or more often. They
 * say that themselves: names of files lie.
 *
 * @throws DamagedGzipError where they are compressed over and over; while they are read, after
 *   everything before the damage
 */
export async function unpacked(
  bytes: Pieces,
  layers = MOST_LAYERS,
): Promise<AsyncIterable<Uint8Array>> {
  const { head, all } = await peek(bytes, GZIP.length);
  if (!GZIP.every((byte, at) => head[at] === byte)) return all;
  if (layers === 0) {
    throw new DamagedGzipError(`it is compressed more than ${MOST_LAYERS} times over`);
  }
  return unpacked(gunzip(all), layers - 1);
}
