import { DistinctStrings } from '../structures/distinct-values.js';
import { GrowableArray } from '../structures/growable-array.js';
import { createSmallestArray } from '../structures/smallest-type.js';
import { sortByKeys } from '../structures/sort-by-keys.js';
import type { DocValuesColumn, DocValuesColumnData } from './doc-values-column.js';

/** Builds a doc values column from the values of one document after another. */
export interface DocValuesColumnBuilder {
  /** Adds the values of the next document. A repeated value counts once. */
  add(values: readonly string[]): void;
  /** Adds documents of a column, in the given order. */
  addDocuments(column: DocValuesColumn, documents: Uint32Array): void;
  /**
   * Builds the column, and frees the memory of the builder, which cannot be used again.
   *
   * @param keyOf returns the sort key of a value. Ordinals are in the order of the keys, compared by
   *   UTF-16 code unit. Values with equal keys are compared themselves. Facet values with equal counts
   *   are in the order of their ordinals.
   * @param newDocIds the final number of each document, in the order in which the documents were
   *   added. Default: documents are numbered in the order in which they were added.
   * @param isSorted Whether the column of the first call of {@link addDocuments} has the order of the keys, so that few of
   *   its keys are needed. Then the result is the `data` of that column if no document has other values. Default: false.
   */
  build(
    keyOf: (value: string) => string,
    newDocIds?: Uint32Array,
    isSorted?: boolean,
  ): DocValuesColumnData;
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

/** Documents of a column that were added before any others. */
interface FirstDocuments {
  readonly column: DocValuesColumn;
  readonly documents: Uint32Array;
}

/** A class, because V8 compiles the functions of closures again for each of the many builders. */
class ColumnBuilder implements DocValuesColumnBuilder {
  /** Undefined if the first documents were added without a column, or if their values are in the fields below. */
  private first: FirstDocuments | undefined;
  /** The values, numbered in the order in which they are added. */
  private distinct = new DistinctStrings();
  private readonly ends = new GrowableArray();
  private readonly added = new GrowableArray();

  add(values: readonly string[]): void {
    for (const value of values) this.added.push(this.distinct.add(value));
    this.ends.push(this.added.length);
  }

  addDocuments(column: DocValuesColumn, documents: Uint32Array): void {
    if (this.first === undefined && this.ends.length === 0) {
      this.first = { column, documents };
    } else {
      this.appendFirst();
      this.append(column, documents);
    }
  }

  build(
    keyOf: (value: string) => string,
    newDocIds?: Uint32Array,
    isSorted = false,
  ): DocValuesColumnData {
    if (isSorted && this.first !== undefined && this.isUnchanged(this.first, newDocIds)) {
      return this.first.column.data;
    }
    const sortedCount = this.appendFirst();
    const { distinct } = this;
    const { sorted, finalOrdinals } = sortValues(
      distinct.size,
      (index) => distinct.get(index),
      keyOf,
      isSorted ? sortedCount : undefined,
    );
    const { offsets, values } = arrange(
      this.ends.take(),
      this.added.take(),
      finalOrdinals,
      newDocIds,
    );
    this.distinct = new DistinctStrings();
    const counts = new Uint32Array(distinct.size);
    for (const value of values) counts[value]++;
    return {
      ...compact(offsets, values, distinct.size),
      counts,
      dictionary: distinct.list.toTable(sorted),
    };
  }

  /** Returns whether the documents have the numbers and values of the documents of the column. */
  private isUnchanged(
    { column, documents }: FirstDocuments,
    newDocIds: Uint32Array | undefined,
  ): boolean {
    if (newDocIds?.length !== column.documentCount) return false;
    for (let i = 0; i < documents.length; i++) if (newDocIds[i] !== documents[i]) return false;
    const { added, distinct, ends } = this;
    const { dictionary } = column;
    /** By ordinal: the number of the value among the added values, or -1. */
    const numbers = new Map<number, number>();
    const numberOf = (ord: number) => {
      const number = numbers.get(ord) ?? distinct.find(dictionary.get(ord));
      numbers.set(ord, number);
      return number;
    };
    let start = 0;
    for (let i = 0; i < ends.length; i++) {
      const values = new Set<number>();
      for (; start < ends.get(i); start++) values.add(added.get(start));
      const ords = column.valuesOf(newDocIds[documents.length + i]);
      if (ords.length !== values.size || !ords.every((ord) => values.has(numberOf(ord)))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Moves {@link first} to the other fields, before the documents that were added later. Returns the number of values of
   * these first documents, which are the first of `distinct`.
   */
  private appendFirst(): number {
    const { first, distinct } = this;
    if (first === undefined) return 0;
    this.first = undefined;
    const [ends, added] = [this.ends.take(), this.added.take()];
    this.distinct = new DistinctStrings();
    this.append(first.column, first.documents);
    const { size } = this.distinct;
    const numbers = Uint32Array.from({ length: distinct.size }, (_, number) =>
      this.distinct.add(distinct.get(number)),
    );
    const start = this.added.length;
    for (const number of added) this.added.push(numbers[number]);
    for (const end of ends) this.ends.push(start + end);
    return size;
  }

  private append(
    { data: { offsets, values }, dictionary }: DocValuesColumn,
    documents: Uint32Array,
  ): void {
    const { distinct } = this;
    const { size } = dictionary;
    const start = this.added.length;
    const ends = this.ends.extend(documents.length);
    const isUsed = new Uint8Array(size);
    let count = 0;
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i];
      const end = offsets === undefined ? document + 1 : offsets[document + 1];
      for (let at = offsets === undefined ? document : offsets[document]; at < end; at++) {
        if (values[at] === size) continue;
        isUsed[values[at]] = 1;
        count++;
      }
      ends[i] = start + count;
    }
    const indexes = new Uint32Array(size);
    for (let ord = 0; ord < size; ord++) {
      if (isUsed[ord] === 1) indexes[ord] = distinct.add(dictionary.get(ord));
    }
    const added = this.added.extend(count);
    let next = 0;
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i];
      const end = offsets === undefined ? document + 1 : offsets[document + 1];
      for (let at = offsets === undefined ? document : offsets[document]; at < end; at++) {
        if (values[at] !== size) added[next++] = indexes[values[at]];
      }
    }
  }
}

/**
 * Returns the indexes of values in the order of their keys, and the ordinal of each value by its index.
 *
 * @param valueAt returns the value at an index
 * @param sortedCount The number of values at the beginning that are in the order of their keys. Default: counted.
 */
export function sortValues(
  size: number,
  valueAt: (index: number) => string,
  keyOf: (value: string) => string,
  sortedCount?: number,
) {
  const sorted = sortByKeys(
    Uint32Array.from({ length: size }, (_, index) => index),
    (index) => keyOf(valueAt(index)),
    { compareEqual: (a, b) => (valueAt(a) < valueAt(b) ? -1 : 1), sortedCount },
  );
  const finalOrdinals = new Uint32Array(size);
  sorted.forEach((index, ordinal) => {
    finalOrdinals[index] = ordinal;
  });
  return { sorted, finalOrdinals };
}

/**
 * Returns the offsets and values of the column, in the order of the final document numbers. The
 * ordinals of a document are ascending, each once.
 *
 * @param ends for each added document, the end of its values in `added`
 * @param added the values of all added documents, as indexes of `finalOrdinals`
 */
function arrange(
  ends: Uint32Array,
  added: Uint32Array,
  finalOrdinals: Uint32Array,
  newDocIds: Uint32Array | undefined,
) {
  const documentCount = ends.length;
  const indexOfDocument = new Uint32Array(documentCount);
  for (let index = 0; index < documentCount; index++) {
    indexOfDocument[newDocIds === undefined ? index : newDocIds[index]] = index;
  }
  const offsets = new Uint32Array(documentCount + 1);
  const values = new Uint32Array(added.length);
  let length = 0;
  for (let document = 0; document < documentCount; document++) {
    const index = indexOfDocument[document];
    const start = length;
    let isAscending = true;
    for (let at = index === 0 ? 0 : ends[index - 1]; at < ends[index]; at++) {
      const ordinal = finalOrdinals[added[at]];
      if (length > start && ordinal < values[length - 1]) isAscending = false;
      values[length++] = ordinal;
    }
    if (!isAscending) values.subarray(start, length).sort();
    let kept = start;
    for (let at = start; at < length; at++) {
      if (at === start || values[at] !== values[kept - 1]) values[kept++] = values[at];
    }
    length = kept;
    offsets[document + 1] = length;
  }
  return { offsets, values: values.subarray(0, length) };
}

/** Omits the offsets when no document has several values. Stores ordinals in the smallest integer type. */
function compact(offsets: Uint32Array, values: Uint32Array, dictionarySize: number) {
  const documentCount = offsets.length - 1;
  for (let document = 0; document < documentCount; document++) {
    if (offsets[document + 1] - offsets[document] > 1) {
      const narrow = createSmallestArray(dictionarySize, values.length);
      narrow.set(values);
      return { offsets, values: narrow };
    }
  }
  const single = createSmallestArray(dictionarySize, documentCount);
  for (let document = 0; document < documentCount; document++) {
    const at = offsets[document];
    single[document] = at < offsets[document + 1] ? values[at] : dictionarySize;
  }
  return { values: single };
}
