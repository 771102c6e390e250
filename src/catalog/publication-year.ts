const YEAR_ALONE = /^-?\d{1,4}$/;
const YEAR_WITHIN = /(?<!\d)\d{3,4}(?!\d)/;

/** The id that all years before year 1 have for their decade. */
export const BEFORE_YEAR_1 = '0000';

/**
 * The first year that a `publication_date` names: the whole field when it is a year, of any number
 * of digits and negative before year 1, else the first three or four digits in it.
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

/**
 * The decade of a year as an id, such as `1990-1999`; every year before year 1 is in `0000`.
 */
export function decadeOf(year: number): string {
  if (year < 1) return BEFORE_YEAR_1;
  const first = Math.floor(year / 10) * 10;
  return `${padded(Math.max(first, 1))}-${padded(first + 9)}`;
}

function padded(year: number): string {
  return String(year).padStart(4, '0');
}
