import { fstatSync } from 'node:fs';
import { type Allocate, allocateMemory } from '../../../base/typed-arrays.js';
import { type ByteSource, PIECE_BYTES } from '../../format/container/read-sections.js';
import { SnapshotError } from '../../format/container/snapshot-error.js';
import { type TrustOptions, verifyBytes } from '../signature.js';
import { closeNow, type OpenFile, openBytesInFile, openFile } from './bytes-in-file.js';
import { readInto } from './read-into.js';
import { FileError, type OpenOptions, openRegularFileSync } from './regular-file.js';

/** Whether a file can be replaced while it is open. On Windows, an open file would prevent the next snapshot. */
const canReplaceOpenFiles = process.platform !== 'win32';

/** Whether a file that a thread opened can be read by other threads. In Deno, each thread has descriptors of its own. */
export const canShareOpenFiles = canReplaceOpenFiles && !('deno' in process.versions);

/** Options of {@link withSnapshotBytes}. */
export interface SnapshotBytesOptions extends TrustOptions, Pick<OpenOptions, 'followsLinks'> {
  /** Allocates the memory of the bytes. Default: memory of the calling thread. */
  readonly allocate?: Allocate | undefined;
  /** The file, if it is open already. It is not closed. Default: the file at the path is opened. */
  readonly file?: OpenFile | undefined;
}

/**
 * Opens a snapshot file, calls `use` with its bytes, closes the file, and returns the result of `use`. A file of which
 * `use` keeps bytes to read them later is closed when nothing refers to these bytes. Each call of
 * `read` returns a new buffer. `version` returns a string that changes when the file is written or replaced.
 *
 * @throws SnapshotError if the path is not a file, or if the file is truncated while it is read
 * @throws RangeError if there is no memory for the bytes
 * @throws the errors of `verifyBytes`
 */
export function withSnapshotBytes<T>(
  path: string,
  use: (bytes: ByteSource, version: () => string) => T,
  { trust, followsLinks, allocate = allocateMemory, file: open }: SnapshotBytesOptions = {},
): T {
  const file = open ?? openSnapshotFile(path, followsLinks);
  const { descriptor } = file;
  let isReadLater = false;
  let result: T;
  try {
    const { size } = fstatSync(descriptor);
    const bytes: ByteSource = {
      name: path,
      size,
      read(offset, length, onPiece = () => {}) {
        const bytes = allocateBytes(path, length, allocate);
        for (let at = 0; at < length; at += PIECE_BYTES) {
          const piece = bytes.subarray(at, at + PIECE_BYTES);
          if (!readInto(descriptor, piece, offset + at)) {
            throw new SnapshotError(
              path,
              'truncated',
              'truncated while it was read; open it again',
            );
          }
          onPiece(piece);
        }
        return bytes;
      },
      readLater: canReplaceOpenFiles
        ? (section, blockChecksums) => {
            isReadLater = true;
            return openBytesInFile(file, section, blockChecksums);
          }
        : undefined,
    };
    const version = () => {
      const { dev, ino, size, mtimeNs, ctimeNs } = fstatSync(descriptor, { bigint: true });
      return [dev, ino, size, mtimeNs, ctimeNs].join(':');
    };
    result = use(trust === undefined ? bytes : verifyBytes(bytes, trust, followsLinks), version);
  } catch (error) {
    if (open === undefined) closeNow(file);
    throw error;
  }
  if (open === undefined && !isReadLater) closeNow(file);
  return result;
}

/**
 * Opens a snapshot file, which is closed when nothing refers to the result.
 *
 * @param followsLinks Whether the file is opened if its path is a symbolic link. Default: true.
 * @throws SnapshotError if the path is not a file
 * @throws FileError if the system cannot open the file
 */
export function openSnapshotFile(path: string, followsLinks = true): OpenFile {
  try {
    return openFile(path, openRegularFileSync(path, { expected: 'a snapshot file', followsLinks }));
  } catch (error) {
    if (!(error instanceof FileError) || error.found === undefined) throw error;
    const code = error.found === 'nothing' ? 'not_found' : 'not_a_snapshot';
    throw new SnapshotError(path, code, error.problem, { cause: error.cause });
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
