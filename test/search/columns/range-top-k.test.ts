import fc from 'fast-check';
import { expect, it } from 'vitest';
import { minRanksOfBlocks, openRangeTopK } from '../../../src/search/columns/range-top-k.js';
import { runs } from '../../random-seed.js';

it('RangeTopK finds the same positions as a sort of the range', () => {
  const searches = fc
    .integer({ min: 1, max: 9000 })
    .chain((size) =>
      fc.tuple(
        fc.constant(size),
        fc.nat(size),
        fc.nat(size),
        fc.nat(120),
        fc.nat(),
        fc.constantFrom(2, 30, 1_000_003),
      ),
    );
  fc.assert(
    fc.property(searches, ([size, a, b, limit, step, distinct]) => {
      const rankOf = (position: number) => ((position * 7919 + step) % 1_000_003) % distinct;
      const [start, end] = [Math.min(a, b), Math.max(a, b)];
      const positions = Array.from({ length: end - start }, (_, i) => start + i);
      const sorted = positions.sort((x, y) => rankOf(x) - rankOf(y) || x - y).slice(0, limit);
      const best = openRangeTopK(size, rankOf, minRanksOfBlocks(size, rankOf));
      expect(best.find(start, end, limit)).toEqual(sorted);
    }),
    { numRuns: runs(300) },
  );
});
