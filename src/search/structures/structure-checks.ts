import type { UnsignedArray } from './smallest-type.js';

/** A stored structure breaks a rule that the code that reads it depends on. */
export class StructureError extends Error {
  override name = 'StructureError';

  /**
   * @param structure the name of the structure
   * @param expected the rule
   * @param found the value that breaks the rule
   */
  constructor(
    readonly structure: string,
    readonly expected: string,
    readonly found: string | number,
  ) {
    super(`${structure}: expected ${expected}, found ${found}`);
  }
}

/** @throws StructureError if an array has another length */
export function checkLength(
  structure: string,
  { length }: ArrayLike<unknown>,
  expected: number,
): void {
  if (length !== expected) throw new StructureError(structure, `${expected} elements`, length);
}

/**
 * Checks offsets: one per item and a last one, ascending from 0 to the length of the array that they divide.
 *
 * @throws StructureError if the offsets are invalid
 */
export function checkOffsets(
  structure: string,
  offsets: Uint32Array,
  itemCount: number,
  length: number,
): void {
  checkLength(structure, offsets, itemCount + 1);
  let previous = 0;
  for (let i = 0; i < offsets.length; i++) {
    const offset = offsets[i];
    if (offset < previous) {
      throw new StructureError(structure, `an offset of at least ${previous} at ${i}`, offset);
    }
    previous = offset;
  }
  if (offsets[0] !== 0) throw new StructureError(structure, 'the first offset 0', offsets[0]);
  if (previous !== length) {
    throw new StructureError(structure, `the last offset ${length}`, previous);
  }
}

/** @throws StructureError if a number is not below a limit */
export function checkBelow(
  structure: string,
  numbers: UnsignedArray | Uint16Array,
  limit: number,
): void {
  for (let i = 0; i < numbers.length; i++) {
    if (numbers[i] >= limit) {
      throw new StructureError(structure, `a number below ${limit} at ${i}`, numbers[i]);
    }
  }
}

/**
 * Checks that the numbers of each item ascend, without duplicates.
 *
 * @param offsets valid offsets. Default: all numbers belong to one item.
 * @throws StructureError if they do not ascend
 */
export function checkAscending(
  structure: string,
  numbers: UnsignedArray,
  offsets: Uint32Array = Uint32Array.of(0, numbers.length),
): void {
  for (let item = 0; item + 1 < offsets.length; item++) {
    const end = offsets[item + 1];
    for (let i = offsets[item] + 1; i < end; i++) {
      if (numbers[i] <= numbers[i - 1]) {
        throw new StructureError(structure, `a number above ${numbers[i - 1]} at ${i}`, numbers[i]);
      }
    }
  }
}

/** @throws StructureError if the numbers are not a permutation of the numbers from 0 up to their count */
export function checkPermutation(structure: string, numbers: Uint32Array): void {
  checkBelow(structure, numbers, numbers.length);
  const isUsed = new Uint8Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    if (isUsed[numbers[i]] === 1) {
      throw new StructureError(structure, 'each number once', `${numbers[i]} twice`);
    }
    isUsed[numbers[i]] = 1;
  }
}

/** @throws StructureError if two arrays are not equal */
export function checkEqual(structure: string, found: UnsignedArray, expected: UnsignedArray): void {
  checkLength(structure, found, expected.length);
  for (let i = 0; i < found.length; i++) checkNumber(structure, found, i, expected[i]);
}

/** @throws StructureError if an array has another number at an index */
export function checkNumber(
  structure: string,
  found: UnsignedArray,
  index: number,
  expected: number,
): void {
  if (found[index] !== expected) {
    throw new StructureError(structure, `the number ${expected} at ${index}`, found[index]);
  }
}
