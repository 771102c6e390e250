/**
 * How much each field counts in a query: the fields to look in, each with its boost. A field that
 * is not named is not searched.
 */
export type FieldBoosts = Readonly<Record<string, number>>;

/**
 * One term as the index holds it (already analyzed), in any of the given fields. A document's score
 * is the sum of its BM25+ scores over those fields, each times its boost.
 */
export interface TermQuery {
  readonly kind: 'term';
  readonly term: string;
  readonly fields: FieldBoosts;
  /** Also match the terms that begin with this one. */
  readonly prefix?: boolean;
  /** Also match the terms within this many single-character edits (Levenshtein). */
  readonly fuzzy?: number;
  /** What an inexact match is worth beside an exact one, which is worth 1. */
  readonly weights?: { readonly prefix: number; readonly fuzzy: number };
  /** Multiplies the score of every match of this term; 1 when absent. */
  readonly boost?: number;
}

/** Documents that match every one of the queries; scores add up. */
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
 */
export type Query = TermQuery | AndQuery | OrQuery | AndNotQuery | AllQuery;
