/*
 * Describes the arrays of an index, as they are stored and searched, and of the segments that `segments/` merges into an
 * index.
 */

import type { UnsignedArray } from '../base/typed-arrays.js';

/** The maximum number of fields in an index. A set of fields is stored as a 32-bit mask. */
export const MAX_FIELDS = 32;

/**
 * For a term with at most this many postings, the index does not store the number of documents per
 * field. These documents are counted when their number is needed.
 */
export const MAX_POSTINGS_TO_COUNT = 16;

/**
 * A complete index as typed arrays. `mergeSegments` builds one, a snapshot file stores one, and
 * `openFrozenIndex` searches one without parsing it.
 *
 * Terms are numbered in the order of their UTF-16 code units, documents densely from 0, and fields
 * by their position in {@link fields}. An array named `…Offsets` divides another array into ranges:
 * the range of item `i` is `[offsets[i], offsets[i + 1])`. The `…Offsets` array has one more element
 * than there are items. The same documents produce the same arrays, regardless of the segments that
 * the documents were built in.
 *
 * Each term has one posting list for all fields, with one posting for each document that has the
 * term in any field. The frequency set of a posting is the set of the document's fields that contain
 * the term, each with the number of occurrences. Many postings have the same frequency set, so
 * distinct frequency sets are numbered, and a posting stores only the number of its frequency set.
 */
export interface FrozenIndexData {
  readonly documentCount: number;
  /** The names of the fields, up to {@link MAX_FIELDS}. */
  readonly fields: readonly string[];
  /** Per field, the sum of its {@link fieldLengths}. */
  readonly fieldLengthSums: Float64Array;
  /**
   * Per field, the length of the field in each document: the number of distinct terms. For a field
   * that is empty in every document, the array of lengths is empty.
   */
  readonly fieldLengths: readonly UnsignedArray[];

  /** Per term, the range of its text in {@link termUnits}. */
  readonly termOffsets: Uint32Array;
  /** The UTF-16 code units of all terms, concatenated. */
  readonly termUnits: Uint16Array;
  /** Per term, the length of the prefix that the term shares with the term before it, at most 255. */
  readonly termSharedLengths: Uint8Array;
  /** Per block of 64 terms, the lowest of their {@link termSharedLengths}. */
  readonly termMinSharedLengths: Uint8Array;
  /**
   * The terms that do not end in a digit from 0 to 9, in the order of their reversed text. See
   * `orderBySuffix`.
   */
  readonly termsBySuffix: Uint32Array;
  /** The terms by descending number of postings, then by ordinal. */
  readonly termsByFrequency: Uint32Array;
  /** Per term, its position in {@link termsByFrequency}. */
  readonly termFrequencyRanks: Uint32Array;

  /** Per term, the range of its postings. */
  readonly postingOffsets: Uint32Array;
  /** The documents that have the term in any field, ascending within each term. */
  readonly postingDocuments: Uint32Array;
  /**
   * Per posting, its frequency set. A Uint32Array if there are more than 65,536 frequency sets,
   * otherwise a Uint16Array.
   */
  readonly postingFrequencySets: Uint16Array | Uint32Array;

  /**
   * The dense terms, ascending. At least 1/32 of all documents have each dense term. The posting list of a dense
   * term is also a `RankBitset`.
   */
  readonly denseTerms: Uint32Array;
  /** Per dense term, the numbers of its `RankBitset`, concatenated. */
  readonly denseBitsets: Uint32Array;

  /**
   * Per frequency set, the range of its fields. Frequency sets are numbered by descending number of
   * postings.
   */
  readonly frequencySetOffsets: Uint32Array;
  /** The fields of all frequency sets, ascending within each frequency set. */
  readonly frequencySetFields: Uint8Array;
  /**
   * Parallel to {@link frequencySetFields}: the number of occurrences in the field. Numbers above
   * 1,048,575 are stored as 1,048,575.
   */
  readonly frequencySetFrequencies: Uint32Array;

  /** The terms with more than 16 postings (`MAX_POSTINGS_TO_COUNT`), ascending. */
  readonly documentFrequencyTerms: Uint32Array;
  /** Per term of {@link documentFrequencyTerms}, its range in {@link documentFrequencyFields}. */
  readonly documentFrequencyOffsets: Uint32Array;
  /** The fields in which any document has the term, ascending within each term. */
  readonly documentFrequencyFields: Uint8Array;
  /**
   * Parallel to {@link documentFrequencyFields}: the number of documents that have the term in the
   * field.
   */
  readonly documentFrequencies: Uint32Array;

  /** Per document, the range of its tokens in {@link forwardBytes}. */
  readonly forwardOffsets: Uint32Array;
  /**
   * The forward index: for each document, the tokens of its fields in order, as variable-length
   * integers. The format is described in `forward-index.ts`.
   */
  readonly forwardBytes: Uint8Array;

  /**
   * Per bigram of the `n` most frequent terms (`n` is at most 64), the range of its documents. For
   * this purpose, the terms are numbered from 0 by descending number of postings. Bigram `a * n + b`
   * is term `a` directly followed by term `b`.
   */
  readonly bigramOffsets: Uint32Array;
  /** The documents that have the bigram in any field, ascending within each bigram. */
  readonly bigramDocuments: Uint32Array;
  /**
   * Parallel to {@link bigramDocuments}: the set of fields that contain the bigram, as an index of
   * {@link bigramFieldSets}.
   */
  readonly bigramFields: UnsignedArray;
  /** Distinct sets of fields as bit masks, ascending. */
  readonly bigramFieldSets: Uint32Array;
}

/**
 * The arrays of an index from which `mergeSegments` builds an index: the segment of some documents that `buildSegment`
 * returns, or a complete index. The arrays are described in `FrozenIndexData`. The segment of `buildSegment` can be posted
 * to another thread. Its arrays of postings have smaller types, because all segments of a build are stored until the merge.
 */
export interface Segment
  extends Pick<
    FrozenIndexData,
    | 'documentCount'
    | 'fields'
    | 'fieldLengths'
    | 'termOffsets'
    | 'termUnits'
    | 'termsByFrequency'
    | 'postingOffsets'
    | 'frequencySetOffsets'
    | 'frequencySetFields'
    | 'frequencySetFrequencies'
    | 'forwardOffsets'
    | 'forwardBytes'
  > {
  /** The documents that have the term in any field, ascending within each term. */
  readonly postingDocuments: UnsignedArray;
  /** The frequency set of each posting. There can be frequency sets that no posting has. */
  readonly postingFrequencySets: UnsignedArray;
}

/** Returns whether a segment has all arrays of an index, so that a merge can reuse more of them. */
export function isCompleteIndex(segment: Segment): segment is FrozenIndexData {
  return 'bigramOffsets' in segment;
}

/** A segment, with the mapping of its documents to the merged index. */
export interface SegmentDocuments {
  readonly segment: Segment;
  /** By document: its document in the merged index, or `LEFT_OUT`. */
  readonly documents: Uint32Array;
}

/** A segment, with the mappings of its documents and terms to the merged index. */
export interface MappedSegment extends SegmentDocuments {
  /** Whether the documents have ascending numbers in the merged index. */
  readonly isInOrder: boolean;
  /** By term: its term in the merged index, or `LEFT_OUT`. The terms of the merged index ascend. */
  readonly terms: Uint32Array;
  /** By term: the number of its postings in the merged index. */
  readonly postingCounts: Uint32Array;
}
