import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../command-line.js';

/** A file that a command will write. Its directory exists. */
export interface WrittenFile {
  /** The option that names the file, such as `--output`. */
  readonly option: string;
  readonly path: string;
}

/**
 * Checks that no written file is also read, and that no file is written twice. Two paths of the same
 * file, such as a link and its target, count as one file.
 *
 * @param read paths of files that are read; `-` is standard input. A written `-` is standard output.
 * @throws UsageError when a written file is also read, or when two options name the same file
 */
export function refuseOverwriting(read: readonly string[], written: readonly WrittenFile[]): void {
  const uses = new Map<string, string>();
  for (const path of read)
    uses.set(path === '-' ? streamIdentity('stdin') : identity(path), 'read');
  for (const { option, path } of written) {
    const file = path === '-' ? streamIdentity('stdout') : identity(path);
    const use = uses.get(file);
    if (use !== undefined) {
      throw new UsageError(`${option}: expected a file that is not also ${use}, found '${path}'`);
    }
    uses.set(file, `written by ${option}`);
  }
}

/** Returns the string of {@link identity} for a standard stream. Only a regular file can be read and written by mistake. */
function streamIdentity(name: 'stdin' | 'stdout'): string {
  const path = `/dev/${name}`;
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? identity(path) : name;
}

/** Returns a string that is the same for every path of a file. The file need not exist. */
function identity(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats !== undefined) return `${stats.dev}:${stats.ino}`;
  const directory = dirname(path);
  return statSync(directory, { throwIfNoEntry: false })
    ? join(realpathSync(directory), basename(path))
    : path;
}
