import { constants } from 'node:buffer';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { printable } from '../base/messages.js';
import type { LineAppender } from '../snapshot/file/append-changes.js';
import { type ByteSource, memoryBytes } from '../snapshot/format/container/read-sections.js';
import { UsageError } from './command-line.js';

/*
 * All commands print with the functions of this file, so that no text of a record, a file or a server reaches a terminal
 * unchanged.
 */

/** Prints one line, or an array of lines, to standard output. A call cannot have as many arguments as a report has lines. */
export function print(lines: string | readonly string[]): void {
  process.stdout.write(linesOf(lines));
}

/** Prints one line, or an array of lines, to standard error. */
export function printError(lines: string | readonly string[]): void {
  process.stderr.write(linesOf(lines));
}

/** Formats a value as indented JSON, in lines. */
export function jsonLines(value: unknown): string[] {
  return JSON.stringify(value, null, 2).split('\n');
}

/**
 * Reads a snapshot from standard input to its end.
 *
 * @throws UsageError if keys are trusted, because a signature is a file next to the snapshot
 */
export async function readStandardInput(trust: readonly string[] | undefined): Promise<ByteSource> {
  if (trust !== undefined) {
    throw new UsageError(
      '--trust: expected a snapshot file with its signature next to it, found standard input',
    );
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of process.stdin) {
    pieces.push(piece);
    size += piece.length;
    if (size <= constants.MAX_LENGTH) continue;
    throw new Error(
      `standard input: expected at most ${constants.MAX_LENGTH} bytes, found more; name the file`,
    );
  }
  return memoryBytes('standard input', Buffer.concat(pieces));
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

/** Returns an appender of lines to standard output. `flush` resolves when all lines have been written. */
export function standardOutputLines(): Omit<LineAppender, 'flush'> & { flush(): Promise<void> } {
  return {
    append: (line) => print(line),
    flush: () =>
      new Promise((resolve, reject) => {
        process.stdout.write('', (error) => (error ? reject(error) : resolve()));
      }),
    close() {},
  };
}

function linesOf(lines: string | readonly string[]): string {
  return (typeof lines === 'string' ? [lines] : lines)
    .map((line) => `${printable(line)}\n`)
    .join('');
}
