import { Bitset } from './bitset.js';

/**
 * The memory that queries of one index use again and again, so that answering does not allocate by
 * the size of the index. All that an open index changes is here; nothing of it is handed out.
 */
export interface Scratch {
  /** Runs `work` with an empty set of documents, which `work` must leave empty. May be nested. */
  withBitset<Result>(work: (bitset: Bitset) => Result): Result;
  /** One number per document, of no known value. Whoever fills it uses it before the next one does. */
  places(): Uint32Array;
  /** So many zeros, for bounds of scores: the same memory every time. */
  bounds(size: number): Float32Array;
  /** Runs `work` with a 0 per document, which `work` may change. Not to be nested. */
  withSums<Result>(work: (sums: Float64Array) => Result): Result;
  /** The same with 32 bits a document, of which a processor's cache has room for more. */
  withRoughSums<Result>(work: (sums: Float32Array) => Result): Result;
}

/** Scratch memory for an index of that many documents. Nothing is allocated until it is used. */
export function createScratch(documentCount: number): Scratch {
  const free: Bitset[] = [];
  let places: Uint32Array | undefined;
  let bounds: Float32Array | undefined;
  let sums: Float64Array | undefined;
  let roughSums: Float32Array | undefined;
  return {
    withBitset(work) {
      const bitset = free.pop() ?? new Bitset(documentCount);
      const result = work(bitset);
      free.push(bitset);
      return result;
    },
    places() {
      places ??= new Uint32Array(documentCount);
      return places;
    },
    bounds(size) {
      bounds ??= new Float32Array(documentCount);
      return bounds.subarray(0, size).fill(0);
    },
    withSums(work) {
      sums ??= new Float64Array(documentCount);
      const result = work(sums);
      sums.fill(0);
      return result;
    },
    withRoughSums(work) {
      roughSums ??= new Float32Array(documentCount);
      const result = work(roughSums);
      roughSums.fill(0);
      return result;
    },
  };
}
