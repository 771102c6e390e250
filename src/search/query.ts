/**
 * How much each field counts in a query: the fields to look in, each with its boost. A field that
 * is not named is not searched; one that the index does not have matches nothing; one boosted 0
 * matches and adds nothing to a score.
 */
export type FieldBoosts = Readonly<Record<string, number>>;

/**
 * One term as the index holds it (already analyzed), in any of the given fields. A document's score
 * is the sum of its BM25+ scores over those fields, each times its boost. The empty term matches
 * nothing.
 */
export interface TermQuery {
  readonly kind: 'term';
  readonly term: string;
  readonly fields: FieldBoosts;
  /** Also match the terms that begin with this one. */
  readonly prefix?: boolean;
  /**
   * Also match the terms within this many insertions, deletions and replacements of UTF-16 code
   * units; a whole number. A term that is also a prefix match counts as that.
   */
  readonly fuzzy?: number;
  /**
   * What an inexact match is worth beside an exact one, which is worth 1: for a prefix 0.375 and
   * for a fuzzy match 0.45 when absent, the less the longer or farther the term.
   */
  readonly weights?: { readonly prefix: number; readonly fuzzy: number };
  /** Multiplies the score of every match of this term; 1 when absent. With 0 it still matches. */
  readonly boost?: number;
}

/**
 * Terms side by side, in order, within one field. The score is that of an AND of the terms, counting
 * only the fields in which the phrase stands. Without terms it matches nothing.
 */
export interface PhraseQuery {
  readonly kind: 'phrase';
  /** As the index holds them. */
  readonly terms: readonly string[];
  readonly fields: FieldBoosts;
  /** Multiplies every score; 1 when absent. */
  readonly boost?: number;
}

/** The terms that fit a pattern; each counts as if it had been asked for itself. */
export interface WildcardQuery {
  readonly kind: 'wildcard';
  /** `*` stands for any number of UTF-16 code units, none included, `?` for exactly one. */
  readonly pattern: string;
  readonly fields: FieldBoosts;
  /** The most terms it may stand for, beyond which matching throws; 1,024 when absent. */
  readonly maximumTerms?: number;
  /** Multiplies every score; 1 when absent. */
  readonly boost?: number;
}

/** Documents that have any of the values in a column of values. They add nothing to a score. */
export interface ValuesQuery {
  readonly kind: 'values';
  /** A column that the index does not have matches nothing. */
  readonly column: string;
  /** Value numbers; those the column does not have match nothing. */
  readonly values: readonly number[];
}

/** Documents whose number in a column lies within bounds. They add nothing to a score. */
export interface RangeQuery {
  readonly kind: 'range';
  /** A column that the index does not have matches nothing, nor does a document without a number. */
  readonly column: string;
  /** The least number that matches; no bound when absent. */
  readonly from?: number;
  /** The greatest number that matches; no bound when absent. */
  readonly to?: number;
}

/** Documents that something else than text has found. They add nothing to a score. */
export interface DocumentsQuery {
  readonly kind: 'documents';
  /** In any order; numbers that the index does not have match nothing. */
  readonly documents: readonly number[];
}

/** Documents that match every one of the queries; scores add up. Of no queries, none. */
export interface AndQuery {
  readonly kind: 'and';
  readonly queries: readonly Query[];
}

/** Documents that match at least one of the queries; scores add up. */
export interface OrQuery {
  readonly kind: 'or';
  readonly queries: readonly Query[];
}

/** Documents that match the first query and none of the others; the first one's score. */
export interface AndNotQuery {
  readonly kind: 'and_not';
  readonly queries: readonly Query[];
}

/** Every document, each with the score 1. */
export interface AllQuery {
  readonly kind: 'all';
}

/**
 * What is asked of an index, as plain data. It says which documents match and how well; what is
 * gathered from them is a collector's business.
 *
 * The score of a document is, as in MiniSearch, the sum that its parts come to, times the number of
 * different terms asked for that it has: a term together with its prefix and fuzzy matches is one,
 * a wildcard is one, and every different term of a phrase is one.
 */
export type Query =
  | TermQuery
  | PhraseQuery
  | WildcardQuery
  | ValuesQuery
  | RangeQuery
  | DocumentsQuery
  | AndQuery
  | OrQuery
  | AndNotQuery
  | AllQuery;
