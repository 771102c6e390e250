import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DocValuesColumn } from '../../../src/search/columns/doc-values-column.js';
import { rankValues } from '../../../src/search/facets/value-postings.js';

it('Values of a column are ranked by count, then by ordinal, whatever their number', () => {
  // Columns with more than 1,024 values are sorted in another way.
  const sizes = fc.constantFrom(0, 1, 2, 50, 1024, 1025, 5000);
  fc.assert(
    fc.property(sizes, fc.nat(1000), fc.nat(7), (size, maxCount, seed) => {
      const counts = Uint32Array.from(
        { length: size },
        (_, value) => (value * (2 * seed + 7919)) % (maxCount + 1),
      );
      const sorted = Array.from(counts.keys()).sort((a, b) => counts[b] - counts[a] || a - b);
      const values = new Uint32Array(maxCount);
      expect([...rankValues({ data: { counts, values } } as DocValuesColumn)]).toEqual(sorted);
    }),
    { numRuns: 40 },
  );
});

it('A damaged count takes no memory for the documents that it counts', () => {
  const counts = new Uint32Array(2000).fill(1);
  counts[7] = 2 ** 32 - 1;
  const ranked = rankValues({ data: { counts, values: new Uint16Array(9) } } as DocValuesColumn);
  expect(ranked.subarray(0, 3)).toEqual(Uint32Array.of(7, 0, 1));
});
