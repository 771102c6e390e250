/* The errors of the query language, with the position of the problem, and the limits of a query. */

import { ApiError } from '../api-error.js';

/** Matches the text that a message quotes: one space, one parenthesis, or up to 20 characters of a word. */
const FOUND = /^\s|^[^\s()]{1,20}|^[()]/u;

/**
 * Creates the 400 error for a query that cannot be parsed. The message quotes the text at the position
 * `at`.
 *
 * @param at the position in `query`, in UTF-16 code units from 0. The message contains the position in
 *   characters (code points) from 1
 * @param expected the text that was expected at the position, such as `a closing ")"`
 * @param hint what to do. Default: the message has no hint.
 * @example
 * syntaxError('(moby', 5, 'a closing ")"').message;
 * // parameter 'q', character 6: expected a closing ")", found the end of the query
 */
export function syntaxError(query: string, at: number, expected: string, hint?: string): ApiError {
  const found = FOUND.exec(query.slice(at));
  const what = found === null ? 'the end of the query' : `'${found[0]}'`;
  const problem = `expected ${expected}, found ${what}`;
  return queryError(query, at, hint === undefined ? problem : `${problem}; ${hint}`);
}

/**
 * Creates the 400 error for a problem at a position of a query.
 *
 * @param at the position in `query`, in UTF-16 code units from 0
 * @param problem the rest of the message, after the position
 */
export function queryError(
  query: string,
  at: number,
  problem: string,
  code: 'invalid_query' | 'query_too_long' = 'invalid_query',
): ApiError {
  const character = countCharacters(query, at) + 1;
  return new ApiError(code, `parameter 'q', character ${character}: ${problem}`, 'q');
}

/** Counts the characters (code points) in the first `length` UTF-16 code units of a text. */
export function countCharacters(text: string, length: number = text.length): number {
  let count = 0;
  for (const _ of text.slice(0, length)) count++;
  return count;
}

/** The limits of a query. The error message for a query that exceeds a limit contains the limit. */
export const LIMITS = {
  /** The maximum number of Unicode code points in a query. */
  maxCharacters: 900,
  /** The maximum number of values in a query: words, words with wildcards, phrases, proximity searches, ranges and `*`. */
  maxClauses: 64,
  /** The maximum number of levels of nested parentheses. */
  maxLevels: 16,
  /** The maximum distance of a proximity search, such as 5 in `"war peace"~5`. */
  maxDistance: 100,
  /** The maximum number of index terms that a word with wildcards may match in fields of text and identifiers. */
  maxWildcardTerms: 1024,
} as const;
