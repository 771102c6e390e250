import type { TermDictionary } from './dictionary/term-dictionary.js';
import type { Columns } from './index-reader.js';
import type { Matches } from './matches.js';
import type { FieldBoosts, Query, TermQuery } from './query.js';

/** A term of an index, and the number of documents that have it in any field. */
export interface IndexedTerm {
  readonly term: string;
  readonly documentFrequency: number;
}

/** An indexed term. With `prefix: true`, any indexed term that begins with `term`. */
export type TermOrPrefix = Pick<TermQuery, 'term' | 'prefix'>;

/** The options of {@link SearchIndex.match}. */
export interface MatchOptions {
  /**
   * The maximum cost of the query; see `QueryCost`. The cost depends only on the query and the index.
   * Default: no maximum.
   */
  readonly maxCost?: number;
}

/** An open index. All methods are synchronous. The same query returns the same matches. */
export interface SearchIndex {
  /** The number of documents in the index. */
  readonly documentCount: number;
  /** The terms of all fields. */
  readonly dictionary: TermDictionary;
  /**
   * Returns the documents that match `query`, with their scores.
   *
   * @throws TooManyTermsError when a wildcard matches more terms than its `maxTerms`
   * @throws QueryCostError when the query costs more than `maxCost`, before documents are read
   */
  match(query: Query, options?: MatchOptions): Matches;
  /** Returns the number of documents that have `term` in any field. O(log terms). */
  documentFrequency(term: string): number;
  /**
   * Returns the sum of the document frequencies of the terms that begin with `prefix`. O(log terms).
   */
  countPrefixPostings(prefix: string): number;
  /**
   * Returns the first `limit` of `documents`, in the given order, that have every term, each in any
   * of the fields. Boosts are ignored. `documents` can be in any order. Reads the terms of one
   * document after another, and stops after `limit` results. This is fast when many of `documents`
   * have all of the terms.
   */
  filterByTerms(
    documents: Iterable<number>,
    terms: readonly TermOrPrefix[],
    fields: FieldBoosts,
    limit: number,
  ): number[];
  /** Returns the terms that begin with `prefix`, in the order of their UTF-16 code units. */
  termsWithPrefix(prefix: string): Iterable<IndexedTerm>;
  /**
   * Returns an index that shares everything with this index except these columns.
   *
   * @internal
   */
  withColumns(columns: Columns): SearchIndex;
}
