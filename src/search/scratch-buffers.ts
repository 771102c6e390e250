import { Bitset } from './postings/document-sets.js';

/**
 * Sets and arrays of the size of the index, which the queries of one index reuse. Each function runs `work`
 * with memory that nothing else uses until `work` returns, so calls can nest. When `work` throws, the memory
 * is not reused.
 */
export interface Scratch {
  /** Runs `work` with an empty set of documents, which `work` must leave empty. */
  withBitset<Result>(work: (bitset: Bitset) => Result): Result;
  /** Runs `work` with an array of one element per document. The elements are arbitrary. */
  withUint32Array<Result>(work: (array: Uint32Array) => Result): Result;
  /** Does the same as {@link withUint32Array} with signed numbers. */
  withInt32Array<Result>(work: (array: Int32Array) => Result): Result;
  /** Does the same as {@link withUint32Array} with 32-bit floats. */
  withFloat32Array<Result>(work: (array: Float32Array) => Result): Result;
  /** Does the same as {@link withUint32Array} with 64-bit floats. */
  withFloat64Array<Result>(work: (array: Float64Array) => Result): Result;
}

/**
 * Creates scratch memory for an index. Memory is allocated when none is free. Arrays of 32-bit numbers of all types use
 * the same memory.
 */
export function createScratch(documentCount: number): Scratch {
  const with32BitArrays = createPool(() => {
    const numbers = new Uint32Array(documentCount);
    const { buffer } = numbers;
    return { numbers, signed: new Int32Array(buffer), floats: new Float32Array(buffer) };
  });
  return {
    withBitset: createPool(() => new Bitset(documentCount)),
    withUint32Array: (work) => with32BitArrays(({ numbers }) => work(numbers)),
    withInt32Array: (work) => with32BitArrays(({ signed }) => work(signed)),
    withFloat32Array: (work) => with32BitArrays(({ floats }) => work(floats)),
    withFloat64Array: createPool(() => new Float64Array(documentCount)),
  };
}

/** Creates a function that runs work with a free item of a pool. */
function createPool<Item>(create: () => Item): <Result>(work: (item: Item) => Result) => Result {
  const free: Item[] = [];
  return (work) => {
    const item = free.pop() ?? create();
    const result = work(item);
    free.push(item);
    return result;
  };
}
