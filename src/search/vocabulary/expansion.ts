/** Terms that stand for one term that was asked for, ascending, each with what it is worth. */
export interface Expansion {
  readonly terms: Uint32Array;
  /** Beside {@link terms}: the factor on the scores of that term. */
  readonly weights: Float64Array;
}
