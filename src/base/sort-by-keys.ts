/*
 * Sorts numbers, such as documents, by text keys or by other numbers, with little memory. For a short list, use
 * `Array.prototype.sort` instead.
 */

import { partitionPointNear } from './binary-search.js';
import { GrowableArray } from './typed-arrays.js';

/** The maximum number of keys that are strings in V8's heap at the same time. */
const MAX_KEYS = 4096;

/** The number of code units of each key that are stored at a time. */
const UNITS = 16;
const WORDS = UNITS / 2;

interface SortOptions {
  /** Compares two items with equal keys. Default: the lower item is first. */
  readonly compareEqual?: (a: number, b: number) => number;
  /** The maximum number of items that are sorted with all their keys in memory. Default: 4,096. */
  readonly maxKeys?: number;
  /**
   * The number of items at the beginning that are in order. Only the other items are sorted and then merged, which
   * computes few keys of the items in order. Default: counted from the first item.
   */
  readonly sortedCount?: number | undefined;
}

/**
 * Sorts items in place by keys that are strings, compared by UTF-16 code unit. Stores 16 code units of each key at a
 * time in typed arrays, and computes a key again only if its stored code units equal those of another key. So V8's heap
 * contains only a few thousand keys, regardless of the number of items.
 *
 * @param keyOf must always return the same key for the same item
 * @example sortByKeys(Uint32Array.of(0, 1, 2), (item) => ['c', 'a', 'b'][item]) // Uint32Array [1, 2, 0]
 */
export function sortByKeys(
  items: Uint32Array,
  keyOf: (item: number) => string,
  { compareEqual = (a, b) => a - b, maxKeys = MAX_KEYS, sortedCount }: SortOptions = {},
): Uint32Array {
  const isBefore = (a: number, aKey: string, b: number, bKey: string) =>
    aKey === bKey ? compareEqual(a, b) < 0 : aKey < bKey;

  /** Returns the number of items at the beginning that are in order, or 0 if they are less than half of the items. */
  function countSorted(): number {
    let count = 0;
    let latest = '';
    for (; count < items.length; count++) {
      const key = keyOf(items[count]);
      if (count > 0 && !isBefore(items[count - 1], latest, items[count], key)) break;
      latest = key;
    }
    return 2 * count < items.length ? 0 : count;
  }

  /** Merges the items before `middle` with the items from `middle` on. Both are in order. */
  function merge(middle: number): void {
    const added = items.slice(middle);
    let end = middle;
    let to = items.length;
    for (let i = added.length - 1; i >= 0; i--) {
      const item = added[i];
      const key = keyOf(item);
      const isBeforeItem = (at: number) => isBefore(items[at], keyOf(items[at]), item, key);
      const start = partitionPointNear(0, end, end - 1, isBeforeItem);
      to -= end - start;
      items.copyWithin(to, start, end);
      items[--to] = item;
      end = start;
    }
  }

  /**
   * Sorts items whose keys have the same first `depth` code units. Beyond the end of a key, the code units count as
   * zeros.
   */
  function sort(run: Uint32Array, depth: number): void {
    if (run.length <= maxKeys || !sortByUnits(run, depth)) sortStrings(run);
  }

  function sortStrings(run: Uint32Array): void {
    const keys = Array.from(run, keyOf);
    const order = Uint32Array.from(keys.keys()).sort((a, b) => {
      if (keys[a] === keys[b]) return compareEqual(run[a], run[b]);
      return keys[a] < keys[b] ? -1 : 1;
    });
    run.set(order.map((i) => run[i]));
  }

  /** Sorts by the code units from `depth` on. Returns false, and sorts nothing, if no key has any. */
  function sortByUnits(run: Uint32Array, depth: number): boolean {
    const words = new Uint32Array(run.length * WORDS);
    let hasUnits = false;
    for (let i = 0; i < run.length; i++) {
      const key = keyOf(run[i]);
      const end = Math.min(key.length, depth + UNITS);
      hasUnits ||= end > depth;
      for (let at = depth; at < end; at++) {
        const unit = at - depth;
        words[i * WORDS + (unit >>> 1)] |= key.charCodeAt(at) << (unit % 2 === 0 ? 16 : 0);
      }
    }
    if (!hasUnits) return false;
    const order = Uint32Array.from(run.keys());
    const equal = sortByWords(words, order);
    run.set(order.map((i) => run[i]));
    for (let i = 0; i < equal.length; i += 2) {
      sort(run.subarray(equal.get(i), equal.get(i + 1)), depth + UNITS);
    }
    return true;
  }

  const sorted = sortedCount ?? countSorted();
  if (sorted < items.length) {
    sort(items.subarray(sorted), 0);
    if (sorted > 0) merge(sorted);
  }
  return items;
}

/**
 * Sorts `order` in place by the words of its elements. Returns the start and the end of each range of elements with equal
 * words.
 */
function sortByWords(words: Uint32Array, order: Uint32Array): GrowableArray {
  const equal = new GrowableArray();
  /** Sorts a range of elements whose words before `word` are equal. */
  function sortRange(start: number, end: number, word: number): void {
    if (word === WORDS) {
      equal.push(start);
      equal.push(end);
      return;
    }
    const items = order.subarray(start, end);
    const values = items.map((item) => words[item * WORDS + word]);
    sortPairs(values, items);
    let first = 0;
    for (let i = 0; i < values.length; i++) {
      if (values[i] === values[i + 1]) continue;
      if (i > first) sortRange(start + first, start + i + 1, word + 1);
      first = i + 1;
    }
  }
  sortRange(0, order.length, 0);
  return equal;
}

/** The index, 0 or 1, of the low 32 bits of a 64-bit number in memory. It depends on the byte order of the machine. */
const LOW = new Uint32Array(BigUint64Array.of(1n).buffer)[0] === 1 ? 0 : 1;
const HIGH = 1 - LOW;

/**
 * Sorts pairs of elements of two parallel arrays in place, by the first array and then by the second. Each pair becomes
 * one 64-bit number, because sorting numbers without a comparator takes a fraction of the time.
 *
 * @example
 * const [keys, rows] = [Uint32Array.of(7, 3, 7), Uint32Array.of(2, 1, 0)];
 * sortPairs(keys, rows); // keys: 3, 7, 7; rows: 1, 0, 2
 */
export function sortPairs(first: Uint32Array, second: Uint32Array): void {
  const pairs = new BigUint64Array(first.length);
  const halves = new Uint32Array(pairs.buffer);
  for (let i = 0; i < pairs.length; i++) {
    halves[2 * i + HIGH] = first[i];
    halves[2 * i + LOW] = second[i];
  }
  pairs.sort();
  for (let i = 0; i < pairs.length; i++) {
    first[i] = halves[2 * i + HIGH];
    second[i] = halves[2 * i + LOW];
  }
}
