import { GrowableArray } from '../structures/growable-array.js';

/** Builds the sort ranks of documents from the values of one document after another. */
export interface SortRanksBuilder<Value extends string | number> {
  /** Adds the value of the next document, or undefined when the document has no value. */
  add(value: Value | undefined): void;
  /**
   * Returns the rank of every document: its position in the sort order, from 0. Documents with equal
   * values are in document order. Documents without a value come last in either direction. The
   * builder cannot be used again.
   *
   * @param keyOf returns the sort key of a value: a number, or a string compared by UTF-16 code unit.
   *   Different values must have different keys.
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
  /** Numbers the values from 1 in the order in which they are added. */
  const numberByValue = new Map<Value, number>();
  const added = new GrowableArray();
  return {
    add(value) {
      // The number 0 means that the document has no value.
      let number = 0;
      if (value !== undefined) {
        number = numberByValue.get(value) ?? numberByValue.size + 1;
        if (number > numberByValue.size) numberByValue.set(value, number);
      }
      added.push(number);
    },
    build(keyOf, direction, newDocIds) {
      const numbers = reorderByDocument(added.toArray(), newDocIds);
      const keys = Array.from(numberByValue.keys(), keyOf);
      numberByValue.clear();
      const sorted = Uint32Array.from(keys, (_, i) => i);
      sorted.sort((a, b) => (keys[a] < keys[b] ? -direction : direction));

      const counts = new Uint32Array(keys.length + 1);
      for (const number of numbers) counts[number]++;
      /** For each value, the rank of its next document. */
      const next = new Uint32Array(keys.length + 1);
      let rank = 0;
      for (const i of sorted) {
        next[i + 1] = rank;
        rank += counts[i + 1];
      }
      next[0] = rank;
      return numbers.map((number) => next[number]++);
    },
  };
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
