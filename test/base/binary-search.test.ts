import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  gallop,
  lowerBound,
  partitionPoint,
  partitionPointNear,
} from '../../src/base/binary-search.js';

const sorted = fc
  .array(fc.nat(30), { maxLength: 40 })
  .map((numbers) => Uint32Array.from(numbers).sort());

/** Returns the index of the first number from `start` on that is at least `value`, or `end`. */
function find(numbers: Uint32Array, value: number, start: number, end: number): number {
  let at = start;
  while (at < end && numbers[at] < value) at++;
  return at;
}

describe('Binary search', () => {
  it('finds the same index as a search of all numbers in a range', () => {
    fc.assert(
      fc.property(
        sorted,
        fc.nat(32),
        fc.nat(40),
        fc.nat(40),
        fc.nat(40),
        (numbers, value, ...at) => {
          const [start, end, near] = at
            .map((one) => one % (numbers.length + 1))
            .sort((a, b) => a - b);
          const isBefore = (index: number) => numbers[index] < value;
          const expected = find(numbers, value, start, end);
          expect(lowerBound(numbers, value, start, end)).toBe(expected);
          expect(partitionPoint(start, end, isBefore)).toBe(expected);
          for (const hint of [start, near, end - 1]) {
            expect(partitionPointNear(start, end, hint, isBefore)).toBe(expected);
          }
          expect(gallop(numbers, value, start)).toBe(find(numbers, value, start, numbers.length));
        },
      ),
    );
  });

  it('reads few elements when the result is near the given index', () => {
    const reads: number[] = [];
    const isBefore = (index: number) => {
      reads.push(index);
      return index < 700_005;
    };
    expect(partitionPointNear(0, 1_000_000, 700_000, isBefore)).toBe(700_005);
    expect(reads.length).toBeLessThan(10);
  });
});
