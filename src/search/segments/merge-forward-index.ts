import { ranksOfTerms } from '../postings/forward-index.js';
import { sumCounts } from '../structures/prefix-sums.js';
import { varintLength, writeVarint } from '../structures/varint.js';
import type { MappedSegment } from './segment.js';

/**
 * Merges the forward indexes of segments. The forward index stores the ids of the terms of each document as
 * varints. A term that more documents have gets a lower id.
 *
 * @param postingOffsets the posting offsets of the merged index, which determine the ids of the terms
 */
export function mergeForwardIndex(
  mapped: readonly MappedSegment[],
  documentCount: number,
  fieldCount: number,
  postingOffsets: Uint32Array,
) {
  const ranks = ranksOfTerms(postingOffsets);
  /** For each term, the number of bytes of its id. */
  const lengths = Uint8Array.from(ranks, (rank) => varintLength(fieldCount + rank));

  const forwardOffsets = new Uint32Array(documentCount + 1);
  for (const { segment, terms, documents } of mapped) {
    const { forwardIds, forwardOffsets: offsets } = segment;
    for (let local = 0; local < documents.length; local++) {
      let length = 0;
      for (let at = offsets[local]; at < offsets[local + 1]; at++) {
        const id = forwardIds[at];
        length += id < fieldCount ? 1 : lengths[terms[id - fieldCount]];
      }
      forwardOffsets[documents[local] + 1] = length;
    }
  }
  sumCounts(forwardOffsets, 'bytes in the forward index');

  const forwardBytes = new Uint8Array(forwardOffsets[documentCount]);
  for (const { segment, terms, documents } of mapped) {
    const { forwardIds, forwardOffsets: offsets } = segment;
    for (let local = 0; local < documents.length; local++) {
      let to = forwardOffsets[documents[local]];
      for (let at = offsets[local]; at < offsets[local + 1]; at++) {
        const id = forwardIds[at];
        const mergedId = id < fieldCount ? id : fieldCount + ranks[terms[id - fieldCount]];
        to = writeVarint(forwardBytes, to, mergedId);
      }
    }
  }
  return { forwardOffsets, forwardBytes };
}
