import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  popularityFactors,
  popularityLevel,
  popularityShare,
} from '../../src/catalog/popularity.js';
import { book } from './catalog-of.js';
import '../random-seed.js';

const NONE = { holdings: 0, ratings: 0, listItems: 0 };

/** Returns the factors of titles with these popularities, or with this number of holdings. */
function factors(popularities: readonly number[], holdings: readonly number[] = []): number[] {
  const levels = [
    ...popularities.map((popularity) => popularityLevel(book('1', 'x', { popularity }), NONE)),
    ...holdings.map((count) => popularityLevel(book('1', 'x'), { ...NONE, holdings: count })),
  ];
  return [...popularityFactors(Float32Array.from(levels))];
}

describe('The popularity of a title', () => {
  it('doubles the score of the most popular title, and hardly changes scores of unpopular titles', () => {
    const [most, middle, few, none] = factors([1_000_000, 1000, 10, 0]);
    expect(most).toBe(2);
    expect(middle).toBeCloseTo(1.125, 3);
    expect(few).toBeLessThan(1.01);
    expect(none).toBe(1);
  });

  it.each(['holdings', 'ratings', 'listItems'])(
    'without a use count is its number of %s',
    (sign) => {
      const level = (count: number) => popularityLevel(book('1', 'x'), { ...NONE, [sign]: count });
      const found = [...popularityFactors(Float32Array.from([0, 9, 99, 1000, 10_000].map(level)))];
      expect(found).toEqual([...found].sort((a, b) => a - b));
      expect(new Set(found).size).toBe(4);
      expect([found[0], found[3], found[4]]).toEqual([1, 2, 2]);
    },
  );

  it('of a title with a use count does not depend on its copies', () => {
    const title = book('1', 'x', { popularity: 7 });
    expect(popularityLevel(title, { holdings: 900, ratings: 900, listItems: 900 })).toBe(
      popularityLevel(title, NONE),
    );
    expect(popularityLevel(book('1', 'x', { popularity: 0 }), { ...NONE, holdings: 99 })).toBe(0);
  });

  it('is a factor from 1 to 2 that grows with the use and the signs of use', () => {
    const count = fc.nat(10_000_000);
    fc.assert(
      fc.property(fc.array(count, { minLength: 2 }), fc.array(count), (uses, holdings) => {
        const sorted = uses.toSorted((a, b) => a - b);
        const found = factors(sorted, holdings);
        for (const factor of found) {
          expect(factor).toBeGreaterThanOrEqual(1);
          expect(factor).toBeLessThanOrEqual(2);
        }
        const ofUses = found.slice(0, uses.length);
        expect(ofUses).toEqual(ofUses.toSorted((a, b) => a - b));
      }),
    );
  });

  it('is 1 for all titles of a catalog without signs of use', () => {
    expect(factors([0, 0], [0])).toEqual([1, 1, 1]);
    expect(factors([])).toEqual([]);
  });

  it('is proportional to its logarithm as a share', () => {
    const [, factor] = factors([999_999, 999]);
    expect(popularityShare(factor)).toBeCloseTo(0.5, 5);
    expect([popularityShare(1), popularityShare(2)]).toEqual([0, 1]);
  });
});
