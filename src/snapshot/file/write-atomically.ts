import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file under a temporary name in the same directory, flushes it to disk, and renames it, so
 * that the path never refers to an incomplete file. If writing or renaming fails, the temporary file is
 * removed and an existing file is unchanged.
 *
 * @returns the number of bytes written
 */
export function writeAtomically(path: string, pieces: Iterable<Uint8Array>): number {
  const directory = dirname(path);
  const temporary = join(directory, `${basename(path)}.tmp-${process.pid}`);
  let size = 0;
  try {
    const file = openSync(temporary, 'w');
    try {
      for (const piece of pieces) {
        writeAll(file, piece);
        size += piece.length;
      }
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  flushDirectory(directory);
  return size;
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, Math.min(bytes.length - done, 1 << 30));
  }
}

/**
 * Flushes a directory to disk, so that a power failure cannot undo a rename in the directory. Does nothing on
 * Windows, which has no such operation. Skips a directory without read permission, which cannot be flushed.
 */
function flushDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const handle = openIfAllowed(directory);
  if (handle === undefined) return;
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function openIfAllowed(directory: string): number | undefined {
  try {
    return openSync(directory, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return undefined;
    throw error;
  }
}
