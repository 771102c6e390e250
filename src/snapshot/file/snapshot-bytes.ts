import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ByteSource } from '../format/byte-source.js';

/** The most that one system call is asked to read; some systems stop at 2 GiB. */
const CHUNK = 1 << 30;

/**
 * Calls `use` with the bytes of a file, which it may read while it runs. Each read has a buffer of
 * its own.
 */
export function withFileBytes<T>(path: string, use: (bytes: ByteSource) => T): T {
  const file = openSync(path, 'r');
  try {
    return use({
      name: path,
      size: fstatSync(file).size,
      read(offset, length) {
        const bytes = new Uint8Array(length);
        for (let done = 0; done < length; ) {
          const wanted = Math.min(CHUNK, length - done);
          const count = readSync(file, bytes, done, wanted, offset + done);
          if (count === 0) {
            throw new Error(`${path} became shorter while it was read. Open it again.`);
          }
          done += count;
        }
        return bytes;
      },
    });
  } finally {
    closeSync(file);
  }
}
