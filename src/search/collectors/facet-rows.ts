import type { ValueColumn } from '../columns/value-column.js';
import { type RankedValues, rankValues } from './ranked-values.js';

/** How many 32-bit words a row has: 32 bytes are never in more than one line of a cache. */
export const ROW_WORDS = 8;
/** How many of them hold codes of small columns, four in a word. */
export const BYTE_WORDS = 3;

const BYTES = 4 * BYTE_WORDS;
const WORDS = ROW_WORDS - BYTE_WORDS;

/** Codes of large columns begin here, so that those of small ones are bytes. */
export const FIRST_LARGE = 256;

/**
 * What documents have in several columns, document by document: all that a document counts for
 * stands in one place, where the columns themselves would be read in as many places as there are
 * columns. A row is of one length, so that its end need not be guessed.
 *
 * Codes are the places of counters: first some of no value, for places that are left; then those of
 * the values of small columns, one column after the other; and from {@link FIRST_LARGE} on those of
 * large ones.
 */
export interface FacetRows {
  /** How many counters there are. */
  readonly codeCount: number;
  /**
   * Per document {@link ROW_WORDS} words: in the first {@link BYTE_WORDS} the codes of small columns,
   * a byte each from the lowest on, in the others those of large ones. In the last word of a document
   * with more codes stands {@link codeCount} plus a place in {@link more}.
   */
  readonly words: Uint32Array;
  /** For documents with more codes, their number and then the codes that their rows do not have. */
  readonly more: Uint32Array;
  /** Columns of few values. */
  readonly small: readonly SmallColumn[];
  /** Columns of many, in the order of their codes. */
  readonly large: readonly LargeColumn[];
}

/** A column whose values have codes in the order of their numbers. */
export interface SmallColumn {
  /** Its place among the columns that were given. */
  readonly column: number;
  readonly firstCode: number;
  /** The code after that of its last value. */
  readonly end: number;
}

/** A column whose values have codes, the most frequent the first. */
export interface LargeColumn extends RankedValues {
  /** Its place among the columns that were given. */
  readonly column: number;
  readonly firstCode: number;
}

/** Lays columns over the same documents out in rows. Takes some ten nanoseconds a value. */
export function layOutRows(columns: readonly ValueColumn[]): FacetRows {
  const documentCount = columns[0]?.documentCount ?? 0;
  const { small, large, codeCount } = assignCodes(columns);
  const bytes = new Uint32Array(documentCount);
  const words = new Uint32Array(documentCount);
  for (const { column } of small) addLengths(columns[column], bytes);
  for (const { column } of large) addLengths(columns[column], words);
  const rows = new RowWriter(bytes, words, codeCount);
  for (const { column, firstCode } of small) rows.addSmall(columns[column], firstCode);
  for (const { column, firstCode, values } of large) {
    const codes = new Uint32Array(values.length);
    for (let rank = 0; rank < values.length; rank++) codes[values[rank]] = firstCode + rank;
    rows.addLarge(columns[column], codes);
  }
  return { codeCount, words: rows.words, more: rows.more, small, large };
}

/** The buffers of all arrays, to be handed from one thread to another. */
export function buffersOf({ words, more, large }: FacetRows): ArrayBufferLike[] {
  const arrays = [words, more, ...large.flatMap(({ values, totals }) => [values, totals])];
  return arrays.map(({ buffer }) => buffer);
}

/** As many columns are small as have all their codes in a byte, those of the fewest values first. */
function assignCodes(columns: readonly ValueColumn[]) {
  const bySize = [...columns.keys()].sort(
    (a, b) => columns[a].dictionary.size - columns[b].dictionary.size,
  );
  const small: SmallColumn[] = [];
  const large: LargeColumn[] = [];
  let end = BYTES;
  let codeCount = FIRST_LARGE;
  for (const column of bySize) {
    const { size } = columns[column].dictionary;
    if (end + size <= FIRST_LARGE) {
      small.push({ column, firstCode: end, end: end + size });
      end += size;
    } else {
      large.push({ column, firstCode: codeCount, ...rankValues(columns[column]) });
      codeCount += size;
    }
  }
  return { small, large, codeCount };
}

/** Adds to each document's length how many values it has. */
function addLengths({ data, dictionary }: ValueColumn, lengths: Uint32Array): void {
  const { offsets, values } = data;
  for (let document = 0; document < lengths.length; document++) {
    if (offsets !== undefined) lengths[document] += offsets[document + 1] - offsets[document];
    else if (values[document] < dictionary.size) lengths[document]++;
  }
}

/**
 * A row without any codes: a place that is left counts where nothing is read, each place elsewhere, so
 * that no place waits for another.
 */
function emptyRow(): Uint32Array {
  const words = new Uint32Array(ROW_WORDS);
  for (let place = 0; place < BYTES; place++) words[place >>> 2] |= place << (8 * (place & 3));
  for (let place = 0; place < WORDS; place++) words[BYTE_WORDS + place] = place;
  return words;
}

/** Fills rows. Its loops are not parted by a call for every value, which the first count waits for. */
class RowWriter {
  readonly words: Uint32Array;
  readonly more: Uint32Array;
  private readonly bytesWritten: Uint32Array;
  private readonly wordsWritten: Uint32Array;
  /** Per document with more codes, where its next one goes in {@link more}; 0 for the others. */
  private readonly cursors: Uint32Array;

  /**
   * @param bytes per document, how many codes of small columns it will have
   * @param words and how many of large ones
   */
  constructor(bytes: Uint32Array, words: Uint32Array, codeCount: number) {
    const documentCount = bytes.length;
    this.words = new Uint32Array(ROW_WORDS * documentCount);
    this.bytesWritten = new Uint32Array(documentCount);
    this.wordsWritten = new Uint32Array(documentCount);
    this.cursors = new Uint32Array(documentCount);
    if (documentCount > 0) this.words.set(emptyRow());
    for (let filled = ROW_WORDS; filled < this.words.length; filled *= 2) {
      this.words.copyWithin(filled, 0, filled);
    }
    let size = 0;
    for (let document = 0; document < documentCount; document++) {
      if (bytes[document] <= BYTES && words[document] <= WORDS) continue;
      this.words[ROW_WORDS * document + ROW_WORDS - 1] = codeCount + size;
      this.cursors[document] = size + 1;
      size += 1 + furtherCodes(bytes[document], words[document]);
    }
    this.more = new Uint32Array(size);
    for (let document = 0; document < documentCount; document++) {
      if (this.cursors[document] === 0) continue;
      this.more[this.cursors[document] - 1] = furtherCodes(bytes[document], words[document]);
    }
  }

  /** Writes the codes of a small column, of which value 0 has `firstCode`. */
  addSmall({ data, dictionary, documentCount }: ValueColumn, firstCode: number): void {
    const { offsets, values } = data;
    const { words, more, bytesWritten, cursors } = this;
    const none = dictionary.size;
    for (let document = 0; document < documentCount; document++) {
      const end = offsets === undefined ? document + 1 : offsets[document + 1];
      for (let at = offsets === undefined ? document : offsets[document]; at < end; at++) {
        if (values[at] === none) continue;
        const code = firstCode + values[at];
        const place = bytesWritten[document]++;
        if (place >= BYTES) {
          more[cursors[document]++] = code;
          continue;
        }
        const shift = 8 * (place & 3);
        const word = ROW_WORDS * document + (place >>> 2);
        words[word] = (words[word] & ~(0xff << shift)) | (code << shift);
      }
    }
  }

  /** Writes the codes of a large column, by value. */
  addLarge({ data, dictionary, documentCount }: ValueColumn, codes: Uint32Array): void {
    const { offsets, values } = data;
    const { words, more, wordsWritten, cursors } = this;
    const none = dictionary.size;
    for (let document = 0; document < documentCount; document++) {
      const end = offsets === undefined ? document + 1 : offsets[document + 1];
      for (let at = offsets === undefined ? document : offsets[document]; at < end; at++) {
        if (values[at] === none) continue;
        const place = wordsWritten[document]++;
        const isMore = cursors[document] > 0 && place >= WORDS - 1;
        if (isMore) more[cursors[document]++] = codes[values[at]];
        else words[ROW_WORDS * document + BYTE_WORDS + place] = codes[values[at]];
      }
    }
  }
}

/** How many codes a row that has more leaves out: its last word is taken. */
function furtherCodes(bytes: number, words: number): number {
  return Math.max(0, bytes - BYTES) + Math.max(0, words - (WORDS - 1));
}
