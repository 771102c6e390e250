import type { Matches } from './matches.js';
import type { Query } from './query.js';
import type { Vocabulary } from './vocabulary/vocabulary.js';

/** A term of an index, and how many documents have it in any field. */
export interface IndexedTerm {
  readonly term: string;
  readonly documentFrequency: number;
}

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
  /** The terms that begin with `prefix`, in the order of their UTF-16 code units. */
  termsWithPrefix(prefix: string): Iterable<IndexedTerm>;
}
