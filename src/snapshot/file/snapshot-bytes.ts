import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import * as zlib from 'node:zlib';
import { type Checksum, crc32 } from '../format/container/crc32.js';
import type { ByteSource } from '../format/container/read-sections.js';
import { SnapshotError } from '../format/container/snapshot-error.js';
import { verifyBytes } from './signature.js';

/** The CRC-32 function: `zlib.crc32`, or the slower {@link crc32} in a version of Node without `zlib.crc32`. */
export const checksum: Checksum = zlib.crc32 ?? crc32;

/** The maximum number of bytes per read. Some systems read at most 2 GiB at a time. */
const MAX_READ_BYTES = 1 << 30;

/**
 * Opens a snapshot file, calls `use` with its bytes, closes the file, and returns the result of `use`.
 * Each call of `read` returns a new buffer.
 *
 * @param trust Public keys in PEM, of which one must have signed the file. Default: the signature is not read.
 * @throws SnapshotError if the path is not a file, or if the file is truncated while it is read
 * @throws the errors of `verifyBytes`
 */
export function withSnapshotBytes<T>(
  path: string,
  use: (bytes: ByteSource) => T,
  trust?: readonly string[],
): T {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) {
    const found = stats?.isDirectory() ? 'a directory' : stats ? 'a special file' : 'nothing';
    throw new SnapshotError(path, `expected a snapshot file, found ${found}`);
  }
  const file = openSync(path, 'r');
  try {
    const bytes: ByteSource = {
      name: path,
      size: fstatSync(file).size,
      read: (offset, length) => readBytes(file, path, offset, length),
    };
    return use(trust === undefined ? bytes : verifyBytes(bytes, trust));
  } finally {
    closeSync(file);
  }
}

function readBytes(file: number, path: string, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let done = 0; done < length; ) {
    const count = readSync(
      file,
      bytes,
      done,
      Math.min(MAX_READ_BYTES, length - done),
      offset + done,
    );
    if (count === 0) {
      throw new SnapshotError(path, 'truncated while it was read; open it again');
    }
    done += count;
  }
  return bytes;
}
