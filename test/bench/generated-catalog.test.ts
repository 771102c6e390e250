import { describe, expect, it } from 'vitest';
import { measureCatalog } from '../../bench/generated/catalog-statistics.js';
import { GENERATED_LIBRARY, generateTitles } from '../../bench/generated-catalog.js';
import { createCatalog } from '../../src/index.js';

const titles = [...generateTitles(4_000)];

describe('a generated catalog', () => {
  it('is the same for the same seed, and different for a different seed', () => {
    expect([...generateTitles(500)]).toEqual(titles.slice(0, 500));
    expect([...generateTitles(500, 2)]).not.toEqual(titles.slice(0, 500));
  });

  it('contains only valid records with distinct ids', () => {
    const some = titles.filter((_, i) => i % 4 === 0);
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

describe('4,000 generated titles match the statistics of real catalogs', () => {
  const { fields, headingsOfTitlesWithAny, holdings, bytes } = measureCatalog(titles);
  const title = fields['title and sub-title'];
  const author = fields['authors and contributors'];

  it('in the words per title: the mean within 6 %, the 95th percentile within one word', () => {
    expect(isWithinShare(title.meanWords, 5.1, 0.06)).toBe(true);
    expect(title.p95).toBeGreaterThanOrEqual(12);
    expect(title.p95).toBeLessThanOrEqual(14);
  });

  it('in the number of distinct words in titles, within 6 %', () => {
    expect(isWithinShare(title.growth[0], 2_123, 0.06)).toBe(true);
    expect(isWithinShare(title.growth[1], 5_693, 0.06)).toBe(true);
  });

  it.each([
    ['the', 0.45],
    ['of', 0.28],
    ['and', 0.12],
    ['a', 0.12],
    ['volume', 0.08],
  ])('in the share of titles with the word %s, within 3 percentage points', (word, share) => {
    expect(Math.abs(title.fractionOf(word) - share)).toBeLessThan(0.03);
  });

  it('in the names of people', () => {
    expect(isWithinShare(author.meanWords, 4.2, 0.1)).toBe(true);
    expect(Math.abs(author.fractionOf('john') - 0.044)).toBeLessThan(0.02);
    expect(Math.abs(author.fractionOf('william') - 0.039)).toBeLessThan(0.02);
  });

  it('in subjects and series', () => {
    expect(Math.abs(fields.subjects.fraction - 0.43)).toBeLessThan(0.03);
    expect(isWithinShare(headingsOfTitlesWithAny, 3.6, 0.08)).toBe(true);
    expect(Math.abs(fields.subjects.fractionOf('fiction') - 0.2)).toBeLessThan(0.05);
    expect(Math.abs(fields.series.fraction - 0.25)).toBeLessThan(0.03);
  });

  it('in holdings and bytes of JSON per title, within 6 %', () => {
    expect(isWithinShare(holdings, 1.45, 0.06)).toBe(true);
    expect(isWithinShare(bytes, 600, 0.06)).toBe(true);
  });
});

function isWithinShare(measured: number, real: number, tolerance: number): boolean {
  return Math.abs(measured - real) <= real * tolerance;
}
