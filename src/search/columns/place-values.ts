import { LEFT_OUT } from '../../base/merge-strings.js';
import { createSmallestArray, sumCounts, type UnsignedArray } from '../../base/typed-arrays.js';
import type { DocValuesColumnData } from './doc-values-column.js';

/** Values of documents, with the mappings of the documents and the values to a column. */
export interface PlacedValues extends Pick<DocValuesColumnData, 'offsets' | 'values'> {
  /** By document: its document in the column, or `LEFT_OUT`. */
  readonly documents: Uint32Array;
  /** By value: its ordinal in the column. */
  readonly ords: Uint32Array;
}

/**
 * Returns the values of the documents of a column. Omits the offsets when no document has several values. Stores ordinals in
 * the smallest integer type.
 *
 * @param parts the values, each once per document
 * @param size the number of distinct values in the column
 */
export function placeValues(
  parts: readonly PlacedValues[],
  documentCount: number,
  size: number,
): Pick<DocValuesColumnData, 'offsets' | 'values'> {
  const offsets = new Uint32Array(documentCount + 1);
  for (const part of parts) countValues(part, offsets);
  if (!offsets.some((count) => count > 1)) {
    const values = createSmallestArray(size, documentCount).fill(size);
    for (const part of parts) copyValues(part, undefined, values);
    return { values };
  }
  sumCounts(offsets, 'values of documents');
  const values = createSmallestArray(size, offsets[documentCount]);
  for (const part of parts) copyValues(part, offsets, values);
  return { offsets, values };
}

/** Sets the number of values of each document, as the element of `counts` after its number in the column. */
function countValues(
  { offsets, values, documents, ords }: PlacedValues,
  counts: Uint32Array,
): void {
  for (let document = 0; document < documents.length; document++) {
    const docId = documents[document];
    if (docId === LEFT_OUT) continue;
    counts[docId + 1] =
      offsets === undefined
        ? Number(values[document] !== ords.length)
        : offsets[document + 1] - offsets[document];
  }
}

/** @param placedOffsets the offsets of the column, if it has any */
function copyValues(
  { offsets, values, documents, ords }: PlacedValues,
  placedOffsets: Uint32Array | undefined,
  placed: UnsignedArray,
): void {
  for (let document = 0; document < documents.length; document++) {
    const docId = documents[document];
    if (docId === LEFT_OUT) continue;
    const start = placedOffsets === undefined ? docId : placedOffsets[docId];
    let to = start;
    let isAscending = true;
    const end = offsets === undefined ? document + 1 : offsets[document + 1];
    for (let at = offsets === undefined ? document : offsets[document]; at < end; at++) {
      if (values[at] === ords.length) continue;
      const ord = ords[values[at]];
      if (to > start && ord < placed[to - 1]) isAscending = false;
      placed[to++] = ord;
    }
    if (!isAscending) placed.subarray(start, to).sort();
  }
}
