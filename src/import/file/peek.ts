import { DamagedGzipError } from './gunzip.js';

/** The bytes of a file, in pieces of any length. */
export type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The first bytes, as many as are wanted and there, and all of them with those. */
export async function peek(
  bytes: Pieces,
  wanted: number,
): Promise<{ head: Uint8Array; all: AsyncIterable<Uint8Array> }> {
  const pieces = toAsync(bytes);
  const first: Uint8Array[] = [];
  let length = 0;
  let damage: DamagedGzipError | undefined;
  try {
    while (length < wanted) {
      const { done, value } = await pieces.next();
      if (done) break;
      first.push(value);
      length += value.length;
    }
  } catch (error) {
    if (!(error instanceof DamagedGzipError) || length === 0) throw error;
    damage = error;
  }
  const start = Buffer.concat(first);
  async function* all(): AsyncGenerator<Uint8Array> {
    yield start;
    if (damage !== undefined) throw damage;
    yield* pieces;
  }
  return { head: start.subarray(0, wanted), all: all() };
}

async function* toAsync(pieces: Pieces): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
