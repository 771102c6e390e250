/* Appends lines to a file, and begins a line of its own after an incomplete last line. */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { flushFile, resolveOutput, writeAll } from './write-atomically.js';

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
