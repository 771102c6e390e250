import { closeSync, fstatSync, openSync, statSync } from 'node:fs';
import * as zlib from 'node:zlib';
import { type Checksum, crc32 } from '../../format/container/crc32.js';
import type { ByteSource } from '../../format/container/read-sections.js';
import { type Allocate, allocateMemory } from '../../format/container/sections.js';
import { SnapshotError } from '../../format/container/snapshot-error.js';
import { verifyBytes } from '../signature.js';
import { closeKept, keepOpen, type OpenFile, openBytesInFile } from './bytes-in-file.js';
import { readInto } from './read-into.js';

/** The CRC-32 function: `zlib.crc32`, or the slower {@link crc32} in a version of Node without `zlib.crc32`. */
export const checksum: Checksum = zlib.crc32 ?? crc32;

/** Whether a file can be replaced while it is open. On Windows, an open file would prevent the next snapshot. */
const canReplaceOpenFiles = process.platform !== 'win32';

/**
 * Opens a snapshot file, calls `use` with its bytes, closes the file, and returns the result of `use`. A file of which
 * `use` keeps bytes to read them later is closed when nothing refers to these bytes. Each call of
 * `read` returns a new buffer. `version` returns a string that changes when the file is written or replaced.
 *
 * @param trust Public keys in PEM, of which one must have signed the file. Default: the signature is not read.
 * @param allocate Allocates the memory of the bytes and of decoded sections. Default: memory of the calling thread.
 * @throws SnapshotError if the path is not a file, or if the file is truncated while it is read
 * @throws RangeError if there is no memory for the bytes
 * @throws the errors of `verifyBytes`
 */
export function withSnapshotBytes<T>(
  path: string,
  use: (bytes: ByteSource, version: () => string) => T,
  trust?: readonly string[],
  allocate: Allocate = allocateMemory,
): T {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) {
    const found = stats?.isDirectory() ? 'a directory' : stats ? 'a special file' : 'nothing';
    const code = stats === undefined ? 'not_found' : 'not_a_snapshot';
    throw new SnapshotError(path, code, `expected a snapshot file, found ${found}`);
  }
  const file = openSync(path, 'r');
  /** The file, if bytes of the file are read later. */
  let kept: OpenFile | undefined;
  try {
    const bytes: ByteSource = {
      name: path,
      size: fstatSync(file).size,
      read: (offset, length) => {
        const bytes = allocateBytes(path, length, allocate);
        if (readInto(file, bytes, offset)) return bytes;
        throw new SnapshotError(path, 'truncated', 'truncated while it was read; open it again');
      },
      allocate,
      readLater: canReplaceOpenFiles
        ? (offset, length, checksum) => {
            kept ??= keepOpen(path, file);
            return openBytesInFile(kept, offset, length, checksum);
          }
        : undefined,
    };
    const version = () => {
      const { dev, ino, size, mtimeNs, ctimeNs } = fstatSync(file, { bigint: true });
      return [dev, ino, size, mtimeNs, ctimeNs].join(':');
    };
    const result = use(trust === undefined ? bytes : verifyBytes(bytes, trust), version);
    if (kept === undefined) closeSync(file);
    return result;
  } catch (error) {
    if (kept === undefined) closeSync(file);
    else closeKept(kept);
    throw error;
  }
}

/** @throws RangeError if a buffer cannot have this length, or if the computer has too little memory for it */
function allocateBytes(path: string, length: number, allocate: Allocate): Uint8Array {
  try {
    return new Uint8Array(allocate(length), 0, length);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    const problem = `expected ${length} bytes of memory, found less (${cause.message})`;
    throw new RangeError(`${path}: ${problem}; split the library`, { cause });
  }
}
