/*
 * Counts the values of documents in one column by reading the column, and the list of the most frequent values.
 */

import type { DocValuesColumn } from '../columns/doc-values-column.js';
import { TopK } from '../top-k.js';

/** Values of a column by descending count, then by ascending ordinal. Values with the count 0 are omitted. */
export interface FacetCounts {
  /** The ordinals of the values in the column's dictionary. */
  readonly values: Uint32Array;
  /** Parallel to {@link values}: the number of documents that have the value. */
  readonly counts: Uint32Array;
}

/** Returns the values that were offered to a {@link TopK}, with their counts as scores. */
export function facetCountsOf(top: TopK): FacetCounts {
  const { documents, scores } = top.sorted();
  return { values: documents, counts: new Uint32Array(scores) };
}

/**
 * Returns at most `limit` values with the highest counts. Values with the count 0 are omitted.
 *
 * @param counts the count of each value, by ordinal
 */
export function topValues(counts: Uint32Array, limit: number): FacetCounts {
  const top = new TopK(Math.min(limit, counts.length), counts.length);
  let { threshold } = top;
  for (let value = 0; value < counts.length; value++) {
    const count = counts[value];
    // Ordinals ascend, so a value whose count is equal to the lowest kept count is not kept.
    if (count === 0 || count <= threshold) continue;
    top.offer(value, count);
    threshold = top.threshold;
  }
  return facetCountsOf(top);
}

/**
 * Counts the values that documents have in one column. Reads the values of each document, and all counters. Keeps one
 * number per distinct value between counts, so that a count allocates no memory for them. A narrowed column is counted
 * alone: without this counter, most requests of the kind `narrowed search` in `npm run bench` take longer, the slowest
 * twice as long.
 */
export class ColumnCounter {
  /** One counter per ordinal, and a last one for documents without a value. All 0 between counts. */
  private readonly counters: Uint32Array;

  constructor(private readonly column: DocValuesColumn) {
    this.counters = new Uint32Array(column.data.counts.length + 1);
  }

  /**
   * Returns the most frequent values of the documents.
   *
   * @param documents ascending, without duplicates
   */
  count(documents: Uint32Array, limit: number): FacetCounts {
    const { counts } = this.column.data;
    if (documents.length === this.column.documentCount) return topValues(counts, limit);
    this.addAll(documents);
    const top = topValues(this.counters.subarray(0, counts.length), limit);
    this.counters.fill(0);
    return top;
  }

  /**
   * Returns the number of the documents that have each value, by ordinal.
   *
   * @param documents ascending, without duplicates
   */
  countAll(documents: Uint32Array): Uint32Array {
    const { counts } = this.column.data;
    if (documents.length === this.column.documentCount) return counts;
    this.addAll(documents);
    const counted = this.counters.slice(0, counts.length);
    this.counters.fill(0);
    return counted;
  }

  private addAll(documents: Uint32Array): void {
    const { counters, column } = this;
    const { offsets, values } = column.data;
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i];
      const end = Math.min(offsets?.[document + 1] ?? document + 1, values.length);
      for (let at = offsets?.[document] ?? document; at < end; at++) counters[values[at]]++;
    }
  }
}
