import { describe, expect, it } from 'vitest';
import { measureCatalog } from '../../bench/catalog-statistics.js';
import { GENERATED_LIBRARY, generateTitles } from '../../bench/generated-catalog.js';
import { queriesFrom } from '../../bench/queries.js';
import { createCatalog } from '../../src/index.js';

const titles = [...generateTitles(4_000)];

describe('a generated catalog', () => {
  it('is the same for the same seed and another for another', () => {
    expect([...generateTitles(500)]).toEqual(titles.slice(0, 500));
    expect([...generateTitles(500, 2)]).not.toEqual(titles.slice(0, 500));
  });

  it('holds records that are valid, each once', () => {
    const catalog = createCatalog({ library: GENERATED_LIBRARY, titles });
    expect(catalog.titles.size).toBe(titles.length);
  });

  it('gives every ISBN its check digit', () => {
    const isbns = titles.flatMap((title) => title.isbns ?? []);
    const sumOf = (isbn: string): number =>
      [...isbn].reduce((sum, digit, i) => sum + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
    expect(isbns.length).toBeGreaterThan(1_500);
    expect(isbns.filter((isbn) => isbn.length !== 13 || sumOf(isbn) % 10 !== 0)).toEqual([]);
  });

  it('gives the same queries for the same titles, at least forty and no two alike', () => {
    const queries = queriesFrom(titles);
    expect(queriesFrom(generateTitles(4_000))).toEqual(queries);
    expect(queries.length).toBeGreaterThanOrEqual(40);
    expect(new Set(queries.map((query) => JSON.stringify(query))).size).toBe(queries.length);
  });
});

describe('the statistics of 4,000 generated titles are those of real catalogs', () => {
  const { fields, headingsOfTitlesWithAny, holdings, bytes } = measureCatalog(titles);
  const title = fields['title and sub-title'];
  const author = fields['authors and contributors'];

  it('in the words of titles, to 6 %', () => {
    expect(withinShare(title.meanWords, 5.1, 0.06)).toBe(true);
    expect(title.percentile95).toBeGreaterThanOrEqual(12);
    expect(title.percentile95).toBeLessThanOrEqual(14);
  });

  it('in the growth of their vocabulary, to 6 %', () => {
    expect(withinShare(title.growth[0], 2_123, 0.06)).toBe(true);
    expect(withinShare(title.growth[1], 5_693, 0.06)).toBe(true);
  });

  it.each([
    ['the', 0.45],
    ['of', 0.28],
    ['and', 0.12],
    ['a', 0.12],
    ['volume', 0.08],
  ])('in the share of titles with the word %s, to 3 in 100', (word, share) => {
    expect(Math.abs(title.shareOf(word) - share)).toBeLessThan(0.03);
  });

  it('in the names of people', () => {
    expect(withinShare(author.meanWords, 4.2, 0.1)).toBe(true);
    expect(Math.abs(author.shareOf('john') - 0.044)).toBeLessThan(0.02);
    expect(Math.abs(author.shareOf('william') - 0.039)).toBeLessThan(0.02);
  });

  it('in subjects and series', () => {
    expect(Math.abs(fields.subjects.share - 0.43)).toBeLessThan(0.03);
    expect(withinShare(headingsOfTitlesWithAny, 3.6, 0.08)).toBe(true);
    expect(Math.abs(fields.subjects.shareOf('fiction') - 0.2)).toBeLessThan(0.05);
    expect(Math.abs(fields.series.share - 0.25)).toBeLessThan(0.03);
  });

  it('in holdings and in the size of their JSON, to 6 %', () => {
    expect(withinShare(holdings, 1.45, 0.06)).toBe(true);
    expect(withinShare(bytes, 600, 0.06)).toBe(true);
  });
});

function withinShare(measured: number, real: number, tolerance: number): boolean {
  return Math.abs(measured - real) <= real * tolerance;
}
