import type { UnsignedArray } from '../structures/smallest-type.js';

/**
 * Some of the documents of an index, analyzed and inverted, as plain typed arrays that can be posted to
 * another thread. Documents and terms are numbered from 0 within the segment. Properties without a
 * description are the same as in `FrozenIndexData`. The large arrays have the smallest type that can hold
 * their numbers, because all segments are in memory until they are merged.
 */
export interface Segment {
  readonly documentCount: number;
  readonly fields: readonly string[];
  /** The lengths of all fields of document 0, then of document 1, and so on. */
  readonly fieldLengths: UnsignedArray;
  /** The range of each term in {@link termUnits}. Terms ascend by UTF-16 code unit. */
  readonly termOffsets: Uint32Array;
  readonly termUnits: Uint16Array;
  readonly postingOffsets: Uint32Array;
  readonly postingDocuments: UnsignedArray;
  /** The frequency set of each posting. Frequency sets are numbered within the segment. */
  readonly postingFrequencySets: UnsignedArray;
  readonly frequencySetOffsets: Uint32Array;
  readonly frequencySetFields: Uint8Array;
  readonly frequencySetFrequencies: Uint32Array;
  /** The range of each document in {@link forwardIds}. */
  readonly forwardOffsets: Uint32Array;
  /**
   * The forward index: for each non-empty field of a document, the number of the field, then
   * `fields.length + t` for each token with term `t`.
   */
  readonly forwardIds: UnsignedArray;
}

/** A segment with the mappings of its terms and documents to the merged index. */
export interface MappedSegment {
  readonly segment: Segment;
  /** For each term of the segment, the term of the merged index. Ascending. */
  readonly terms: Uint32Array;
  /** The doc id mapping: for each document of the segment, the document of the merged index. */
  readonly documents: Uint32Array;
}
