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
