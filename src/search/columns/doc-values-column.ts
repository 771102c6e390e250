/*
 * The values of documents in a column, such as formats or subjects, and the numbers of documents, such as publication years,
 * as they are stored and read. `doc-values-column-builder.ts` builds and merges columns; `facets/` counts values.
 */

import { partitionPoint } from '../../base/binary-search.js';
import {
  openStringTable,
  type StringTable,
  type StringTableData,
} from '../../base/string-table.js';
import type { UnsignedArray } from '../../base/typed-arrays.js';

/**
 * The values that documents have in one column (such as formats, branches or subjects), as typed
 * arrays. The distinct values are sorted and numbered densely from 0. The number of a value is its
 * ordinal.
 */
export interface DocValuesColumnData {
  /**
   * Document `i` has the values from `offsets[i]` up to but not including `offsets[i + 1]` of
   * {@link values}. Absent when no document has more than one value.
   */
  readonly offsets?: Uint32Array;
  /**
   * The ordinals of the documents' values. With {@link offsets}: the ordinals of all documents,
   * ascending within each document. Without {@link offsets}: one ordinal per document; the size of
   * the dictionary means that the document has no value.
   */
  readonly values: UnsignedArray;
  /** Per ordinal, the number of documents that have the value. */
  readonly counts: Uint32Array;
  /** The values as strings, by ordinal. */
  readonly dictionary: StringTableData;
}

/** The values of documents in one column. */
export interface ValuesColumn {
  readonly kind: 'values';
  readonly documentCount: number;
  /** The values as strings, by ordinal. */
  readonly dictionary: StringTable;
  /** Returns the ordinals of one document's values, ascending. */
  valuesOf(document: number): number[];
  /**
   * Returns the documents of `candidates` (ascending, without duplicates) that have any of the values.
   * Ordinals outside the dictionary match nothing.
   */
  select(candidates: Uint32Array, ordinals: Iterable<number>): Uint32Array;
}

/** An open doc values column. */
export interface DocValuesColumn extends ValuesColumn {
  readonly data: DocValuesColumnData;
}

/** Returns whether each document has the same ordinals in two columns. */
export function haveSameOrdinals(a: DocValuesColumnData, b: DocValuesColumnData): boolean {
  return a === b || (areEqual(a.values, b.values) && areEqual(a.offsets, b.offsets));
}

function areEqual(a: UnsignedArray | undefined, b: UnsignedArray | undefined): boolean {
  if (a?.length !== b?.length) return false;
  return a === undefined || b === undefined || a.every((number, i) => number === b[i]);
}

/** Opens a doc values column. Copies and decodes nothing. */
export function openDocValuesColumn(data: DocValuesColumnData): DocValuesColumn {
  const { offsets, values } = data;
  const dictionary = openStringTable(data.dictionary);
  return {
    kind: 'values',
    data,
    documentCount: offsets === undefined ? values.length : offsets.length - 1,
    dictionary,
    valuesOf(document) {
      if (offsets !== undefined) {
        // Spreading a part of the array takes several times as long.
        const ords: number[] = [];
        const end = Math.min(offsets[document + 1], values.length);
        for (let at = offsets[document]; at < end; at++) ords.push(values[at]);
        return ords;
      }
      return values[document] === dictionary.size ? [] : [values[document]];
    },
    select(candidates, ordinals) {
      const accepted = new Uint8Array(dictionary.size + 1);
      for (const ordinal of ordinals) if (ordinal in data.counts) accepted[ordinal] = 1;
      return offsets === undefined
        ? selectSingle(candidates, values, accepted)
        : selectMultiple(candidates, offsets, values, accepted);
    },
  };
}

function selectSingle(
  candidates: Uint32Array,
  values: UnsignedArray,
  accepted: Uint8Array,
): Uint32Array {
  const kept = new Uint32Array(candidates.length);
  let count = 0;
  for (let i = 0; i < candidates.length; i++) {
    const document = candidates[i];
    kept[count] = document;
    count += accepted[values[document]];
  }
  return kept.subarray(0, count);
}

function selectMultiple(
  candidates: Uint32Array,
  offsets: Uint32Array,
  values: UnsignedArray,
  accepted: Uint8Array,
): Uint32Array {
  const kept = new Uint32Array(candidates.length);
  let count = 0;
  for (let i = 0; i < candidates.length; i++) {
    const document = candidates[i];
    const end = Math.min(offsets[document + 1], values.length);
    // Reading the remaining values after a hit costs less than a mispredicted branch.
    let isAccepted = 0;
    for (let at = offsets[document]; at < end; at++) isAccepted |= accepted[values[at]];
    kept[count] = document;
    count += isAccepted;
  }
  return kept.subarray(0, count);
}

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
