/*
 * Opens and reads files next to a snapshot, such as keys, signatures and states. Only regular files are opened, because a
 * pipe or a device can take any time and send any number of bytes. Functions with a promise have a time limit and leave
 * the thread free. The synchronous functions are for commands, for worker threads and for the start of a server.
 */

import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** The default maximum time without a byte, for example from a disk of another machine. */
const TIMEOUT_MS = 10_000;

/** The number of bytes that are read at a time. */
const PIECE_BYTES = 1 << 20;

/** A file is missing, is not a regular file, is too large, or cannot be read. */
export class FileError extends Error {
  override name = 'FileError';

  /**
   * @param problem the message without the path: what was expected, and what was found
   * @param found Whether the path has no file, or something else than a regular file. Default: neither.
   */
  constructor(
    path: string,
    readonly problem: string,
    readonly found?: 'nothing' | 'another kind' | undefined,
    options?: ErrorOptions,
  ) {
    super(`${path}: ${problem}`, options);
  }
}

/** Options of {@link openRegularFile}. */
export interface OpenOptions {
  /** What the file is, for messages, such as `a file with a key in PEM`. */
  readonly expected: string;
  /** Whether the file is opened if its path is a symbolic link. Default: true. */
  readonly followsLinks?: boolean | undefined;
  /** The flags of `open`. Default: O_RDONLY. */
  readonly flags?: number | undefined;
  /** The maximum size of the file in bytes. Default: no limit. */
  readonly maxBytes?: number | undefined;
}

/** Options of {@link readSmallFile}. */
export interface SmallFileOptions extends OpenOptions {
  readonly maxBytes: number;
}

/** Options of {@link readPieces}. */
export interface PiecesOptions {
  /** The offset of the first byte. */
  readonly start: number;
  /** The offset after the last byte. The file may end before it. */
  readonly end: number;
  /** Stops reading, which then throws the reason of the signal. Default: never. */
  readonly signal?: AbortSignal | undefined;
  /** The maximum time without a byte, in milliseconds. Default: 10 seconds. */
  readonly stallMs?: number | undefined;
}

/** Describes what a path is in place of a regular file. */
export function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a directory';
  if (stats.isFIFO()) return 'a named pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

/**
 * Opens a regular file, and never waits for the other end of a pipe.
 *
 * @throws FileError if the path is not a regular file, or the file is too large or cannot be opened
 */
export async function openRegularFile(path: string, options: OpenOptions): Promise<FileHandle> {
  const file = await open(path, flagsOf(options)).catch((error) => fail(path, options, error));
  try {
    checkStats(path, options, await file.stat());
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Does the same as {@link openRegularFile} in the calling thread. */
export function openRegularFileSync(path: string, options: OpenOptions): number {
  try {
    const file = openSync(path, flagsOf(options));
    try {
      checkStats(path, options, fstatSync(file));
      return file;
    } catch (error) {
      closeSync(file);
      throw error;
    }
  } catch (error) {
    return fail(path, options, error);
  }
}

function flagsOf({ flags = constants.O_RDONLY, followsLinks = true }: OpenOptions): number {
  // Windows has none of these flags.
  const { O_NONBLOCK = 0, O_NOCTTY = 0, O_NOFOLLOW = 0 } = constants;
  return flags | O_NONBLOCK | O_NOCTTY | (followsLinks ? 0 : O_NOFOLLOW);
}

function checkStats(
  path: string,
  { expected, maxBytes = Number.POSITIVE_INFINITY }: OpenOptions,
  stats: Stats,
): void {
  if (!stats.isFile()) {
    throw new FileError(path, `expected ${expected}, found ${kindOf(stats)}`, 'another kind');
  }
  if (stats.size <= maxBytes) return;
  const problem = `expected ${expected} (at most ${maxBytes} bytes), found ${stats.size} bytes`;
  throw new FileError(path, problem);
}

/** The description of a path in messages, by the code of the error when it is opened. */
const FOUND: Readonly<Record<string, string>> = {
  ENOENT: 'nothing',
  ENOTDIR: 'nothing',
  EISDIR: 'a directory',
  // The link is not followed, or links form a loop.
  ELOOP: 'a symbolic link',
  ENXIO: 'a pipe or a socket',
};

/** Throws an error with the path for an error of the system, and other errors unchanged. */
function fail(path: string, { expected }: OpenOptions, error: unknown): never {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) throw error;
  const known: string | undefined = FOUND[code];
  const problem = `expected ${expected}, found ${known ?? `an unreadable file (${code})`}`;
  const found = known === undefined || known === 'nothing' ? known : 'another kind';
  throw new FileError(path, problem, found, { cause: error });
}

/** The reads that have not ended. A second read of a path joins the first, so that a hung disk blocks one thread. */
const unfinished = new Map<string, Promise<Buffer>>();

/**
 * Reads a small regular file.
 *
 * @throws FileError if the path is not a regular file, or the file is too large or cannot be read within 10 seconds
 */
export function readSmallFile(path: string, options: SmallFileOptions): Promise<Buffer> {
  const reading =
    unfinished.get(path) ?? readAll(path, options).finally(() => unfinished.delete(path));
  unfinished.set(path, reading);
  return within(TIMEOUT_MS, path, reading);
}

async function readAll(path: string, options: SmallFileOptions): Promise<Buffer> {
  const file = await openRegularFile(path, options);
  try {
    const bytes = Buffer.alloc(options.maxBytes + 1);
    let end = 0;
    for (let read = 1; read > 0; end += read) {
      const result = await file.read(bytes, end, bytes.length - end, null);
      read = result.bytesRead;
    }
    return takeBytes(path, options, bytes, end);
  } catch (error) {
    return fail(path, options, error);
  } finally {
    await file.close();
  }
}

/**
 * Does the same as {@link readSmallFile} in the calling thread, without a time limit.
 *
 * @throws FileError if the path is not a regular file, or the file is too large or cannot be read
 */
export function readSmallFileSync(path: string, options: SmallFileOptions): Buffer {
  const file = openRegularFileSync(path, options);
  try {
    const bytes = Buffer.alloc(options.maxBytes + 1);
    let end = 0;
    for (let read = 1; read > 0; end += read) {
      read = readSync(file, bytes, end, bytes.length - end, null);
    }
    return takeBytes(path, options, bytes, end);
  } catch (error) {
    return fail(path, options, error);
  } finally {
    closeSync(file);
  }
}

/**
 * Returns the bytes that were read. The size of a file proves nothing: files of `/proc` have the size 0 and contents.
 */
function takeBytes(path: string, options: SmallFileOptions, bytes: Buffer, end: number): Buffer {
  if (end <= options.maxBytes) return bytes.subarray(0, end);
  const { expected, maxBytes } = options;
  throw new FileError(path, `expected ${expected} (at most ${maxBytes} bytes), found more`);
}

/**
 * Reads a part of an open file in pieces, fewer bytes at the end of the file. The bytes of a piece are valid until the next
 * piece is requested.
 *
 * @throws FileError if no byte can be read for a time
 */
export async function* readPieces(
  path: string,
  file: Pick<FileHandle, 'read'>,
  { start, end, signal, stallMs = TIMEOUT_MS }: PiecesOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const buffer = Buffer.allocUnsafe(PIECE_BYTES);
  for (let at = start; at < end; ) {
    signal?.throwIfAborted();
    const length = Math.min(buffer.length, end - at);
    const { bytesRead } = await within(stallMs, path, file.read(buffer, 0, length, at));
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/**
 * Closes a file that {@link readPieces} has read, without waiting: closing a file waits for a read that has not ended, so
 * that a caller on a hung disk would wait in spite of the time limit.
 */
export function closeWithoutWaiting(file: Pick<FileHandle, 'close'>): void {
  file.close().catch(() => {});
}

/** @throws FileError if a read of a file does not end within a time */
async function within<T>(ms: number, path: string, reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const problem = `expected data within ${ms / 1000} s, found none; check the disk`;
    timer = setTimeout(() => reject(new FileError(path, problem)), ms);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}
