import { ApiError } from '../api-error.js';

/** How a message names what was found: a word at most, and not all of a long one. */
const FOUND = /^\s|^[^\s()]{1,20}|^[()]/u;

/**
 * The 400 for a query that does not parse.
 *
 * @param at where in `query`, in UTF-16 code units from 0; the message counts characters (code
 *   points) from 1
 * @param expected what could have stood there, such as `a closing ")"`
 */
export function syntaxError(query: string, at: number, expected: string): ApiError {
  const found = FOUND.exec(query.slice(at));
  const what = found === null ? 'the end of the query' : `'${found[0]}'`;
  return errorAt(query, at, `expected ${expected}, found ${what}`);
}

/** The 400 for something at a place of a query. */
export function errorAt(query: string, at: number, problem: string): ApiError {
  return new ApiError(400, `Parameter 'q', character ${characters(query, at) + 1}: ${problem}.`);
}

/** How many characters (code points) begin within the first `length` code units of a text. */
export function characters(text: string, length: number = text.length): number {
  let count = 0;
  for (const _ of text.slice(0, length)) count++;
  return count;
}
