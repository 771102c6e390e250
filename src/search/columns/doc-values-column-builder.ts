import { DistinctStrings } from '../structures/distinct-values.js';
import { GrowableArray } from '../structures/growable-array.js';
import { createSmallestArray } from '../structures/smallest-type.js';
import { sortByKeys } from '../structures/sort-by-keys.js';
import type { DocValuesColumnData } from './doc-values-column.js';

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
  private readonly ends = new GrowableArray();
  private readonly added = new GrowableArray();

  add(values: readonly string[]): void {
    for (const value of values) this.added.push(this.distinct.add(value));
    this.ends.push(this.added.length);
  }

  build(keyOf: (value: string) => string, newDocIds?: Uint32Array): DocValuesColumnData {
    const { distinct } = this;
    const { sorted, finalOrdinals } = sortValues(
      distinct.size,
      (index) => distinct.get(index),
      keyOf,
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
}

/**
 * Returns the indexes of values in the order of their keys, and the ordinal of each value by its index.
 *
 * @param valueAt returns the value at an index
 */
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
