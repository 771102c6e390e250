import type { FrozenIndexData } from './frozen-index-data.js';
import type { UnsignedArray } from './unsigned-array.js';

/** The most terms of which every pair is listed. */
export const MOST_PAIRED_TERMS = 64;

/** The documents that have two terms side by side in a field. Views, not copies. */
export interface PairPostings {
  /** Ascending. */
  readonly documents: Uint32Array;
  /** Beside {@link documents}, the fields in which the pair stands: a number into {@link fieldSets}. */
  readonly fields: UnsignedArray;
  /** Sets of fields as bits. */
  readonly fieldSets: Uint32Array;
}

/**
 * Finds the documents of two of the most widespread terms side by side, in this order; nothing when
 * one of them is not that widespread.
 *
 * @param first the code of the first term in token streams
 * @param second the code of the second
 */
export function findTermPair(
  data: FrozenIndexData,
  first: number,
  second: number,
): PairPostings | undefined {
  const { fields, pairOffsets, pairDocuments, pairFields, fieldSets } = data;
  const count = Math.sqrt(pairOffsets.length - 1);
  const [a, b] = [first - fields.length, second - fields.length];
  if (a >= count || b >= count) return undefined;
  const start = pairOffsets[a * count + b];
  const end = pairOffsets[a * count + b + 1];
  return {
    documents: pairDocuments.subarray(start, end),
    fields: pairFields.subarray(start, end),
    fieldSets,
  };
}
