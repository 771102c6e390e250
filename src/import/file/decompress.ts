import { DamagedGzipError, gunzip } from './gunzip.js';

/** The bytes of a file, in pieces of any length. */
export type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * Reads the first bytes of a file.
 *
 * @param bytes a file, or the output of {@link gunzip}
 * @returns `head`, at most the first `length` bytes; and `all`, every byte including `head`. If `bytes`
 *   throws a {@link DamagedGzipError} after its first byte, `all` returns the bytes before the damage and then
 *   throws the error.
 * @throws DamagedGzipError if `bytes` throws the error before its first byte
 */
export async function peek(
  bytes: Pieces,
  length: number,
): Promise<{ head: Uint8Array; all: AsyncIterable<Uint8Array> }> {
  const pieces = toAsync(bytes);
  const first: Uint8Array[] = [];
  let read = 0;
  let damage: DamagedGzipError | undefined;
  try {
    while (read < length) {
      const { done, value } = await pieces.next();
      if (done) break;
      first.push(value);
      read += value.length;
    }
  } catch (error) {
    if (!(error instanceof DamagedGzipError) || read === 0) throw error;
    damage = error;
  }
  const head = Buffer.concat(first, Math.min(read, length));
  async function* all(): AsyncGenerator<Uint8Array> {
    yield head;
    if (read > length) yield first[first.length - 1].subarray(length - read);
    if (damage !== undefined) throw damage;
    yield* pieces;
  }
  return { head, all: all() };
}

async function* toAsync(pieces: Pieces): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

/** The first bytes of gzip data (RFC 1952): ID1, ID2 and the method DEFLATE. */
const GZIP = [0x1f, 0x8b, 0x08];

/** The maximum number of nested compressions. A crafted gzip file can contain a copy of itself. */
const MAX_LAYERS = 10;

/**
 * Decompresses gzip data, including data that is compressed several times. Returns other bytes
 * unchanged. Recognizes gzip by its first bytes, because file names can be wrong.
 *
 * @param layers the maximum number of layers of compression
 * @throws DamagedGzipError if there are more than ten layers of compression, or if no data precedes
 *   the damage. For later damage, the returned bytes throw the error after the bytes before the damage.
 */
export async function decompress(
  bytes: Pieces,
  layers = MAX_LAYERS,
): Promise<AsyncIterable<Uint8Array>> {
  const { head, all } = await peek(bytes, GZIP.length);
  if (!GZIP.every((byte, at) => head[at] === byte)) return all;
  if (layers === 0) {
    throw new DamagedGzipError(`more than ${MAX_LAYERS} layers of compression`);
  }
  return decompress(gunzip(all), layers - 1);
}
