/*
 * The files that a command writes, such as the file of `--output`: checks that they may be written, writes to standard
 * output for `-`, and appends lines to a file.
 */

import {
  closeSync,
  createReadStream,
  fstatSync,
  mkdtempSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { flushFile, resolveOutput, writeAll } from '../snapshot/file/writing/write-atomically.js';
import { UsageError } from './command.js';

/** A file that a command will write. */
export interface WrittenFile {
  /** The option that names the file, such as `--output`. */
  readonly option: string;
  readonly path: string;
}

/**
 * Checks that all files can be written, that no written file is also read, and that no file is written twice. Two paths of
 * the same file, such as a link and its target, count as one file.
 *
 * @param read paths of files that are read; `-` is standard input. A written `-` is standard output.
 * @throws Error for a directory, or a path in a missing directory
 * @throws UsageError when a written file is also read, or when two options name the same file
 */
export function checkOutputs(read: readonly string[], written: readonly WrittenFile[]): void {
  for (const { path } of written) if (path !== '-') resolveOutput(path);
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

/**
 * Calls a function that writes a file. For `-`, the file is a temporary file, whose bytes are then written to standard
 * output, so that standard output receives either nothing or the complete file.
 *
 * @param write receives the path to write
 * @throws UsageError for `-` if standard output is a terminal
 */
export async function writeOutput<T>(
  output: string,
  write: (path: string) => Promise<T> | T,
): Promise<T> {
  if (output !== '-') return write(output);
  if (process.stdout.isTTY) {
    throw new UsageError('--output: expected a file or a pipe, found a terminal');
  }
  const directory = mkdtempSync(join(tmpdir(), 'carrel-'));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  // The process exits early when the reader of standard output has closed the pipe.
  process.once('exit', remove);
  try {
    const file = join(directory, 'snapshot');
    const result = await write(file);
    await pipeline(createReadStream(file), process.stdout, { end: false });
    return result;
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/** Returns the name of an output in messages: the path, or `standard output` for `-`. */
export function outputName(output: string): string {
  return output === '-' ? 'standard output' : output;
}

const LINE_FEED = 0x0a;

/** The number of characters that are collected before they are written. */
const BUFFER_CHARS = 1 << 16;

/** A file to which lines are appended. */
export interface LineAppender {
  /** Adds a line, without its line break. The line may be written later. */
  append(line: string): void;
  /** Writes all lines and flushes them to disk. */
  flush(): void;
  /** Closes the file. Lines that were not flushed may be lost. */
  close(): void;
}

/**
 * Opens a file to append lines. Creates a missing file. If the last line of the file has no line break, because a
 * process ended while it wrote the line, adds a line break, so that the new lines begin on a line of their own.
 *
 * @throws Error if the path is a directory, a device, a pipe or a socket, or if its directory does not exist
 */
export function openLineAppender(path: string): LineAppender {
  const file = openSync(resolveOutput(path).path, 'a+');
  let buffer = hasIncompleteLine(file) ? '\n' : '';
  const write = () => {
    const bytes = Buffer.from(buffer);
    buffer = '';
    writeAll(path, file, bytes);
  };
  return {
    append(line) {
      buffer += `${line}\n`;
      if (buffer.length >= BUFFER_CHARS) write();
    },
    flush() {
      write();
      flushFile(path, file);
    },
    close: () => closeSync(file),
  };
}

function hasIncompleteLine(file: number): boolean {
  const { size } = fstatSync(file);
  const last = Buffer.alloc(1, LINE_FEED);
  if (size > 0) readSync(file, last, 0, 1, size - 1);
  return last[0] !== LINE_FEED;
}
