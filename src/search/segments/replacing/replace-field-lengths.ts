import { createSmallestArray, type UnsignedArray } from '../../structures/smallest-type.js';
import { LEFT_OUT, type Part } from './part.js';

/**
 * Merges the field lengths of the kept and the added documents, and sums them. The array of a field that is empty in
 * every document is empty.
 */
export function replaceFieldLengths(parts: readonly Part[], documentCount: number) {
  const [{ index }] = parts;
  const fieldLengthSums = new Float64Array(index.fields.length);
  const fieldLengths = index.fields.map((_, field) => {
    let [sum, maximum] = [0, 0];
    for (const part of parts) {
      const lengths = part.index.fieldLengths[field] ?? [];
      for (let document = 0; document < lengths.length; document++) {
        if (part.documents[document] === LEFT_OUT) continue;
        const length = lengths[document];
        sum += length;
        if (length > maximum) maximum = length;
      }
    }
    fieldLengthSums[field] = sum;
    const merged = createSmallestArray(maximum, maximum === 0 ? 0 : documentCount);
    if (maximum > 0) for (const part of parts) copyLengths(part, field, merged);
    return merged;
  });
  return { fieldLengthSums, fieldLengths };
}

function copyLengths({ index, documents }: Part, field: number, merged: UnsignedArray): void {
  const lengths = index.fieldLengths[field];
  for (let document = 0; document < lengths.length; document++) {
    const to = documents[document];
    if (to !== LEFT_OUT) merged[to] = lengths[document];
  }
}
