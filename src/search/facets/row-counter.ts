import { BYTE_WORDS, FIRST_LARGE_COUNTER, ROW_WORDS, type RowLayout } from './row-layout.js';
import { type FacetCounts, TopValues, topValues } from './value-counts.js';

/** Counts the values of all columns of a row layout. */
export interface RowCounter {
  /**
   * Returns the most frequent values of the documents, by column.
   *
   * @param documents ascending, without duplicates
   * @param limit the maximum number of values per column
   */
  count(documents: Uint32Array, limit: number): Map<number, FacetCounts>;
}

/**
 * Counters of large columns (columns with many distinct values) are recorded when they are incremented, if there
 * is less than one document per SPARSE_RATIO counters. Then only the recorded counters of large columns are read
 * and reset.
 */
const SPARSE_RATIO = 100;

/**
 * Creates a counter for a row layout. Allocates 4 bytes per counter of the layout, and another 4 bytes per
 * counter for the first count of few documents (see {@link SPARSE_RATIO}).
 */
export function createRowCounter(rows: RowLayout): RowCounter {
  const { counterCount, small, large } = rows;
  const counters = new Uint32Array(counterCount);
  let touched = new Uint32Array(0);

  function addSmall(tops: Map<number, FacetCounts>, limit: number): Map<number, FacetCounts> {
    for (const { column, firstCounter, end } of small) {
      tops.set(column, topValues(counters.subarray(firstCounter, end), limit));
    }
    counters.fill(0, 0, FIRST_LARGE_COUNTER);
    return tops;
  }

  function takeLarge(limit: number): Map<number, FacetCounts> {
    const tops = new Map<number, FacetCounts>();
    for (const { column, firstCounter, values, totals } of large) {
      const top = new TopValues(Math.min(limit, values.length));
      for (let rank = 0; rank < values.length; rank++) {
        // Totals descend, and no count exceeds its total. The counts of the remaining values are too low.
        if (totals[rank] < top.lowest) break;
        const count = counters[firstCounter + rank];
        if (count > 0) top.offer(values[rank], count);
      }
      tops.set(column, top.take());
    }
    counters.fill(0, FIRST_LARGE_COUNTER);
    return tops;
  }

  function takeTouched(count: number, limit: number): Map<number, FacetCounts> {
    const tops = large.map(({ values }) => new TopValues(Math.min(limit, values.length)));
    for (let i = 0; i < count; i++) {
      const counter = touched[i];
      let index = large.length - 1;
      while (counter < large[index].firstCounter) index--;
      if (counters[counter] >= tops[index].lowest) {
        const { firstCounter, values } = large[index];
        tops[index].offer(values[counter - firstCounter], counters[counter]);
      }
      counters[counter] = 0;
    }
    return new Map(large.map(({ column }, index) => [column, tops[index].take()]));
  }

  return {
    count(documents, limit) {
      if (documents.length * SPARSE_RATIO >= counterCount) {
        add(documents, rows, counters);
        return addSmall(takeLarge(limit), limit);
      }
      if (touched.length === 0) touched = new Uint32Array(counterCount);
      return addSmall(takeTouched(addAndTouch(documents, rows, counters, touched), limit), limit);
    },
  };
}

/** {@link prefetchRows} writes here, so that the compiler does not remove its reads. */
const keepAlive = new Uint32Array(1);
/** The number of documents whose rows {@link prefetchRows} reads at a time. */
const BLOCK = 64;

/**
 * Reads one word of the row of each of the documents, to load the rows into the cache. The processor performs
 * these reads in parallel. Without them, it would read one row after another, because counting a document takes
 * too many instructions for the processor to read the next row ahead.
 */
function prefetchRows(documents: Uint32Array, from: number, end: number, words: Uint32Array): void {
  let read = 0;
  for (let i = from; i < end; i++) read ^= words[ROW_WORDS * documents[i]];
  keepAlive[0] = read;
}

/** Counts the values of the documents. */
function add(
  documents: Uint32Array,
  { words, overflow, counterCount }: RowLayout,
  counters: Uint32Array,
): void {
  for (let from = 0; from < documents.length; from += BLOCK) {
    const blockEnd = Math.min(from + BLOCK, documents.length);
    prefetchRows(documents, from, blockEnd, words);
    for (let i = from; i < blockEnd; i++) {
      const row = ROW_WORDS * documents[i];
      addBytes(words[row], counters);
      addBytes(words[row + 1], counters);
      addBytes(words[row + 2], counters);
      counters[words[row + 3]]++;
      counters[words[row + 4]]++;
      counters[words[row + 5]]++;
      counters[words[row + 6]]++;
      const last = words[row + 7];
      if (last < counterCount) counters[last]++;
      else addOverflow(last - counterCount, overflow, counters);
    }
  }
}

function addBytes(word: number, counters: Uint32Array): void {
  counters[word & 0xff]++;
  counters[(word >>> 8) & 0xff]++;
  counters[(word >>> 16) & 0xff]++;
  counters[word >>> 24]++;
}

function addOverflow(start: number, overflow: Uint32Array, counters: Uint32Array): void {
  const end = start + 1 + overflow[start];
  for (let at = start + 1; at < end; at++) counters[overflow[at]]++;
}

/**
 * Counts the values of the documents, and writes the index of each incremented counter of large columns to
 * `touched`, once.
 *
 * @returns the number of counters written to `touched`
 */
function addAndTouch(
  documents: Uint32Array,
  { words, overflow, counterCount }: RowLayout,
  counters: Uint32Array,
  touched: Uint32Array,
): number {
  let count = 0;
  for (let from = 0; from < documents.length; from += BLOCK) {
    const blockEnd = Math.min(from + BLOCK, documents.length);
    prefetchRows(documents, from, blockEnd, words);
    for (let i = from; i < blockEnd; i++) {
      const row = ROW_WORDS * documents[i];
      addBytes(words[row], counters);
      addBytes(words[row + 1], counters);
      addBytes(words[row + 2], counters);
      for (let at = row + BYTE_WORDS; at < row + ROW_WORDS; at++) {
        const counter = words[at];
        if (counter < FIRST_LARGE_COUNTER) continue;
        if (counter < counterCount) {
          if (counters[counter]++ === 0) touched[count++] = counter;
          continue;
        }
        const start = counter - counterCount + 1;
        const end = start + overflow[start - 1];
        for (let position = start; position < end; position++) {
          const further = overflow[position];
          if (counters[further]++ === 0 && further >= FIRST_LARGE_COUNTER)
            touched[count++] = further;
        }
      }
    }
  }
  return count;
}
