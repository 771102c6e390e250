/*
 * Sort ranks: the position of each document in a sort order, such as by title. They are built from all
 * values, or from earlier ranks and the values of changed documents.
 */

import { partitionPoint, partitionPointNear } from '../../base/binary-search.js';
import {
  DistinctNumbers,
  DistinctStrings,
  type DistinctValues,
} from '../../base/distinct-values.js';
import { sortByKeys } from '../../base/sort-by-keys.js';
import { GrowableArray } from '../../base/typed-arrays.js';

/** Builds the sort ranks of documents from the values of one document after another. */
export interface SortRanksBuilder<Value extends string | number> {
  /**
   * Adds documents whose order is known. Must be called before {@link add}, at most once. Reads the values of
   * only some of these documents.
   *
   * @param ranks the ranks that a builder returned, by document
   * @param documents some of these documents, in document order
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

/** Documents whose order is known; see `SortRanksBuilder.addRanked`. */
interface RankedDocuments<Value> {
  readonly ranks: Uint32Array;
  readonly documents: Uint32Array;
  readonly readValue: (document: number) => Value | undefined;
}

/** A ranked document that an added document replaces. */
export interface ReplacedDocument {
  /** The rank of the document before it is replaced. */
  readonly rank: number;
  /** Whether the value of the document is the same. Then no values are compared to find the rank. */
  readonly hasSameValue: boolean;
}

/** The documents that added documents replace, in the order of adding. V8's heap does not contain them. */
class ReplacedDocuments {
  /** For each added document: one more than the rank of the document that it replaces, or 0 for none. */
  private readonly ranks = new GrowableArray();
  /** For each added document: 1 if it has the same value as the document that it replaces. */
  private readonly sameValues = new GrowableArray();

  get length(): number {
    return this.ranks.length;
  }

  add(replaced: ReplacedDocument | undefined): void {
    this.ranks.push(replaced === undefined ? 0 : replaced.rank + 1);
    this.sameValues.push(Number(replaced?.hasSameValue ?? false));
  }

  get(i: number): ReplacedDocument | undefined {
    const rank = this.ranks.get(i) - 1;
    return rank < 0 ? undefined : { rank, hasSameValue: this.sameValues.get(i) === 1 };
  }
}

/** Returns whether each added document replaces the document with its number and has the same value. */
function isOrderUnchanged(
  { ranks, documents }: RankedDocuments<unknown>,
  replacedDocuments: ReplacedDocuments,
  newDocIds: Uint32Array | undefined,
): boolean {
  if (newDocIds === undefined || newDocIds.length !== ranks.length) return false;
  for (let i = 0; i < documents.length; i++) if (newDocIds[i] !== documents[i]) return false;
  for (let i = 0; i < replacedDocuments.length; i++) {
    const replaced = replacedDocuments.get(i);
    const rank = ranks[newDocIds[documents.length + i]];
    if (!replaced?.hasSameValue || replaced.rank !== rank) return false;
  }
  return true;
}

type Key = string | number | undefined;

/** The keys of added documents, and the documents that they replace. */
interface AddedDocuments {
  readonly keys: readonly Key[];
  readonly replaced: ReplacedDocuments;
}

/**
 * Returns the ranks of all documents: first the ranked documents, then the added documents. Finds the ranked documents
 * with the key of an added document by binary search, once for each key. In the order of documents with the same key, the
 * place of an added document is found without reading keys.
 */
function mergeRanks<Value>(
  { ranks, documents, readValue }: RankedDocuments<Value>,
  { keys: addedKeys, replaced: replacedDocuments }: AddedDocuments,
  keyOf: (value: Value) => string | number,
  direction: 1 | -1,
  newDocIds: Uint32Array = Uint32Array.from(
    { length: documents.length + addedKeys.length },
    (_, i) => i,
  ),
): Uint32Array {
  const docIdOfAdded = (i: number) => newDocIds[documents.length + i];
  const { known, countBefore } = orderByRank(ranks, documents);
  const order = Uint32Array.from(addedKeys.keys()).sort(
    (a, b) =>
      compareKeys(addedKeys[a], addedKeys[b], direction) || docIdOfAdded(a) - docIdOfAdded(b),
  );
  const searched = order.filter((i) => replacedDocuments.get(i)?.hasSameValue !== true);
  const rangeOf = createRangeFinder(
    Array.from(searched, (i) => {
      const replaced = replacedDocuments.get(i);
      return { key: addedKeys[i], near: replaced && countBefore[replaced.rank] };
    }),
    known.length,
    (i) => {
      const value = readValue(documents[known[i]]);
      return value === undefined ? undefined : keyOf(value);
    },
    direction,
  );
  const newRanks = new Uint32Array(newDocIds.length);
  /** By place in the order of the ranked documents: the number of added documents before it. */
  const addedBefore = new Uint32Array(known.length);
  let next = 0;
  let searchedCount = 0;
  order.forEach((i, addedCount) => {
    const docId = docIdOfAdded(i);
    const replaced = replacedDocuments.get(i);
    let end: number;
    if (replaced?.hasSameValue) end = countBefore[replaced.rank];
    else {
      const range = rangeOf(searchedCount++);
      end = partitionPoint(range.start, range.end, (at) => newDocIds[known[at]] < docId);
    }
    addedBefore.fill(addedCount, next, end);
    newRanks[docId] = end + addedCount;
    next = end;
  });
  addedBefore.fill(order.length, next);
  for (let i = 0; i < documents.length; i++) {
    const place = countBefore[ranks[documents[i]]];
    newRanks[newDocIds[i]] = place + addedBefore[place];
  }
  return newRanks;
}

/** A key to find among the ranked documents. */
interface SearchedKey {
  readonly key: Key;
  /** A place where the key probably is. Undefined: anywhere. */
  readonly near: number | undefined;
}

/** Places in the order of the ranked documents, from `start` up to but not including `end`. */
interface PlaceRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns a function that returns the places of the ranked documents with the same key as a searched key, by its index.
 * Without such documents, the range is empty, at the place of the key. The search for a key is limited by the places of
 * keys before and after it, so that few keys of ranked documents are read.
 *
 * @param searched in the order of the keys
 * @param keyAt reads the key of the ranked document at a place
 */
function createRangeFinder(
  searched: readonly SearchedKey[],
  count: number,
  keyAt: (place: number) => Key,
  direction: 1 | -1,
): (index: number) => PlaceRange {
  const known = new Map<number, Key>();
  const knownKeyAt = (place: number): Key => {
    if (!known.has(place)) known.set(place, keyAt(place));
    return known.get(place);
  };
  /** By searched key: the number of its range. Equal keys have the same range. */
  const rangeNumbers = new Uint32Array(searched.length);
  const distinct: SearchedKey[] = [];
  for (const [i, one] of searched.entries()) {
    if (i === 0 || one.key !== searched[i - 1].key) distinct.push(one);
    rangeNumbers[i] = distinct.length - 1;
  }
  const ranges: PlaceRange[] = new Array(distinct.length);
  const find = (first: number, last: number, low: number, high: number): void => {
    if (first === last) return;
    const middle = (first + last) >>> 1;
    const { key, near = high } = distinct[middle];
    const comparedAt = (place: number) => compareKeys(knownKeyAt(place), key, direction);
    const start = partitionPointNear(low, high, near, (place) => comparedAt(place) < 0);
    const end = partitionPointNear(start, high, start, (place) => comparedAt(place) <= 0);
    ranges[middle] = { start, end };
    find(first, middle, low, start);
    find(middle + 1, last, end, high);
  };
  find(0, distinct.length, 0, count);
  return (index) => ranges[rangeNumbers[index]];
}

/**
 * Returns the positions in `documents` in the order of the documents' ranks as `known`, and for each rank the number of
 * documents with a lower rank as `countBefore`.
 */
function orderByRank(ranks: Uint32Array, documents: Uint32Array) {
  /** By rank: 1 more than the position of the document, or 0 if the document is not in `documents`. */
  const positions = new Uint32Array(ranks.length);
  documents.forEach((document, position) => {
    positions[ranks[document]] = position + 1;
  });
  const known = new Uint32Array(documents.length);
  const countBefore = new Uint32Array(ranks.length);
  let count = 0;
  for (let rank = 0; rank < positions.length; rank++) {
    countBefore[rank] = count;
    if (positions[rank] > 0) known[count++] = positions[rank] - 1;
  }
  return { known, countBefore };
}

/** Compares sort keys. A document without a key comes last in either direction. */
function compareKeys(a: Key, b: Key, direction: 1 | -1): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return a < b ? -direction : direction;
}
