/*
 * The types of a segment, which is the index of some documents before the merge, and of the parts of a merge.
 */

import type { UnsignedArray } from '../../base/typed-arrays.js';
import type { FrozenIndexData } from '../frozen-index-data.js';

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
