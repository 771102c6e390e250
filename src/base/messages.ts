/*
 * Creates messages about wrong values, makes messages safe to print, and has the error for an invalid stored structure.
 * `check-options.ts` checks the options of a function.
 */

/** Describes a value for a message. A string is quoted, and truncated to its first 60 characters. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'an array';
  if (value instanceof Promise) return 'a promise';
  const collection = [Date, Map, Set].find((type) => value instanceof type);
  if (collection !== undefined) return `a ${collection.name}`;
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value === 'bigint') return `the bigint ${value}`;
  const text = String(value);
  return `the string ${JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text)}`;
}

/**
 * Creates the error for an argument or an option that has the wrong type.
 *
 * @param where the name of the argument or option, such as `createRequestListener: baseUrl`
 * @param expected what was expected, such as `an address such as https://api.example.org`
 */
export function typeError(where: string, expected: string, found: unknown): TypeError {
  return new TypeError(`${where}: expected ${expected}, found ${describe(found)}`);
}

/** Matches control characters of terminals (C0, DEL and C1), line breaks, and characters that reverse text. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * Replaces the control characters in a line that is printed or logged, so that a record, a file or a server cannot
 * control a terminal or add a line. The result for a line of JSON is equivalent JSON.
 *
 * @example
 * printable('Moby\u001b[2J-Dick'); // 'Moby\\u001b[2J-Dick'
 */
export function printable(line: string): string {
  return line.replace(
    CONTROLS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Returns a message as one line that begins with `carrel: `, for standard error or the console of a browser. Line breaks,
 * which stack traces have, become spaces.
 *
 * @example
 * messageLine('request failed: Error: no title\n    at run'); // 'carrel: request failed: Error: no title at run'
 */
export function messageLine(message: string): string {
  return printable(`carrel: ${message.replace(/\s*\n\s*/g, ' ')}`);
}

/** The error for a stored structure, such as a section of a snapshot, that breaks a rule on which readers depend. */
export class StructureError extends Error {
  override name = 'StructureError';

  /**
   * @param expected the rule
   * @param found the value that breaks the rule
   */
  constructor(
    readonly structure: string,
    readonly expected: string,
    readonly found: string | number,
  ) {
    super(`${structure}: expected ${expected}, found ${found}`);
  }
}
