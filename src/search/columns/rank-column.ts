/**
 * The place of every document in an order, from 0, each place once. Documents without a key come
 * last; equal keys are in document order.
 *
 * A descending order is a column of its own, built with the comparator the other way round: read
 * backwards, an ascending one would begin with the documents that have no key.
 *
 * @param keys by document
 * @example buildRankColumn(titles.map(collationKey), (a, b) => (a < b ? -1 : a > b ? 1 : 0))
 */
export function buildRankColumn<Key>(
  keys: readonly (Key | undefined)[],
  compare: (a: Key, b: Key) => number,
): Uint32Array {
  const documents = Uint32Array.from(keys, (_, document) => document);
  documents.sort((a, b) => {
    const left = keys[a];
    const right = keys[b];
    if (left === undefined || right === undefined) {
      return Number(left === undefined) - Number(right === undefined) || a - b;
    }
    return compare(left, right) || a - b;
  });
  const ranks = new Uint32Array(documents.length);
  documents.forEach((document, rank) => {
    ranks[document] = rank;
  });
  return ranks;
}
