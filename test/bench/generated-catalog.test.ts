import { describe, expect, it } from 'vitest';
import { catalogStatistics } from '../../bench/generated/catalog-statistics.js';
import { GENERATED_LIBRARY, generateTitles, hasRealWords } from '../../bench/generated-catalog.js';
import { createCatalog } from '../../src/index.js';

const titles = [...generateTitles(4_000)];

describe('a generated catalog', () => {
  it('is the same for the same seed, and different for a different seed', () => {
    expect([...generateTitles(500)]).toEqual(titles.slice(0, 500));
    expect([...generateTitles(500, 2)]).not.toEqual(titles.slice(0, 500));
  });

  it('contains only valid records with distinct ids', () => {
    const some = titles.filter((_, i) => i % 16 === 0);
    expect(createCatalog({ library: GENERATED_LIBRARY, titles: some }).titles.size).toBe(
      some.length,
    );
    expect(new Set(titles.map(({ id }) => id)).size).toBe(titles.length);
  });

  it('has a valid check digit in every ISBN', () => {
    const isbns = titles.flatMap((title) => title.isbns ?? []);
    const sumOf = (isbn: string): number =>
      [...isbn].reduce((sum, digit, i) => sum + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
    expect(isbns.length).toBeGreaterThan(1_500);
    expect(isbns.filter((isbn) => isbn.length !== 13 || sumOf(isbn) % 10 !== 0)).toEqual([]);
  });
});

describe('4,000 generated titles', () => {
  it.each(catalogStatistics(titles).map((statistic) => [statistic.name, statistic] as const))(
    'are like real catalogs: %s',
    (_name, { real, generated, tolerance }) => {
      expect(Math.abs(generated - real)).toBeLessThanOrEqual(tolerance);
    },
  );

  it('are made of real words in part, and of invented words', () => {
    const real = titles.filter(hasRealWords);
    expect(real.length).toBeGreaterThan(titles.length / 4);
    expect(real.length).toBeLessThan(titles.length);
  });
});
