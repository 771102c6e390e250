/*
 * Replaces whole files, so that no reader sees an incomplete file, even after a power failure. `write-snapshot.ts`
 * produces the bytes of a snapshot, and `cli/output-file.ts` extends files instead.
 */

import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { kindOf } from '../regular-file.js';

/** The maximum number of symbolic links from a path to its file, as in Linux. */
const MAX_LINKS = 40;

/** A temporary file of another machine that was not modified for this time is removed. */
const MAX_IDLE_MS = 3_600_000;

/** The permissions of a new file, from which the umask of the process is subtracted. */
const NEW_FILE_MODE = 0o666;

/** A file that can be written. */
interface OutputFile {
  /** The path of the file, which is not a symbolic link. */
  readonly path: string;
  /** The properties of the existing file; undefined if there is no file. */
  readonly existing: Stats | undefined;
}

/**
 * Follows symbolic links to the file that {@link writeAtomically} would replace. The file need not exist.
 *
 * @throws Error if the path is a directory, a device, a pipe or a socket, or if its directory does not exist
 */
export function resolveOutput(path: string): OutputFile {
  let target = path;
  for (let links = 0; links <= MAX_LINKS; links++) {
    refuseMissingDirectory(path, dirname(target));
    const existing = lstatSync(target, { throwIfNoEntry: false });
    if (existing?.isSymbolicLink()) {
      const link = readlinkSync(target);
      // The path is not normalized, because `..` after a symbolic link is the parent of the target of the link.
      target = isAbsolute(link) ? link : `${dirname(target)}${sep}${link}`;
      continue;
    }
    if (existing !== undefined && !existing.isFile()) {
      throw new Error(
        `${path}: expected a regular file or a new path, found ${kindOf(existing)}; choose another path`,
      );
    }
    return { path: target, existing };
  }
  throw new Error(
    `${path}: expected a file, found more than ${MAX_LINKS} symbolic links; choose another path`,
  );
}

function refuseMissingDirectory(path: string, directory: string): void {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new Error(
    `${path}: expected a file in an existing directory, found no directory '${directory}'`,
  );
}

/**
 * Writes a file under a temporary name in the same directory, flushes it to disk, and renames it, so
 * that the path never refers to an incomplete file. If writing or renaming fails, the temporary file is
 * removed and an existing file is unchanged.
 *
 * Follows a symbolic link to its target, unless `followsLinks` is false. Keeps the permissions of an existing file, and
 * its owner and group if the process may set them. Removes the temporary files of processes that ended before they
 * could rename them.
 *
 * @returns the number of bytes written
 * @throws Error if the path is a directory, a device, a pipe or a socket, or if the file cannot be written
 */
export function writeAtomically(
  path: string,
  pieces: Iterable<Uint8Array>,
  options?: { readonly followsLinks?: boolean },
): number {
  const written = writeUnpublished(path, pieces, options);
  written.publish();
  return written.size;
}

/** The errors of the system for a directory in which the process may not create files. */
const NOT_WRITABLE = ['EACCES', 'EPERM', 'EROFS'];

/** Creates a temporary file. Fails if any file or link of this name exists. */
function createTemporary(path: string, temporary: string, mode: number): number {
  try {
    return openSync(temporary, 'wx', mode);
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (!NOT_WRITABLE.includes(code)) throw cause;
    const problem = `expected a directory in which files may be created, found '${dirname(temporary)}' without this permission (${code})`;
    throw new Error(`${path}: ${problem}; choose another path`, { cause });
  }
}

/** A complete file under a temporary name. Either `publish` or `discard` must be called. */
export interface UnpublishedFile {
  /** The number of bytes. */
  readonly size: number;
  /** Renames the file to its path. Removes the file if it cannot be renamed. */
  publish(): void;
  /** Removes the file. */
  discard(): void;
}

/**
 * Writes a file like {@link writeAtomically}, and flushes it to disk, but does not rename it yet.
 *
 * @throws Error like {@link writeAtomically}
 */
export function writeUnpublished(
  path: string,
  pieces: Iterable<Uint8Array>,
  { followsLinks = true } = {},
): UnpublishedFile {
  const { path: target, existing } = followsLinks
    ? resolveOutput(path)
    : { path, existing: undefined };
  const directory = realpathSync(dirname(target));
  const output = join(directory, basename(target));
  removeAbandoned(output);
  const temporary = `${output}${temporarySuffix()}`;
  const mode = existing === undefined ? NEW_FILE_MODE : existing.mode & 0o777;
  const file = createTemporary(path, temporary, mode);
  let size = 0;
  const discard = () => rmSync(temporary, { force: true });
  const orDiscard = (run: () => void) => {
    try {
      run();
    } catch (error) {
      discard();
      throw error;
    }
  };
  orDiscard(() => {
    try {
      for (const piece of pieces) {
        writeAll(path, file, piece);
        size += piece.length;
      }
      if (existing !== undefined) keepAccess(file, existing);
      flushFile(path, file);
    } finally {
      closeSync(file);
    }
  });
  return {
    size,
    publish() {
      orDiscard(() => renameSync(temporary, output));
      flushDirectory(directory);
    },
    discard,
  };
}

/**
 * Returns a new path for a temporary file in the directory of an output, which is removed like the temporary files of
 * {@link writeAtomically} if the process ends before it removes the file.
 */
export function temporaryPathOf(path: string): string {
  const { path: target } = resolveOutput(path);
  return `${join(realpathSync(dirname(target)), basename(target))}${temporarySuffix()}`;
}

/** Returns the end of the name of a temporary file: the machine, the process and a random number. */
function temporarySuffix(): string {
  return `.tmp-${machineId()}-${process.pid}-${randomBytes(6).toString('hex')}`;
}

const TEMPORARY_SUFFIX = /^\.tmp-([0-9a-f]{8})-(\d+)-[0-9a-f]{12}$/;

/**
 * Returns 8 hexadecimal digits for the host and its namespace of process ids. Two containers have different
 * namespaces, so that a process id of one container means nothing in the other.
 */
function machineId(): string {
  const hash = createHash('sha256').update(hostname());
  try {
    hash.update(readlinkSync('/proc/self/ns/pid'));
  } catch {
    // Only Linux has namespaces.
  }
  return hash.digest('hex').slice(0, 8);
}

/**
 * Removes the temporary files of an output whose processes have ended. Removes a file of another machine, or of
 * a process id that is in use, after {@link MAX_IDLE_MS} without a modification. Skips files that cannot be
 * removed, and a directory without read permission.
 */
function removeAbandoned(output: string): void {
  const directory = dirname(output);
  const prefix = basename(output);
  for (const name of namesIn(directory)) {
    if (!name.startsWith(prefix)) continue;
    const match = TEMPORARY_SUFFIX.exec(name.slice(prefix.length));
    if (match === null) continue;
    const path = join(directory, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats?.isFile()) continue;
    const [, machine, pid] = match;
    const hasEnded = machine === machineId() && !isRunning(Number(pid));
    if (hasEnded || Date.now() - stats.mtimeMs > MAX_IDLE_MS) ignoring(() => rmSync(path));
  }
}

function namesIn(directory: string): string[] {
  return ignoring(() => readdirSync(directory)) ?? [];
}

/** Returns whether a process of this machine exists. A process of another user counts as well. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The codes of missing permissions, of a missing file, and of an owner that the system does not know. */
const IGNORED_CODES = ['EACCES', 'EPERM', 'ENOENT', 'EINVAL'];

/** Returns the result of an operation, or undefined if it fails with one of {@link IGNORED_CODES}. */
function ignoring<T>(operation: () => T): T | undefined {
  try {
    return operation();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (IGNORED_CODES.includes(code)) return undefined;
    throw error;
  }
}

/** The id that leaves the owner or the group of a file as it is. */
const UNCHANGED = -1;

/** Gives a file the group, the owner and the permissions of an existing file, as far as the process may set them. */
function keepAccess(file: number, { uid, gid, mode }: Stats): void {
  ignoring(() => fchownSync(file, UNCHANGED, gid));
  ignoring(() => fchownSync(file, uid, UNCHANGED));
  ignoring(() => fchmodSync(file, mode & 0o777));
}

/**
 * Writes bytes to an open file.
 *
 * @throws Error with the path and the cause, such as a full disk
 */
export function writeAll(path: string, file: number, bytes: Uint8Array): void {
  namingFile(path, () => {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(file, bytes, done, Math.min(bytes.length - done, 1 << 30));
    }
  });
}

/**
 * Flushes an open file to disk.
 *
 * @throws Error with the path and the cause, such as a full disk
 */
export function flushFile(path: string, file: number): void {
  namingFile(path, () => fsyncSync(file));
}

/** Calls a function that writes an open file, and adds the path to its errors. */
function namingFile(path: string, use: () => void): void {
  try {
    use();
  } catch (error) {
    throw writeError(path, error);
  }
}

/** Returns an error with the path for an error of an open file, because errors of Node do not contain its path. */
export function writeError(path: string, error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  const problem = `${path}: expected to write the file, found an error (${message})`;
  return Object.assign(new Error(problem, { cause: error }), { code });
}

/**
 * Links a path to a file, or copies the file if the file system has no links. Replaces an existing file at the path.
 */
export function linkOrCopy(from: string, to: string): void {
  rmSync(to, { force: true });
  try {
    linkSync(from, to);
  } catch {
    // Some file systems, such as FAT, have no links.
    copyFile(from, to);
  }
}

/**
 * Copies the bytes that a file has now, and its permissions, its owner and its group as far as the process may set them.
 * Unlike `fs.copyFileSync`, it also ends if the file becomes shorter meanwhile.
 */
function copyFile(from: string, to: string): void {
  const source = openSync(from, 'r');
  try {
    const existing = fstatSync(source);
    const copy = openSync(to, 'wx', existing.mode & 0o777);
    try {
      const piece = Buffer.allocUnsafe(COPIED_BYTES);
      for (let rest = existing.size; rest > 0; ) {
        const length = readSync(source, piece, 0, Math.min(rest, COPIED_BYTES), null);
        if (length === 0) break;
        writeAll(to, copy, piece.subarray(0, length));
        rest -= length;
      }
      keepAccess(copy, existing);
      flushFile(to, copy);
    } finally {
      closeSync(copy);
    }
  } finally {
    closeSync(source);
  }
}

const COPIED_BYTES = 1 << 20;

/**
 * Flushes a directory to disk, so that a power failure cannot undo a rename in the directory. Does nothing on
 * Windows, which has no such operation. Skips a directory without read permission, which cannot be flushed.
 */
export function flushDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const handle = ignoring(() => openSync(directory, 'r'));
  if (handle === undefined) return;
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
