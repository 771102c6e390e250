import { createGunzip } from 'node:zlib';

/** Compressed bytes that end too early or are damaged; all that could be had was given out before. */
export class DamagedGzipError extends Error {
  override name = 'DamagedGzipError';
}

/** Fed in one go: a thousandth of what may come out of it at most. */
const SLICE = 1 << 14;

/**
 * What bytes in gzip's form hold, as far as they are whole.
 *
 * `node:stream` would drop what it has not yet handed on when the bytes turn out to be damaged, so
 * that a file cut short lost more than was cut.
 *
 * @throws DamagedGzipError after everything before the damage
 */
export async function* gunzip(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const inflater = createGunzip();
  let unpacked: Uint8Array[] = [];
  let problem: Error | undefined;
  let hasEnded = false;
  let resume = () => {};
  inflater.on('data', (piece: Uint8Array) => unpacked.push(piece));
  // A write that fails, or stands behind the end, may never be called back.
  inflater.on('error', (error) => {
    problem = error;
    resume();
  });
  inflater.on('end', () => {
    hasEnded = true;
    resume();
  });
  /** Waits until what was begun is called back, or there is nothing more to wait for. */
  const settled = (begin: (done: () => void) => void): Promise<void> | undefined =>
    problem !== undefined || hasEnded
      ? undefined
      : new Promise((resolve) => {
          resume = resolve;
          begin(resolve);
        });
  try {
    for await (const piece of bytes) {
      for (let start = 0; start < piece.length; start += SLICE) {
        await settled((done) => inflater.write(piece.subarray(start, start + SLICE), done));
        yield* unpacked;
        unpacked = [];
      }
      if (problem !== undefined || hasEnded) break;
    }
    await settled(() => inflater.end());
    yield* unpacked;
  } finally {
    inflater.destroy();
  }
  if (problem !== undefined) throw new DamagedGzipError(problem.message);
}
