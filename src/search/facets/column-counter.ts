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
  return { values: documents, counts: Uint32Array.from(scores) };
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
        const end = offsets[documents[i] + 1];
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
