/*
 * Queries as plain data. `frozen-index.ts` executes them.
 */

/**
 * The fields to search, each with its boost: a factor on the scores of the field. A field that the
 * index does not have matches nothing. A field with boost 0 matches but adds nothing to the score.
 */
export type FieldBoosts = Readonly<Record<string, number>>;

/**
 * A query for documents that have a term in any of the fields. The score is the sum of the BM25+
 * scores of the fields, each multiplied by the field's boost. The empty term matches nothing.
 *
 * @example { kind: 'term', term: 'emma', fields: { title: 2, notes: 1 }, prefix: true }
 */
export interface TermQuery {
  readonly kind: 'term';
  /** An indexed term, as `analyze` returns it. */
  readonly term: string;
  readonly fields: FieldBoosts;
  /** Whether to also match the terms that begin with `term`. Default: false. */
  readonly prefix?: boolean | undefined;
  /**
   * The maximum Levenshtein distance of fuzzy matches: the number of insertions, deletions and
   * replacements of UTF-16 code units, a whole number from 0. A term that is both a prefix match
   * and a fuzzy match has the weight of a prefix match. Default: 0.
   */
  readonly fuzzy?: number | undefined;
  /**
   * The weights of prefix and fuzzy matches. An exact match has the weight 1. The weight decreases
   * with the extra length of a prefix match and with the distance of a fuzzy match.
   * Default: `{ prefix: 0.375, fuzzy: 0.45 }`.
   */
  readonly weights?: { readonly prefix: number; readonly fuzzy: number } | undefined;
  /** A factor on the score of every match. With 0 the term still matches. Default: 1. */
  readonly boost?: number | undefined;
}

/** An indexed term. With `prefix: true`, any indexed term that begins with `term`. */
export type TermOrPrefix = Pick<TermQuery, 'term' | 'prefix'>;

/**
 * A query for documents that have the terms next to each other, in order, in one value of at least one
 * of the fields. The score is the score of an AND query for the terms, in only the fields that contain the
 * phrase. A phrase without terms matches nothing.
 */
export interface PhraseQuery {
  readonly kind: 'phrase';
  /** Indexed terms, as `analyzePhrase` returns them. */
  readonly terms: readonly string[];
  readonly fields: FieldBoosts;
  /** A factor on the score of every match. Default: 1. */
  readonly boost?: number | undefined;
}

/**
 * A query for documents that have the terms near each other, in any order, in one value of at least one
 * of the fields. The score is the score of an AND query for the terms, in only the fields with such a
 * value. A query without terms matches nothing.
 *
 * @example { kind: 'proximity', terms: ['sea', 'sea'], maxWidth: 3, fields: { title: 1 } }
 */
export interface ProximityQuery {
  readonly kind: 'proximity';
  /**
   * Indexed terms, as `analyzePhrase` returns them. A term that is listed twice must occur twice in the
   * value.
   */
  readonly terms: readonly string[];
  /**
   * The maximum number of adjacent tokens that contain all the terms. If this is the number of terms, no
   * other token can be between the terms. If this is lower, nothing matches.
   */
  readonly maxWidth: number;
  readonly fields: FieldBoosts;
  /** A factor on the score of every match. Default: 1. */
  readonly boost?: number | undefined;
}

/** A query for documents that have a term that matches a pattern. Each such term has the weight 1. */
export interface WildcardQuery {
  readonly kind: 'wildcard';
  /** `*` matches any number of UTF-16 code units, including none; `?` matches exactly one. */
  readonly pattern: string;
  readonly fields: FieldBoosts;
  /**
   * The maximum number of terms of the index that match the pattern. If more terms match,
   * `SearchIndex.match` throws `TooManyTermsError`. Default: 1,024.
   */
  readonly maxTerms?: number | undefined;
  /** A factor on the score of every match. Default: 1. */
  readonly boost?: number | undefined;
}

/** A query for documents that have any of the values in a column. Adds nothing to scores. */
export interface ValuesQuery {
  readonly kind: 'values';
  /** The name of a doc values column. Any other name matches nothing. */
  readonly column: string;
  /** Ordinals of values. Ordinals that the column does not have match nothing. */
  readonly values: readonly number[];
}

/**
 * A query for documents that have any of the values in a column whose ordinals are from `start` up to but not
 * including `end`. Adds nothing to scores. Ordinals that the column does not have match nothing.
 */
export interface ValueRangeQuery {
  readonly kind: 'value_range';
  /** The name of a doc values column. Any other name matches nothing. */
  readonly column: string;
  readonly start: number;
  readonly end: number;
}

/** A query for documents whose number in a column is in a range. Adds nothing to scores. */
export interface RangeQuery {
  readonly kind: 'range';
  /**
   * The name of a number column. Any other name matches nothing. A document without a number does
   * not match.
   */
  readonly column: string;
  /** The smallest number that matches. Default: no limit. */
  readonly from?: number | undefined;
  /** The largest number that matches. Default: no limit. */
  readonly to?: number | undefined;
}

/** A query for documents by their numbers. Adds nothing to scores. */
export interface DocumentsQuery {
  readonly kind: 'documents';
  /** Document numbers in any order. Numbers that the index does not have match nothing. */
  readonly documents: readonly number[];
}

/**
 * A query for documents that match all of the queries. The score is the sum of the scores of the
 * queries. An empty list matches nothing.
 */
export interface AndQuery {
  readonly kind: 'and';
  readonly queries: readonly Query[];
}

/**
 * A query for documents that match at least one of the queries. The score is the sum of the scores
 * of the queries that match. An empty list matches nothing.
 */
export interface OrQuery {
  readonly kind: 'or';
  readonly queries: readonly Query[];
}

/**
 * A query for documents that match the first query and none of the others. The score is the score
 * of the first query. An empty list matches nothing.
 */
export interface AndNotQuery {
  readonly kind: 'and_not';
  readonly queries: readonly Query[];
}

/**
 * A query for documents that match at least one of the queries (Lucene's `DisjunctionMaxQuery`). The score
 * is the highest of the scores of the queries that match. The query counts as one query term, and the terms
 * inside it are not counted. An empty list matches nothing.
 *
 * @example
 * { kind: 'dis_max', queries: [
 *   { kind: 'term', term: 'whale', fields: { title: 1 } },
 *   { kind: 'term', term: 'whales', fields: { title: 1 }, boost: 0.35 },
 * ] }
 */
export interface DisMaxQuery {
  readonly kind: 'dis_max';
  readonly queries: readonly Query[];
}

/**
 * A query for documents that match the required query. The score is the score of the required query, plus the
 * scores of the optional queries that match. Query terms of the optional queries are not counted.
 */
export interface BooleanQuery {
  readonly kind: 'boolean';
  readonly required: Query;
  readonly optional: readonly Query[];
}

/**
 * A query for documents for which the weights of the clauses that match add up to at least `minWeight` (Lucene's
 * `CoveringQuery`, with weights). The score is the sum of the scores of the clauses that match. An empty list matches
 * nothing.
 */
export interface AtLeastQuery {
  readonly kind: 'at_least';
  readonly clauses: readonly WeightedClause[];
  /** The minimum sum of weights. A minimum of 0 or less counts as any weight above 0. */
  readonly minWeight: number;
}

/** A clause of an {@link AtLeastQuery}. */
export interface WeightedClause {
  readonly query: Query;
  /** At least 0. */
  readonly weight: number;
}

/** A query for documents that match another query, each with the same score (Lucene's `ConstantScoreQuery`). */
export interface ConstantScoreQuery {
  readonly kind: 'constant_score';
  readonly query: Query;
  /** The score of every match, at least 0. */
  readonly score: number;
}

/** A query that every document matches with the score 1. */
export interface AllQuery {
  readonly kind: 'all';
}

/** A part of a query with a label. The label has no effect on matches and scores; see `explainMatch`. */
export interface Labelled {
  readonly label?: string | undefined;
}

/**
 * A query as plain data.
 *
 * The interface of each kind of query describes the score of a match. As in MiniSearch, the score of the outermost
 * query is then multiplied by the number of distinct query terms (at least 1) in the parts of the query that the
 * document matches. A term with its prefix and fuzzy matches counts as one query term, a wildcard counts as one, each
 * distinct term of a phrase or proximity query counts as one, and each `dis_max` query counts as one. Nothing inside a
 * `dis_max` or `constant_score` query or an optional query of a `boolean` query is counted.
 */
export type Query = (
  | TermQuery
  | PhraseQuery
  | ProximityQuery
  | WildcardQuery
  | ValuesQuery
  | ValueRangeQuery
  | RangeQuery
  | DocumentsQuery
  | AndQuery
  | OrQuery
  | AndNotQuery
  | DisMaxQuery
  | BooleanQuery
  | AtLeastQuery
  | ConstantScoreQuery
  | AllQuery
) &
  Labelled;
