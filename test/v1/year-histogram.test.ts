import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildNumberColumn, openNumberColumn } from '../../src/search/columns/doc-values-column.js';
import { type YearCount, yearHistogram } from '../../src/v1/year-histogram.js';
import { runs } from '../random-seed.js';

const WIDTHS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/** Returns the histogram of titles with these years. Only every second title of the catalog is counted. */
function histogramOf(years: readonly (number | undefined)[]): YearCount[] {
  const column = openNumberColumn(buildNumberColumn(years.flatMap((year) => [2001, year])));
  return yearHistogram(
    column,
    Uint32Array.from(years, (_, i) => 2 * i + 1),
  );
}

/** Returns the same as `histogramOf`, but counts each range in the list of years. */
function naiveHistogramOf(years: readonly (number | undefined)[]): YearCount[] {
  const known = years.filter((year) => year !== undefined).map((year) => Math.max(year, 0));
  if (known.length === 0) return [];
  const countIn = (from: number, to: number) =>
    known.filter((year) => year >= from && year <= to).length;
  const first = Math.min(...known);
  const last = Math.max(...known);
  const lastFrequent = Math.max(
    ...[...new Set(known)].filter((year) => countIn(year, Infinity) * 200 > known.length),
  );
  for (const width of WIDTHS) {
    for (const lastYear of [last, lastFrequent]) {
      const starts = Array.from({ length: 11 }, (_, i) => lastYear - (lastYear % width) - i * width)
        .reverse()
        .filter((start) => start >= 0 && start + width > first);
      const early = countIn(-Infinity, starts[0] - 1);
      if (early * 10 > known.length) continue;
      const isOpen = early > 0 || starts[0] === 0;
      const withTitles = starts.findIndex((start, i) => i > 0 && countIn(start, start + width - 1));
      const kept = isOpen ? [starts[0], ...starts.slice(1).slice(withTitles - 1)] : starts;
      return kept.map((start, i) => {
        const isLast = i === kept.length - 1;
        const from = i === 0 && isOpen ? -Infinity : start;
        const end = isLast ? start + width - 1 : kept[i + 1] - 1;
        const to = isLast && end < last ? Infinity : end;
        return { from, to, count: countIn(from, to) };
      });
    }
  }
  throw new Error(`histogram: expected a width for the years ${first} to ${last}, found none`);
}

const year = fc.oneof(
  fc.integer({ min: 1995, max: 2026 }),
  fc.integer({ min: 1700, max: 2026 }),
  fc.integer({ min: -9999, max: 9999 }),
  fc.constantFrom(-9999, -1, 0, 1, 9999),
);
const titles = fc
  .array(
    fc.record({
      year: fc.option(year, { nil: undefined, freq: 9 }),
      count: fc.constantFrom(1, 1, 1, 3, 20, 400),
    }),
    { maxLength: 15 },
  )
  .map((list) => list.flatMap(({ year, count }) => Array.from({ length: count }, () => year)));

describe('yearHistogram', () => {
  it('returns the same ranges and counts as counting each range in the list of years', () => {
    fc.assert(
      fc.property(titles, (years) => {
        expect(histogramOf(years)).toEqual(naiveHistogramOf(years));
      }),
      { numRuns: runs(500) },
    );
  });

  it('counts every title with a year in exactly one of at most 11 ranges', () => {
    fc.assert(
      fc.property(titles, (years) => {
        const ranges = histogramOf(years);
        const known = years.filter((year) => year !== undefined);
        expect(ranges.length).toBeLessThanOrEqual(11);
        expect(ranges.reduce((sum, { count }) => sum + count, 0)).toBe(known.length);
        ranges.forEach(({ from, to, count }, i) => {
          expect(count).toBe(known.filter((year) => year >= from && year <= to).length);
          if (i > 0) expect(from).toBe(ranges[i - 1].to + 1);
          if (i === 0 || i === ranges.length - 1) expect(count).toBeGreaterThan(0);
        });
      }),
      { numRuns: runs(500) },
    );
  });

  const repeated = (year: number, count: number) => Array.from({ length: count }, () => year);
  it.for([
    ['no years', [undefined], []],
    ['one year', [1984, 1984], ['1984 to 1984: 2']],
    ['a few years', [2001, 2003, 2003], ['2001 to 2001: 1', '2002 to 2002: 0', '2003 to 2003: 2']],
    [
      'a century',
      [1921, 1938, ...repeated(2019, 8)],
      [
        ...['1920 to 1929: 1', '1930 to 1939: 1', '1940 to 1949: 0', '1950 to 1959: 0'],
        ...['1960 to 1969: 0', '1970 to 1979: 0', '1980 to 1989: 0', '1990 to 1999: 0'],
        ...['2000 to 2009: 0', '2010 to 2019: 8'],
      ],
    ],
    [
      'a few early years',
      [1605, ...repeated(2017, 10), ...repeated(2018, 10)],
      ['-Infinity to 2016: 1', '2017 to 2017: 10', '2018 to 2018: 10'],
    ],
    [
      'a few late years',
      [...repeated(2017, 100), ...repeated(2018, 100), 9999],
      ['2017 to 2017: 100', '2018 to Infinity: 101'],
    ],
    ['years before year 1', [-750, -1, 1], ['-Infinity to 0: 2', '1 to 1: 1']],
  ] as const)('returns ranges of a length that fits: %s', ([, years, expected]) => {
    const ranges = histogramOf(years);
    expect(ranges.map(({ from, to, count }) => `${from} to ${to}: ${count}`)).toEqual(expected);
  });
});
