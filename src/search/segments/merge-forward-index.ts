import { LEFT_OUT } from '../../base/merge-strings.js';
import {
  type Allocate,
  allocateArray,
  sumCounts,
  varintLength,
  writeVarint,
} from '../../base/typed-arrays.js';
import type { FrozenIndexData } from '../frozen-index-data.js';
import { isCompleteIndex, type MappedSegment } from './segment.js';

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
 * Merges the forward indexes of segments. Converts the ids of each document from varints to varints.
 *
 * @param ranks the `termFrequencyRanks` of the merged index, which determine the ids of the terms
 * @param allocate allocates the memory of the ids
 * @throws RangeError when the forward index has more bytes than a 32-bit offset can number
 */
export function mergeForwardIndex(
  mapped: readonly MappedSegment[],
  documentCount: number,
  ranks: Uint32Array,
  allocate: Allocate,
): ForwardIndex {
  const idsOfSegments = mapped.map((part) => mergedIds(part, ranks));
  const forwardOffsets = new Uint32Array(documentCount + 1);
  mapped.forEach((part, i) => {
    measureDocuments(part, idsOfSegments[i].ids, forwardOffsets);
  });
  sumCounts(forwardOffsets, 'bytes in the forward index');
  const forwardBytes = allocateArray(Uint8Array, forwardOffsets[documentCount], allocate);
  mapped.forEach((part, i) => {
    convertDocuments(part, idsOfSegments[i], { forwardOffsets, forwardBytes });
  });
  return { forwardOffsets, forwardBytes };
}

/** The ids of the forward index of a segment in the merged index. */
interface MergedIds {
  /** By id: the id in the merged index. The id itself for a term that the merged index does not have. */
  readonly ids: Uint32Array;
  /**
   * By block of {@link BLOCK} ids: the difference between the merged id and the id, if it is the same for the whole block,
   * otherwise {@link SEVERAL}. If few documents of a large index change, most ids of rare terms change by the same
   * difference as the ids next to them, so that the large array of all ids is seldom read.
   */
  readonly differences: Int32Array;
}

/** The number of ids of a block, as a power of two. */
const BLOCK_BITS = 5;
const BLOCK = 1 << BLOCK_BITS;
/** Marks a block whose ids change by several differences. No difference is as great. */
const SEVERAL = 0x7fffffff;

/** @param ranks the ranks of the terms of the merged index */
function mergedIds({ segment, terms }: MappedSegment, ranks: Uint32Array): MergedIds {
  const fieldCount = segment.fields.length;
  const ids = new Uint32Array(fieldCount + terms.length);
  for (let field = 0; field < fieldCount; field++) ids[field] = field;
  const ranked = segment.termsByFrequency;
  for (let rank = 0; rank < ranked.length; rank++) {
    const merged = terms[ranked[rank]];
    ids[fieldCount + rank] = fieldCount + (merged === LEFT_OUT ? rank : ranks[merged]);
  }
  const differences = new Int32Array(Math.ceil(ids.length / BLOCK));
  for (let id = 0; id < ids.length; id++) {
    const difference = ids[id] - id;
    const block = id >>> BLOCK_BITS;
    if (id % BLOCK === 0) differences[block] = difference;
    else if (differences[block] !== difference) differences[block] = SEVERAL;
  }
  return { ids, differences };
}

/** Sets the number of bytes of each document in the merged index, as the element of `sizes` after its number. */
function measureDocuments(
  { segment, documents }: MappedSegment,
  ids: Uint32Array,
  sizes: Uint32Array,
): void {
  const { forwardBytes, forwardOffsets } = segment;
  const lengths = new Uint8Array(ids.length);
  for (let id = 0; id < ids.length; id++) lengths[id] = varintLength(ids[id]);
  const resized = isCompleteIndex(segment) ? findResized(segment, lengths) : undefined;
  for (let document = 0; document < documents.length; document++) {
    if (documents[document] === LEFT_OUT) continue;
    const end = forwardOffsets[document + 1];
    let at = forwardOffsets[document];
    let size = end - at;
    if (resized === undefined || resized[document] === 1) {
      size = 0;
      while (at < end) {
        let byte = forwardBytes[at++];
        let id = byte & 0x7f;
        for (let shift = 7; byte > 0x7f; shift += 7) {
          byte = forwardBytes[at++];
          id |= (byte & 0x7f) << shift;
        }
        size += lengths[id];
      }
    }
    sizes[documents[document] + 1] = size;
  }
}

/**
 * Finds the documents with a term whose id has another number of bytes in the merged index. If few documents of an index
 * change, these are few terms, such as a term whose id 16,383 becomes 16,384. Returns undefined if measuring all documents
 * takes less time than finding these.
 *
 * @param lengths by id: the number of bytes of the id in the merged index
 */
function findResized(
  { documentCount, fields, termsByFrequency, postingOffsets, postingDocuments }: FrozenIndexData,
  lengths: Uint8Array,
): Uint8Array | undefined {
  const resized = new Uint8Array(documentCount);
  let count = 0;
  for (let id = fields.length; id < lengths.length; id++) {
    if (lengths[id] === varintLength(id)) continue;
    const term = termsByFrequency[id - fields.length];
    const end = postingOffsets[term + 1];
    count += end - postingOffsets[term];
    if (count > documentCount) return undefined;
    for (let at = postingOffsets[term]; at < end; at++) resized[postingDocuments[at]] = 1;
  }
  return resized;
}

function convertDocuments(
  { segment, documents }: MappedSegment,
  { ids, differences }: MergedIds,
  merged: ForwardIndex,
): void {
  const { forwardBytes: bytes, forwardOffsets: offsets } = segment;
  const { forwardBytes, forwardOffsets } = merged;
  for (let document = 0; document < documents.length; document++) {
    if (documents[document] === LEFT_OUT) continue;
    const end = offsets[document + 1];
    let at = offsets[document];
    let to = forwardOffsets[documents[document]];
    while (at < end) {
      let byte = bytes[at++];
      let id = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = bytes[at++];
        id |= (byte & 0x7f) << shift;
      }
      const difference = differences[id >>> BLOCK_BITS];
      const mergedId = difference === SEVERAL ? ids[id] : id + difference;
      if (mergedId <= 0x7f) forwardBytes[to++] = mergedId;
      else to = writeVarint(forwardBytes, to, mergedId);
    }
  }
}
