/*
 * The parser of the query language: tokens to a syntax tree. It checks fields, kinds of values and limits, so that
 * compiling a tree cannot fail for these reasons. Of a catalog, it knows only the names of fields.
 */

import type { Titles } from '../../catalog/catalog.js';
import { parameterError } from '../api-error.js';
import { BUILT_IN_FIELDS, type FieldSearch, findField, nearestFieldName } from './fields.js';
import { lexQuery, refuseOtherOperators } from './lexer.js';
import { countCharacters, LIMITS, queryError, syntaxError } from './syntax-error.js';
import type { ComparisonNode, RangeNode, SyntaxTree, ValueNode } from './syntax-tree.js';

const CLAUSE = 'a word, a phrase, a group or a field';

const NO_NARROWINGS: Titles['extraColumns'] = new Map();

const NUMBER = /^-?\d{1,9}(?:\.\d{1,9})?$/;
const COMPARISON = /^([<>]=?)(.*)$/s;
/** Matches two years with a hyphen or dots between them, such as `1980-1985`, or a first year, such as `1980-`. */
const YEARS = /^(\d{1,9})(?:[-\u2010-\u2015]|\.\.)(\d{0,9})$/;

/**
 * Parses a query in the query language. O(characters).
 *
 * `NOT` and `-` bind tightest, then `AND` and adjacent clauses, then `OR`. In CQL, operators in lower case apply from the
 * left to the right. The tree has no nodes for parentheses: `(a)` and `a` have the same tree.
 *
 * @param fields the fields of the searched library. Default: the built-in fields.
 * @param narrowings the extra fields that narrow a search by their parameters. Default: none.
 * @throws ApiError 400 for an invalid query, or for a query with too many characters, clauses or levels of
 *   parentheses. The message contains what was expected. Unless the query has too many characters, the
 *   message also contains the position of the problem. For an unknown field, it also contains the name
 *   of the most similar field
 *
 * @example
 * parseCustomQuery('ti:whale -fo:(DVD)');
 * // { kind: 'and', clauses: [
 * //   { kind: 'field', field: 'title', clause: { kind: 'word', text: 'whale' } },
 * //   { kind: 'not',
 * //     clause: { kind: 'field', field: 'format', clause: { kind: 'word', text: 'DVD' } } },
 * // ] }
 */
export function parseCustomQuery(
  query: string,
  fields = BUILT_IN_FIELDS,
  narrowings: Titles['extraColumns'] = NO_NARROWINGS,
): SyntaxTree {
  const length = countCharacters(query);
  if (length > LIMITS.maxCharacters) {
    throw parameterError(
      'query_too_long',
      'q',
      `at most ${LIMITS.maxCharacters} characters`,
      String(length),
    );
  }
  const tokens = lexQuery(query, fields);
  refuseOtherOperators(query, tokens, fields);
  const operators = tokens.filter(({ kind }) => kind === 'and' || kind === 'or' || kind === 'not');
  const isFromLeft = operators.length > 0 && operators.every((token) => 'isCql' in token);
  let next = 0;
  let valueCount = 0;

  function parseAlternatives(field: string, level: number): SyntaxTree {
    if (isFromLeft) return parseFromLeft(field, level);
    const clauses = [parseConjunction(field, level)];
    while (tokens[next].kind === 'or') {
      next++;
      clauses.push(parseConjunction(field, level));
    }
    return combine('or', clauses);
  }

  function parseFromLeft(field: string, level: number): SyntaxTree {
    let tree = parseNegatable(field, level);
    for (;;) {
      const { kind } = tokens[next];
      if (kind === 'close' || kind === 'end') return tree;
      if (kind === 'and' || kind === 'or') next++;
      const operator = kind === 'or' ? 'or' : 'and';
      const before = tree.kind === operator ? tree.clauses : [tree];
      tree = combine(operator, [...before, parseNegatable(field, level)]);
    }
  }

  function parseConjunction(field: string, level: number): SyntaxTree {
    const clauses = [parseNegatable(field, level)];
    for (;;) {
      const { kind } = tokens[next];
      if (kind === 'or' || kind === 'close' || kind === 'end') return combine('and', clauses);
      if (kind === 'and') next++;
      clauses.push(parseNegatable(field, level));
    }
  }

  function parseNegatable(field: string, level: number): SyntaxTree {
    let isNegated = false;
    for (; tokens[next].kind === 'not'; next++) isNegated = !isNegated;
    const clause = parseClause(field, level);
    if (!isNegated) return clause;
    return clause.kind === 'not' ? clause.clause : Object.freeze({ kind: 'not', clause });
  }

  function parseClause(field: string, level: number): SyntaxTree {
    const token = tokens[next];
    if (token.kind !== 'field') return parseValueOrGroup(field, level, CLAUSE);
    const known = findField(token.name, fields);
    if (known === undefined) {
      throw queryError(
        query,
        token.at,
        narrowings.has(token.name)
          ? `expected a searched field, found '${token.name}'; use the parameter '${token.name}'`
          : `expected a known field, found '${token.name}'; the nearest is '${nearestFieldName(token.name, fields)}'`,
      );
    }
    next++;
    const clause = parseValueOrGroup(known, level, `a value for ${token.name}`);
    return Object.freeze({ kind: 'field', field: known, clause });
  }

  function parseValueOrGroup(field: string, level: number, expected: string): SyntaxTree {
    const token = tokens[next];
    if (token.kind === 'open') return parseGroup(field, level + 1, token.at);
    if (token.kind !== 'value') throw syntaxError(query, token.at, expected);
    const { kind } = fields.searches[field];
    const value = (kind === 'number' ? parseNumbers(token.source) : undefined) ?? token.value;
    const isComparison = tokens[next - 1]?.kind === 'field' && /^[<>]/.test(token.source);
    if ((isComparison || value.kind === 'range') && narrowings.get(field)?.typed !== undefined) {
      const hint = `use the parameter '${field}' for a range`;
      throw syntaxError(query, token.at, `a word of ${field}`, hint);
    }
    // `title:>dune` would be the text `dune`.
    const allowedValues =
      isComparison && kind === 'text'
        ? `a field of numbers before ${token.source[0]}`
        : describeIfNotAllowed(field, kind, value);
    if (allowedValues !== undefined) throw syntaxError(query, token.at, allowedValues);
    valueCount++;
    if (valueCount > LIMITS.maxClauses) {
      throw queryError(
        query,
        token.at,
        `expected at most ${LIMITS.maxClauses} clauses, found clause ${valueCount}`,
        'query_too_long',
      );
    }
    next++;
    return value;
  }

  function parseGroup(field: string, level: number, at: number): SyntaxTree {
    if (level > LIMITS.maxLevels) {
      throw queryError(
        query,
        at,
        `expected at most ${LIMITS.maxLevels} levels of parentheses, found level ${level}`,
        'query_too_long',
      );
    }
    next++;
    const tree = parseAlternatives(field, level);
    if (tokens[next].kind !== 'close') throw syntaxError(query, tokens[next].at, 'a closing ")"');
    next++;
    return tree;
  }

  const tree = parseAlternatives('anywhere', 0);
  if (tokens[next].kind !== 'end') {
    throw syntaxError(query, tokens[next].at, `${CLAUSE}, or the end of the query`);
  }
  return tree;
}

function combine(kind: 'and' | 'or', clauses: SyntaxTree[]): SyntaxTree {
  return clauses.length === 1
    ? clauses[0]
    : Object.freeze({ kind, clauses: Object.freeze(clauses) });
}

/**
 * Returns a description of the values that a field allows, for an error message. Returns undefined if the
 * field allows `value`.
 */
function describeIfNotAllowed(
  field: string,
  kind: FieldSearch['kind'],
  value: ValueNode,
): string | undefined {
  const isQuoted = value.kind === 'phrase' || value.kind === 'proximity';
  if (isQuoted && value.text.trim() === '') return 'a phrase with a word in it';
  if (kind === 'nothing' || value.kind === 'all') return undefined;
  if (value.kind === 'comparison') {
    if (kind !== 'number') return `a field of numbers before ${value.operator}`;
    return isNumber(value.number) ? undefined : `a number for ${field}`;
  }
  if (value.kind === 'proximity') {
    return kind === 'text' ? undefined : `a value without ~ for ${field}`;
  }
  if (kind === 'number') {
    const numbers =
      value.kind === 'range'
        ? [value.from, value.to].filter((end) => end !== '*')
        : [value.kind === 'wildcard' ? '' : value.text];
    return numbers.every(isNumber)
      ? undefined
      : `a number for ${field}, or a range such as [1980 TO 1989]`;
  }
  if (value.kind === 'range') return `a word, a phrase or a group for ${field}`;
  if (kind === 'call_number' && value.kind === 'wildcard' && value.pieces.length > 1) {
    return 'a call number without the wildcard ?';
  }
  return undefined;
}

/**
 * Returns whether a text is a number with up to nine digits before the decimal point and up to nine after
 * it. The number may be negative.
 */
function isNumber(text: string): boolean {
  return NUMBER.test(text.trim());
}

/**
 * Parses a comparison with a number, such as `>2010` or `<=-44`, or two years, such as `1980-1985`. Returns undefined for
 * any other text.
 *
 * @example parseNumbers('>=2010') // { kind: 'comparison', operator: '>=', number: '2010' }
 */
function parseNumbers(text: string): ComparisonNode | RangeNode | undefined {
  const [, from, to] = YEARS.exec(text) ?? [];
  if (from !== undefined) return Object.freeze({ kind: 'range', from, to: to || '*' });
  const [, operator, number = ''] = COMPARISON.exec(text) ?? [];
  if (!NUMBER.test(number)) return undefined;
  return Object.freeze({
    kind: 'comparison',
    operator: operator as ComparisonNode['operator'],
    number,
  });
}
