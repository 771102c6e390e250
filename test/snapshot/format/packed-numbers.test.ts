import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packNumbers, unpackNumbers } from '../../../src/snapshot/format/packed-numbers.js';

const LEAST = -(2 ** 31);

const unsigned = fc.oneof(
  fc.nat(300),
  fc.integer({ min: 0, max: 0xffffffff }),
  fc.constantFrom(0, 0x7fffffff, 0x80000000, 0xffffffff),
);
const signed = fc.oneof(
  fc.integer({ min: -40, max: 40 }),
  fc.integer({ min: LEAST, max: 0x7fffffff }),
  fc.constantFrom(LEAST, LEAST + 1, -1, 0, 1, 0x7fffffff),
);
const upTo = { maxLength: 200 };

describe('Packed numbers', () => {
  it('give back the numbers they were made from, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(unsigned, upTo), (numbers) => {
        const array = Uint32Array.from(numbers);
        expect(unpackNumbers(packNumbers(array), Uint32Array)).toEqual(array);
      }),
      { seed: 12, numRuns: 500 },
    );
  });

  it('give back ascending numbers, alone and after others', () => {
    const lists = fc.array(fc.array(unsigned, upTo), { maxLength: 4 });
    fc.assert(
      fc.property(lists, (numbers) => {
        const array = Uint32Array.from(numbers.flatMap((list) => list.sort((a, b) => a - b)));
        expect(unpackNumbers(packNumbers(array), Uint32Array)).toEqual(array);
      }),
      { seed: 12, numRuns: 500 },
    );
  });

  it('give back numbers of 16 bits and signed ones', () => {
    fc.assert(
      fc.property(fc.uint16Array(upTo), fc.array(signed, upTo), (narrow, numbers) => {
        const array = Int32Array.from(numbers);
        expect(unpackNumbers(packNumbers(narrow), Uint16Array)).toEqual(narrow);
        expect(unpackNumbers(packNumbers(array), Int32Array)).toEqual(array);
      }),
      { seed: 12, numRuns: 500 },
    );
  });

  it('take no more bits than the largest of 32 neighbours needs, or the largest step', () => {
    const blocks = 100;
    const length = (width: number) => 4 + blocks + blocks * width * 4 + 8;
    const numbers = Uint32Array.from({ length: blocks * 32 }, (_, i) => (i * 7919) % 1000);
    expect(packNumbers(numbers)).toHaveLength(length(10));
    const offsets = Uint32Array.from({ length: blocks * 32 }, (_, i) => i * 15);
    expect(packNumbers(offsets)).toHaveLength(length(4));
    expect(packNumbers(new Int32Array(blocks * 32).fill(LEAST))).toHaveLength(length(0));
  });
});
