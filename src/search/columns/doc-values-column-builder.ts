import { DistinctStrings } from '../../base/distinct-values.js';
import { GrowableArray } from '../../base/growable-array.js';
import { sortByKeys } from '../../base/sort-by-keys.js';
import type { DocValuesColumnData } from './doc-values-column.js';
import { placeValues } from './place-values.js';

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
