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
   * A whole number from 1. All words must be within `distance + words - 1` neighbouring words of one value, in
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
