import { lazy } from '../base/lazy.js';
import type { YearRange } from '../catalog/publication-year.js';
import { countRanges, type NumberColumn } from '../search/index.js';

/** A range of publication years, and the number of titles that were published in these years. */
export interface YearCount extends YearRange {
  /** The number of titles. */
  readonly count: number;
}

/**
 * The maximum number of ranges. On a screen 320 pixels wide, each of this many bars is at least 24 pixels wide,
 * the minimum width of a link in WCAG 2.2.
 */
const MAX_RANGES = 11;

/** The numbers of years in a range, multiplied by 1, 10, 100 and so on. */
const WIDTHS = [1, 2, 5];

/** If at most one title in this number is before the first range, the range can be open. */
const EARLY_RATIO = 10;
/** If at most one title in this number is after the last range, the range can be open. */
const LATE_RATIO = 200;

/** The highest publication year. The lowest is the same year before year 1. */
const MAX_YEAR = 9999;
/** The boundaries of single years. Range 0 contains all years before year 1. */
const singleYears = lazy(() => [
  -MAX_YEAR,
  ...Array.from({ length: MAX_YEAR + 1 }, (_, i) => i + 1),
]);

/**
 * Counts titles by ranges of publication years: single years if the years are close together, otherwise
 * longer ranges, such as decades. All ranges have the same length, the smallest with which the years fit into
 * {@link MAX_RANGES}. If a few titles have much earlier or later years than the other titles, the first range has no
 * lower limit, or the last range has no upper limit. A range that contains year 0 also has no lower limit.
 *
 * @param years the publication year of each title
 * @param documents the numbers of the titles
 * @returns the ranges in ascending order without gaps, with exact counts. The first and the last range have
 *   titles. Empty if no title has a year.
 */
export function yearHistogram(years: NumberColumn, documents: Uint32Array): YearCount[] {
  const countOfYear = countRanges(years, documents, singleYears());
  // A page of results computes a histogram. Loops take a fraction of the time of `findIndex` and `findLastIndex`.
  let first = 0;
  while (countOfYear[first] === 0) first++;
  let last = MAX_YEAR;
  while (countOfYear[last] === 0) last--;
  if (first > last) return [];
  /** Element `i` is the number of titles before year `i`. */
  const before = new Uint32Array(last + 2);
  for (let year = first; year <= last; year++) before[year + 1] = before[year] + countOfYear[year];
  const total = before[last + 1];
  const countBetween = (from: number, to: number) =>
    before[Math.min(to, last) + 1] - before[Math.max(from, 0)];

  let lastFrequent = last;
  while (countBetween(lastFrequent, last) * LATE_RATIO <= total) lastFrequent--;

  for (let i = 0; ; i++) {
    const width = WIDTHS[i % WIDTHS.length] * 10 ** Math.floor(i / WIDTHS.length);
    const startOf = (year: number) => year - (year % width);
    for (const lastStart of new Set([startOf(last), startOf(lastFrequent)])) {
      const firstStart = Math.max(startOf(first), lastStart - (MAX_RANGES - 1) * width);
      if (before[firstStart] * EARLY_RATIO > total) continue;
      const isFirstOpen = first < firstStart || firstStart === 0;
      const isLastOpen = last >= lastStart + width;
      const starts: number[] = [];
      for (let start = firstStart; start <= lastStart; start += width) {
        const isEmpty = countBetween(start, start + width - 1) === 0;
        // An open first range also contains the empty ranges that follow it.
        if (!(isEmpty && isFirstOpen && starts.length === 1)) starts.push(start);
      }
      return starts.map((start, range) => {
        const isLast = range === starts.length - 1;
        const from = range === 0 && isFirstOpen ? Number.NEGATIVE_INFINITY : start;
        const end = isLast ? start + width - 1 : starts[range + 1] - 1;
        const to = isLast && isLastOpen ? Number.POSITIVE_INFINITY : end;
        return { from, to, count: countBetween(from, to) };
      });
    }
  }
}
