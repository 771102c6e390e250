import { partitionPoint } from '../../base/binary-search.js';
import { NO_INTEGER, type NumberColumn } from '../columns/number-column.js';

/** Ranges of at most this many integers in total have a table of the range of each integer. */
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
