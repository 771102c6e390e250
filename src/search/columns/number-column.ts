/*
 * One number per document, such as a publication year: stored, selected by range, and counted by ranges.
 */

import { partitionPoint } from '../../base/binary-search.js';

/** One number per document. */
export interface NumberColumnData {
  /**
   * The number of each document. A missing number is NaN in a Float64Array and -2,147,483,648 in an
   * Int32Array.
   */
  readonly numbers: Float64Array | Int32Array;
}

/** An open number column. */
export interface NumberColumn {
  readonly kind: 'numbers';
  readonly data: NumberColumnData;
  readonly documentCount: number;
  get(document: number): number | undefined;
  /**
   * Returns the documents of `candidates` (ascending) whose number is from `from` to `to`, inclusive.
   * Documents without a number are never selected.
   */
  select(candidates: Uint32Array, from: number, to: number): Uint32Array;
}

/** The element of an Int32Array for a document without a number. */
export const NO_INTEGER = -(2 ** 31);

/**
 * Builds a column from the number of every document, in document order. `undefined` or NaN means that a
 * document has no number. Uses 4 bytes per document when every element is `undefined` or an integer from
 * -2,147,483,647 to 2,147,483,647, otherwise 8.
 *
 * @example openNumberColumn(buildNumberColumn([1984, undefined])).get(0); // 1984
 */
export function buildNumberColumn(
  numbersOfDocuments: readonly (number | undefined)[],
): NumberColumnData {
  const isIntegral = numbersOfDocuments.every(
    (number) => number === undefined || ((number | 0) === number && number !== NO_INTEGER),
  );
  return {
    numbers: isIntegral
      ? Int32Array.from(numbersOfDocuments, (number) => number ?? NO_INTEGER)
      : Float64Array.from(numbersOfDocuments, (number) => number ?? Number.NaN),
  };
}

/** Opens a number column. Copies nothing. */
export function openNumberColumn(data: NumberColumnData): NumberColumn {
  const { numbers } = data;
  const none = numbers instanceof Int32Array ? NO_INTEGER : Number.NaN;
  return {
    kind: 'numbers',
    data,
    documentCount: numbers.length,
    get(document) {
      const number = numbers[document];
      return Object.is(number, none) || Number.isNaN(number) ? undefined : number;
    },
    select(candidates, from, to) {
      const kept = new Uint32Array(candidates.length);
      let count = 0;
      for (let i = 0; i < candidates.length; i++) {
        const number = numbers[candidates[i]];
        kept[count] = candidates[i];
        if (number >= from && number <= to && number !== none) count++;
      }
      return kept.subarray(0, count);
    },
  };
}

/** If ranges cover at most this many integers, a table contains the range of each integer. */
const MAX_TABLE_LENGTH = 0x10000;

/**
 * Counts documents by ranges of a number column, such as decades of publication years.
 *
 * @param boundaries ascending. Range `i` contains the numbers from `boundaries[i]` up to but not including
 *   `boundaries[i + 1]`.
 * @returns the number of documents in each range. Documents without a number are in no range.
 * @example
 * countRanges(openNumberColumn(buildNumberColumn([1984, 1999, 2001])), Uint32Array.of(0, 1, 2), [1980, 2000, 2020]);
 * // Uint32Array [2, 1]
 */
export function countRanges(
  column: NumberColumn,
  documents: Uint32Array,
  boundaries: readonly number[],
): Uint32Array {
  const { numbers } = column.data;
  const counts = new Uint32Array(Math.max(0, boundaries.length - 1));
  const rangeOf = (number: number) =>
    partitionPoint(0, boundaries.length, (i) => boundaries[i] <= number) - 1;
  const first = Math.ceil(boundaries[0]);
  const length = Math.ceil(boundaries[boundaries.length - 1]) - first;
  const hasTable = first > NO_INTEGER && length > 0 && length <= MAX_TABLE_LENGTH;
  if (hasTable && numbers instanceof Int32Array) {
    const table = new Uint32Array(length);
    for (let range = 0; range < counts.length; range++) {
      const end = Math.ceil(boundaries[range + 1]) - first;
      for (let i = Math.ceil(boundaries[range]) - first; i < end; i++) table[i] = range;
    }
    for (let i = 0; i < documents.length; i++) {
      const index = numbers[documents[i]] - first;
      if (index >= 0 && index < length) counts[table[index]]++;
    }
    return counts;
  }
  for (let i = 0; i < documents.length; i++) {
    const number = column.get(documents[i]);
    if (number === undefined) continue;
    const range = rangeOf(number);
    if (range >= 0 && range < counts.length) counts[range]++;
  }
  return counts;
}
