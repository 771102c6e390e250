const YEAR_ALONE = /^-?\d{1,4}$/;
const YEAR_WITHIN = /(?<!\d)\d{3,4}(?!\d)/;

/** The result of {@link decadeOf} for every year before year 1. */
export const BEFORE_YEAR_1 = '0000';

/**
 * Returns the first year in a publication date, or undefined if the date contains no year. A date that
 * consists of one to four digits, with or without a minus sign, is itself the year. In any other date,
 * the year is the first number of three or four digits.
 *
 * @example publicationYear('London, c1851-1853') // 1851
 * @example publicationYear('-750') // -750
 */
export function publicationYear(date: string | undefined): number | undefined {
  const text = date?.trim() ?? '';
  if (YEAR_ALONE.test(text)) return Number(text);
  const match = YEAR_WITHIN.exec(text);
  return match === null ? undefined : Number(match[0]);
}

/** Returns the id of a year's decade, such as `1990-1999`, or `0000` for a year before year 1. */
export function decadeOf(year: number): string {
  if (year < 1) return BEFORE_YEAR_1;
  const first = Math.floor(year / 10) * 10;
  return `${padded(Math.max(first, 1))}-${padded(first + 9)}`;
}

function padded(year: number): string {
  return String(year).padStart(4, '0');
}
