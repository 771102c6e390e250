import {
  DistinctNumbers,
  DistinctStrings,
  type DistinctValues,
} from '../../base/distinct-values.js';
import { GrowableArray } from '../../base/growable-array.js';
import { sortByKeys } from '../../base/sort-by-keys.js';
import {
  isOrderUnchanged,
  mergeRanks,
  type RankedDocuments,
  type ReplacedDocument,
  ReplacedDocuments,
} from './merge-ranks.js';

/** Builds the sort ranks of documents from the values of one document after another. */
export interface SortRanksBuilder<Value extends string | number> {
  /**
   * Adds documents whose order is known. Must be called before {@link add}, at most once. Reads the values of
   * only some of these documents.
   *
   * @param ranks the ranks that a builder returned, by document
   * @param documents some of these documents, in document order
   * @param readValue returns the value of a document, or undefined if the document has no value
   */
  addRanked(
    ranks: Uint32Array,
    documents: Uint32Array,
    readValue: (document: number) => Value | undefined,
  ): void;
  /**
   * Adds the value of the next document, or undefined when the document has no value.
   *
   * @param replaced the document that this document replaces at the same place in document order. Default: none
   */
  add(value: Value | undefined, replaced?: ReplacedDocument): void;
  /**
   * Returns the rank of every document: its position in the sort order, from 0. Documents with equal
   * values are in document order. Documents without a value come last in either direction. The
   * builder cannot be used again. Returns the array of {@link addRanked} itself if no rank changed, so the caller must not
   * write to the result.
   *
   * @param keyOf returns the sort key of a value: a number, or a string compared by UTF-16 code unit.
   *   Different values must have different keys. Called several times for some values.
   * @param direction 1 for ascending, -1 for descending
   * @param newDocIds the final number of each document, in the order in which the documents were
   *   added. Default: documents are numbered in the order in which they were added.
   */
  build(
    keyOf: (value: Value) => string | number,
    direction: 1 | -1,
    newDocIds?: Uint32Array,
  ): Uint32Array;
}

/**
 * Creates a builder. The builder uses 4 to 8 bytes per document, and stores each distinct value once.
 *
 * @example
 * const builder = createSortRanksBuilder<string>();
 * for (const author of ['Zola', undefined, 'Ärlig']) builder.add(author);
 * builder.build(collationKey, 1); // Uint32Array [1, 2, 0]
 */
export function createSortRanksBuilder<Value extends string | number>(): SortRanksBuilder<Value> {
  return new RanksBuilder();
}

/** A class, because V8 compiles the functions of closures again for each of the builders. */
class RanksBuilder<Value extends string | number> implements SortRanksBuilder<Value> {
  /** The values that were added. Undefined before the first value. */
  private values: DistinctValues<Value> | undefined;
  /** For each added document: one more than the number of its value, or 0 if the document has no value. */
  private readonly added = new GrowableArray();
  /** Empty without ranked documents. */
  private readonly replaced = new ReplacedDocuments();
  private ranked: RankedDocuments<Value> | undefined;

  addRanked(
    ranks: Uint32Array,
    documents: Uint32Array,
    readValue: (document: number) => Value | undefined,
  ): void {
    this.ranked = { ranks, documents, readValue };
  }

  add(value: Value | undefined, replaced?: ReplacedDocument): void {
    const { added } = this;
    if (this.ranked !== undefined) this.replaced.add(replaced);
    if (value === undefined) {
      added.push(0);
      return;
    }
    this.values ??= distinctValuesLike(value);
    added.push(this.values.add(value) + 1);
  }

  build(
    keyOf: (value: Value) => string | number,
    direction: 1 | -1,
    newDocIds?: Uint32Array,
  ): Uint32Array {
    const { added, replaced, values, ranked } = this;
    if (ranked !== undefined) {
      if (isOrderUnchanged(ranked, replaced, newDocIds)) return ranked.ranks;
      const addedKeys = Array.from(added.toArray(), (number) =>
        values === undefined || number === 0 ? undefined : keyOf(values.get(number - 1)),
      );
      return mergeRanks(ranked, { keys: addedKeys, replaced }, keyOf, direction, newDocIds);
    }
    const numbers = reorderByDocument(added.take(), newDocIds);
    const sorted = sortedNumbers(values, keyOf);
    this.values = undefined;
    if (direction < 0) sorted.reverse();

    const counts = new Uint32Array(sorted.length + 1);
    for (const number of numbers) counts[number]++;
    /** For each value, the rank of its next document. */
    const next = new Uint32Array(sorted.length + 1);
    let rank = 0;
    for (const i of sorted) {
      next[i + 1] = rank;
      rank += counts[i + 1];
    }
    next[0] = rank;
    return numbers.map((number) => next[number]++);
  }
}

function distinctValuesLike<Value extends string | number>(value: Value): DistinctValues<Value> {
  const values = typeof value === 'string' ? new DistinctStrings() : new DistinctNumbers();
  return values as DistinctValues<string | number> as DistinctValues<Value>;
}

/** Returns the numbers of the values in ascending order of their keys. */
function sortedNumbers<Value>(
  values: DistinctValues<Value> | undefined,
  keyOf: (value: Value) => string | number,
): Uint32Array {
  if (values === undefined) return new Uint32Array(0);
  const numbers = Uint32Array.from({ length: values.size }, (_, number) => number);
  if (typeof keyOf(values.get(0)) === 'string') {
    return sortByKeys(numbers, (number) => keyOf(values.get(number)) as string);
  }
  const keys = Float64Array.from(numbers, (number) => keyOf(values.get(number)) as number);
  return numbers.sort((a, b) => keys[a] - keys[b]);
}

/** Reorders `added`, which has one number per added document, by final document number. */
function reorderByDocument(added: Uint32Array, newDocIds: Uint32Array | undefined): Uint32Array {
  if (newDocIds === undefined) return added;
  const numbers = new Uint32Array(added.length);
  for (let index = 0; index < added.length; index++) {
    numbers[newDocIds[index]] = added[index];
  }
  return numbers;
}
