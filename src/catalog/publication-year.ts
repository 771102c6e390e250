const YEAR_RANGE = /^(\d{1,4})?-(\d{1,4})?$/;
const YEAR_ALONE = /^-?\d{1,4}$/;
/** Matches a decade such as `189-`, a century such as `18--`, or a year of three or four digits. */
const YEAR_WITHIN = /(?<!\d)(?:(1\d\d|20\d)-(?!\d)|(1\d|20)--|(\d{3,4})(?!\d))/;
/** Matches dates with unknown digits. */
const UNKNOWN_DIGITS = /(?<!\d)(?:\d{3}0s|\d{3}-(?!\d)|\d\d--)/;

/** The result of {@link decadeOf} for every year before year 1. */
export const BEFORE_YEAR_1 = '0000';

/**
 * Returns the first year in a publication date, or undefined if the date contains no year. A date that
 * consists of one to four digits, with or without a minus sign, is itself the year. In any other date,
 * the year is the first number of three or four digits. A hyphen after the first digits stands for an unknown digit.
 *
 * @example publicationYear('London, c1851-1853') // 1851
 * @example publicationYear('-750') // -750
 * @example publicationYear('[189-?]') // 1890
 * @example publicationYear('18--') // 1800
 */
export function publicationYear(date: string | undefined): number | undefined {
  const text = date?.trim() ?? '';
  if (YEAR_ALONE.test(text)) return Number(text);
  const match = YEAR_WITHIN.exec(text);
  if (match === null) return undefined;
  const [, decade, century, year] = match;
  return Number(year ?? (decade ?? century).padEnd(4, '0'));
}

/** Returns whether a publication date is a decade or a century, such as `1970s`, `[189-?]` or `18--`. */
export function hasUnknownDigits(date: string): boolean {
  return UNKNOWN_DIGITS.test(date);
}

/** Returns the id of a year's decade, such as `1990-1999`, or `0000` for a year before year 1. */
export function decadeOf(year: number): string {
  if (year < 1) return BEFORE_YEAR_1;
  const first = Math.floor(year / 10) * 10;
  return `${padded(Math.max(first, 1))}-${padded(first + 9)}`;
}

/** A range of years. Both years are included. Infinite years mean no limit. */
export interface YearRange {
  /** The first year, or -Infinity. */
  readonly from: number;
  /** The last year, or Infinity. */
  readonly to: number;
}

/**
 * Returns the years of a range, or undefined if the text is not a range. A range is a decade as
 * {@link decadeOf} returns it, or one or two years of up to four digits with a hyphen.
 *
 * @example parseYearRange('1987-2003') // { from: 1987, to: 2003 }
 * @example parseYearRange('-1950') // { from: -Infinity, to: 1950 }
 */
export function parseYearRange(text: string): YearRange | undefined {
  if (text === BEFORE_YEAR_1) return { from: Number.NEGATIVE_INFINITY, to: 0 };
  const [, from, to] = YEAR_RANGE.exec(text) ?? [];
  if (from === undefined && to === undefined) return undefined;
  return {
    from: from === undefined ? Number.NEGATIVE_INFINITY : Number(from),
    to: to === undefined ? Number.POSITIVE_INFINITY : Number(to),
  };
}

/**
 * Returns the text of a range that has at least one limit. {@link parseYearRange} returns the range for this text.
 *
 * @example formatYearRange({ from: 1990, to: 1999 }) // '1990-1999'
 * @example formatYearRange({ from: -Infinity, to: 1949 }) // '-1949'
 */
export function formatYearRange({ from, to }: YearRange): string {
  const limits = [from, to].map((year) => (Number.isFinite(year) ? padded(year) : ''));
  return limits.join('-');
}

function padded(year: number): string {
  return String(year).padStart(4, '0');
}
