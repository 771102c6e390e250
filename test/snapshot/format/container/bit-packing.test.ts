import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  packNumbers,
  unpackNumbers,
} from '../../../../src/snapshot/format/container/bit-packing.js';

const MIN_INT32 = -(2 ** 31);

const unsigned = fc.oneof(
  fc.nat(300),
  fc.integer({ min: 0, max: 0xffffffff }),
  fc.constantFrom(0, 0x7fffffff, 0x80000000, 0xffffffff),
);
const signed = fc.oneof(
  fc.integer({ min: -40, max: 40 }),
  fc.integer({ min: MIN_INT32, max: 0x7fffffff }),
  fc.constantFrom(MIN_INT32, MIN_INT32 + 1, -1, 0, 1, 0x7fffffff),
);
const constraints = { maxLength: 200 };

describe('packNumbers', () => {
  it('packs any unsigned 32-bit numbers so that unpackNumbers returns them', () => {
    fc.assert(
      fc.property(fc.array(unsigned, constraints), (numbers) => {
        const array = Uint32Array.from(numbers);
        expect(unpackNumbers(packNumbers(array), Uint32Array)).toEqual(array);
      }),
      { numRuns: 500 },
    );
  });

  it('packs sequences of ascending numbers so that unpackNumbers returns them', () => {
    const lists = fc.array(fc.array(unsigned, constraints), { maxLength: 4 });
    fc.assert(
      fc.property(lists, (numbers) => {
        const array = Uint32Array.from(numbers.flatMap((list) => list.sort((a, b) => a - b)));
        expect(unpackNumbers(packNumbers(array), Uint32Array)).toEqual(array);
      }),
      { numRuns: 500 },
    );
  });

  it('packs 16-bit numbers and signed numbers so that unpackNumbers returns them', () => {
    fc.assert(
      fc.property(fc.uint16Array(constraints), fc.array(signed, constraints), (narrow, numbers) => {
        const array = Int32Array.from(numbers);
        expect(unpackNumbers(packNumbers(narrow), Uint16Array)).toEqual(narrow);
        expect(unpackNumbers(packNumbers(array), Int32Array)).toEqual(array);
      }),
      { numRuns: 500 },
    );
  });

  it('uses the bits that the largest number or the largest difference of a block needs, if fewer, and none for -2^31', () => {
    const blocks = 100;
    const length = (width: number) => 4 + blocks + blocks * width * 4 + 8;
    const numbers = Uint32Array.from({ length: blocks * 32 }, (_, i) => (i * 7919) % 1000);
    expect(packNumbers(numbers)).toHaveLength(length(10));
    const offsets = Uint32Array.from({ length: blocks * 32 }, (_, i) => i * 15);
    expect(packNumbers(offsets)).toHaveLength(length(4));
    expect(packNumbers(new Int32Array(blocks * 32).fill(MIN_INT32))).toHaveLength(length(0));
  });
});
