import { Bitset } from './postings/document-sets.js';

/**
 * Memory that the queries of one index reuse, so that a query does not allocate memory in
 * proportion to the size of the index.
 */
export interface Scratch {
  /** Runs `work` with an empty set of documents, which `work` must leave empty. Calls may nest. */
  withBitset<Result>(work: (bitset: Bitset) => Result): Result;
  /**
   * Returns an array with one element per document. Every call returns the same array. The
   * elements are arbitrary.
   */
  positions(): Uint32Array;
  /**
   * Returns `size` zeros, for score upper bounds. The next call overwrites the array. `size` is at most
   * the number of documents.
   */
  maxScores(size: number): Float32Array;
  /** Runs `work` with zeros, one per document. `work` may modify the array. Calls must not nest. */
  withFloat64Sums<Result>(work: (sums: Float64Array) => Result): Result;
  /** Does the same as {@link withFloat64Sums} with 32-bit floats. */
  withFloat32Sums<Result>(work: (sums: Float32Array) => Result): Result;
}

/** Creates scratch memory for an index. Each array is allocated when it is first used. */
export function createScratch(documentCount: number): Scratch {
  const free: Bitset[] = [];
  let positions: Uint32Array | undefined;
  let maxScores: Float32Array | undefined;
  let float64Sums: Float64Array | undefined;
  let float32Sums: Float32Array | undefined;
  return {
    withBitset(work) {
      const bitset = free.pop() ?? new Bitset(documentCount);
      const result = work(bitset);
      free.push(bitset);
      return result;
    },
    positions() {
      positions ??= new Uint32Array(documentCount);
      return positions;
    },
    maxScores(size) {
      maxScores ??= new Float32Array(documentCount);
      return maxScores.subarray(0, size).fill(0);
    },
    withFloat64Sums(work) {
      float64Sums ??= new Float64Array(documentCount);
      const result = work(float64Sums);
      float64Sums.fill(0);
      return result;
    },
    withFloat32Sums(work) {
      float32Sums ??= new Float32Array(documentCount);
      const result = work(float32Sums);
      float32Sums.fill(0);
      return result;
    },
  };
}
