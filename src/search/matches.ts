/** The documents that match a query. Documents are numbers, dense from 0. */
export interface Matches {
  /** The matching documents, ascending, each once. Not to be changed. */
  readonly documents: Uint32Array;
  /** The score that all of them have, when that is known without computing it. */
  readonly uniformScore?: number | undefined;
  /** The score of each of {@link documents}, in their order. Computed when first asked for. */
  scores(): Float64Array;
  /** The same matches, only those of them that are given (ascending); scores only for those. */
  narrowed(documents: Uint32Array): Matches;
}
