import { type CompareStrings, LEFT_OUT, mergeStringTables } from '../../base/merge-strings.js';
import {
  encodeStringTable,
  openStringTable,
  type StringTableData,
} from '../../base/string-table.js';
import {
  type DocValuesColumn,
  type DocValuesColumnData,
  openDocValuesColumn,
} from './doc-values-column.js';
import { sortValues } from './doc-values-column-builder.js';
import { placeValues } from './place-values.js';

/** A column, with the mapping of its documents to the merged column. */
interface MappedColumn {
  readonly column: DocValuesColumn;
  /** By document: its document in the merged column, or `LEFT_OUT`. */
  readonly documents: Uint32Array;
}

/** The numbers of documents in a merged column. */
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
