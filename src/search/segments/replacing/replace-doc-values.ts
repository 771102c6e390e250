import {
  type DocValuesColumn,
  type DocValuesColumnData,
  openDocValuesColumn,
} from '../../columns/doc-values-column.js';
import { createDocValuesColumnBuilder } from '../../columns/doc-values-column-builder.js';
import { sumCounts } from '../../structures/prefix-sums.js';
import { createSmallestArray, type UnsignedArray } from '../../structures/smallest-type.js';
import { replaceStrings } from './replace-strings.js';

/** A column, and where its documents and values are in the merged column. */
interface MappedColumn {
  readonly column: DocValuesColumn;
  /** The documents that the merged column has. */
  readonly documents: Uint32Array;
  /** Parallel to `documents`: the document of the merged column. */
  readonly docIds: Uint32Array;
  /** By ordinal: the ordinal in the merged column. */
  readonly ords: Uint32Array;
}

/**
 * Replaces, adds and removes documents of a doc values column, like `replaceDocuments` in an index. The result has the
 * same bytes as the column that a `DocValuesColumnBuilder` builds for the kept and the added documents. Returns the `data`
 * of the column itself if no document has other values.
 *
 * @param kept the documents to keep, ascending
 * @param addedData the column of the added documents, with the order of `keyOf`
 * @param docIds The doc id mapping: first the new doc ids of the kept documents, ascending, then the doc ids of the
 *   added documents. Contains each number from 0 to the last document once.
 * @param keyOf returns the sort key of a value, as in `DocValuesColumnBuilder.build`
 * @param hasNewKeys Whether the values of the column can have other keys than when it was built. Default: false.
 */
export function replaceDocValues(
  before: DocValuesColumn,
  kept: Uint32Array,
  addedData: DocValuesColumnData,
  docIds: Uint32Array,
  keyOf: (value: string) => string,
  hasNewKeys = false,
): DocValuesColumnData {
  const column = hasNewKeys ? inOrderOf(keyOf, before) : before;
  const added = openDocValuesColumn(addedData);
  if (isUnchanged(column, kept, added, docIds)) return column.data;
  const keptCounts = countKept(column, kept);
  const { table: dictionary, numbers } = replaceStrings(
    column.data.dictionary,
    addedData.dictionary,
    (value): Value => ({ value, key: keyOf(value) }),
    compareValues,
    (ord) => keptCounts[ord] > 0,
  );
  const parts: readonly MappedColumn[] = [
    { column, documents: kept, docIds: docIds.subarray(0, kept.length), ords: numbers.before },
    {
      column: added,
      documents: Uint32Array.from({ length: added.documentCount }, (_, document) => document),
      docIds: docIds.subarray(kept.length),
      ords: numbers.added,
    },
  ];
  const counts = new Uint32Array(numbers.count);
  keptCounts.forEach((count, ord) => {
    if (count > 0) counts[numbers.before[ord]] = count;
  });
  addedData.counts.forEach((count, ord) => {
    counts[numbers.added[ord]] += count;
  });
  return { ...mergeValues(parts, docIds.length, numbers.count), counts, dictionary };
}

/** A value with its sort key. */
interface Value {
  readonly value: string;
  readonly key: string;
}

function compareValues(a: Value, b: Value): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  if (a.value === b.value) return 0;
  return a.value < b.value ? -1 : 1;
}

/** Returns a column with its values in the order of keys. */
function inOrderOf(keyOf: (value: string) => string, column: DocValuesColumn): DocValuesColumn {
  const { dictionary, documentCount } = column;
  const values = Array.from({ length: dictionary.size }, (_, ord): Value => {
    const value = dictionary.get(ord);
    return { value, key: keyOf(value) };
  });
  if (values.every((value, i) => i === 0 || compareValues(values[i - 1], value) < 0)) return column;
  const builder = createDocValuesColumnBuilder();
  for (let document = 0; document < documentCount; document++) {
    builder.add(column.valuesOf(document).map((ord) => values[ord].value));
  }
  return openDocValuesColumn(builder.build(keyOf));
}

/** Returns the number of kept documents that have each value. */
function countKept(column: DocValuesColumn, kept: Uint32Array): Uint32Array {
  const counts = column.data.counts.slice();
  let document = 0;
  const removeUntil = (end: number) => {
    for (; document < end; document++) for (const ord of column.valuesOf(document)) counts[ord]--;
  };
  for (let i = 0; i < kept.length; i++) {
    removeUntil(kept[i]);
    document++;
  }
  removeUntil(column.documentCount);
  return counts;
}

/** Returns whether the documents have the doc ids and values of the documents of the column. Reads no sort keys. */
function isUnchanged(
  column: DocValuesColumn,
  kept: Uint32Array,
  added: DocValuesColumn,
  docIds: Uint32Array,
): boolean {
  if (docIds.length !== column.documentCount) return false;
  for (let i = 0; i < kept.length; i++) if (docIds[i] !== kept[i]) return false;
  /** By ordinal of an added value: its ordinal in the column. */
  const ords = new Map<number, number>();
  const isSameValue = (ord: number, addedOrd: number) => {
    const known = ords.get(addedOrd);
    if (known !== undefined) return known === ord;
    ords.set(addedOrd, ord);
    return column.dictionary.get(ord) === added.dictionary.get(addedOrd);
  };
  for (let i = 0; i < added.documentCount; i++) {
    const values = column.valuesOf(docIds[kept.length + i]);
    const addedValues = added.valuesOf(i);
    if (values.length !== addedValues.length) return false;
    if (!values.every((ord, at) => isSameValue(ord, addedValues[at]))) return false;
  }
  return true;
}

/** Merges the values of the documents, with offsets if a document has several values. */
function mergeValues(
  parts: readonly MappedColumn[],
  documentCount: number,
  dictionarySize: number,
): Pick<DocValuesColumnData, 'offsets' | 'values'> {
  const offsets = new Uint32Array(documentCount + 1);
  for (const part of parts) countValues(part, offsets);
  if (!offsets.some((count) => count > 1)) {
    const values = createSmallestArray(dictionarySize, documentCount).fill(dictionarySize);
    for (const part of parts) copyValues(part, undefined, values);
    return { values };
  }
  sumCounts(offsets, 'values of documents');
  const values = createSmallestArray(dictionarySize, offsets[documentCount]);
  for (const part of parts) copyValues(part, offsets, values);
  return { offsets, values };
}

/** Sets the number of values of each document, as the element of `counts` after its doc id. */
function countValues({ column, documents, docIds }: MappedColumn, counts: Uint32Array): void {
  const { offsets, values } = column.data;
  const { size } = column.dictionary;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i];
    counts[docIds[i] + 1] =
      offsets === undefined
        ? Number(values[document] !== size)
        : offsets[document + 1] - offsets[document];
  }
}

/** @param mergedOffsets the offsets of the merged column, if it has any */
function copyValues(
  { column, documents, docIds, ords }: MappedColumn,
  mergedOffsets: Uint32Array | undefined,
  merged: UnsignedArray,
): void {
  const { offsets, values } = column.data;
  const { size } = column.dictionary;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i];
    let to = mergedOffsets === undefined ? docIds[i] : mergedOffsets[docIds[i]];
    const end = offsets === undefined ? document + 1 : offsets[document + 1];
    for (let at = offsets === undefined ? document : offsets[document]; at < end; at++) {
      if (values[at] !== size) merged[to++] = ords[values[at]];
    }
  }
}
