/*
 * The syntax tree of a query in the query language, and its canonical form as text. `parser.ts` makes the tree, and
 * `compile-query.ts` turns it into a query of the search engine.
 */

import { isCodeInCapitals } from './fields.js';

/** Two or more clauses, all of which must match. */
export interface AndNode {
  readonly kind: 'and';
  readonly clauses: readonly SyntaxTree[];
}

/** Two or more clauses, at least one of which must match. */
export interface OrNode {
  readonly kind: 'or';
  readonly clauses: readonly SyntaxTree[];
}

/** A clause that must not match. For a NOT directly inside a NOT, the parser removes both. */
export interface NotNode {
  readonly kind: 'not';
  readonly clause: Exclude<SyntaxTree, NotNode>;
}

/**
 * A field and the clause to search for in the field. Clauses inside this clause inherit the field,
 * unless they have a field of their own.
 */
export interface FieldNode {
  readonly kind: 'field';
  /** The primary name of the field. */
  readonly field: string;
  readonly clause: SyntaxTree;
}

/** A word. The text does not contain the backslashes of escapes. */
export interface WordNode {
  readonly kind: 'word';
  readonly text: string;
}

/** A word with wildcards. */
export interface WildcardNode {
  readonly kind: 'wildcard';
  /** The pieces of the word between its `?` wildcards. The first piece is never empty. */
  readonly pieces: readonly string[];
  /** Whether the word ends with the wildcard `*`. A word without this wildcard has at least two pieces. */
  readonly hasTrailingStar: boolean;
}

/** A text between quotation marks. In a field of text, the words of the text must be adjacent. */
export interface PhraseNode {
  readonly kind: 'phrase';
  readonly text: string;
}

/** A text between quotation marks, followed by `~` and a number. The words of the text must be near each other. */
export interface ProximityNode {
  readonly kind: 'proximity';
  readonly text: string;
  /**
   * A whole number from 1. All words must be within `distance + words - 1` neighboring words of one value, in
   * any order. With 1, no other word can be between them.
   */
  readonly distance: number;
}

/** A range of numbers. Both bounds are inclusive. A bound `*` means unbounded. */
export interface RangeNode {
  readonly kind: 'range';
  readonly from: string;
  readonly to: string;
}

/** A comparison with a number. */
export interface ComparisonNode {
  readonly kind: 'comparison';
  readonly operator: '>' | '>=' | '<' | '<=';
  readonly number: string;
}

/** The value `*`. It matches every title. In a field for which catalogs have no data, it matches no title. */
export interface AllNode {
  readonly kind: 'all';
}

/** A value of a field. */
export type ValueNode =
  | WordNode
  | WildcardNode
  | PhraseNode
  | ProximityNode
  | RangeNode
  | ComparisonNode
  | AllNode;

/** A parsed query. The tree is deeply frozen and does not contain positions in the query. */
export type SyntaxTree = AndNode | OrNode | NotNode | FieldNode | ValueNode;

/** Matches a character that needs a backslash anywhere in a word. */
const SPECIAL = /[\\\s()"\u201c-\u201f*?^~#$=<>]/g;
/**
 * Matches the beginning of a word that needs a backslash: `-`, `!` or `+` before a clause, `[` (a range), signs of
 * other search engines, or an operator.
 */
const SPECIAL_BEGINNING = /^[-!+[/{:|]|^(?:and|or|not|&&)$/i;
/** Matches a word that needs a backslash after another word: a relation of CQL, or an operator of other search engines. */
const SPECIAL_BETWEEN =
  /^(?:any|all|adj|exact|within|encloses|xor|same|around|(?:pre|near|adj|[nw])[\d/].*|near|sortby|prox(?:\/.*)?)$/i;
/** Matches the beginning of a word that would be read as a field name and a colon. */
const FIELD_COLON = /^([\p{L}_][\p{L}\p{N}_.-]*):/u;
const SPECIAL_IN_PHRASE = /[\\"\u201c-\u201f]/g;

/**
 * Prints a syntax tree as a query in canonical form: fields have their primary name, NOT is printed as
 * `-`, and the clauses of an AND are adjacent. Parsing the result returns an equal tree.
 *
 * @example printQuery(parseCustomQuery('TI:(moby AND dick) NOT fo:DVD')) // 'title:(moby dick) -format:DVD'
 */
export function printQuery(tree: SyntaxTree): string {
  switch (tree.kind) {
    case 'or':
      return tree.clauses
        .map((clause) => (clause.kind === 'or' ? `(${printQuery(clause)})` : printQuery(clause)))
        .join(' OR ');
    case 'and':
      return tree.clauses
        .map(printClause)
        .map((clause, i) => (i > 0 && SPECIAL_BETWEEN.test(clause) ? `\\${clause}` : clause))
        .join(' ');
    case 'not':
      return `-${printClause(tree.clause)}`;
    case 'field':
      return `${tree.field}:${printValue(tree.clause)}`;
    case 'word':
      return printWord(tree.text);
    case 'wildcard':
      return printWord(tree.pieces[0], tree.pieces.slice(1), tree.hasTrailingStar);
    case 'phrase':
      return printPhrase(tree.text);
    case 'proximity':
      return `${printPhrase(tree.text)}~${tree.distance}`;
    case 'range':
      return `[${tree.from} TO ${tree.to}]`;
    case 'comparison':
      return `${tree.operator}${tree.number}`;
    case 'all':
      return '*';
  }
}

function printClause(tree: SyntaxTree): string {
  return tree.kind === 'and' || tree.kind === 'or' ? `(${printQuery(tree)})` : printQuery(tree);
}

function printValue(tree: SyntaxTree): string {
  const isGroup = tree.kind === 'not' || tree.kind === 'field';
  return isGroup ? `(${printQuery(tree)})` : printClause(tree);
}

function printPhrase(text: string): string {
  return `"${text.replace(SPECIAL_IN_PHRASE, '\\$&')}"`;
}

function printWord(text: string, pieces: readonly string[] = [], hasTrailingStar = false): string {
  const beginning = text
    .replace(SPECIAL, '\\$&')
    .replace(isCodeInCapitals(text) ? /^/ : SPECIAL_BEGINNING, '\\$&')
    .replace(FIELD_COLON, '$1\\:');
  const rest = pieces.map((piece) => `?${piece.replace(SPECIAL, '\\$&')}`);
  return `${beginning}${rest.join('')}${hasTrailingStar ? '*' : ''}`;
}
