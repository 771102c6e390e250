/*
 * The postings of a term, with a bitset for the most frequent terms, and the postings of bigrams of frequent terms.
 */

import type { UnsignedArray } from '../../base/typed-arrays.js';
import type { FrozenIndexData } from '../frozen-index-data.js';
import { countBits, intersect, locateAll, NOT_FOUND, selectMarked } from './document-sets.js';

/**
 * The documents of a long posting list as a bitset. The bitset also stores, for each 32-bit word, the
 * number of documents in the words before (the rank). The rank gives the position of a document in the
 * list in O(1). Takes 8 bytes per 32 documents of the index.
 */
export class RankBitset {
  private readonly words: Uint32Array;
  private readonly ranks: Uint32Array;

  /** @param numbers see {@link writeRankBitset} */
  constructor(numbers: Uint32Array) {
    this.words = numbers.subarray(0, numbers.length / 2);
    this.ranks = numbers.subarray(numbers.length / 2);
  }

  /** Returns the documents of `candidates` that are in the list, in the order of `candidates`. */
  restrict(candidates: Uint32Array): Uint32Array {
    return selectMarked(candidates, this.words);
  }

  /** Writes to `positions[i]` the position of `documents[i]` in the list, or {@link NOT_FOUND}. */
  locateAll(documents: Uint32Array, positions: Int32Array): void {
    const { words, ranks } = this;
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i];
      const word = words[document >>> 5];
      const isFound = (word >>> document) & 1;
      const rank = ranks[document >>> 5] + countBits(word & ~(-1 << document));
      // For a document that is not in the list, all bits of `isFound - 1` are set, so the result is
      // NOT_FOUND.
      positions[i] = rank | ((isFound - 1) & NOT_FOUND);
    }
  }
}

/**
 * Returns the length of the numbers of a {@link RankBitset}.
 *
 * @param size a number above every document in the list and every document that is looked up
 */
export function rankBitsetLength(size: number): number {
  return 2 * ((size + 31) >>> 5);
}

/**
 * Writes the numbers of a {@link RankBitset}: its words, then the rank of each word.
 *
 * @param documents ascending, without duplicates
 * @param numbers receives the numbers; see {@link rankBitsetLength}
 */
export function writeRankBitset(documents: Uint32Array, numbers: Uint32Array): void {
  const wordCount = numbers.length / 2;
  let position = 0;
  for (let word = 0; word < wordCount; word++) {
    numbers[wordCount + word] = position;
    let bits = 0;
    const end = 32 * (word + 1);
    while (position < documents.length && documents[position] < end) {
      bits |= 1 << documents[position++];
    }
    numbers[word] = bits;
  }
}

/** The postings of one term in all fields. The arrays are views of the index. */
export class PostingList {
  /**
   * @param documents the documents that have the term, ascending and without duplicates
   * @param frequencySets Parallel to `documents`: the number of the frequency set of each posting. A frequency set is the
   *   fields that contain the term, with the number of occurrences in each field.
   * @param rankBitset `documents` as a bitset. Default: the list is searched without a bitset.
   */
  constructor(
    readonly documents: Uint32Array,
    readonly frequencySets: Uint16Array | Uint32Array,
    private readonly rankBitset?: RankBitset,
  ) {}

  /** Returns the documents of `candidates` (ascending) that have the term, ascending. */
  restrict(candidates: Uint32Array): Uint32Array {
    return this.rankBitset?.restrict(candidates) ?? intersect(candidates, this.documents);
  }

  /**
   * Writes to `positions[i]` the position of `documents[i]` in the list, or {@link NOT_FOUND}.
   *
   * @param documents ascending, without duplicates
   * @param positions at least as long as `documents`
   */
  locate(documents: Uint32Array, positions: Int32Array): void {
    if (this.rankBitset === undefined) locateAll(documents, this.documents, positions);
    else this.rankBitset.locateAll(documents, positions);
  }
}

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
