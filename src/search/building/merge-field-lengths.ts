import { createUnsignedArray } from '../unsigned-array.js';
import type { PlacedSegment } from './merge-segments.js';

/** The length of every field of every document, and their sums. */
export function mergeFieldLengths(
  placed: readonly PlacedSegment[],
  documentCount: number,
  fieldCount: number,
) {
  const fieldLengthSums = new Float64Array(fieldCount);
  const longest = new Uint32Array(fieldCount);
  for (const { segment } of placed) {
    for (let at = 0; at < segment.fieldLengths.length; at++) {
      const length = segment.fieldLengths[at];
      const field = at % fieldCount;
      fieldLengthSums[field] += length;
      if (length > longest[field]) longest[field] = length;
    }
  }
  const fieldLengths = Array.from(longest, (maximum, field) => {
    if (maximum === 0) return new Uint8Array(0);
    const lengths = createUnsignedArray(maximum, documentCount);
    for (const { segment, documents } of placed) {
      for (let local = 0; local < documents.length; local++) {
        lengths[documents[local]] = segment.fieldLengths[local * fieldCount + field];
      }
    }
    return lengths;
  });
  return { fieldLengthSums, fieldLengths };
}
