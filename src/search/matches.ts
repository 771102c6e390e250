import type { TopOptions } from './top-by-score.js';
import type { ScoredDocument } from './top-k.js';

/** The documents that match a query, with their scores. Documents are numbered densely from 0. */
export interface Matches {
  /** The matching documents, ascending, each once. Must not be modified. */
  readonly documents: Uint32Array;
  /** The cost of finding and ranking the matches, estimated before documents were read: see `MatchOptions.maxCost`. */
  readonly cost: number;
  /** The score of every match. Undefined when scores differ or must be computed. */
  readonly constantScore?: number | undefined;
  /** Returns the scores, parallel to {@link documents}. The first call computes them. */
  scores(): Float64Array;
  /**
   * Returns the best `k` matches after the first {@link TopOptions.from}, best first. Matches with equal scores
   * are in document order. When there are many matches, most matches that cannot be among the best are not
   * scored.
   *
   * @param k a whole number; 0 or less returns no matches
   * @example matches.top(10, { from: 20, boosts: popularity }) // the third page of ten
   */
  top(k: number, options?: TopOptions): ScoredDocument[];
  /**
   * Returns the matches restricted to some of the documents. The scores of other documents are not
   * computed.
   *
   * @param documents a subset of {@link Matches.documents}, ascending
   */
  narrowed(documents: Uint32Array): Matches;
}
