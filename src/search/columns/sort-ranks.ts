import { partitionPoint } from '../structures/binary-search.js';
import { GrowableArray } from '../structures/growable-array.js';

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
   * @param knownRank the rank of the document in the ranks of {@link addRanked}, if the document replaces a document with
   *   an equal value and at the same place in document order. Default: the rank is found by comparing values.
   */
  add(value: Value | undefined, knownRank?: number): void;
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
  /** The known ranks of added documents, by the number of documents added before. */
  const knownRanks = new Map<number, number>();
  let ranked: RankedDocuments<Value> | undefined;
  return {
    addRanked(ranks, documents, readValue) {
      ranked = { ranks, documents, readValue };
    },
    add(value, knownRank) {
      if (knownRank !== undefined) knownRanks.set(added.length, knownRank);
      // The number 0 means that the document has no value.
      let number = 0;
      if (value !== undefined) {
        number = numberByValue.get(value) ?? numberByValue.size + 1;
        if (number > numberByValue.size) numberByValue.set(value, number);
      }
      added.push(number);
    },
    build(keyOf, direction, newDocIds) {
      const keys = Array.from(numberByValue.keys(), keyOf);
      numberByValue.clear();
      if (ranked !== undefined) {
        const addedKeys = Array.from(added.toArray(), (number) => keys[number - 1]);
        return mergeRanks(ranked, { keys: addedKeys, knownRanks }, keyOf, direction, newDocIds);
      }
      const numbers = reorderByDocument(added.toArray(), newDocIds);
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

/** Documents whose order is known; see {@link SortRanksBuilder.addRanked}. */
interface RankedDocuments<Value> {
  readonly ranks: Uint32Array;
  readonly documents: Uint32Array;
  readonly readValue: (document: number) => Value | undefined;
}

type Key = string | number | undefined;

/** The keys of added documents, and their known ranks. */
interface AddedDocuments {
  readonly keys: readonly Key[];
  readonly knownRanks: ReadonlyMap<number, number>;
}

/**
 * Returns the ranks of all documents: first the ranked documents, then the added documents. Finds the place of each
 * added document among the ranked documents by binary search.
 */
function mergeRanks<Value>(
  { ranks, documents, readValue }: RankedDocuments<Value>,
  { keys: addedKeys, knownRanks }: AddedDocuments,
  keyOf: (value: Value) => string | number,
  direction: 1 | -1,
  newDocIds: Uint32Array = Uint32Array.from(
    { length: documents.length + addedKeys.length },
    (_, i) => i,
  ),
): Uint32Array {
  const keysOfRanked = new Map<number, Key>();
  /** Returns the key of a document by its position in the order of adding. */
  const keyAt = (position: number): Key => {
    if (position >= documents.length) return addedKeys[position - documents.length];
    if (!keysOfRanked.has(position)) {
      const value = readValue(documents[position]);
      keysOfRanked.set(position, value === undefined ? undefined : keyOf(value));
    }
    return keysOfRanked.get(position);
  };
  const compare = (a: number, b: number) =>
    compareKeys(keyAt(a), keyAt(b), direction) || newDocIds[a] - newDocIds[b];

  const known = orderByRank(ranks, documents);
  const added = Uint32Array.from(addedKeys, (_, i) => documents.length + i).sort(compare);
  const newRanks = new Uint32Array(newDocIds.length);
  let rank = 0;
  let next = 0;
  for (const position of added) {
    const knownRank = knownRanks.get(position - documents.length);
    const isBefore =
      knownRank === undefined
        ? (i: number) => compare(known[i], position) < 0
        : (i: number) => ranks[documents[known[i]]] < knownRank;
    const end = partitionPoint(next, known.length, isBefore);
    while (next < end) newRanks[newDocIds[known[next++]]] = rank++;
    newRanks[newDocIds[position]] = rank++;
  }
  while (next < known.length) newRanks[newDocIds[known[next++]]] = rank++;
  return newRanks;
}

/** Returns the positions in `documents` in the order of the documents' ranks. */
function orderByRank(ranks: Uint32Array, documents: Uint32Array): Uint32Array {
  /** By rank: 1 more than the position of the document, or 0 if the document is not in `documents`. */
  const positions = new Uint32Array(ranks.length);
  documents.forEach((document, position) => {
    positions[ranks[document]] = position + 1;
  });
  return positions.filter((position) => position > 0).map((position) => position - 1);
}

/** Compares sort keys. A document without a key comes last in either direction. */
function compareKeys(a: Key, b: Key, direction: 1 | -1): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return a < b ? -direction : direction;
}
