import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file so that its name always leads to a whole one: beside its place under another name,
 * flushed to the disk, then renamed into place. If anything fails, what was there before is there
 * still, and nothing else is.
 *
 * @returns how many bytes were written
 */
export function writeAtomically(path: string, pieces: Iterable<Uint8Array>): number {
  const directory = dirname(path);
  const temporary = join(directory, `${basename(path)}.tmp-${process.pid}`);
  let size = 0;
  try {
    const file = openSync(temporary, 'w');
    try {
      for (const piece of pieces) {
        writeWhole(file, piece);
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

function writeWhole(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, Math.min(bytes.length - done, 1 << 30));
  }
}

/**
 * Makes the new name itself last; Windows can neither do this nor needs it. A directory that may be
 * written but not read cannot be flushed: its new file is whole all the same.
 */
function flushDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const handle = openedIfAllowed(directory);
  if (handle === undefined) return;
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function openedIfAllowed(directory: string): number | undefined {
  try {
    return openSync(directory, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return undefined;
    throw error;
  }
}
