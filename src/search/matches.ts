/** The documents that match a query. Documents are numbers, dense from 0. */
export interface Matches {
  /** The matching documents, ascending, each once. */
  readonly documents: Uint32Array;
  /** The score of each of {@link documents}, in their order. Computed when first asked for. */
  scores(): Float64Array;
}
