import type { UnsignedArray } from '../structures/smallest-type.js';

/**
 * Some of the documents of an index as typed arrays, which can be posted to another thread. `buildSegment`
 * creates a segment, and `mergeSegments` creates the index.
 *
 * Documents, terms and frequency sets are numbered from 0 within the segment. A frequency set is the fields of
 * a posting, with the term frequency in each field. An array named `…Offsets` divides another array into
 * ranges: the range of item `i` is `[offsets[i], offsets[i + 1])`. The elements of an `UnsignedArray` have the
 * smallest type that can hold all numbers of the array, because all segments are in memory until the merge.
 */
export interface Segment {
  readonly documentCount: number;
  /** The names of the fields, up to 32. The number of a field is its position in this list. */
  readonly fields: readonly string[];
  /**
   * The lengths of all fields of document 0, then of document 1, and so on. The length of a field is the
   * number of distinct terms.
   */
  readonly fieldLengths: UnsignedArray;
  /** The range of each term in {@link termUnits}. Terms ascend by UTF-16 code unit. */
  readonly termOffsets: Uint32Array;
  /** The UTF-16 code units of all terms, concatenated. */
  readonly termUnits: Uint16Array;
  /** The range of each term in {@link postingDocuments} and {@link postingFrequencySets}. */
  readonly postingOffsets: Uint32Array;
  /** The documents that have the term in any field, ascending within each term. */
  readonly postingDocuments: UnsignedArray;
  /** The frequency set of each posting. */
  readonly postingFrequencySets: UnsignedArray;
  /**
   * The range of each frequency set in {@link frequencySetFields} and {@link frequencySetFrequencies}. There
   * can be frequency sets that no posting has.
   */
  readonly frequencySetOffsets: Uint32Array;
  /** The fields of all frequency sets, ascending within each frequency set. */
  readonly frequencySetFields: Uint8Array;
  /** Parallel to {@link frequencySetFields}: the number of occurrences in the field. */
  readonly frequencySetFrequencies: Uint32Array;
  /** The range of each document in {@link forwardIds}. */
  readonly forwardOffsets: Uint32Array;
  /**
   * The forward index: for each run of adjacent tokens in a field of a document, the number of the field,
   * then one number for each token, in order. The number is `fields.length + t` for a token with term `t`.
   * Each value of a field begins a new run, and each additional spelling of a word is a run of its own.
   */
  readonly forwardIds: UnsignedArray;
  /** The terms in the order of `orderBySuffix`. Default: not known. */
  readonly termsBySuffix?: Uint32Array;
}

/** A segment, with the mappings of its terms and documents to the merged index. */
export interface MappedSegment {
  readonly segment: Segment;
  /** For each term of the segment, the term of the merged index. Ascending. */
  readonly terms: Uint32Array;
  /** The doc id mapping: for each document of the segment, the document of the merged index. */
  readonly documents: Uint32Array;
}
