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
 * The values of all columns, document by document. The values of a document are its row. A row takes one or two cache
 * lines, whereas reading the values of a document in the columns takes one or two cache lines per column.
 */
interface FacetRows {
  /**
   * Every value of every column has a counter. Column `i` has the counters from `firstCounters[i]` up to but not
   * including `firstCounters[i + 1]`, in the order of `ranked` in the postings of the column. The counters of
   * frequent values therefore share cache lines.
   */
  readonly firstCounters: readonly number[];
  /** Document `i` has the counters from `offsets[i]` up to but not including `offsets[i + 1]` of {@link counters}. */
  readonly offsets: Uint32Array;
  /** The counters of each document's values, ascending by column. One more element, 0, follows the last row. */
  readonly counters: UnsignedArray;
}

/** Copies of columns in layouts that are faster to count, without what {@link openFacetStructures} computes. */
export interface FacetStructuresData {
  /** Per column, the words of its {@link ValuePostings}. */
  readonly postingWords: readonly Uint32Array[];
  /** The `offsets` of the {@link FacetRows}. */
  readonly rowOffsets: Uint32Array;
  /** The `counters` of the {@link FacetRows}. */
  readonly rowCounters: UnsignedArray;
}

/** Copies of columns in layouts that are faster to count. */
export interface FacetStructures {
  /** The postings of each column. */
  readonly postings: readonly ValuePostings[];
  readonly rows: FacetRows;
}

/** Opens the facet structures of columns. O(values of all columns + documents). */
export function openFacetStructures(
  columns: readonly DocValuesColumn[],
  { postingWords, rowOffsets, rowCounters }: FacetStructuresData,
): FacetStructures {
  return {
    postings: columns.map((column, i) => openValuePostings(column, postingWords[i])),
    rows: { firstCounters: firstCountersOf(columns), offsets: rowOffsets, counters: rowCounters },
  };
}

/** Builds the facet structures of columns over the same documents. O(values of all documents + documents). */
export function buildFacetStructures(columns: readonly DocValuesColumn[]): FacetStructuresData {
  const { offsets, counters } = buildRows(columns);
  return {
    postingWords: columns.map(buildPostingWords),
    rowOffsets: offsets,
    rowCounters: counters,
  };
}

function firstCountersOf(columns: readonly DocValuesColumn[]): number[] {
  let first = 0;
  return [0, ...columns.map(({ data }) => (first += data.counts.length))];
}

function buildRows(columns: readonly DocValuesColumn[]): FacetRows {
  const firstCounters = firstCountersOf(columns);
  const { counterOf, length } = numberCounters(columns, firstCounters);
  checkCount(length, 'values of all columns');
  const counters = createSmallestArray(firstCounters[columns.length], length);
  const offsets = new Uint32Array(documentCountOf(columns) + 1);
  writeRows(columns, counterOf, 0, offsets.subarray(1), counters);
  return { firstCounters, offsets, counters };
}

/** Returns the counter of each value, by column and ordinal, and the number of counters in all rows with the 0 after them. */
function numberCounters(columns: readonly DocValuesColumn[], firstCounters: readonly number[]) {
  let length = 1;
  const counterOf = columns.map((column, i) => {
    const { counts } = column.data;
    const counterOfValue = new Uint32Array(counts.length);
    rankValues(column).forEach((value, rank) => {
      counterOfValue[value] = firstCounters[i] + rank;
      length += counts[value];
    });
    return counterOfValue;
  });
  return { counterOf, length };
}

function documentCountOf(columns: readonly DocValuesColumn[]): number {
  return columns[0]?.documentCount ?? 0;
}

/**
 * Writes the counters of the documents from `first` on, and the end of each document's row. Returns the number of counters.
 *
 * @param ends one element for each document to write
 */
function writeRows(
  columns: readonly DocValuesColumn[],
  counterOf: readonly Uint32Array[],
  first: number,
  ends: Uint32Array,
  counters: UnsignedArray,
): number {
  const startsOf = columns.map(({ data }) => data.offsets);
  const valuesOf = columns.map(({ data }) => data.values);
  let written = 0;
  for (let i = 0; i < ends.length; i++) {
    const document = first + i;
    for (let column = 0; column < columns.length; column++) {
      const starts = startsOf[column];
      const values = valuesOf[column];
      const counterOfValue = counterOf[column];
      const end =
        starts === undefined ? document + 1 : Math.min(starts[document + 1], values.length);
      for (let at = starts === undefined ? document : starts[document]; at < end; at++) {
        const value = values[at];
        if (value < counterOfValue.length) counters[written++] = counterOfValue[value];
      }
    }
    ends[i] = written;
  }
  return written;
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
    this.counts = new Uint32Array(structures.rows.firstCounters[columns.length]);
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
    const { offsets, counters } = this.structures.rows;
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
    const { postings, rows } = this.structures;
    const { firstCounters, offsets, counters } = rows;
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
    const { ranked } = this.structures.postings[column];
    const { firstCounters } = this.structures.rows;
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
