import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortByKeys, sortPairs } from '../../src/base/sort-by-keys.js';

/** Keys with long common prefixes, with zeros at the end, and with any code unit. */
const key = fc
  .tuple(
    fc.constantFrom('', 'a', 'the adventures of ', 'the adventures of the adventures of '),
    fc.string({ unit: fc.constantFrom('\0', 'a', 'b', 'é', '\ud83d', '\uffff'), maxLength: 20 }),
  )
  .map(([prefix, rest]) => prefix + rest);

describe('sortByKeys', () => {
  it('sorts like a comparison of all keys, however few keys are in memory', () => {
    const inputs = [fc.array(key, { maxLength: 60 }), fc.integer({ min: 0, max: 8 })] as const;
    fc.assert(
      fc.property(...inputs, (keys, maxKeys) => {
        const items = Uint32Array.from(keys.keys());
        const expected = [...items].sort((a, b) => {
          if (keys[a] === keys[b]) return a - b;
          return keys[a] < keys[b] ? -1 : 1;
        });
        expect([...sortByKeys(items, (item) => keys[item], { maxKeys })]).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('merges items at the beginning that are in order, also if their number is given', () => {
    const byKey = (a: string, b: string) => (a < b ? -1 : Number(a > b));
    const inputs = [fc.array(key, { maxLength: 60 }), fc.array(key, { maxLength: 40 })] as const;
    fc.assert(
      fc.property(...inputs, fc.boolean(), (first, others, isGiven) => {
        const keys = [...first.sort(byKey), ...others];
        const items = Uint32Array.from(keys.keys());
        const expected = [...items].sort((a, b) => byKey(keys[a], keys[b]) || a - b);
        const sortedCount = isGiven ? first.length : undefined;
        const keyOf = (item: number) => keys[item];
        expect([...sortByKeys(items, keyOf, { maxKeys: 8, sortedCount })]).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('reads few keys of items that are in order', () => {
    let reads = 0;
    const keyOf = (item: number) => {
      reads++;
      return String.fromCharCode(item === 999 ? 500 : item);
    };
    const items = Uint32Array.from({ length: 1000 }, (_, i) => i);
    const sorted = sortByKeys(items, keyOf, { sortedCount: 999 });
    expect([...sorted.subarray(499, 503)]).toEqual([499, 500, 999, 501]);
    expect(reads).toBeLessThan(50);
  });

  it('sorts items with equal keys by the given comparison', () => {
    const items = Uint32Array.from({ length: 10 }, (_, i) => i);
    const keyOf = (item: number) => (item < 5 ? 'b' : 'a');
    const sorted = sortByKeys(items, keyOf, { compareEqual: (a, b) => b - a, maxKeys: 3 });
    expect([...sorted]).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });
});

it('sortPairs sorts two parallel arrays by the first, then by the second', () => {
  const value = fc.oneof(fc.nat(3), fc.integer({ min: 2 ** 32 - 3, max: 2 ** 32 - 1 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value)), (pairs) => {
      const first = Uint32Array.from(pairs, ([a]) => a);
      const second = Uint32Array.from(pairs, ([, b]) => b);
      sortPairs(first, second);
      const sorted = pairs.toSorted(([a, b], [c, d]) => a - c || b - d);
      expect([...first].map((a, i) => [a, second[i]])).toEqual(sorted);
    }),
  );
});
