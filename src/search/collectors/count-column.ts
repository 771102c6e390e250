import type { ValueColumn } from '../columns/value-column.js';
import type { UnsignedArray } from '../unsigned-array.js';
import { type FacetCounts, topValues } from './top-values.js';

/**
 * The most frequent values of one column among some documents.
 *
 * @param documents ascending, each once
 * @remarks O(documents + values of the column) time and memory.
 */
export function countColumn(
  { data, dictionary, documentCount }: ValueColumn,
  documents: Uint32Array,
  limit: number,
): FacetCounts {
  if (documents.length === documentCount) return topValues(data.counts, limit);
  const counters = new Uint32Array(dictionary.size + 1);
  if (data.offsets === undefined) countSingle(documents, data.values, counters);
  else countMultiple(documents, data.offsets, data.values, counters);
  return topValues(counters.subarray(0, dictionary.size), limit);
}

/** @param counters one more than there are values: the last is for documents without any */
function countSingle(documents: Uint32Array, values: UnsignedArray, counters: Uint32Array): void {
  // Two counters a value: most documents have the same few, and one would wait for the other.
  const others = new Uint32Array(counters.length);
  const even = documents.length & ~1;
  for (let i = 0; i < even; i += 2) {
    counters[values[documents[i]]]++;
    others[values[documents[i + 1]]]++;
  }
  if (even < documents.length) counters[values[documents[even]]]++;
  for (let value = 0; value < others.length; value++) counters[value] += others[value];
}

function countMultiple(
  documents: Uint32Array,
  offsets: Uint32Array,
  values: UnsignedArray,
  counters: Uint32Array,
): void {
  for (let i = 0; i < documents.length; i++) {
    const end = offsets[documents[i] + 1];
    for (let at = offsets[documents[i]]; at < end; at++) counters[values[at]]++;
  }
}
