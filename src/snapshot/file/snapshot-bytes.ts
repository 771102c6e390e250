import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { ByteSource } from '../format/byte-source.js';
import { SnapshotError } from '../format/snapshot-error.js';

/** The most that one system call is asked to read; some systems stop at 2 GiB. */
const CHUNK = 1 << 30;

/**
 * Calls `use` with the bytes of a snapshot file, which it may read while it runs. Each read has a
 * buffer of its own.
 *
 * @throws SnapshotError when there is no such file
 */
export function withSnapshotBytes<T>(path: string, use: (bytes: ByteSource) => T): T {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new SnapshotError(path, 'does not exist; wanted a snapshot file.');
  if (!stats.isFile()) throw new SnapshotError(path, 'is no file; wanted a snapshot file.');
  const file = openSync(path, 'r');
  try {
    return use({
      name: path,
      size: fstatSync(file).size,
      read: (offset, length) => readBytes(file, path, offset, length),
    });
  } finally {
    closeSync(file);
  }
}

function readBytes(file: number, path: string, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let done = 0; done < length; ) {
    const count = readSync(file, bytes, done, Math.min(CHUNK, length - done), offset + done);
    if (count === 0) {
      throw new SnapshotError(path, 'became shorter while it was read. Open it again.');
    }
    done += count;
  }
  return bytes;
}
