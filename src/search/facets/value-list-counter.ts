import type { DocValuesColumn } from '../columns/doc-values-column.js';
import { Bitset } from '../postings/document-sets.js';
import type { LargeColumn } from './row-layout.js';
import { type FacetCounts, type RankedValues, TopValues } from './value-counts.js';

/**
 * The inverted form of a column: a list of documents for each frequent value. The rank of a value is its
 * position when values are sorted by descending number of documents.
 */
export interface ValuePostings {
  /**
   * The value of rank `i` has the documents from `offsets[i]` up to but not including `offsets[i + 1]`
   * of {@link documents}. The range of a value that is not frequent is empty.
   */
  readonly offsets: Uint32Array;
  /** The documents of all frequent values, ascending within each value. */
  readonly documents: Uint32Array;
}

/** This many of the most frequent values of a column have a list of documents. */
const LISTED_VALUES = 1024;
/** A less frequent value also has a list when it occurs in more than 1/4096 of all documents. */
const DOCUMENTS_PER_LISTED_VALUE = 4096;

/** Builds the lists of documents of the frequent values of a column. O(values of all documents). */
function invertFrequent(
  { data, dictionary, documentCount }: DocValuesColumn,
  { values: ranked, totals }: RankedValues,
): ValuePostings {
  const { offsets, values } = data;
  const starts = new Uint32Array(ranked.length + 1);
  /** Per ordinal, the index at which its next document is written, or -1 for a value without a list. */
  const cursors = new Int32Array(dictionary.size + 1).fill(-1);
  for (let rank = 0; rank < ranked.length; rank++) {
    const isFrequent =
      rank < LISTED_VALUES || totals[rank] * DOCUMENTS_PER_LISTED_VALUE > documentCount;
    if (isFrequent) cursors[ranked[rank]] = starts[rank];
    starts[rank + 1] = starts[rank] + (isFrequent ? totals[rank] : 0);
  }
  const documents = new Uint32Array(starts[ranked.length]);
  for (let document = 0; document < documentCount; document++) {
    const end = offsets === undefined ? document + 1 : offsets[document + 1];
    for (let at = offsets === undefined ? document : offsets[document]; at < end; at++) {
      const value = values[at];
      if (cursors[value] >= 0) documents[cursors[value]++] = document;
    }
  }
  return { offsets: starts, documents };
}

/**
 * Counts values and selects documents in large columns: the columns with many distinct values. Used to
 * count a large part of all documents. Values are counted in descending order of their totals, which are
 * their counts among all documents. The count of a value is the size of the intersection of its list of
 * documents and the given documents. Counting stops when no remaining value can be among the most
 * frequent values, because its total is too low.
 */
export interface ValueListCounter {
  /**
   * Returns the most frequent values of the documents, by column. Returns undefined when a value without a
   * list would have to be counted.
   *
   * @param documents in any order, without duplicates
   * @param limit the maximum number of values per column
   */
  count(documents: Uint32Array, limit: number): Map<number, FacetCounts> | undefined;
  /** Counts like {@link count}, but only one column. Also returns undefined for a column that is not large. */
  countOne(documents: Uint32Array, column: number, limit: number): FacetCounts | undefined;
  /**
   * Returns the documents that have any of the values in a column, ascending. Returns undefined when one of
   * the values occurs but has no list, or when the column is not large.
   */
  documentsOf(column: number, values: readonly number[]): Uint32Array | undefined;
}

/** A large column with the lists of its frequent values. */
interface ListedColumn {
  readonly ranked: RankedValues;
  readonly postings: ValuePostings;
}

/**
 * Creates a counter, and builds the lists of documents of the frequent values.
 *
 * @param columns all columns, over the same documents
 * @param large the large columns
 */
export function createValueListCounter(
  columns: readonly DocValuesColumn[],
  large: readonly LargeColumn[],
): ValueListCounter {
  const listedColumns = new Map(
    large.map((ranked) => [
      ranked.column,
      { ranked, postings: invertFrequent(columns[ranked.column], ranked) },
    ]),
  );
  /** The documents whose values are counted, or that have one of the selected values. Empty between calls. */
  const selected = new Bitset(columns[0]?.documentCount ?? 0);

  /** Returns the most frequent values of a column among the selected documents. */
  function topOfSelected(
    { ranked, postings }: ListedColumn,
    limit: number,
  ): FacetCounts | undefined {
    const { values, totals } = ranked;
    const { offsets, documents } = postings;
    const top = new TopValues(Math.min(limit, values.length));
    for (let rank = 0; rank < values.length; rank++) {
      // Totals descend, and no count exceeds its total. The counts of the remaining values are too low.
      if (totals[rank] < top.lowest) break;
      if (offsets[rank] === offsets[rank + 1]) return undefined;
      const count = selected.countIfAtLeast(
        documents,
        offsets[rank],
        offsets[rank + 1],
        top.lowest,
      );
      if (count > 0) top.offer(values[rank], count);
    }
    return top.take();
  }

  return {
    count(documents, limit) {
      selected.addAll(documents);
      const tops = new Map<number, FacetCounts>();
      for (const [column, listed] of listedColumns) {
        const top = topOfSelected(listed, limit);
        if (top === undefined) break;
        tops.set(column, top);
      }
      selected.clear();
      return tops.size === listedColumns.size ? tops : undefined;
    },
    countOne(documents, column, limit) {
      const listed = listedColumns.get(column);
      if (listed === undefined) return undefined;
      selected.addAll(documents);
      const top = topOfSelected(listed, limit);
      selected.clear();
      return top;
    },
    documentsOf(column, values) {
      const listed = listedColumns.get(column);
      const lists = listed && listsOf(listed, values);
      if (lists === undefined) return undefined;
      for (const list of lists) selected.addAll(list);
      return selected.drain();
    },
  };
}

/** Returns the documents of each value. Returns undefined when one of the values occurs but has no list. */
function listsOf(
  { ranked: { values, totals }, postings: { offsets, documents } }: ListedColumn,
  ordinals: readonly number[],
): Uint32Array[] | undefined {
  const lists: Uint32Array[] = [];
  for (const ordinal of ordinals) {
    const rank = values.indexOf(ordinal);
    if (rank < 0 || totals[rank] === 0) continue;
    if (offsets[rank] === offsets[rank + 1]) return undefined;
    lists.push(documents.subarray(offsets[rank], offsets[rank + 1]));
  }
  return lists;
}
