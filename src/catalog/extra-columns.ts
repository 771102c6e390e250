/*
 * The columns of extra fields as numbers and orders: the values in a range, and the order of titles by a field. The values
 * of a column are in the order of their numbers, so a range of numbers is a range of ordinals. `field-types.ts` has the
 * types.
 */

import { partitionPoint } from '../base/binary-search.js';
import { lazy } from '../base/lazy.js';
import type { DocValuesColumn } from '../search/index.js';
import { numberOfId, type TypedValues, typedValuesOf, type ValueRange } from './field-types.js';
import type { ExtraField } from './records/library.js';

/** The column of an extra field. */
export interface ExtraColumn {
  readonly field: ExtraField;
  /** The values of the type of the field. Undefined for text. */
  readonly typed: TypedValues | undefined;
  /** Returns the number of each value, by its ordinal, ascending. NaN for a field of text. */
  numbers(): Float64Array;
  /** Returns the ordinals of the values in any of the ranges, ascending. */
  ordsIn(ranges: readonly ValueRange[]): number[];
  /**
   * Returns the rank of each title in the order of the values, from 0. Titles with equal values have the same rank. A title
   * with several values has the rank of its lowest value, or in descending order of its highest. Titles without a value
   * come last in both orders.
   */
  ranks(order: 'ascending' | 'descending'): Uint32Array;
}

/** Opens the column of an extra field. */
export function openExtraColumn(field: ExtraField, column: DocValuesColumn): ExtraColumn {
  const typed = typedValuesOf(field.type);
  const { dictionary } = column;
  const numberAt = (ord: number) => (typed && numberOfId(typed, dictionary.get(ord))) ?? Number.NaN;
  const ranks = {
    ascending: lazy(() => ascendingRanks(column)),
    descending: lazy(() => descendingRanks(column)),
  };
  return {
    field,
    typed,
    numbers: lazy(() => Float64Array.from({ length: dictionary.size }, (_, ord) => numberAt(ord))),
    ordsIn(ranges) {
      const ords: number[] = [];
      let next = 0;
      for (const { from, to } of ranges.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
        next = partitionPoint(next, dictionary.size, (ord) => numberAt(ord) < from);
        const end = partitionPoint(next, dictionary.size, (ord) => numberAt(ord) <= to);
        for (; next < end; next++) ords.push(next);
      }
      return ords;
    },
    ranks: (order) => ranks[order](),
  };
}

/** Returns the lowest ordinal of each title, or the number of values for a title without a value. */
function ascendingRanks({ data, documentCount, dictionary }: DocValuesColumn): Uint32Array {
  const { offsets, values } = data;
  return Uint32Array.from({ length: documentCount }, (_, title) => {
    if (offsets === undefined) return values[title];
    return offsets[title] === offsets[title + 1] ? dictionary.size : values[offsets[title]];
  });
}

/** Returns the number of values above the highest ordinal of each title, or the number of all values. */
function descendingRanks({ data, documentCount, dictionary: { size } }: DocValuesColumn) {
  const { offsets, values } = data;
  return Uint32Array.from({ length: documentCount }, (_, title) => {
    if (offsets === undefined) return values[title] === size ? size : size - 1 - values[title];
    const end = offsets[title + 1];
    return offsets[title] === end ? size : size - 1 - values[end - 1];
  });
}
