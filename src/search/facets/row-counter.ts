/*
 * Counts the values of documents in all columns at once. A row has the values of a document in all columns, so that few
 * places in memory are read. Also builds and opens the structures that are stored for counting.
 */

import { partitionPoint } from '../../base/binary-search.js';
import { checkCount, createSmallestArray, type UnsignedArray } from '../../base/typed-arrays.js';
import type { DocValuesColumn } from '../columns/doc-values-column.js';
import { TopK } from '../top-k.js';
import { type FacetCounts, facetCountsOf } from './column-counter.js';
import {
  buildPostingWords,
  openValuePostings,
  rankValues,
  type ValuePostings,
} from './value-postings.js';

/**
 * Copies of columns in layouts that are faster to count, as they are stored. {@link openFacetStructures} computes the rest.
 *
 * These are the postings of each column, and the values of all columns, document by document. The values of a document are
 * its row. A row takes one or two cache lines, whereas reading the values of a document in the columns takes one or two
 * cache lines per column.
 */
export interface FacetStructuresData {
  /** Per column, the words of its {@link ValuePostings}. */
  readonly postingWords: readonly Uint32Array[];
  /**
   * Document `i` has the counters from `rowOffsets[i]` up to but not including `rowOffsets[i + 1]` of
   * {@link rowCounters}.
   */
  readonly rowOffsets: Uint32Array;
  /** The counters of each document's values, ascending by column. One more element, 0, follows the last row. */
  readonly rowCounters: UnsignedArray;
}

/** Copies of columns in layouts that are faster to count. */
interface FacetStructures extends Omit<FacetStructuresData, 'postingWords'> {
  /** The postings of each column. */
  readonly postings: readonly ValuePostings[];
  /**
   * Every value of every column has a counter. Column `i` has the counters from `firstCounters[i]` up to but not
   * including `firstCounters[i + 1]`, in the order of `ranked` in the postings of the column. The counters of
   * frequent values therefore share cache lines.
   */
  readonly firstCounters: readonly number[];
}

/** Opens the facet structures of columns. O(values of all columns + documents). */
export function openFacetStructures(
  columns: readonly DocValuesColumn[],
  { postingWords, rowOffsets, rowCounters }: FacetStructuresData,
): FacetStructures {
  const postings = columns.map((column, i) => openValuePostings(column, postingWords[i]));
  return { postings, firstCounters: firstCountersOf(columns), rowOffsets, rowCounters };
}

/** Builds the facet structures of columns over the same documents. O(values of all documents + documents). */
export function buildFacetStructures(columns: readonly DocValuesColumn[]): FacetStructuresData {
  const firstCounters = firstCountersOf(columns);
  let length = 1;
  /** By column, then by ordinal: the counter of the value. */
  const counterOf = columns.map((column, i) => {
    const { counts } = column.data;
    const counterOfValue = new Uint32Array(counts.length);
    rankValues(column).forEach((value, rank) => {
      counterOfValue[value] = firstCounters[i] + rank;
      length += counts[value];
    });
    return counterOfValue;
  });
  checkCount(length, 'values of all columns');
  const rowCounters = createSmallestArray(firstCounters[columns.length], length);
  const rowOffsets = new Uint32Array((columns[0]?.documentCount ?? 0) + 1);
  writeRows(columns, counterOf, rowOffsets, rowCounters);
  return { postingWords: columns.map(buildPostingWords), rowOffsets, rowCounters };
}

function firstCountersOf(columns: readonly DocValuesColumn[]): number[] {
  let first = 0;
  return [0, ...columns.map(({ data }) => (first += data.counts.length))];
}

/** Writes the counters of all documents, and the end of each document's row. */
function writeRows(
  columns: readonly DocValuesColumn[],
  counterOf: readonly Uint32Array[],
  rowOffsets: Uint32Array,
  rowCounters: UnsignedArray,
): void {
  const startsOf = columns.map(({ data }) => data.offsets);
  const valuesOf = columns.map(({ data }) => data.values);
  let written = 0;
  for (let document = 0; document + 1 < rowOffsets.length; document++) {
    for (let column = 0; column < columns.length; column++) {
      const starts = startsOf[column];
      const values = valuesOf[column];
      const counterOfValue = counterOf[column];
      const end =
        starts === undefined ? document + 1 : Math.min(starts[document + 1], values.length);
      for (let at = starts === undefined ? document : starts[document]; at < end; at++) {
        const value = values[at];
        if (value < counterOfValue.length) rowCounters[written++] = counterOfValue[value];
      }
    }
    rowOffsets[document + 1] = written;
  }
}

/**
 * When there are more than this many counters per document counted, the rows of the documents are read a second time
 * to find the counters that are not 0. Otherwise, all counters are read.
 */
const SPARSE_RATIO = 128;
/** The number of documents whose rows are read ahead. */
const BLOCK = 128;
/** The reads ahead write here, so that the compiler does not remove them. */
const keepAlive = new Uint32Array(1);

/** Counts the values that documents have in all columns. Reads the row of each document. */
export class RowCounter {
  /** The value of each counter. All 0 between counts. */
  private readonly counts: Uint32Array;

  /** @param structures the facet structures of the columns */
  constructor(
    private readonly columns: readonly DocValuesColumn[],
    private readonly structures: FacetStructures,
  ) {
    this.counts = new Uint32Array(structures.firstCounters[columns.length]);
  }

  /**
   * Returns the most frequent values of the documents in each column.
   *
   * @param documents ascending, without duplicates
   * @param limit the maximum number of values per column
   */
  count(documents: Uint32Array, limit: number): FacetCounts[] {
    const { counts } = this;
    this.add(documents);
    if (documents.length * SPARSE_RATIO < counts.length) return this.takeByRow(documents, limit);
    const tops = this.columns.map((_, column) => this.topOfColumn(column, limit));
    counts.fill(0);
    return tops;
  }

  /**
   * Counts the values of the documents. First reads both ends of the rows of a block of documents, to load the rows
   * into the cache. The processor performs these reads in parallel. Without them, it would wait for one row after
   * another, because it mispredicts where rows end.
   */
  private add(documents: Uint32Array): void {
    const { counts } = this;
    const { rowOffsets: offsets, rowCounters: counters } = this.structures;
    for (let from = 0; from < documents.length; from += BLOCK) {
      const blockEnd = Math.min(from + BLOCK, documents.length);
      let read = 0;
      for (let i = from; i < blockEnd; i++) {
        read ^= counters[offsets[documents[i]]] ^ counters[offsets[documents[i] + 1]];
      }
      keepAlive[0] = read;
      for (let i = from; i < blockEnd; i++) {
        const end = Math.min(offsets[documents[i] + 1], counters.length);
        for (let at = offsets[documents[i]]; at < end; at++) counts[counters[at]]++;
      }
    }
  }

  /** Reads the counters in the rows of the documents, and sets them to 0. */
  private takeByRow(documents: Uint32Array, limit: number): FacetCounts[] {
    const { counts } = this;
    const { postings, firstCounters } = this.structures;
    const { rowOffsets: offsets, rowCounters: counters } = this.structures;
    const tops = postings.map(
      ({ ranked }) => new TopK(Math.min(limit, ranked.length), ranked.length),
    );
    for (let i = 0; i < documents.length; i++) {
      const end = Math.min(offsets[documents[i] + 1], counters.length);
      let column = 0;
      for (let at = offsets[documents[i]]; at < end; at++) {
        const counter = counters[at];
        const count = counts[counter];
        if (!(count > 0)) continue;
        counts[counter] = 0;
        while (counter >= firstCounters[column + 1]) column++;
        if (count < tops[column].threshold) continue;
        tops[column].offer(postings[column].ranked[counter - firstCounters[column]], count);
      }
    }
    return tops.map(facetCountsOf);
  }

  private topOfColumn(column: number, limit: number): FacetCounts {
    const { postings, firstCounters } = this.structures;
    const { ranked } = postings[column];
    const totals = this.columns[column].data.counts;
    const counts = this.counts.subarray(firstCounters[column], firstCounters[column + 1]);
    const top = new TopK(Math.min(limit, ranked.length), ranked.length);
    /** From this rank on, the total count of a value is too low. */
    let end = ranked.length;
    for (let rank = 0; rank < end; rank++) {
      const { threshold } = top;
      if (counts[rank] === 0 || counts[rank] < threshold) continue;
      top.offer(ranked[rank], counts[rank]);
      if (top.threshold === threshold) continue;
      end = partitionPoint(rank, end, (at) => totals[ranked[at]] >= top.threshold);
    }
    return facetCountsOf(top);
  }
}
