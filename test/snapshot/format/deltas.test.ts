import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeDeltas, encodeDeltas } from '../../../src/snapshot/format/deltas.js';

const anyNumber = fc.oneof(
  fc.nat(300),
  fc.integer({ min: 0, max: 0xffffffff }),
  fc.constantFrom(0, 0x7fffffff, 0x80000000, 0xffffffff),
);

describe('Deltas', () => {
  it('give back the numbers they were made from, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(anyNumber), (numbers) => {
        const array = Uint32Array.from(numbers);
        expect(decodeDeltas(encodeDeltas(array))).toEqual(array);
      }),
      { seed: 12, numRuns: 500 },
    );
  });

  it('take a byte for a number that is near the one before it', () => {
    const offsets = Uint32Array.from({ length: 1000 }, (_, i) => i * 60);
    expect(encodeDeltas(offsets)).toHaveLength(1000);
  });
});
