/*
 * The standard streams of all commands, and the formats of what is printed. All commands print with the functions of
 * this file, so that no text of a record, a file or a server reaches a terminal unchanged. Files that a command writes
 * are in output-file.ts.
 */

import { constants } from 'node:buffer';
import { printable } from '../base/messages.js';
import { type ByteSource, memoryBytes } from '../snapshot/format/container/read-sections.js';
import { UsageError } from './command.js';
import type { LineAppender } from './output-file.js';

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

const GROUPED = new Intl.NumberFormat('en-US');

/** Formats a number with grouped digits: `12,345`. */
export function formatNumber(number: number): string {
  return GROUPED.format(number);
}

/** Formats a number with a noun: `1 title`, `12,345 titles`. */
export function formatCount(number: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(number)} ${number === 1 ? noun : plural}`;
}

/** The progress of a command: one line of a terminal that is updated in place, or further lines of a log. */
export interface Progress {
  /**
   * Shows the progress. Does nothing, and does not call `text`, in the interval after the previous progress.
   *
   * @param text formats the progress after a time since the start, in seconds
   */
  show(text: (seconds: number) => string): void;
  /** Removes the line of a terminal. */
  clear(): void;
}

const TERMINAL_INTERVAL_MS = 100;

/** The time between two lines of a log. A command that takes less time writes none. */
const LOG_INTERVAL_MS = 10_000;

/**
 * Creates a function that shows the progress of a command.
 *
 * @param isQuiet Whether to show nothing. Default: false.
 * @param stream Default: standard error.
 */
export function createProgress(
  isQuiet = false,
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
): Progress {
  if (isQuiet) return { show() {}, clear() {} };
  const { isTTY } = stream;
  const intervalMs = isTTY ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS;
  const startedAt = performance.now();
  let shownAt = isTTY ? Number.NEGATIVE_INFINITY : startedAt;
  return {
    show(text) {
      const now = performance.now();
      if (now - shownAt < intervalMs) return;
      shownAt = now;
      const line = printable(text((now - startedAt) / 1000));
      stream.write(isTTY ? `\r\u001b[K${line}` : `${line}\n`);
    },
    clear() {
      if (isTTY) stream.write('\r\u001b[K');
    },
  };
}

/** What a command has done after a time. */
export interface CountedProgress {
  /** The number of titles or records so far. */
  readonly count: number;
  readonly noun: string;
  /** The share of the work that is done, from 0 to 1; undefined if it is not known. */
  readonly share: number | undefined;
  /** Time since the start, in seconds. */
  readonly seconds: number;
}

/**
 * Formats a progress: titles or records, percentage, and remaining time. In the first second, the remaining time is
 * omitted. Without `share`, the titles or records per second are shown in place of the percentage and the remaining
 * time.
 *
 * @example '12,000 titles, 25 %, 12 s left'
 */
export function formatProgress({ count, noun, share, seconds }: CountedProgress): string {
  const parts = [formatCount(count, noun)];
  if (share !== undefined && share > 0) {
    parts.push(`${Math.floor(share * 100)} %`);
    if (seconds >= 1) parts.push(`${duration((seconds * (1 - share)) / share)} left`);
  } else if (seconds >= 1) {
    parts.push(`${formatNumber(Math.round(count / seconds))} per second`);
  }
  return parts.join(', ');
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.ceil(whole / 60)} min`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
