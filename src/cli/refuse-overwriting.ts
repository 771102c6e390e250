import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UsageError } from './command-line.js';

/** A file that a command writes, and the option that names it. Its directory is there. */
export interface WrittenFile {
  readonly option: string;
  readonly path: string;
}

/**
 * Refuses to write a file that is read, and to write two to one place, under whatever names.
 *
 * @param read paths of files; `-` is standard input
 * @throws UsageError which file that is, and by which option
 */
export function refuseOverwriting(read: readonly string[], written: readonly WrittenFile[]): void {
  const taken = new Map<string, string>();
  for (const path of read) taken.set(identity(path === '-' ? '/dev/stdin' : path), 'is read');
  for (const { option, path } of written) {
    const file = identity(path);
    const use = taken.get(file);
    if (use !== undefined) {
      throw new UsageError(`${option} is '${path}', which ${use}; wanted another file.`);
    }
    taken.set(file, `is ${option} too`);
  }
}

/** The same for every name of a file, also of one that is still to be written. */
function identity(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats !== undefined) return `${stats.dev}:${stats.ino}`;
  const directory = dirname(path);
  return statSync(directory, { throwIfNoEntry: false })
    ? join(realpathSync(directory), basename(path))
    : path;
}
