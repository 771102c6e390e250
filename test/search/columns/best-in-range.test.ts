import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bestOfBlocks, openBestInRange } from '../../../src/search/columns/best-in-range.js';

it('the best of a range are those that sorting it puts first, equal ones in order', () => {
  const asked = fc
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
    fc.property(asked, ([size, a, b, limit, step, distinct]) => {
      const rankOf = (place: number) => ((place * 7919 + step) % 1_000_003) % distinct;
      const [start, end] = [Math.min(a, b), Math.max(a, b)];
      const places = Array.from({ length: end - start }, (_, i) => start + i);
      const sorted = places.sort((x, y) => rankOf(x) - rankOf(y) || x - y).slice(0, limit);
      const best = openBestInRange(size, rankOf, bestOfBlocks(size, rankOf));
      expect(best.find(start, end, limit)).toEqual(sorted);
    }),
    { numRuns: 300, seed: 8 },
  );
});
