import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortPairs } from '../../../src/search/structures/sort-pairs.js';

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
