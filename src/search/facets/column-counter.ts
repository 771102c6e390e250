import type { DocValuesColumn } from '../columns/doc-values-column.js';

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
 * Counts the values that documents have in one column. Reads the values of each document, and all counters. Keeps one
 * or two numbers per distinct value between counts, so that a count allocates no memory for them.
 */
export class ColumnCounter {
  /** One counter per ordinal, and a last one for documents without a value. All 0 between counts. */
  private readonly counters: Uint32Array;
  /** A second set of counters. See {@link add}. */
  private readonly others: Uint32Array;

  constructor(private readonly column: DocValuesColumn) {
    const { offsets, counts } = column.data;
    this.counters = new Uint32Array(counts.length + 1);
    this.others = offsets === undefined ? new Uint32Array(counts.length + 1) : this.counters;
  }

  /**
   * Returns the most frequent values of the documents.
   *
   * @param documents ascending, without duplicates
   * @param limit the maximum number of values
   */
  count(documents: Uint32Array, limit: number): FacetCounts {
    const { counters, column } = this;
    const { counts } = column.data;
    if (documents.length === column.documentCount) return topValues(counts, limit);
    this.add(documents);
    const top = topValues(counters.subarray(0, counts.length), limit);
    counters.fill(0);
    return top;
  }

  /**
   * Counts the values of the documents. In a column with at most one value per document, most documents share a few
   * values, and the processor delays an increment of a counter until the previous increment of the same counter is
   * done. Every other document therefore increments a second set of counters, which is added to the first.
   */
  private add(documents: Uint32Array): void {
    const { counters, others } = this;
    const { offsets, values } = this.column.data;
    if (offsets !== undefined) {
      for (let i = 0; i < documents.length; i++) {
        const end = Math.min(offsets[documents[i] + 1], values.length);
        for (let at = offsets[documents[i]]; at < end; at++) counters[values[at]]++;
      }
      return;
    }
    const even = documents.length & ~1;
    for (let i = 0; i < even; i += 2) {
      counters[values[documents[i]]]++;
      others[values[documents[i + 1]]]++;
    }
    if (even < documents.length) counters[values[documents[even]]]++;
    for (let value = 0; value < others.length; value++) counters[value] += others[value];
    others.fill(0);
  }
}
