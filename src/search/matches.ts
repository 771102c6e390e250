/** The documents that match a query. Documents are numbers, dense from 0. */
export interface Matches {
  /** The matching documents, ascending, each once. Not to be changed. */
  readonly documents: Uint32Array;
  /** The score that all of them have, when that is known without computing it. */
  readonly uniformScore?: number | undefined;
  /** The score of each of {@link documents}, in their order. Computed when first asked for. */
  scores(): Float64Array;
  /**
   * What each of the scores is not above, but for rounding. Absent where nothing is known but the
   * scores themselves.
   * To be used before the index is asked for other bounds: those stand in the same memory. May be
   * changed.
   */
  bounds?(): Float32Array;
  /**
   * The same matches, only those of them that are given (ascending); scores only for those.
   *
   * @param places where `documents` stand among those of these matches: spares looking for them,
   *   once {@link bounds} has been asked
   */
  narrowed(documents: Uint32Array, places?: Uint32Array): Matches;
}
