import { printable } from '../catalog/describe.js';

/*
 * All commands print with the functions of this file, so that no text of a record, a file or a server reaches a terminal
 * unchanged.
 */

/** Prints lines to standard output. */
export function print(...lines: readonly string[]): void {
  process.stdout.write(linesOf(lines));
}

/** Prints lines to standard error. */
export function printError(...lines: readonly string[]): void {
  process.stderr.write(linesOf(lines));
}

/** Formats a value as indented JSON, in lines. */
export function jsonLines(value: unknown): string[] {
  return JSON.stringify(value, null, 2).split('\n');
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${printable(line)}\n`).join('');
}
