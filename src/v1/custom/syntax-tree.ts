import type { FieldName } from './fields.js';

/** Clauses that are all required; at least two. */
export interface AndNode {
  readonly kind: 'and';
  readonly parts: readonly SyntaxTree[];
}

/** Clauses of which one is enough; at least two. */
export interface OrNode {
  readonly kind: 'or';
  readonly parts: readonly SyntaxTree[];
}

/** What must not match. Its part is never a `not` itself: two of them cancel each other out. */
export interface NotNode {
  readonly kind: 'not';
  readonly part: Exclude<SyntaxTree, NotNode>;
}

/** A field and its value, whose parts look in that field unless they name another. */
export interface FieldNode {
  readonly kind: 'field';
  readonly field: FieldName;
  readonly part: SyntaxTree;
}

/** A word as it was meant: escapes taken away. */
export interface WordNode {
  readonly kind: 'word';
  readonly text: string;
}

/** A word with wildcards. */
export interface WildcardNode {
  readonly kind: 'wildcard';
  /** What stands before, between and after the `?`; the first is never empty. */
  readonly pieces: readonly string[];
  /** Whether a `*` ends it. Without one there are at least two pieces. */
  readonly anyEnding: boolean;
}

/** Words side by side, as they stood between quotation marks. */
export interface PhraseNode {
  readonly kind: 'phrase';
  readonly text: string;
}

/** A range of numbers, both ends included; `*` is an open end. */
export interface RangeNode {
  readonly kind: 'range';
  readonly from: string;
  readonly to: string;
}

/** `*`: every title. */
export interface AllNode {
  readonly kind: 'all';
}

/** A value by itself, of whatever field it stands in. */
export type ValueNode = WordNode | WildcardNode | PhraseNode | RangeNode | AllNode;

/** What a query of the query language says. Frozen, and without positions. */
export type SyntaxTree = AndNode | OrNode | NotNode | FieldNode | ValueNode;
