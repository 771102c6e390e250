/*
 * Merges sorted lists of strings: the term dictionaries of segments, the ids of titles, and the values of columns. A
 * merged list has each string once, and numbers its strings from 0.
 */

import { partitionPointNear } from './binary-search.js';
import { compareUnits, type StringTableData } from './string-table.js';
import { sumCounts } from './typed-arrays.js';

/** The number of a string, a term or a document that is left out of a merged list or index. */
export const LEFT_OUT = 0xffffffff;

/** Strings in one array: string `i` is in `units`, from `offsets[i]` up to but not including `offsets[i + 1]`. */
interface Strings<Units extends Uint8Array | Uint16Array> {
  readonly offsets: Uint32Array;
  readonly units: Units;
}

interface MergedStrings<Units extends Uint8Array | Uint16Array> extends Strings<Units> {
  /** For each list, by string: its number in the merged list, or {@link LEFT_OUT}. */
  readonly numbers: readonly Uint32Array[];
}

/** Compares string `i` of list `a` with string `j` of list `b`. */
export type CompareStrings = (a: number, i: number, b: number, j: number) => number;

/** How {@link mergeStrings} merges lists. */
interface MergeOptions<Units> {
  /** Returns whether a list keeps a string. A string that no list keeps is left out. */
  readonly isKept: (list: number, index: number) => boolean;
  /** Creates an array of zeros. */
  readonly create: (length: number) => Units;
  /** What `units` contains, as a plural, for the error message. */
  readonly parts: string;
  /** The order of the strings. Default: by unit. */
  readonly compare?: CompareStrings | undefined;
}

/**
 * Merges lists of distinct strings in ascending order. Reads few strings of a list that is much longer than the others,
 * and copies strings that stay adjacent in one step.
 *
 * @throws RangeError when the strings have more units than a 32-bit offset can number
 */
export function mergeStrings<Units extends Uint8Array | Uint16Array>(
  lists: readonly Strings<Units>[],
  { isKept, create, parts, compare = byUnit(lists) }: MergeOptions<Units>,
): MergedStrings<Units> {
  const sizes = lists.map(({ offsets }) => offsets.length - 1);
  const { numbers, count } = numberStrings(sizes, compare, isKept);
  const offsets = new Uint32Array(count + 1);
  lists.forEach((list, i) => {
    measureStrings(list, numbers[i], offsets);
  });
  sumCounts(offsets, parts);
  const units = create(offsets[count]);
  lists.forEach((list, i) => {
    copyStrings(list, numbers[i], { offsets, units });
  });
  return { offsets, units, numbers };
}

/**
 * Merges sorted string tables.
 *
 * @param isKept see {@link MergeOptions}
 * @param compare the order of the strings. Default: by code point.
 * @throws RangeError when the strings have more bytes than a 32-bit offset can number
 * @example
 * const tables = [['Emma', 'Persuasion'], ['Sanditon']].map(encodeStringTable);
 * mergeStringTables(tables, (table, index) => table > 0 || index > 0).numbers[1]; // Uint32Array [1]
 */
export function mergeStringTables(
  tables: readonly StringTableData[],
  isKept: (table: number, index: number) => boolean,
  compare?: CompareStrings,
): { readonly table: StringTableData; readonly numbers: readonly Uint32Array[] } {
  const { offsets, units, numbers } = mergeStrings(
    tables.map((table) => ({ offsets: table.offsets, units: table.bytes })),
    {
      isKept,
      create: (length) => new Uint8Array(length),
      parts: 'bytes of strings',
      compare,
    },
  );
  return { table: { offsets, bytes: units }, numbers };
}

function byUnit(lists: readonly Strings<Uint8Array | Uint16Array>[]): CompareStrings {
  return (a, i, b, j) => {
    const [list, other] = [lists[a], lists[b]];
    return compareUnits(
      list.units,
      list.offsets[i],
      list.offsets[i + 1],
      other.units,
      other.offsets[j],
      other.offsets[j + 1],
    );
  };
}

/** Numbers the strings of all lists with a heap of the lists. */
function numberStrings(
  sizes: readonly number[],
  compare: CompareStrings,
  isKept: (list: number, index: number) => boolean,
) {
  const numbers = sizes.map((size) => new Uint32Array(size));
  /** By list: its next string. */
  const next = new Uint32Array(sizes.length);
  const compareNext = (a: number, b: number) => compare(a, next[a], b, next[b]);
  /** The lists that have a next string. The list with the lowest next string is the first. */
  const heap = [...sizes.keys()].filter((list) => sizes[list] > 0).sort(compareNext);
  /** Moves the first list of the heap to another string. */
  const advance = (index: number) => {
    const list = heap[0];
    next[list] = index;
    if (index === sizes[list]) {
      heap[0] = heap[heap.length - 1];
      heap.pop();
    }
    siftDown(heap, compareNext);
  };
  /** Returns the end of the strings of the first list that are lower than the next strings of all other lists. */
  const endOfRun = () => {
    const [list, left, right] = heap;
    if (left === undefined) return sizes[list];
    const other = right !== undefined && compareNext(right, left) < 0 ? right : left;
    const isLower = (index: number) => compare(list, index, other, next[other]) < 0;
    return partitionPointNear(next[list], sizes[list], next[list], isLower);
  };

  let count = 0;
  const equal: number[] = [];
  while (heap.length > 0) {
    const list = heap[0];
    const start = next[list];
    const end = endOfRun();
    if (end > start) {
      const ofList = numbers[list];
      for (let i = start; i < end; i++) ofList[i] = isKept(list, i) ? count++ : LEFT_OUT;
      advance(end);
      continue;
    }
    do {
      equal.push(heap[0]);
      advance(next[heap[0]] + 1);
    } while (heap.length > 0 && compare(heap[0], next[heap[0]], list, start) === 0);
    const number = equal.some((one) => isKept(one, next[one] - 1)) ? count++ : LEFT_OUT;
    for (const one of equal) numbers[one][next[one] - 1] = number;
    equal.length = 0;
  }
  return { numbers, count };
}

/** Restores the order of a heap after its first element changed. */
function siftDown(heap: number[], compare: (a: number, b: number) => number): void {
  const first = heap[0];
  let at = 0;
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    if (child + 1 < heap.length && compare(heap[child + 1], heap[child]) < 0) child++;
    if (compare(first, heap[child]) <= 0) break;
    heap[at] = heap[child];
    at = child;
  }
  if (heap.length > 0) heap[at] = first;
}

/** Sets the length of each string, as the element of `lengths` after its number. */
function measureStrings(
  { offsets }: Pick<Strings<Uint8Array>, 'offsets'>,
  numbers: Uint32Array,
  lengths: Uint32Array,
): void {
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i];
    if (number !== LEFT_OUT) lengths[number + 1] = offsets[i + 1] - offsets[i];
  }
}

function copyStrings<Units extends Uint8Array | Uint16Array>(
  { offsets, units }: Strings<Units>,
  numbers: Uint32Array,
  merged: Strings<Units>,
): void {
  for (let start = 0, end = 0; start < numbers.length; start = end) {
    end = start + 1;
    const first = numbers[start];
    if (first === LEFT_OUT) continue;
    while (numbers[end] === first + end - start) end++;
    merged.units.set(units.subarray(offsets[start], offsets[end]), merged.offsets[first]);
  }
}
