/** What the scores of documents are multiplied with when they are ranked. */
export interface ScoreFactors {
  /** By document; none is negative. */
  readonly values: Float32Array;
  /** The highest of them. */
  readonly highest: number;
}

/** Factors by document. O(documents). */
export function scoreFactors(values: Float32Array): ScoreFactors {
  let highest = 0;
  for (let i = 0; i < values.length; i++) if (values[i] > highest) highest = values[i];
  return { values, highest };
}
