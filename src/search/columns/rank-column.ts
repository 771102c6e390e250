import { NumberList } from '../building/number-list.js';

/** Takes the value of one document after the other and ranks the documents by it. */
export interface RankColumnBuilder<Value extends string | number> {
  /** The value of the next document, if it has one. */
  add(value: Value | undefined): void;
  /**
   * The place of every document in an order, from 0, each place once. Documents without a value come
   * last; those of equal values are in document order. The builder forgets its values: it is of no
   * use afterwards.
   *
   * A descending order is a column of its own: read backwards, an ascending one would begin with the
   * documents that have no value.
   *
   * @param keyOf what a value is sorted by, numbers or else strings by code unit; different values
   *   must have different keys
   * @param direction 1 to ascend, -1 to descend
   * @param order the final number of every document by the order in which they were added, a
   *   permutation; without it, that order stays
   */
  build(
    keyOf: (value: Value) => string | number,
    direction: 1 | -1,
    order?: Uint32Array,
  ): Uint32Array;
}

/**
 * A builder that holds 4 bytes a document, and each different value once. Only those are sorted.
 *
 * @example
 * const builder = createRankColumnBuilder<string>();
 * for (const author of ['Zola', undefined, 'Ärlig']) builder.add(author);
 * builder.build(collationKey, 1); // Uint32Array [1, 2, 0]
 */
export function createRankColumnBuilder<Value extends string | number>(): RankColumnBuilder<Value> {
  const met = new Map<Value, number>();
  const added = new NumberList();
  return {
    add(value) {
      // 0 is no value.
      let number = 0;
      if (value !== undefined) {
        number = met.get(value) ?? met.size + 1;
        if (number > met.size) met.set(value, number);
      }
      added.push(number);
    },
    build(keyOf, direction, order) {
      const documents = inOrder(added.toArray(), order);
      const keys = Array.from(met.keys(), keyOf);
      met.clear();
      const sorted = Uint32Array.from(keys, (_, i) => i);
      sorted.sort((a, b) => (keys[a] < keys[b] ? -direction : direction));

      const counts = new Uint32Array(keys.length + 1);
      for (const value of documents) counts[value]++;
      const next = new Uint32Array(keys.length + 1);
      let rank = 0;
      for (const i of sorted) {
        next[i + 1] = rank;
        rank += counts[i + 1];
      }
      next[0] = rank;
      return documents.map((value) => next[value]++);
    },
  };
}

/** Numbers by final number, of numbers by the order of arrival. */
function inOrder(arrived: Uint32Array, order: Uint32Array | undefined): Uint32Array {
  if (order === undefined) return arrived;
  const numbers = new Uint32Array(arrived.length);
  for (let arrival = 0; arrival < arrived.length; arrival++) {
    numbers[order[arrival]] = arrived[arrival];
  }
  return numbers;
}
