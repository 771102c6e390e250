/*
 * The lexer of the query language: a typed text to tokens. It reads the relations of CQL (`title any "road sea"`), and
 * refuses the syntax of other search engines, because `whale^5` and `wom#n` would silently mean something else here.
 */

import { isStopWord } from '../../search/index.js';
import {
  findField,
  hasOtherName,
  isCodeInCapitals,
  isInContextSet,
  nearestFieldName,
  type QueryFields,
} from './fields.js';
import { LIMITS, syntaxError } from './syntax-error.js';
import type { ComparisonNode, RangeNode, ValueNode } from './syntax-tree.js';

/** A token of a query. `at` is the position of the token, in UTF-16 code units from 0. */
export type Token =
  | { readonly kind: 'open' | 'close' | 'end'; readonly at: number }
  /** `isCql`: an operator in lower case, as in CQL. CQL applies operators from the left to the right. */
  | { readonly kind: 'and' | 'or' | 'not'; readonly at: number; readonly isCql?: boolean }
  /** `isCql`: a relation of CQL follows the name, such as `=` or `any`, in place of a colon. */
  | { readonly kind: 'field'; readonly at: number; readonly name: string; readonly isCql: boolean }
  | {
      readonly kind: 'value';
      readonly at: number;
      readonly value: ValueNode;
      /** The value as it is written in the query, with its backslashes and quotation marks. */
      readonly source: string;
    };

/** Matches a name and a colon or a relation of CQL. The name may have a context set of CQL, as in `dc.title`. */
const FIELD =
  /([\p{L}_][\p{L}\p{N}_.-]*)(?:(\s*)(:|==|<>|[<>]=?|=)(\s*)|(\s+)(any|all|adj|exact|within|encloses)(?=[\s/"\u201c-\u201f])\s*)/iuy;
/** Matches a quoted value, or a value that is one word before an operator or the end of a clause. */
const VALUE_OF_RELATION =
  /["\u201c-\u201f]|\/|[^\s()]+\s*(?:$|\)|(?:and|or|not|prox|sortby)(?:[\s/(]|$))/iuy;
const ALL_RECORDS = /^cql\.allrecords$/i;
/** Matches the field with which Elasticsearch finds the records that have a field. */
const EXISTS = /_exists_:\s*([^\s()]*)/iy;
/** Matches NOT directly after a field, as in `title:-dune`. A year may be negative. */
const NEGATED_VALUE = /[-!](?=[\p{L}("\u201c-\u201f])/uy;
const SPACE = /\s/;
const SPACES = /\s*/y;
const BOUND = /[^\s\]}]+/y;
/** Matches the beginning of a range without its bounds, or of parameters of Solr, such as `{!edismax}`. */
const BRACE = /\{(?:!|[^\s\]}]+\s+TO\s)/iy;
/** Matches a word with its escapes. */
const WORD = /(?:\\.|[^\s()"\u201c-\u201f])+/suy;
const DISTANCE = /~([^\s()"\u201c-\u201f]*)/y;
const WHOLE_NUMBER = /^[1-9]\d*$/;
const QUOTATION_MARK = /["\u201c-\u201f]/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** Matches `-` and `!` (NOT) and `+` (required, like every clause) before a clause. A space may follow `!`. */
const PREFIX = /[-!+](?=[^\s)])|!(?=\s+[^\s)])/y;
const TO = /(?:TO|to)(?:\s+|$)/y;
/** Matches a character after a backslash, with the backslash. */
const ESCAPE = /\\./gsu;
/** Matches the last character of a group, a phrase or a range. */
const CLOSING = /[)\]"\u201c-\u201f]/;
/** Matches a text between two `/`. The text may contain spaces. */
const REGULAR_EXPRESSION = /\/(?:\\.|[^\\/])+\/(?=[\s)]|$)/suy;

const REGULAR_EXPRESSION_ERROR = [
  'a value that is not a regular expression',
  'in a field of text, use the wildcards * and ?, or quotation marks for a text with /',
] as const;

/**
 * The syntax of other search engines in or at the end of a word: the expected text and the hint of the error. Each pattern
 * is matched with the word, its escapes replaced by letters. If the word follows a group, a phrase or a range, `)` is
 * before the word.
 */
const REFUSED_IN_WORDS: readonly (readonly [RegExp, string, string])[] = [
  // A boost, such as `whale^5`.
  [
    /(?<=.)\^\d+(?:\.\d+)?$/s,
    'a clause without a boost',
    'remove the boost, or write \\^ for the character',
  ],
  // Similar words, such as `whale~2`.
  [
    /(?<=^\)|[\p{L}\p{N}*?].*)~\d*(?:\.\d+)?$/su,
    'a clause without ~',
    'use ~ only after a phrase, as in "war peace"~5, or write \\~ for the character',
  ],
  // Wildcards of EBSCO and of library systems, such as `wom#n` and `comput$`.
  [
    /(?<=\p{L})[#$](?=\p{L})|(?<=\p{L}{3})[#$]+\d?$/u,
    'a wildcard ? or *',
    'in a field of text, write ? for one character and * for any ending, or \\# and \\$ for the characters',
  ],
  [/^\/[^\s/]+\/$/, ...REGULAR_EXPRESSION_ERROR],
  // The beginning of a field in CQL, such as `^dune`.
  [/^\^(?=\p{L})/u, 'a word without ^', 'remove ^, or write \\^ for the character'],
];

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
 * @param fields the fields of the searched library
 * @throws ApiError 400 for a phrase without a closing quotation mark, a `~` after a phrase without a valid
 *   number, an invalid range, a misplaced wildcard, a `\` at the end of the query, or the syntax
 *   of other search engines, such as `whale^5`
 */
export function lexQuery(query: string, fields: QueryFields): Token[] {
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
    if (query[at] === '}') throw syntaxError(query, at, 'a closing "]"', RANGE_HINT);
    if (query[at] !== ']') throw syntaxError(query, at, 'a closing "]"');
    at++;
    return Object.freeze({ kind: 'range', from, to });
  }

  /** Reads a word with its escapes and wildcards, or a `*` alone. */
  function readWord(): ValueNode {
    const start = at;
    const source = sourceAt(WORD);
    if (source === '*:*') {
      at += source.length;
      return ALL;
    }
    refuseOtherSyntax(query, start, source);
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
          return ALL;
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
    if (sourceAt(BRACE) !== '') throw syntaxError(query, at, 'a value without braces', RANGE_HINT);
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

  /**
   * Reads a field name with its colon or its relation of CQL. Returns undefined for other words: `star wars: a new hope` has
   * no field.
   */
  function readField(): FieldRelation | undefined {
    const start = at;
    const exists = take(EXISTS);
    if (exists !== null) {
      const hint = `write ${knownName(exists[1] || 'title', fields)}:* for the titles with a value`;
      throw syntaxError(query, start, 'a known field', hint);
    }
    const match = take(FIELD);
    if (match === null) return undefined;
    const [, name, before = '', sign, after = '', space = '', word] = match;
    const relation = sign ?? word.toLowerCase();
    const hasValue = at < query.length && query[at] !== ')';
    const relationAt = start + name.length + before.length + space.length;
    const field = { name, relation, relationAt };
    if (relation === ':' && before === '' && after === '' && hasValue) {
      if (!name.includes('.') || isInContextSet(name)) return field;
    } else if (findField(name, fields) === undefined) {
      // `writer: king` and `year=1980` are refused with the name of the field; `e=mc2` is a text.
      const isRefused = /[:=]/.test(relation) && (before + after === '' || beginsClause(tokens));
      const isFieldElsewhere = hasOtherName(name) || isInContextSet(name);
      if (isRefused && hasValue && isFieldElsewhere) return field;
    } else if (relation === ':') {
      if (before === '' || beginsClause(tokens)) return field;
    } else if (sign !== undefined || sourceAt(VALUE_OF_RELATION) !== '') {
      return field;
    } else if (beginsClause(tokens)) {
      const hint = `write ${name}:(...), or quotation marks for the words`;
      throw syntaxError(query, start, `a quoted value after ${word}`, hint);
    }
    at = start;
    return undefined;
  }

  /** Reads the value of a relation of CQL. A value of `any` or `all` becomes a group of its words. */
  function readValueOfRelation({ name, relation, relationAt }: FieldRelation): void {
    const valueAt = at;
    if (/^(?:==|<>|exact|within|encloses)$/.test(relation) || query[at] === '/') {
      const known = knownName(name, fields);
      const hint = hasRanges(known, fields)
        ? `write ${known}:1980, -${known}:1980 for NOT, or ${known}:[1980 TO 1989] for a range`
        : `write ${known}:"...", or -${known}:"..." for NOT`;
      const expected = 'a colon, or =, any, all or adj without modifiers';
      throw syntaxError(query, relationAt, expected, hint);
    }
    const token = readValueOrOperator();
    tokens.push(token);
    if (token.kind !== 'value') return;
    const { value } = token;
    if (ALL_RECORDS.test(name)) {
      tokens[tokens.length - 1] = { ...token, value: ALL };
    } else if (/[<>]/.test(relation)) {
      const number = 'text' in value ? value.text : token.source;
      const operator = relation as ComparisonNode['operator'];
      const comparison = Object.freeze({ kind: 'comparison' as const, operator, number });
      tokens[tokens.length - 1] = { ...token, value: comparison, source: operator + number };
    } else if (relation === 'any' || relation === 'all') {
      if (value.kind !== 'phrase' || value.text.trim() === '') return;
      tokens[tokens.length - 1] = { kind: 'open', at: valueAt };
      const end = at;
      at = valueAt + 1;
      while (at < end - 1) {
        if (isBoundary(at)) at++;
        else {
          const isNext = tokens[tokens.length - 1].kind === 'value';
          if (isNext && relation === 'any') tokens.push({ kind: 'or', at });
          tokens.push(readValueOrOperator());
        }
      }
      at = end;
      tokens.push({ kind: 'close', at: end - 1 });
    }
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
    const field = readField();
    if (field === undefined) {
      refuseSpacedRange(query, at, tokens, fields);
      tokens.push(readValueOrOperator());
      continue;
    }
    const { name, relation } = field;
    tokens.push({ kind: 'field', at: start, name, isCql: relation !== ':' });
    if (at === query.length || query[at] === ')') continue;
    refuseInValue(query, at, knownName(name, fields));
    if (relation === ':') tokens.push(readValueOrOperator());
    else readValueOfRelation(field);
  }
  tokens.push({ kind: 'end', at });
  return withCqlOperators(tokens);
}

const ALL = Object.freeze({ kind: 'all' as const });
const RANGE_HINT =
  'write [1980 TO 1989]; both bounds are in the range, or quotation marks for a text with braces';

/** A field name and `:`, or a relation of CQL in lower case, such as `=` or `any`. */
interface FieldRelation {
  readonly name: string;
  readonly relation: string;
  /** The position of the relation. */
  readonly relationAt: number;
}

/** Matches the name of an operator. An operator in capitals is not a value. */
const OPERATOR_NAME = /^(?:and|or|not)$/i;

/** Returns whether the token is `and`, `or` or `not`, not in capitals, and could be an operator. */
function isLowerCaseOperator(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  if (token?.kind !== 'value' || tokens[index - 1]?.kind === 'field') return false;
  return OPERATOR_NAME.test(token.source);
}

/** Returns whether the next token after `tokens` begins the query, a group, or a clause after an operator. */
function beginsClause(tokens: readonly Token[], end = tokens.length): boolean {
  const last = tokens[end - 1];
  if (last === undefined || isLowerCaseOperator(tokens, end - 1)) return true;
  return ['open', 'and', 'or', 'not'].includes(last.kind);
}

/** Makes `and`, `or` and `not` in lower case operators, if the query has a relation of CQL. */
function withCqlOperators(tokens: readonly Token[]): Token[] {
  const isCql = tokens.some((token) => token.kind === 'field' && token.isCql);
  return tokens.map((token, i) => {
    if (!isCql || token.kind !== 'value' || !isLowerCaseOperator(tokens, i)) return token;
    return { kind: token.source.toLowerCase() as 'and' | 'or' | 'not', at: token.at, isCql };
  });
}

/**
 * Throws for syntax of other search engines in a word, such as `whale^5`, `whale~2` or `wom#n`.
 *
 * @param start the position of the word in `query`
 * @param word the word as it is written in the query, with its backslashes
 * @throws ApiError 400
 */
function refuseOtherSyntax(query: string, start: number, word: string): void {
  const before = CLOSING.test(query[start - 1] ?? '') ? ')' : '';
  const plain = before + word.replace(ESCAPE, (escaped) => 'x'.repeat(escaped.length));
  for (const [pattern, expected, hint] of REFUSED_IN_WORDS) {
    const index = plain.search(pattern);
    if (index >= 0) throw syntaxError(query, start + index - before.length, expected, hint);
  }
}

/** Returns the name of a field, or the nearest known name. */
function knownName(name: string, fields: QueryFields): string {
  return findField(name, fields) === undefined ? nearestFieldName(name, fields) : name;
}

/** Returns whether a field has ranges of numbers, such as `pubyear:[1980 TO 1989]`. */
function hasRanges(name: string, fields: QueryFields): boolean {
  const field = findField(name, fields);
  return field !== undefined && fields.searches[field].kind === 'number';
}

/** Matches a hyphen or a dash with spaces, and the number after them. */
const SPACED_RANGE = /[-\u2013](?=\s+\d)/uy;

/**
 * Throws for a range with spaces after a field, such as `py = 1980 - 1985`, whose second bound would be a text.
 *
 * @throws ApiError 400
 */
function refuseSpacedRange(
  query: string,
  at: number,
  tokens: readonly Token[],
  fields: QueryFields,
): void {
  SPACED_RANGE.lastIndex = at;
  const [field, value] = tokens.slice(-2);
  if (field?.kind !== 'field' || !hasRanges(field.name, fields)) return;
  if (value?.kind !== 'value' || !/^\d+$/.test(value.source)) return;
  if (!SPACED_RANGE.test(query)) return;
  throw syntaxError(query, at, 'a range', `write ${field.name}:[1980 TO 1985]`);
}

/**
 * Throws for a regular expression, such as `/mob.y/`, or for NOT at the position of the value of a field.
 *
 * @throws ApiError 400
 */
function refuseInValue(query: string, at: number, name: string): void {
  REGULAR_EXPRESSION.lastIndex = at;
  if (REGULAR_EXPRESSION.test(query)) throw syntaxError(query, at, ...REGULAR_EXPRESSION_ERROR);
  NEGATED_VALUE.lastIndex = at;
  if (!NEGATED_VALUE.test(query)) return;
  throw syntaxError(
    query,
    at,
    'a value',
    `write -${name}: for NOT, or quotation marks for the text`,
  );
}

/** Matches the operators of EBSCO, ProQuest, Ovid and CQL between two words. */
const OTHER_OPERATOR =
  /^(?:[NW]\d{1,2}|(?:[nNwW]|[pP]re|PRE|near|NEAR|adj|ADJ)\/\d{0,2}|NEAR\d{0,2}|ADJ\d{0,2}|AROUND|SAME|XOR|[Pp]rox(?:\/.*)?|\|)$/;

/**
 * Throws for the operators of other search engines, as in `gone N3 girl`, for an operator in lower case before a second
 * field, as in `title:emma or author:austen`, and for the code of a field without a colon, as in `TI gone girl`. In a query
 * in capitals, words such as `NEAR` and `LA` are text.
 *
 * @throws ApiError 400
 */
export function refuseOtherOperators(
  query: string,
  tokens: readonly Token[],
  fields: QueryFields,
): void {
  const isInCapitals = query === query.toUpperCase() && query !== query.toLowerCase();
  const firstField = tokens.findIndex(({ kind }) => kind === 'field');
  tokens.forEach((token, i) => {
    if (token.kind !== 'value' || tokens[i - 1]?.kind === 'field') return;
    const { at, source } = token;
    const refuse = (expected: string, hint: string) => {
      throw syntaxError(query, at, expected, `${hint}, or quotation marks for the word`);
    };
    if (isLowerCaseOperator(tokens, i) && firstField >= 0 && firstField < i) {
      let next = i + 1;
      while (['open', 'not'].includes(tokens[next].kind) || isLowerCaseOperator(tokens, next))
        next++;
      if (tokens[next].kind === 'field') {
        refuse('an operator in capitals between two fields', 'write AND, OR or NOT');
      }
    }
    if (!['value', 'open', 'field', 'not'].includes(tokens[i + 1].kind)) return;
    if (!beginsClause(tokens, i)) {
      if (/^sortby$/i.test(source)) refuse('a query without an order', 'use the parameter sort');
      if (!OTHER_OPERATOR.test(source) || (isInCapitals && /^[A-Z]{3,}$/.test(source))) return;
      refuse('AND, OR or NOT', 'write "war peace"~3 for words that are near');
    } else if (isCodeInCapitals(source, fields)) {
      if (isInCapitals && isStopWord(source.toLowerCase())) return;
      refuse(
        `a colon after the field ${source}`,
        `write ${nearestFieldName(source, fields)}:(...)`,
      );
    }
  });
}
