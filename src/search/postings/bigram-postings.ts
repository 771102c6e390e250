import type { FrozenIndexData } from '../frozen-index-data.js';
import type { UnsignedArray } from '../structures/smallest-type.js';

/** The maximum number of terms whose bigrams are indexed. These are the most frequent terms. */
export const MAX_BIGRAM_TERMS = 64;

/**
 * The documents in which one term directly follows another within a field. The arrays are views of the
 * index.
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
 * Finds the postings of a bigram. Returns undefined when the bigrams of one of the two terms are not
 * indexed.
 *
 * @param first the id of the first term in the forward index
 * @param second the id of the second term in the forward index
 */
export function findBigram(
  data: FrozenIndexData,
  first: number,
  second: number,
): BigramPostings | undefined {
  const { fields, bigramOffsets, bigramDocuments, bigramFields, bigramFieldSets } = data;
  const count = Math.sqrt(bigramOffsets.length - 1);
  const [a, b] = [first - fields.length, second - fields.length];
  if (a >= count || b >= count) return undefined;
  const start = bigramOffsets[a * count + b];
  const end = bigramOffsets[a * count + b + 1];
  return {
    documents: bigramDocuments.subarray(start, end),
    fields: bigramFields.subarray(start, end),
    bigramFieldSets,
  };
}
