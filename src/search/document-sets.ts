/** Sets of documents: numbers ascending, each once. None of these functions changes its arguments. */

/** How much longer one list must be before leaping through it beats walking it. */
const LEAP_RATIO = 12;

/** Where {@link locateAll} puts a document that the list does not have. */
export const NOT_FOUND = -1;

/** The documents of both. O(shorter + longer), or O(shorter × log longer) where that is far less. */
export function intersect(a: Uint32Array, b: Uint32Array): Uint32Array {
  const [small, large] = a.length <= b.length ? [a, b] : [b, a];
  const both = new Uint32Array(small.length);
  let count = 0;
  if (large.length > small.length * LEAP_RATIO) {
    let from = 0;
    for (let i = 0; i < small.length && from < large.length; i++) {
      const document = small[i];
      from = leap(large, from, document);
      if (large[from] === document) both[count++] = document;
    }
    return both.subarray(0, count);
  }
  let i = 0;
  let j = 0;
  while (i < small.length && j < large.length) {
    const x = small[i];
    const y = large[j];
    both[count] = x;
    if (x === y) count++;
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return both.subarray(0, count);
}

/** The documents of `a` that `b` does not have. */
export function subtract(a: Uint32Array, b: Uint32Array): Uint32Array {
  if (b.length === 0) return a;
  const rest = new Uint32Array(a.length);
  const mayLeap = b.length > a.length * LEAP_RATIO;
  let count = 0;
  let j = 0;
  for (let i = 0; i < a.length; i++) {
    const document = a[i];
    if (mayLeap) j = leap(b, j, document);
    else while (j < b.length && b[j] < document) j++;
    if (j === b.length || b[j] !== document) rest[count++] = document;
  }
  return rest.subarray(0, count);
}

/** The documents below `documentCount` that are not among `documents`. */
export function complement(documents: Uint32Array, documentCount: number): Uint32Array {
  const others = new Uint32Array(documentCount - documents.length);
  let count = 0;
  let document = 0;
  for (let i = 0; i < documents.length; i++) {
    while (document < documents[i]) others[count++] = document++;
    document++;
  }
  while (document < documentCount) others[count++] = document++;
  return others;
}

/** Where in `list` each of `documents` stands, or {@link NOT_FOUND}. */
export function locateAll(documents: Uint32Array, list: Uint32Array): Int32Array {
  const places = new Int32Array(documents.length).fill(NOT_FOUND);
  const mayLeap = list.length > documents.length * LEAP_RATIO;
  let j = 0;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i];
    if (mayLeap) j = leap(list, j, document);
    else while (j < list.length && list[j] < document) j++;
    if (j === list.length) break;
    if (list[j] === document) places[i] = j;
  }
  return places;
}

/**
 * The first place from `from` on that holds `document` or a later one, or the list's length. Steps
 * of doubling width, then halving: O(log of the distance).
 */
function leap(list: Uint32Array, from: number, document: number): number {
  const { length } = list;
  if (from >= length || list[from] >= document) return from;
  let low = from;
  let width = 1;
  while (low + width < length && list[low + width] < document) {
    low += width;
    width <<= 1;
  }
  let high = Math.min(low + width, length);
  low++;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle] < document) low = middle + 1;
    else high = middle;
  }
  return low;
}
