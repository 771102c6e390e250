import type { DocValuesColumn } from '../columns/doc-values-column.js';
import { type RankedValues, rankValues } from './value-counts.js';

/** The number of 32-bit words per row. */
export const ROW_WORDS = 8;
/** The number of words of a row that hold counter ids of small columns, four ids per word. */
export const BYTE_WORDS = 3;

const BYTES = 4 * BYTE_WORDS;
const WORDS = ROW_WORDS - BYTE_WORDS;

/** The first counter id of large columns. Counter ids of small columns fit into one byte. */
export const FIRST_LARGE_COUNTER = 256;

/**
 * The values of several columns, stored row by row. Counting a document in all columns reads one row;
 * reading the columns themselves could cost one cache miss per column. All rows have the same length,
 * so that finding the end of a row needs no branch.
 *
 * Every value of every column has a counter. The row of a document holds the counter ids of its values.
 * Ids 0 to 11 fill the unused parts of rows, and the counters of these ids are ignored. Ids from 12 to 255
 * belong to values of small columns, and ids from {@link FIRST_LARGE_COUNTER} to values of large columns.
 * The ids of one column are consecutive.
 */
export interface RowLayout {
  /** One more than the highest counter id. */
  readonly counterCount: number;
  /**
   * {@link ROW_WORDS} words per document. The first {@link BYTE_WORDS} words hold counter ids of small
   * columns, one per byte, lowest byte first. Each of the other words holds one counter id of a large
   * column. When the ids of a document do not fit into its row, the last word is {@link counterCount}
   * plus an index in {@link overflow}.
   */
  readonly words: Uint32Array;
  /** For each document whose ids do not fit into its row: the number of remaining ids, then the ids. */
  readonly overflow: Uint32Array;
  /** The columns with the fewest values. */
  readonly small: readonly SmallColumn[];
  /** The other columns, by ascending counter ids. */
  readonly large: readonly LargeColumn[];
}

/** A column whose counters are in the order of its ordinals. */
export interface SmallColumn {
  /** The index of the column. */
  readonly column: number;
  /** The counter of ordinal 0. */
  readonly firstCounter: number;
  /** One more than the counter of the last ordinal. */
  readonly end: number;
}

/** A column whose counters are in descending order of the frequency of its values. */
export interface LargeColumn extends RankedValues {
  /** The index of the column. */
  readonly column: number;
  /** The counter of the most frequent value. */
  readonly firstCounter: number;
}

/**
 * Builds the row layout of columns over the same documents. The layout takes 32 bytes per document, and
 * more for documents with many values.
 */
export function buildRowLayout(columns: readonly DocValuesColumn[]): RowLayout {
  const documentCount = columns[0]?.documentCount ?? 0;
  const { small, large, counterCount } = assignCounters(columns);
  const bytes = new Uint32Array(documentCount);
  const words = new Uint32Array(documentCount);
  for (const { column } of small) addValueCounts(columns[column], bytes);
  for (const { column } of large) addValueCounts(columns[column], words);
  const rows = new RowWriter(bytes, words, counterCount);
  for (const { column, firstCounter } of small) rows.addSmall(columns[column], firstCounter);
  for (const { column, firstCounter, values } of large) {
    const counters = new Uint32Array(values.length);
    for (let rank = 0; rank < values.length; rank++) counters[values[rank]] = firstCounter + rank;
    rows.addLarge(columns[column], counters);
  }
  return { counterCount, words: rows.words, overflow: rows.overflow, small, large };
}

/** Returns the buffers of all arrays of a layout, for transferring the layout to another thread. */
export function rowLayoutBuffers({ words, overflow, large }: RowLayout): ArrayBufferLike[] {
  const arrays = [words, overflow, ...large.flatMap(({ values, totals }) => [values, totals])];
  return arrays.map(({ buffer }) => buffer);
}

/**
 * Assigns counters to all values. Columns are assigned in ascending order of their number of values. A
 * column whose counters fit below {@link FIRST_LARGE_COUNTER} is a small column.
 */
function assignCounters(columns: readonly DocValuesColumn[]) {
  const bySize = [...columns.keys()].sort(
    (a, b) => columns[a].dictionary.size - columns[b].dictionary.size,
  );
  const small: SmallColumn[] = [];
  const large: LargeColumn[] = [];
  let end = BYTES;
  let counterCount = FIRST_LARGE_COUNTER;
  for (const column of bySize) {
    const { size } = columns[column].dictionary;
    if (end + size <= FIRST_LARGE_COUNTER) {
      small.push({ column, firstCounter: end, end: end + size });
      end += size;
    } else {
      large.push({ column, firstCounter: counterCount, ...rankValues(columns[column]) });
      counterCount += size;
    }
  }
  return { small, large, counterCount };
}

/** Adds the number of values that each document has in the column to `lengths`. */
function addValueCounts({ data, dictionary }: DocValuesColumn, lengths: Uint32Array): void {
  const { offsets, values } = data;
  for (let document = 0; document < lengths.length; document++) {
    if (offsets !== undefined) lengths[document] += offsets[document + 1] - offsets[document];
    else if (values[document] < dictionary.size) lengths[document]++;
  }
}

/**
 * Creates the row of a document without values. No two bytes have the same counter id, and no two words,
 * because an increment of a counter waits for the previous increment of the same counter.
 */
function createEmptyRow(): Uint32Array {
  const words = new Uint32Array(ROW_WORDS);
  for (let i = 0; i < BYTES; i++) words[i >>> 2] |= i << (8 * (i & 3));
  for (let i = 0; i < WORDS; i++) words[BYTE_WORDS + i] = i;
  return words;
}

/** Writes rows, one column after another. The inner loops call no functions, for speed. */
class RowWriter {
  readonly words: Uint32Array;
  readonly overflow: Uint32Array;
  private readonly bytesWritten: Uint32Array;
  private readonly wordsWritten: Uint32Array;
  /** Per document, the next index of {@link overflow} to write, or 0 if the ids fit into the row. */
  private readonly cursors: Uint32Array;

  /**
   * @param bytes the number of values in small columns, by document
   * @param words the number of values in large columns, by document
   */
  constructor(bytes: Uint32Array, words: Uint32Array, counterCount: number) {
    const documentCount = bytes.length;
    this.words = new Uint32Array(ROW_WORDS * documentCount);
    this.bytesWritten = new Uint32Array(documentCount);
    this.wordsWritten = new Uint32Array(documentCount);
    this.cursors = new Uint32Array(documentCount);
    if (documentCount > 0) this.words.set(createEmptyRow());
    for (let filled = ROW_WORDS; filled < this.words.length; filled *= 2) {
      this.words.copyWithin(filled, 0, filled);
    }
    let size = 0;
    for (let document = 0; document < documentCount; document++) {
      if (bytes[document] <= BYTES && words[document] <= WORDS) continue;
      this.words[ROW_WORDS * document + ROW_WORDS - 1] = counterCount + size;
      this.cursors[document] = size + 1;
      size += 1 + overflowLength(bytes[document], words[document]);
    }
    this.overflow = new Uint32Array(size);
    for (let document = 0; document < documentCount; document++) {
      if (this.cursors[document] === 0) continue;
      this.overflow[this.cursors[document] - 1] = overflowLength(bytes[document], words[document]);
    }
  }

  /** Writes the values of a small column whose ordinal 0 has the counter `firstCounter`. */
  addSmall({ data, dictionary, documentCount }: DocValuesColumn, firstCounter: number): void {
    const { offsets, values } = data;
    const { words, overflow, bytesWritten, cursors } = this;
    const none = dictionary.size;
    for (let document = 0; document < documentCount; document++) {
      const end = offsets === undefined ? document + 1 : offsets[document + 1];
      for (let at = offsets === undefined ? document : offsets[document]; at < end; at++) {
        if (values[at] === none) continue;
        const counter = firstCounter + values[at];
        const position = bytesWritten[document]++;
        if (position >= BYTES) {
          overflow[cursors[document]++] = counter;
          continue;
        }
        const shift = 8 * (position & 3);
        const word = ROW_WORDS * document + (position >>> 2);
        words[word] = (words[word] & ~(0xff << shift)) | (counter << shift);
      }
    }
  }

  /**
   * Writes the values of a large column.
   *
   * @param counters the counter of each value, by ordinal
   */
  addLarge({ data, dictionary, documentCount }: DocValuesColumn, counters: Uint32Array): void {
    const { offsets, values } = data;
    const { words, overflow, wordsWritten, cursors } = this;
    const none = dictionary.size;
    for (let document = 0; document < documentCount; document++) {
      const end = offsets === undefined ? document + 1 : offsets[document + 1];
      for (let at = offsets === undefined ? document : offsets[document]; at < end; at++) {
        if (values[at] === none) continue;
        const position = wordsWritten[document]++;
        const isOverflow = cursors[document] > 0 && position >= WORDS - 1;
        if (isOverflow) overflow[cursors[document]++] = counters[values[at]];
        else words[ROW_WORDS * document + BYTE_WORDS + position] = counters[values[at]];
      }
    }
  }
}

/** Returns the number of counter ids that do not fit into a row whose last word refers to the overflow. */
function overflowLength(bytes: number, words: number): number {
  return Math.max(0, bytes - BYTES) + Math.max(0, words - (WORDS - 1));
}
