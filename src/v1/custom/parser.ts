import { ApiError } from '../api-error.js';
import { BOUNDS } from './bounds.js';
import { FIELDS, type FieldName, fieldCalled, nearestName } from './fields.js';
import { tokenize } from './lexer.js';
import { isNumber } from './number-field.js';
import { characters, errorAt, syntaxError } from './syntax-error.js';
import type { SyntaxTree, ValueNode } from './syntax-tree.js';

const CLAUSE = 'a word, a phrase, a group or a field';

/**
 * Parses a query of the query language. O(characters), whatever they are.
 *
 * `NOT` and `-` bind tightest, then `AND` and clauses side by side, then `OR`. A part of a group
 * stands in the tree as if it had been written without it: `(a)` is `a`.
 *
 * @throws ApiError 400 with the position and what was expected there, for a field that there is not
 *   also with the nearest that there is, and past a bound with that bound
 *
 * @example
 * parseQuery('ti:whale -fo:(DVD)');
 * // { kind: 'and', parts: [
 * //   { kind: 'field', field: 'title', part: { kind: 'word', text: 'whale' } },
 * //   { kind: 'not', part: { kind: 'field', field: 'format', part: { kind: 'word', text: 'DVD' } } },
 * // ] }
 */
export function parseQuery(query: string): SyntaxTree {
  const length = characters(query);
  if (length > BOUNDS.characters) {
    throw new ApiError(
      400,
      `Parameter 'q' has ${length} characters; a query may have ${BOUNDS.characters}.`,
    );
  }
  const tokens = tokenize(query);
  let next = 0;
  let clauses = 0;

  function alternatives(field: FieldName, level: number): SyntaxTree {
    const parts = [conjunction(field, level)];
    while (tokens[next].kind === 'or') {
      next++;
      parts.push(conjunction(field, level));
    }
    return oneOrMore('or', parts);
  }

  function conjunction(field: FieldName, level: number): SyntaxTree {
    const parts = [negatable(field, level)];
    for (;;) {
      const { kind } = tokens[next];
      if (kind === 'or' || kind === 'close' || kind === 'end') return oneOrMore('and', parts);
      if (kind === 'and') next++;
      parts.push(negatable(field, level));
    }
  }

  function negatable(field: FieldName, level: number): SyntaxTree {
    let isNegated = false;
    for (; tokens[next].kind === 'not'; next++) isNegated = !isNegated;
    const part = clause(field, level);
    if (!isNegated) return part;
    return part.kind === 'not' ? part.part : Object.freeze({ kind: 'not', part });
  }

  function clause(field: FieldName, level: number): SyntaxTree {
    const token = tokens[next];
    if (token.kind !== 'field') return value(field, level, CLAUSE);
    const named = fieldCalled(token.name);
    if (named === undefined) {
      throw errorAt(
        query,
        token.at,
        `there is no field '${token.name}'; the nearest is '${nearestName(token.name)}'`,
      );
    }
    next++;
    const part = value(named, level, `a value for ${token.name}`);
    return Object.freeze({ kind: 'field', field: named, part });
  }

  function value(field: FieldName, level: number, expected: string): SyntaxTree {
    const token = tokens[next];
    if (token.kind === 'open') return group(field, level + 1, token.at);
    if (token.kind !== 'value') throw syntaxError(query, token.at, expected);
    const problem = unfit(field, token.value);
    if (problem !== undefined) throw syntaxError(query, token.at, problem);
    clauses++;
    if (clauses > BOUNDS.clauses) {
      throw errorAt(
        query,
        token.at,
        `a query may have ${BOUNDS.clauses} clauses, this is one more`,
      );
    }
    next++;
    return token.value;
  }

  function group(field: FieldName, level: number, at: number): SyntaxTree {
    if (level > BOUNDS.levels) {
      throw errorAt(
        query,
        at,
        `parentheses may stand ${BOUNDS.levels} levels deep, this is one more`,
      );
    }
    next++;
    const tree = alternatives(field, level);
    if (tokens[next].kind !== 'close') throw syntaxError(query, tokens[next].at, 'a closing ")"');
    next++;
    return tree;
  }

  const tree = alternatives('anywhere', 0);
  if (tokens[next].kind !== 'end') {
    throw syntaxError(query, tokens[next].at, `${CLAUSE}, or the end of the query`);
  }
  return tree;
}

function oneOrMore(kind: 'and' | 'or', parts: SyntaxTree[]): SyntaxTree {
  return parts.length === 1 ? parts[0] : Object.freeze({ kind, parts: Object.freeze(parts) });
}

/** What a field would have had instead of a value that it cannot have. */
function unfit(field: FieldName, value: ValueNode): string | undefined {
  const { kind } = FIELDS[field].searches;
  if (value.kind === 'phrase' && value.text.trim() === '') return 'a phrase with a word in it';
  if (kind === 'nothing' || value.kind === 'all') return undefined;
  if (kind === 'number') {
    const numbers =
      value.kind === 'range'
        ? [value.from, value.to].filter((end) => end !== '*')
        : [value.kind === 'wildcard' ? '' : value.text];
    return numbers.every(isNumber) ? undefined : `a number for ${field}, or a range of numbers`;
  }
  if (value.kind === 'range') return `a word, a phrase or a group, as ${field} has no ranges`;
  if (kind === 'call_number' && value.kind === 'wildcard' && value.pieces.length > 1) {
    return `the beginning of a call number, in which no ? may stand`;
  }
  return undefined;
}
