import type { DocValuesColumn } from '../columns/doc-values-column.js';
import type { UnsignedArray } from '../structures/smallest-type.js';

/** Values of a column by descending count, then by ascending ordinal. Values with the count 0 are omitted. */
export interface FacetCounts {
  /** The ordinals of the values in the column's dictionary. */
  readonly values: Uint32Array;
  /** Parallel to {@link values}: the number of documents that have the value. */
  readonly counts: Uint32Array;
}

/** Keeps the values with the highest counts. Of two values with equal counts, keeps the lower ordinal. */
export class TopValues {
  private readonly values: Uint32Array;
  private readonly counts: Uint32Array;
  private kept = 0;
  /** The lowest kept count, or 0 until `size` values are kept. A value with a lower count is not kept. */
  lowest = 0;

  /** @param size the maximum number of values kept */
  constructor(private readonly size: number) {
    this.values = new Uint32Array(size);
    this.counts = new Uint32Array(size);
  }

  /** Offers a value. Offer values in any order, each once. O(1) if the value is not kept, else O(size). */
  offer(value: number, count: number): void {
    const { size, values, counts } = this;
    if (this.kept === size) {
      if (size === 0) return;
      if (count < this.lowest || (count === this.lowest && value > values[size - 1])) return;
    } else {
      this.kept++;
    }
    let at = this.kept - 1;
    while (at > 0) {
      const before = counts[at - 1];
      if (count < before || (count === before && value > values[at - 1])) break;
      counts[at] = before;
      values[at] = values[at - 1];
      at--;
    }
    counts[at] = count;
    values[at] = value;
    if (this.kept === size) this.lowest = counts[size - 1];
  }

  /** Returns the kept values with their counts. The arrays are views of internal arrays. */
  take(): FacetCounts {
    const { kept, values, counts } = this;
    return { values: values.subarray(0, kept), counts: counts.subarray(0, kept) };
  }
}

/**
 * Returns at most `limit` values with the highest counts. Values with the count 0 are omitted.
 *
 * @param counts the count of each value, by ordinal
 */
export function topValues(counts: Uint32Array, limit: number): FacetCounts {
  const top = new TopValues(Math.min(limit, counts.length));
  for (let value = 0; value < counts.length; value++) {
    // Ordinals ascend, so a value whose count is equal to the lowest kept count is not kept.
    if (counts[value] > top.lowest) top.offer(value, counts[value]);
  }
  return top.take();
}

/**
 * Returns the most frequent values of one column among some documents.
 *
 * @param documents ascending, without duplicates
 * @param limit the maximum number of values
 * @remarks O(values of the documents + distinct values) time, O(distinct values) memory.
 */
export function countColumn(
  { data, dictionary, documentCount }: DocValuesColumn,
  documents: Uint32Array,
  limit: number,
): FacetCounts {
  if (documents.length === documentCount) return topValues(data.counts, limit);
  const counters = new Uint32Array(dictionary.size + 1);
  if (data.offsets === undefined) countSingle(documents, data.values, counters);
  else countMultiple(documents, data.offsets, data.values, counters);
  return topValues(counters.subarray(0, dictionary.size), limit);
}

/** @param counters one counter per ordinal, and a last one for documents without a value */
function countSingle(documents: Uint32Array, values: UnsignedArray, counters: Uint32Array): void {
  // Most documents share a few values, and the processor delays an increment of a counter until the previous
  // increment of the same counter is done. Every other document therefore increments a second set of counters.
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

/** All values of a column by descending number of documents, then by ascending ordinal. */
export interface RankedValues {
  /** Ordinals. The index of an ordinal is its rank. */
  readonly values: Uint32Array;
  /** Parallel to {@link values}: the number of documents of the whole index that have the value. */
  readonly totals: Uint32Array;
}

/** Ranks the values of a column by a counting sort. O(values + documents). */
export function rankValues({ data }: DocValuesColumn): RankedValues {
  const { counts } = data;
  let maxCount = 0;
  for (let value = 0; value < counts.length; value++) maxCount = Math.max(maxCount, counts[value]);
  /** In the last loop, `ranks[difference]` is the rank of the next value whose count is `maxCount - difference`. */
  const ranks = new Uint32Array(maxCount + 2);
  for (let value = 0; value < counts.length; value++) ranks[maxCount - counts[value] + 1]++;
  for (let difference = 1; difference < ranks.length; difference++) {
    ranks[difference] += ranks[difference - 1];
  }
  const values = new Uint32Array(counts.length);
  const totals = new Uint32Array(counts.length);
  for (let value = 0; value < counts.length; value++) {
    const rank = ranks[maxCount - counts[value]]++;
    values[rank] = value;
    totals[rank] = counts[value];
  }
  return { values, totals };
}
