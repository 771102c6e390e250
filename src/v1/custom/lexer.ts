import { syntaxError } from './syntax-error.js';
import type { RangeNode, ValueNode } from './syntax-tree.js';
import type { Token } from './token.js';

/** A field's name with its colon, where a value follows at once: `star wars: a new hope` has none. */
const FIELD = /(\p{L}[\p{L}\p{N}_-]*):(?=[^\s)])/uy;
const SPACE = /\s/;
const SPACES = /\s*/y;
const BOUND = /[^\s\]]+/y;
const QUOTATION_MARK = /["\u201c-\u201f]/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

const OPERATORS: ReadonlyMap<string, 'and' | 'or' | 'not'> = new Map([
  ['AND', 'and'],
  ['OR', 'or'],
  ['NOT', 'not'],
]);

/**
 * Cuts a query into tokens, of which the last is its end. O(characters).
 *
 * @throws ApiError 400 with the position, for a quotation mark or range that is not closed, a
 *   wildcard where none may stand, and a `\` at the very end
 */
export function tokenize(query: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;

  function isBoundary(place: number): boolean {
    const character = query[place];
    return (
      character === undefined ||
      character === '(' ||
      character === ')' ||
      SPACE.test(character) ||
      QUOTATION_MARK.test(character)
    );
  }

  /** What `pattern`, a sticky one, finds here; goes past it. */
  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at;
    const match = pattern.exec(query);
    if (match !== null) at = pattern.lastIndex;
    return match;
  }

  function escaped(): string {
    at++;
    if (at === query.length) throw syntaxError(query, at, 'the character that "\\" is for');
    return query[at++];
  }

  function phrase(): ValueNode {
    let text = '';
    at++;
    while (at < query.length && !QUOTATION_MARK.test(query[at])) {
      text += query[at] === '\\' ? escaped() : query[at++];
    }
    if (at === query.length) throw syntaxError(query, at, 'a closing quotation mark');
    at++;
    return Object.freeze({ kind: 'phrase', text });
  }

  function bound(): string {
    const match = take(BOUND);
    if (match === null) throw syntaxError(query, at, 'a number or *');
    take(SPACES);
    return match[0];
  }

  function range(): RangeNode {
    at++;
    take(SPACES);
    const from = bound();
    if (!query.startsWith('TO', at) || !SPACE.test(query[at + 2] ?? '')) {
      throw syntaxError(query, at, 'TO, as in [1918 TO 1939]');
    }
    at += 2;
    take(SPACES);
    const to = bound();
    if (query[at] !== ']') throw syntaxError(query, at, 'a closing "]"');
    at++;
    return Object.freeze({ kind: 'range', from, to });
  }

  /** A word, wildcards and escapes read. */
  function word(): ValueNode {
    const start = at;
    const pieces = [''];
    let anyEnding = false;
    while (!isBoundary(at)) {
      if (anyEnding) throw syntaxError(query, at, 'the end of the word after *');
      const character = query[at];
      if (character === '\\') {
        pieces[pieces.length - 1] += escaped();
        continue;
      }
      at++;
      const isWildcard = character === '*' || character === '?';
      if (isWildcard && pieces.length === 1 && !LETTER_OR_DIGIT.test(pieces[0])) {
        if (character === '*' && at === start + 1 && isBoundary(at)) {
          return Object.freeze({ kind: 'all' });
        }
        throw syntaxError(query, start, 'a letter or digit before the first wildcard');
      }
      if (character === '*') anyEnding = true;
      else if (character === '?') pieces.push('');
      else pieces[pieces.length - 1] += character;
    }
    if (!anyEnding && pieces.length === 1) return Object.freeze({ kind: 'word', text: pieces[0] });
    return Object.freeze({ kind: 'wildcard', pieces: Object.freeze(pieces), anyEnding });
  }

  /** What stands at the beginning of a value, after a field's colon or where a clause begins. */
  function valueOrOperator(): Token {
    const start = at;
    if (query[at] === '(') {
      at++;
      return { kind: 'open', at: start };
    }
    if (query[at] === '[') return { kind: 'value', at: start, value: range() };
    if (QUOTATION_MARK.test(query[at])) return { kind: 'value', at: start, value: phrase() };
    const value = word();
    const operator = OPERATORS.get(query.slice(start, at));
    if (operator !== undefined) return { kind: operator, at: start };
    return { kind: 'value', at: start, value };
  }

  while (take(SPACES) !== null && at < query.length) {
    const start = at;
    if (query[at] === ')') {
      at++;
      tokens.push({ kind: 'close', at: start });
      continue;
    }
    if (query[at] === '-' && at + 1 < query.length && !/[\s)]/.test(query[at + 1])) {
      at++;
      tokens.push({ kind: 'not', at: start });
      continue;
    }
    const field = take(FIELD);
    if (field !== null) tokens.push({ kind: 'field', at: start, name: field[1] });
    tokens.push(valueOrOperator());
  }
  tokens.push({ kind: 'end', at });
  return tokens;
}
