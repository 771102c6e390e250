/*
 * Three ways to count the values of documents, between which `facet-counter.ts` chooses: the column of the values, rows with
 * the values of a document in all columns, so that few places in memory are read, and the documents of each value, for
 * large parts of all documents. Also builds and opens the structures that are stored for counting.
 */

import { partitionPoint } from '../../base/binary-search.js';
import { memoizePerObject } from '../../base/lazy.js';
import { checkCount, createSmallestArray, type UnsignedArray } from '../../base/typed-arrays.js';
import type { DocValuesColumn, DocValuesColumnData } from '../columns/doc-values-column.js';
import { type Bitset, intersect, selectMarked } from '../postings/document-sets.js';
import { TopK } from '../top-k.js';

/** Values of a column by descending count, then by ascending ordinal. Values with the count 0 are omitted. */
export interface FacetCounts {
  /** The ordinals of the values in the column's dictionary. */
  readonly values: Uint32Array;
  /** Parallel to {@link values}: the number of documents that have the value. */
  readonly counts: Uint32Array;
}

/** Returns the values that were offered to a {@link TopK}, with their counts as scores. */
function facetCountsOf(top: TopK): FacetCounts {
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

/**
 * The inverted form of a column: the documents of each value. A value of many documents has a bitset, with one
 * bit per document of the index. Every other value has a list of documents.
 */
export interface ValuePostings {
  /** The ordinals of all values by descending number of documents, then ascending. */
  readonly ranked: Uint32Array;
  /** Ordinal `i` has the words from `offsets[i]` up to but not including `offsets[i + 1]` of {@link words}. */
  readonly offsets: Uint32Array;
  /**
   * The documents of the values. In a list, each word is a document, ascending. In a bitset, bit `d & 31` of word
   * `d >>> 5` is set when document `d` has the value.
   */
  readonly words: Uint32Array;
}

/**
 * A value has a bitset when more than 1/BITSET_RATIO of all documents have the value. Reading a word of a bitset
 * takes about twice as long as reading a document of a list.
 */
const BITSET_RATIO = 16;

function hasBitset({ data, documentCount }: DocValuesColumn, value: number): boolean {
  return data.counts[value] * BITSET_RATIO > documentCount;
}

/** Builds the words of a column's postings. O(values of all documents + documents). */
export function buildPostingWords(column: DocValuesColumn): Uint32Array {
  const { data, dictionary, documentCount } = column;
  const { offsets: starts, values } = data;
  const { offsets, length } = postingOffsets(column);
  checkCount(length, 'words in the postings of a column');
  /** 1 for each ordinal that has a bitset. The last element is for documents without a value. */
  const isBitset = new Uint8Array(dictionary.size + 1);
  for (let value = 0; value < dictionary.size; value++) {
    isBitset[value] = hasBitset(column, value) ? 1 : 0;
  }
  const words = new Uint32Array(length);
  const cursors = offsets.slice();
  for (let document = 0; document < documentCount; document++) {
    const end = starts === undefined ? document + 1 : Math.min(starts[document + 1], values.length);
    for (let at = starts === undefined ? document : starts[document]; at < end; at++) {
      const value = values[at];
      if (value === dictionary.size) continue;
      if (isBitset[value]) words[offsets[value] + (document >>> 5)] |= 1 << document;
      else words[cursors[value]++] = document;
    }
  }
  return words;
}

/** Opens the words that {@link buildPostingWords} built. O(values + documents). */
function openValuePostings(column: DocValuesColumn, words: Uint32Array): ValuePostings {
  return { ranked: rankValues(column), offsets: postingOffsets(column).offsets, words };
}

/** Returns the offsets of a column's postings, and the number of words of all postings. */
function postingOffsets(column: DocValuesColumn): { offsets: Uint32Array; length: number } {
  const { documentCount, data } = column;
  const { counts } = data;
  const bitsetLength = (documentCount + 31) >>> 5;
  const offsets = new Uint32Array(counts.length + 1);
  let sum = 0;
  for (let value = 0; value < counts.length; value++) {
    sum += hasBitset(column, value) ? bitsetLength : counts[value];
    offsets[value + 1] = sum;
  }
  return { offsets, length: sum };
}

/** Columns with at most this many values are sorted by comparison. */
const MAX_COMPARED_VALUES = 1024;

/**
 * Returns the ordinals of a column by descending number of documents, then ascending. Uses a counting sort for a column
 * with many values. O(values + documents of the most frequent value).
 */
export const rankValues = memoizePerObject(
  ({ data }: DocValuesColumn) => rankByCount(data),
  ({ data }) => data.counts,
);

function rankByCount({ counts, values }: DocValuesColumnData): Uint32Array {
  let maxCount = 0;
  for (let value = 0; value < counts.length; value++) maxCount = Math.max(maxCount, counts[value]);
  // A higher count than there are values is damage, and a counting sort would need an array of this length.
  if (counts.length <= MAX_COMPARED_VALUES || maxCount > values.length) {
    return counts.map((_, value) => value).sort((a, b) => counts[b] - counts[a] || a - b);
  }
  /** In the last loop, `ranks[difference]` is the rank of the next value whose count is `maxCount - difference`. */
  const ranks = new Uint32Array(maxCount + 2);
  for (let value = 0; value < counts.length; value++) {
    ranks[maxCount - counts[value] + 1]++;
  }
  for (let difference = 1; difference < ranks.length; difference++) {
    ranks[difference] += ranks[difference - 1];
  }
  const ranked = new Uint32Array(counts.length);
  for (let value = 0; value < counts.length; value++) {
    ranked[ranks[maxCount - counts[value]]++] = value;
  }
  return ranked;
}

/**
 * Returns the most frequent values of a set of documents. The count of a value is the size of the intersection of
 * its postings and the set. Values are counted in descending order of their number of documents, until the number
 * of documents is too low for the remaining values to be among the most frequent.
 *
 * @param maxReads the maximum number of words of the postings that are read
 * @returns undefined when more than `maxReads` words would have to be read
 */
export function countPostings(
  column: DocValuesColumn,
  { ranked, offsets, words }: ValuePostings,
  documents: Bitset,
  limit: number,
  maxReads: number,
): FacetCounts | undefined {
  const { counts } = column.data;
  if (limit >= ranked.length && words.length > maxReads) return undefined;
  const top = new TopK(Math.min(limit, ranked.length), ranked.length);
  let reads = 0;
  for (let rank = 0; rank < ranked.length; rank++) {
    const value = ranked[rank];
    if (counts[value] < top.threshold) break;
    const [start, end] = [offsets[value], offsets[value + 1]];
    reads += end - start;
    if (reads > maxReads) return undefined;
    const count = hasBitset(column, value)
      ? documents.countMarked(words, start)
      : documents.countIfAtLeast(words, start, end, Math.max(0, top.threshold));
    if (count === 0) continue;
    top.offer(value, count);
    top.updateThreshold();
  }
  return facetCountsOf(top);
}

/**
 * Returns the documents of `candidates` that have the value.
 *
 * @param candidates ascending, without duplicates
 * @param value an ordinal of the column. Any other number matches no document.
 */
export function selectPostings(
  column: DocValuesColumn,
  { offsets, words }: ValuePostings,
  candidates: Uint32Array,
  value: number,
): Uint32Array {
  if (!(value in column.data.counts)) return new Uint32Array(0);
  const postings = words.subarray(offsets[value], offsets[value + 1]);
  if (hasBitset(column, value)) return selectMarked(candidates, postings);
  return candidates.length === column.documentCount ? postings : intersect(postings, candidates);
}
