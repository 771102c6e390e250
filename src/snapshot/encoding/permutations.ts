import type { GrowableArray } from '../../base/growable-array.js';
import { LEFT_OUT } from '../../base/merge-strings.js';

/** Returns the numbers from 0 to `length - 1`. */
export function ascending(length: number): Uint32Array {
  return new Uint32Array(length).map((_, i) => i);
}

/**
 * Returns the inverse of a permutation.
 *
 * @example invert(Uint32Array.of(2, 0, 1)) // Uint32Array [1, 2, 0]
 */
export function invert(permutation: Uint32Array): Uint32Array {
  const inverse = new Uint32Array(permutation.length);
  permutation.forEach((number, i) => {
    inverse[number] = i;
  });
  return inverse;
}

/**
 * Sets the number of each title at its doc id, and returns `numbers`.
 *
 * @param added the numbers of the titles in the order of adding, which are removed from the array
 * @param docIds see `TitleNumbers`
 */
export function setByDocId<Numbers extends Uint8Array | Int32Array | Float32Array>(
  numbers: Numbers,
  added: GrowableArray<Uint32Array | Float64Array>,
  docIds: Uint32Array,
): Numbers {
  const byPosition = added.take();
  for (let position = 0; position < docIds.length; position++) {
    const docId = docIds[position];
    if (docId !== LEFT_OUT) numbers[docId] = byPosition[position];
  }
  return numbers;
}
