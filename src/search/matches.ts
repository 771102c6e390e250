/** The documents that match a query, with their scores. Documents are numbered densely from 0. */
export interface Matches {
  /** The matching documents, ascending, each once. Must not be modified. */
  readonly documents: Uint32Array;
  /** The score of every match. Undefined when scores differ or must be computed. */
  readonly constantScore?: number | undefined;
  /** Returns the scores, parallel to {@link documents}. The first call computes them. */
  scores(): Float64Array;
  /**
   * Returns score upper bounds, parallel to {@link documents}. A bound is a 32-bit float, so
   * rounding can make the bound slightly lower than the score. The method is absent when no bounds
   * are known.
   *
   * All `Matches` of an index share the returned array: the next call of `maxScores` on any of them
   * overwrites the array. The caller may modify the array.
   */
  maxScores?(): Float32Array;
  /**
   * Returns the matches restricted to some of the documents. The scores of other documents are not
   * computed.
   *
   * @param documents a subset of {@link Matches.documents}, ascending
   * @param positions the index of each of `documents` in {@link Matches.documents}. Makes scoring
   *   faster after a call of {@link maxScores}. Default: the positions are not known.
   */
  narrowed(documents: Uint32Array, positions?: Uint32Array): Matches;
}
