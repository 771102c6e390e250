import { partitionPointNear } from '../../structures/binary-search.js';
import { LEFT_OUT } from './part.js';

/** Distinct elements in ascending order. */
export interface SortedElements<Element> {
  readonly size: number;
  get(index: number): Element;
}

/** The numbers of the elements of two sorted lists in the list that is merged from them. */
export interface MergedNumbers {
  /** By element of the list before: its number, or {@link LEFT_OUT}. The numbers ascend. */
  readonly before: Uint32Array;
  /** By added element: its number. The numbers ascend. */
  readonly added: Uint32Array;
  /** The number of merged elements. */
  readonly count: number;
}

/**
 * Numbers the elements of two sorted lists in the order of both. An element that is in both lists has one number. Reads
 * each added element once, and few elements of the list before, if few are added.
 *
 * @param compare compares two elements in the order of the lists
 * @param isKept returns whether the merged list has an element of the list before even if it is not added
 */
export function mergeNumbers<Element>(
  before: SortedElements<Element>,
  added: SortedElements<Element>,
  compare: (a: Element, b: Element) => number,
  isKept: (index: number) => boolean,
): MergedNumbers {
  const numbersBefore = new Uint32Array(before.size);
  const addedNumbers = new Uint32Array(added.size);
  let count = 0;
  let next = 0;
  const numberUntil = (end: number) => {
    for (; next < end; next++) numbersBefore[next] = isKept(next) ? count++ : LEFT_OUT;
  };
  for (let i = 0; i < added.size; i++) {
    const element = added.get(i);
    const isBefore = (index: number) => compare(before.get(index), element) < 0;
    numberUntil(partitionPointNear(next, before.size, next, isBefore));
    if (next < before.size && compare(before.get(next), element) === 0) {
      numbersBefore[next++] = count;
    }
    addedNumbers[i] = count++;
  }
  numberUntil(before.size);
  return { before: numbersBefore, added: addedNumbers, count };
}
