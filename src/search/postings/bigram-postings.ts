import type { UnsignedArray } from '../../base/typed-arrays.js';
import type { FrozenIndexData } from '../frozen-index-data.js';

/**
 * A bigram is a term directly followed by another term. Bigrams are indexed only when both terms are among
 * the most frequent terms of the index. This constant is the maximum number of these terms.
 */
export const MAX_BIGRAM_TERMS = 64;

/**
 * The documents that contain a bigram, which is a term directly followed by another term within one run of the
 * forward index. The arrays are views of the index, so they must not be modified.
 */
export interface BigramPostings {
  /** The documents, ascending and without duplicates. */
  readonly documents: Uint32Array;
  /**
   * For each document, the set of fields that contain the bigram: an index into
   * {@link bigramFieldSets}. Parallel to {@link documents}.
   */
  readonly fields: UnsignedArray;
  /** The distinct sets of fields, as masks with one bit per field. */
  readonly bigramFieldSets: Uint32Array;
}

/**
 * Finds the postings of a bigram. Returns undefined when one of the two terms is not among the terms whose
 * bigrams are indexed. Returns empty postings when no document contains the bigram.
 *
 * @param first the forward index id of the first term: the number of fields, plus the rank of the term by
 *   descending frequency, from 0
 * @param second the forward index id of the second term
 */
export function findBigram(
  data: FrozenIndexData,
  first: number,
  second: number,
): BigramPostings | undefined {
  const { fields, bigramOffsets, bigramDocuments, bigramFields, bigramFieldSets } = data;
  // For n terms, `bigramOffsets` has n * n + 1 elements.
  const termCount = Math.sqrt(bigramOffsets.length - 1);
  const [a, b] = [first - fields.length, second - fields.length];
  if (a >= termCount || b >= termCount) return undefined;
  const start = bigramOffsets[a * termCount + b];
  const end = bigramOffsets[a * termCount + b + 1];
  return {
    documents: bigramDocuments.subarray(start, end),
    fields: bigramFields.subarray(start, end),
    bigramFieldSets,
  };
}
