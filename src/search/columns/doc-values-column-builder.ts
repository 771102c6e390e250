/*
 * Builds doc values columns from values, merges columns for a changed catalog, and sorts the values of a column. A search
 * reads only columns that are built.
 */

import { DistinctStrings } from '../../base/distinct-values.js';
import { type CompareStrings, LEFT_OUT, mergeStringTables } from '../../base/merge-strings.js';
import { sortByKeys } from '../../base/sort-by-keys.js';
import {
  encodeStringTable,
  openStringTable,
  type StringTableData,
} from '../../base/string-table.js';
import {
  createSmallestArray,
  GrowableArray,
  sumCounts,
  type UnsignedArray,
} from '../../base/typed-arrays.js';
import {
  type DocValuesColumn,
  type DocValuesColumnData,
  openDocValuesColumn,
} from './doc-values-column.js';

/** Builds a doc values column from the values of one document after another. */
export interface DocValuesColumnBuilder {
  /** Adds the values of the next document. A repeated value counts once. */
  add(values: readonly string[]): void;
  /**
   * Builds the column, and frees the memory of the builder, which cannot be used again.
   *
   * @param keyOf returns the sort key of a value. Ordinals are in the order of the keys, compared by
   *   UTF-16 code unit. Values with equal keys are compared themselves. Facet values with equal counts
   *   are in the order of their ordinals.
   * @param newDocIds the final number of each document, in the order in which the documents were
   *   added. Default: documents are numbered in the order in which they were added.
   */
  build(keyOf: (value: string) => string, newDocIds?: Uint32Array): DocValuesColumnData;
}

/**
 * Creates a builder. The builder uses 4 to 8 bytes per document and 4 to 8 bytes per value of a
 * document, and stores each distinct value once.
 *
 * @example
 * const builder = createDocValuesColumnBuilder();
 * for (const values of [['Book'], [], ['DVD', 'Book']]) builder.add(values);
 * builder.build(collationKey).counts; // Uint32Array [2, 1]
 */
export function createDocValuesColumnBuilder(): DocValuesColumnBuilder {
  return new ColumnBuilder();
}

/** A class, because V8 compiles the functions of closures again for each of the many builders. */
class ColumnBuilder implements DocValuesColumnBuilder {
  /** The values, numbered in the order in which they are added. */
  private distinct = new DistinctStrings();
  /** By value: one more than the latest document that has the value. */
  private readonly latest = new GrowableArray();
  private readonly offsets = new GrowableArray();
  private readonly added = new GrowableArray();

  constructor() {
    this.offsets.push(0);
  }

  add(values: readonly string[]): void {
    const { added, distinct, latest, offsets } = this;
    const document = offsets.length;
    for (const value of values) {
      const number = distinct.add(value);
      if (number === latest.length) latest.push(document);
      else if (latest.get(number) === document) continue;
      else latest.set(number, document);
      added.push(number);
    }
    offsets.push(added.length);
  }

  build(keyOf: (value: string) => string, newDocIds?: Uint32Array): DocValuesColumnData {
    const { distinct } = this;
    const { sorted, finalOrdinals } = sortValues(
      distinct.size,
      (index) => distinct.get(index),
      keyOf,
    );
    this.distinct = new DistinctStrings();
    const dictionary = distinct.list.toTable(sorted);
    const offsets = this.offsets.take();
    const values = this.added.take();
    const documents = newDocIds ?? Uint32Array.from({ length: offsets.length - 1 }, (_, i) => i);
    const counts = new Uint32Array(distinct.size);
    for (const value of values) counts[finalOrdinals[value]]++;
    const part = { offsets, values, documents, ords: finalOrdinals };
    return { ...placeValues([part], documents.length, distinct.size), counts, dictionary };
  }
}

/** Returns the indexes of values in the order of their keys, and the ordinal of each value by its index. */
export function sortValues(
  size: number,
  valueAt: (index: number) => string,
  keyOf: (value: string) => string,
) {
  const sorted = sortByKeys(
    Uint32Array.from({ length: size }, (_, index) => index),
    (index) => keyOf(valueAt(index)),
    { compareEqual: (a, b) => (valueAt(a) < valueAt(b) ? -1 : 1) },
  );
  const finalOrdinals = new Uint32Array(size);
  sorted.forEach((index, ordinal) => {
    finalOrdinals[index] = ordinal;
  });
  return { sorted, finalOrdinals };
}

interface MappedColumn {
  readonly column: DocValuesColumn;
  /** By document: its document in the merged column, or `LEFT_OUT`. */
  readonly documents: Uint32Array;
}

interface DocumentNumbers {
  /** The number of documents of the merged column. */
  readonly size: number;
  /**
   * The doc id mapping: document `i` of the concatenated documents becomes document `docIds[i]`, or is left out if the
   * number is `LEFT_OUT`. Contains each number from 0 to the last document once.
   */
  readonly docIds: Uint32Array;
}

/**
 * Merges doc values columns, as `mergeSegments` merges segments. The result has the same bytes as the column that a
 * `DocValuesColumnBuilder` builds for its documents. Returns the first column itself if its documents keep their numbers,
 * and the documents of the other columns replace documents with the same values.
 *
 * @param columns the columns, whose values are in the order of `keyOf`; their documents are concatenated
 * @param keyOf returns the sort key of a value, as in `DocValuesColumnBuilder.build`
 */
export function mergeDocValues(
  columns: readonly DocValuesColumnData[],
  { size: documentCount, docIds }: DocumentNumbers,
  keyOf: (value: string) => string,
): DocValuesColumnData {
  let end = 0;
  const mapped = columns.map((data): MappedColumn => {
    const column = openDocValuesColumn(data);
    end += column.documentCount;
    return { column, documents: docIds.subarray(end - column.documentCount, end) };
  });
  if (isFirstUnchanged(mapped, documentCount)) return columns[0];
  const dictionaries = columns.map(({ dictionary }) => dictionary);
  const counts = mapped.map(countKept);
  const { table, numbers } = mergeStringTables(
    dictionaries,
    (column, ord) => counts[column][ord] > 0,
    compareByKey(dictionaries, keyOf),
  );
  const size = table.offsets.length - 1;
  const mergedCounts = new Uint32Array(size);
  counts.forEach((countsOfColumn, i) => {
    countsOfColumn.forEach((count, ord) => {
      if (count > 0) mergedCounts[numbers[i][ord]] += count;
    });
  });
  const placed = mapped.map(({ column: { data }, documents }, i) => ({
    ...data,
    documents,
    ords: numbers[i],
  }));
  return {
    ...placeValues(placed, documentCount, size),
    counts: mergedCounts,
    dictionary: table,
  };
}

/** Returns a column with its values in the order of their keys: the column itself if they are in this order. */
export function sortDocValues(
  data: DocValuesColumnData,
  keyOf: (value: string) => string,
): DocValuesColumnData {
  const { documentCount, dictionary } = openDocValuesColumn(data);
  const { sorted, finalOrdinals: ords } = sortValues(dictionary.size, dictionary.get, keyOf);
  if (sorted.every((before, ord) => before === ord)) return data;
  const documents = Uint32Array.from({ length: documentCount }, (_, document) => document);
  return {
    ...placeValues([{ ...data, documents, ords }], documentCount, dictionary.size),
    counts: sorted.map((before) => data.counts[before]),
    dictionary: encodeStringTable(Array.from(sorted, dictionary.get)),
  };
}

/**
 * Returns a column in which values with the same key are one value: the value of the lowest document that has any of them,
 * and of its values the one with the lowest ordinal. Returns the column itself if all keys differ.
 */
export function uniteDocValues(
  data: DocValuesColumnData,
  keyOf: (value: string) => string,
): DocValuesColumnData {
  const { documentCount, dictionary, valuesOf } = openDocValuesColumn(data);
  const keys = new DistinctStrings();
  const keyOfOrd = Uint32Array.from({ length: dictionary.size }, (_, ord) =>
    keys.add(keyOf(dictionary.get(ord))),
  );
  if (keys.size === dictionary.size) return data;
  /** By key: one more than the ordinal of the value that stays. */
  const staying = new Uint32Array(keys.size);
  const offsets = new GrowableArray();
  const values = new GrowableArray();
  offsets.push(0);
  for (let document = 0; document < documentCount; document++) {
    const ords = valuesOf(document);
    for (const ord of ords) if (staying[keyOfOrd[ord]] === 0) staying[keyOfOrd[ord]] = ord + 1;
    for (const ord of new Set(ords.map((ord) => staying[keyOfOrd[ord]]))) values.push(ord - 1);
    offsets.push(values.length);
  }
  const { table, numbers } = mergeStringTables(
    [data.dictionary],
    (_, ord) => staying[keyOfOrd[ord]] === ord + 1,
  );
  const counts = new Uint32Array(keys.size);
  const united = values.take();
  for (const value of united) counts[numbers[0][value]]++;
  const documents = Uint32Array.from({ length: documentCount }, (_, document) => document);
  const part = { offsets: offsets.take(), values: united, documents, ords: numbers[0] };
  return { ...placeValues([part], documentCount, keys.size), counts, dictionary: table };
}

/** Returns a column with other values for some ordinals, in the order of their keys. */
export function renameDocValues(
  data: DocValuesColumnData,
  names: ReadonlyMap<number, string>,
  keyOf: (value: string) => string,
): DocValuesColumnData {
  const { dictionary } = openDocValuesColumn(data);
  const renamed = Array.from(
    { length: dictionary.size },
    (_, ord) => names.get(ord) ?? dictionary.get(ord),
  );
  return sortDocValues({ ...data, dictionary: encodeStringTable(renamed) }, keyOf);
}

/** Returns the order of values: by key, then by value. */
function compareByKey(
  dictionaries: readonly StringTableData[],
  keyOf: (value: string) => string,
): CompareStrings {
  const readers = dictionaries.map((dictionary) => {
    const { get } = openStringTable(dictionary);
    let [latest, value, key] = [-1, '', ''];
    // A value is often compared with several values one after the other.
    return (ord: number) => {
      if (ord !== latest) {
        latest = ord;
        value = get(ord);
        key = keyOf(value);
      }
      return { value, key };
    };
  });
  return (a, i, b, j) => {
    const [left, right] = [readers[a](i), readers[b](j)];
    if (left.key !== right.key) return left.key < right.key ? -1 : 1;
    if (left.value === right.value) return 0;
    return left.value < right.value ? -1 : 1;
  };
}

/** Returns the number of documents in the merged column that have each value of a column. */
function countKept({ column, documents }: MappedColumn): Uint32Array {
  const counts = column.data.counts.slice();
  for (let document = 0; document < documents.length; document++) {
    if (documents[document] !== LEFT_OUT) continue;
    for (const ord of column.valuesOf(document)) counts[ord]--;
  }
  return counts;
}

/** Returns whether the merged column equals the first column. Reads no sort keys. */
function isFirstUnchanged([first, ...others]: readonly MappedColumn[], count: number): boolean {
  if (first === undefined || first.column.documentCount !== count) return false;
  const { column, documents } = first;
  for (let document = 0; document < count; document++) {
    if (documents[document] !== document && documents[document] !== LEFT_OUT) return false;
  }
  return others.every((other) => haveValuesOf(column, other));
}

/** Returns whether the documents of a column have the values of the documents that they replace in another column. */
function haveValuesOf(before: DocValuesColumn, { column, documents }: MappedColumn): boolean {
  /** By ordinal: its ordinal in the other column. */
  const ords = new Map<number, number>();
  const isSameValue = (ordBefore: number, ord: number) => {
    const known = ords.get(ord);
    if (known !== undefined) return known === ordBefore;
    ords.set(ord, ordBefore);
    return before.dictionary.get(ordBefore) === column.dictionary.get(ord);
  };
  return documents.every((docId, document) => {
    if (docId === LEFT_OUT) return true;
    const valuesBefore = before.valuesOf(docId);
    const values = column.valuesOf(document);
    if (values.length !== valuesBefore.length) return false;
    return valuesBefore.every((ordBefore, at) => isSameValue(ordBefore, values[at]));
  });
}

/** Values of documents, with the mappings of the documents and the values to a column. */
interface PlacedValues extends Pick<DocValuesColumnData, 'offsets' | 'values'> {
  /** By document: its document in the column, or `LEFT_OUT`. */
  readonly documents: Uint32Array;
  /** By value: its ordinal in the column. */
  readonly ords: Uint32Array;
}

/**
 * Returns the values of the documents of a column. Omits the offsets when no document has several values. Stores ordinals in
 * the smallest integer type.
 *
 * @param parts the values, each once per document
 * @param size the number of distinct values in the column
 */
function placeValues(
  parts: readonly PlacedValues[],
  documentCount: number,
  size: number,
): Pick<DocValuesColumnData, 'offsets' | 'values'> {
  const offsets = new Uint32Array(documentCount + 1);
  for (const part of parts) countValues(part, offsets);
  if (!offsets.some((count) => count > 1)) {
    const values = createSmallestArray(size, documentCount).fill(size);
    for (const part of parts) copyValues(part, undefined, values);
    return { values };
  }
  sumCounts(offsets, 'values of documents');
  const values = createSmallestArray(size, offsets[documentCount]);
  for (const part of parts) copyValues(part, offsets, values);
  return { offsets, values };
}

/** Sets the number of values of each document, as the element of `counts` after its number in the column. */
function countValues(
  { offsets, values, documents, ords }: PlacedValues,
  counts: Uint32Array,
): void {
  for (let document = 0; document < documents.length; document++) {
    const docId = documents[document];
    if (docId === LEFT_OUT) continue;
    counts[docId + 1] =
      offsets === undefined
        ? Number(values[document] !== ords.length)
        : offsets[document + 1] - offsets[document];
  }
}

/** @param placedOffsets the offsets of the column, if it has any */
function copyValues(
  { offsets, values, documents, ords }: PlacedValues,
  placedOffsets: Uint32Array | undefined,
  placed: UnsignedArray,
): void {
  for (let document = 0; document < documents.length; document++) {
    const docId = documents[document];
    if (docId === LEFT_OUT) continue;
    const start = placedOffsets === undefined ? docId : placedOffsets[docId];
    let to = start;
    let isAscending = true;
    const end = offsets === undefined ? document + 1 : offsets[document + 1];
    for (let at = offsets === undefined ? document : offsets[document]; at < end; at++) {
      if (values[at] === ords.length) continue;
      const ord = ords[values[at]];
      if (to > start && ord < placed[to - 1]) isAscending = false;
      placed[to++] = ord;
    }
    if (!isAscending) placed.subarray(start, to).sort();
  }
}
