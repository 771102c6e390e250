import { existsSync, renameSync, rmSync } from 'node:fs';
import { signaturePath } from '../signature.js';
import { linkOrCopy, resolveOutput, temporaryPathOf } from './write-atomically.js';

/**
 * Returns the path at which {@link keepPrevious} keeps a file, next to the file or to the target of a symbolic link.
 *
 * @throws Error if the path is a directory, a device, a pipe or a socket, or if its directory does not exist
 */
export function previousPath(path: string): string {
  const kept = `${resolveOutput(path).path}.previous`;
  resolveOutput(kept);
  return kept;
}

/** Keeps an existing snapshot and its signature under {@link previousPath}, in place of those kept before. */
export function keepPrevious(path: string): void {
  const { path: file, existing } = resolveOutput(path);
  if (existing === undefined) return;
  const kept = previousPath(path);
  keep(file, signaturePath(file), signaturePath(kept));
  keep(file, file, kept);
}

/** Makes `to` the same file as `from`. If `from` does not exist, removes `to`. */
function keep(output: string, from: string, to: string): void {
  if (!existsSync(from)) {
    rmSync(to, { force: true });
    return;
  }
  const temporary = temporaryPathOf(output);
  try {
    linkOrCopy(from, temporary);
    renameSync(temporary, to);
  } finally {
    // The file still exists if copying failed. Renaming does nothing if both names belong to one file.
    rmSync(temporary, { force: true });
  }
}
