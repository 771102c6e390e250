import type { ValueColumn } from '../columns/value-column.js';
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
  const { offsets, values } = data;
  // One more than there are values: a single-valued column marks "none" with it.
  const counters = new Uint32Array(dictionary.size + 1);
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i];
    if (offsets === undefined) {
      counters[values[document]]++;
    } else {
      const end = offsets[document + 1];
      for (let at = offsets[document]; at < end; at++) counters[values[at]]++;
    }
  }
  return topValues(counters.subarray(0, dictionary.size), limit);
}
