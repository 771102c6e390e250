import type { Matches } from './matches.js';
import type { FieldBoosts, Query, TermQuery } from './query.js';
import type { Vocabulary } from './vocabulary/vocabulary.js';

/** A term of an index, and how many documents have it in any field. */
export interface IndexedTerm {
  readonly term: string;
  readonly documentFrequency: number;
}

/** A term as it was analyzed, or with `prefix` whatever begins with it. */
export type SoughtTerm = Pick<TermQuery, 'term' | 'prefix'>;

/** An index that answers queries. Synchronous; the same query gives the same matches. */
export interface SearchIndex {
  /** How many documents it holds. */
  readonly documentCount: number;
  /** Its terms, over all fields. */
  readonly vocabulary: Vocabulary;
  /**
   * The documents that match `query`, with their scores.
   *
   * @throws TooManyTermsError when a wildcard stands for more terms than it may
   */
  match(query: Query): Matches;
  /** How many documents have `term`, as it was analyzed, in any field. O(log terms). */
  documentFrequency(term: string): number;
  /** How many postings the terms that begin with `prefix` have. O(log terms). */
  prefixPostings(prefix: string): number;
  /**
   * The first `limit` of `documents`, in the order given, that have all of the terms, each in any of
   * the fields. Reads the tokens of one document after the other: for documents in an order of their
   * own, a good part of which have the terms.
   */
  firstWith(
    documents: Iterable<number>,
    terms: readonly SoughtTerm[],
    fields: FieldBoosts,
    limit: number,
  ): number[];
  /** The terms that begin with `prefix`, in the order of their UTF-16 code units. */
  termsWithPrefix(prefix: string): Iterable<IndexedTerm>;
}
