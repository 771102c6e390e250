import { createGunzip } from 'node:zlib';

/** Thrown for gzip data that is damaged, truncated or compressed too many times. */
export class DamagedGzipError extends Error {
  override name = 'DamagedGzipError';
}

/** The number of compressed bytes per write. A write inflates to at most about 16 MiB. */
const SLICE_BYTES = 1 << 14;

/**
 * Decompresses gzip data.
 *
 * Does not use a stream pipeline, because a pipeline drops decompressed data that is still buffered when
 * damage is found.
 *
 * @throws DamagedGzipError for damaged or truncated data, after all bytes before the damage
 */
export async function* gunzip(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const inflater = createGunzip();
  let decompressed: Uint8Array[] = [];
  let problem: Error | undefined;
  let hasEnded = false;
  let resume = () => {};
  inflater.on('data', (piece: Uint8Array) => decompressed.push(piece));
  // If a write fails or follows the end of the data, its callback may never be called.
  inflater.on('error', (error) => {
    problem = error;
    resume();
  });
  inflater.on('end', () => {
    hasEnded = true;
    resume();
  });
  /**
   * Starts an operation and waits for its callback, an error or the end of the data. After an error or
   * the end of the data, returns undefined without starting the operation.
   */
  const settle = (begin: (done: () => void) => void): Promise<void> | undefined =>
    problem !== undefined || hasEnded
      ? undefined
      : new Promise((resolve) => {
          resume = resolve;
          begin(resolve);
        });
  try {
    for await (const piece of bytes) {
      for (let start = 0; start < piece.length; start += SLICE_BYTES) {
        await settle((done) => inflater.write(piece.subarray(start, start + SLICE_BYTES), done));
        yield* decompressed;
        decompressed = [];
      }
      if (problem !== undefined || hasEnded) break;
    }
    await settle(() => inflater.end());
    yield* decompressed;
  } finally {
    inflater.destroy();
  }
  if (problem !== undefined) throw new DamagedGzipError(problem.message);
}
