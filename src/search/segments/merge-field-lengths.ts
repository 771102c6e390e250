import { LEFT_OUT } from '../../base/merge-strings.js';
import { createSmallestArray, type UnsignedArray } from '../../base/typed-arrays.js';
import type { SegmentDocuments } from './segment.js';

/**
 * Merges the field lengths of segments, and sums the lengths of each field. The array of a field that is empty in every
 * document is empty.
 */
export function mergeFieldLengths(
  parts: readonly SegmentDocuments[],
  documentCount: number,
  fieldCount: number,
) {
  const fieldLengthSums = new Float64Array(fieldCount);
  const maxLengths = new Uint32Array(fieldCount);
  for (const { segment, documents } of parts) {
    segment.fieldLengths.forEach((lengths, field) => {
      let [sum, maximum] = [0, maxLengths[field]];
      for (let document = 0; document < lengths.length; document++) {
        if (documents[document] === LEFT_OUT) continue;
        const length = lengths[document];
        sum += length;
        if (length > maximum) maximum = length;
      }
      fieldLengthSums[field] += sum;
      maxLengths[field] = maximum;
    });
  }
  const fieldLengths = Array.from(maxLengths, (maximum) =>
    createSmallestArray(maximum, maximum === 0 ? 0 : documentCount),
  );
  for (const { segment, documents } of parts) {
    segment.fieldLengths.forEach((lengths, field) => {
      copyLengths(lengths, documents, fieldLengths[field]);
    });
  }
  return { fieldLengthSums, fieldLengths };
}

function copyLengths(lengths: UnsignedArray, documents: Uint32Array, merged: UnsignedArray): void {
  for (let document = 0; document < lengths.length; document++) {
    const to = documents[document];
    if (to !== LEFT_OUT) merged[to] = lengths[document];
  }
}
