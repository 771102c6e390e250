import { sumCounts } from '../structures/prefix-sums.js';
import { varintLength, writeVarint } from '../structures/varint.js';
import type { MappedSegment } from './segment.js';

/** The arrays of the merged forward index: see `FrozenIndexData`. */
export interface ForwardIndex {
  readonly forwardOffsets: Uint32Array;
  /**
   * An id below the number of fields is a field, and begins a run. Other ids are terms; the most frequent term has the
   * lowest id.
   */
  readonly forwardBytes: Uint8Array;
}

/**
 * Merges the forward indexes of segments. The forward index stores the ids of the terms of each document as
 * varints. A term that more documents have gets a lower id.
 *
 * @param ranks the `termFrequencyRanks` of the merged index, which determine the ids of the terms
 */
export function mergeForwardIndex(
  mapped: readonly MappedSegment[],
  documentCount: number,
  fieldCount: number,
  ranks: Uint32Array,
): ForwardIndex {
  /** For each segment, the id in the merged index by the id in the segment. */
  const idsOfSegments = mapped.map(({ terms }) => {
    const ids = new Uint32Array(fieldCount + terms.length);
    for (let field = 0; field < fieldCount; field++) ids[field] = field;
    for (let local = 0; local < terms.length; local++) {
      ids[fieldCount + local] = fieldCount + ranks[terms[local]];
    }
    return ids;
  });

  const forwardOffsets = new Uint32Array(documentCount + 1);
  mapped.forEach(({ segment, documents }, index) => {
    const { forwardIds, forwardOffsets: offsets } = segment;
    const ids = idsOfSegments[index];
    const lengths = new Uint8Array(ids.length);
    for (let id = 0; id < ids.length; id++) lengths[id] = varintLength(ids[id]);
    for (let local = 0; local < documents.length; local++) {
      let length = 0;
      const end = offsets[local + 1];
      for (let at = offsets[local]; at < end; at++) length += lengths[forwardIds[at]];
      forwardOffsets[documents[local] + 1] = length;
    }
  });
  sumCounts(forwardOffsets, 'bytes in the forward index');

  const forwardBytes = new Uint8Array(forwardOffsets[documentCount]);
  mapped.forEach(({ segment, documents }, index) => {
    const { forwardIds, forwardOffsets: offsets } = segment;
    const ids = idsOfSegments[index];
    for (let local = 0; local < documents.length; local++) {
      let to = forwardOffsets[documents[local]];
      const end = offsets[local + 1];
      for (let at = offsets[local]; at < end; at++) {
        to = writeVarint(forwardBytes, to, ids[forwardIds[at]]);
      }
    }
  });
  return { forwardOffsets, forwardBytes };
}
