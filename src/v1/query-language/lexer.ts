/*
 * The lexer of the query language: a typed text to tokens. It refuses the syntax of other search engines, because
 * `whale^5` and `whale~2` would silently mean something else here.
 */

import { LIMITS, syntaxError } from './syntax-error.js';
import type { RangeNode, ValueNode } from './syntax-tree.js';

/** A token of a query. `at` is the position of the token, in UTF-16 code units from 0. */
export type Token =
  | { readonly kind: 'open' | 'close' | 'and' | 'or' | 'not' | 'end'; readonly at: number }
  | { readonly kind: 'field'; readonly at: number; readonly name: string }
  | {
      readonly kind: 'value';
      readonly at: number;
      readonly value: ValueNode;
      /** The value as it is written in the query, with its backslashes and quotation marks. */
      readonly source: string;
    };

/**
 * Matches a field name and a colon, unless a space, a `)` or the end of the query follows. The query
 * `star wars: a new hope` has no field.
 */
const FIELD = /(\p{L}[\p{L}\p{N}_-]*):(?=[^\s)])/uy;
const SPACE = /\s/;
const SPACES = /\s*/y;
const BOUND = /[^\s\]]+/y;
/** Matches a word with its escapes. */
const WORD = /(?:\\.|[^\s()"\u201c-\u201f])+/suy;
const DISTANCE = /~([^\s()"\u201c-\u201f]*)/y;
const WHOLE_NUMBER = /^[1-9]\d*$/;
const QUOTATION_MARK = /["\u201c-\u201f]/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** Matches `-` and `!` (NOT) and `+` (required, like every clause) directly before a clause. */
const PREFIX = /[-!+](?=[^\s)])/y;
const TO = /(?:TO|to)(?:\s+|$)/y;
/** Matches a character after a backslash, with the backslash. */
const ESCAPE = /\\./gsu;
/** Matches a boost at the end of a word, such as `^5`. */
const BOOST = /\^\d+(?:\.\d+)?$/;
/** Matches `~` or a similarity, such as `~2`, at the end of a word. */
const FUZZY = /~\d*(?:\.\d+)?$/;
const LETTER_DIGIT_OR_WILDCARD = /[\p{L}\p{N}*?]/u;
/** Matches the last character of a group, a phrase or a range. */
const CLOSING = /[)\]"\u201c-\u201f]/;
/** Matches a text between two `/`. The text may contain spaces. */
const REGULAR_EXPRESSION = /\/(?:\\.|[^\\/])+\/(?=[\s)]|$)/suy;

const OPERATORS: ReadonlyMap<string, 'and' | 'or' | 'not'> = new Map([
  ['AND', 'and'],
  ['OR', 'or'],
  ['NOT', 'not'],
  ['&&', 'and'],
  ['||', 'or'],
]);

/**
 * Splits a query into tokens. The last token is `end`. O(characters).
 *
 * @throws ApiError 400 for a phrase without a closing quotation mark, a `~` after a phrase without a valid
 *   number, an invalid range, a misplaced wildcard, a `\` at the end of the query, or the syntax
 *   of other search engines, such as `whale^5`
 */
export function lexQuery(query: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;

  function isBoundary(index: number): boolean {
    const character = query[index];
    return (
      character === undefined ||
      character === '(' ||
      character === ')' ||
      SPACE.test(character) ||
      QUOTATION_MARK.test(character)
    );
  }

  /** Matches a sticky pattern at the current position. If the pattern matches, moves past the match. */
  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at;
    const match = pattern.exec(query);
    if (match !== null) at = pattern.lastIndex;
    return match;
  }

  /** Returns the text that a sticky pattern matches at the current position. */
  function sourceAt(pattern: RegExp): string {
    pattern.lastIndex = at;
    return pattern.exec(query)?.[0] ?? '';
  }

  function readEscape(): string {
    at++;
    if (at === query.length) throw syntaxError(query, at, 'a character after "\\"');
    return query[at++];
  }

  /** Reads a phrase, or a phrase with a distance, such as `"war peace"~5`. */
  function readPhrase(): ValueNode {
    let text = '';
    at++;
    while (at < query.length && !QUOTATION_MARK.test(query[at])) {
      text += query[at] === '\\' ? readEscape() : query[at++];
    }
    if (at === query.length) throw syntaxError(query, at, 'a closing quotation mark');
    at++;
    if (query[at] !== '~') return Object.freeze({ kind: 'phrase', text });
    return Object.freeze({ kind: 'proximity', text, distance: readDistance() });
  }

  function readDistance(): number {
    const start = at + 1;
    const digits = take(DISTANCE)?.[1] ?? '';
    const distance = WHOLE_NUMBER.test(digits) ? Number(digits) : 0;
    if (distance < 1 || distance > LIMITS.maxDistance) {
      throw syntaxError(query, start, `a whole number from 1 to ${LIMITS.maxDistance} after ~`);
    }
    return distance;
  }

  function readBound(): string {
    const match = take(BOUND);
    if (match === null) throw syntaxError(query, at, 'a number or *');
    take(SPACES);
    return match[0];
  }

  function readRange(): RangeNode {
    at++;
    take(SPACES);
    const from = readBound();
    if (take(TO) === null) throw syntaxError(query, at, 'TO, as in [1918 TO 1939]');
    const to = readBound();
    if (query[at] !== ']') throw syntaxError(query, at, 'a closing "]"');
    at++;
    return Object.freeze({ kind: 'range', from, to });
  }

  /** Reads a word with its escapes and wildcards, or a `*` alone. */
  function readWord(): ValueNode {
    const start = at;
    refuseBoostsAndFuzzyWords(query, start, sourceAt(WORD));
    const pieces = [''];
    let hasTrailingStar = false;
    while (!isBoundary(at)) {
      if (hasTrailingStar) throw syntaxError(query, at, 'the end of the word after *');
      const character = query[at];
      if (character === '\\') {
        pieces[pieces.length - 1] += readEscape();
        continue;
      }
      at++;
      const isWildcard = character === '*' || character === '?';
      if (isWildcard && pieces.length === 1 && !LETTER_OR_DIGIT.test(pieces[0])) {
        if (character === '*' && at === start + 1 && isBoundary(at)) {
          return Object.freeze({ kind: 'all' });
        }
        throw syntaxError(query, start, 'a letter or a digit before the first wildcard');
      }
      if (character === '*') hasTrailingStar = true;
      else if (character === '?') pieces.push('');
      else pieces[pieces.length - 1] += character;
    }
    if (!hasTrailingStar && pieces.length === 1)
      return Object.freeze({ kind: 'word', text: pieces[0] });
    return Object.freeze({ kind: 'wildcard', pieces: Object.freeze(pieces), hasTrailingStar });
  }

  function readValue(): ValueNode {
    if (query[at] === '[') return readRange();
    return QUOTATION_MARK.test(query[at]) ? readPhrase() : readWord();
  }

  /** Reads a value, an operator or an opening parenthesis. */
  function readValueOrOperator(): Token {
    const start = at;
    if (query[at] === '(') {
      at++;
      return { kind: 'open', at: start };
    }
    const value = readValue();
    const source = query.slice(start, at);
    const operator = OPERATORS.get(source);
    if (operator !== undefined) return { kind: operator, at: start };
    return { kind: 'value', at: start, value, source };
  }

  while (take(SPACES) !== null && at < query.length) {
    const start = at;
    if (query[at] === ')') {
      at++;
      tokens.push({ kind: 'close', at: start });
      continue;
    }
    const prefix = take(PREFIX);
    if (prefix !== null) {
      if (prefix[0] !== '+') tokens.push({ kind: 'not', at: start });
      continue;
    }
    const field = take(FIELD);
    if (field !== null) {
      refuseRegularExpressions(query, at);
      tokens.push({ kind: 'field', at: start, name: field[1] });
    }
    tokens.push(readValueOrOperator());
  }
  tokens.push({ kind: 'end', at });
  return tokens;
}

/**
 * Throws for a word that ends with a boost, as in `whale^5`, or with `~`, as in `whale~2`. In other search
 * engines, `~` also finds similar words. Also throws if the boost or `~` follows a group, a phrase or a range.
 *
 * @param start the position of the word in `query`
 * @param word the word as it is written in the query, with its backslashes
 * @throws ApiError 400
 */
function refuseBoostsAndFuzzyWords(query: string, start: number, word: string): void {
  const plain = word.replace(ESCAPE, (escaped) => 'x'.repeat(escaped.length));
  const followsClause = CLOSING.test(query[start - 1] ?? '');
  const boost = BOOST.exec(plain);
  if (boost !== null && (boost.index > 0 || followsClause)) {
    throw syntaxError(
      query,
      start + boost.index,
      'a clause without a boost',
      'remove the boost, or write \\^ for the character',
    );
  }
  const fuzzy = FUZZY.exec(plain);
  if (fuzzy === null) return;
  if (followsClause || LETTER_DIGIT_OR_WILDCARD.test(plain.slice(0, fuzzy.index))) {
    throw syntaxError(
      query,
      start + fuzzy.index,
      'a clause without ~',
      'use ~ only after a phrase, as in "war peace"~5, or write \\~ for the character',
    );
  }
}

/**
 * Throws for a regular expression, such as `/mob.y/`, at the position of the value of a field.
 *
 * @throws ApiError 400
 */
function refuseRegularExpressions(query: string, at: number): void {
  REGULAR_EXPRESSION.lastIndex = at;
  if (!REGULAR_EXPRESSION.test(query)) return;
  throw syntaxError(
    query,
    at,
    'a value that is not a regular expression',
    'use the wildcards * and ?, or quotation marks for a text with /',
  );
}
