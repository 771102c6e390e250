import { parseDateOrInstant } from '../../catalog/instant.js';

const YEAR_FIRST = /^(\d{4})-?(\d\d)-?(\d\d)(?!\d)/;
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)(?!\d)/;
const MONTH_FIRST = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d\d)(?!\d)/;

/**
 * Parses a date of acquisition: `2004-12-03` or `20041203`; with the month first, `12/3/2004` or
 * `12-03-04`; with the day first, `3.12.2004`. Two-digit years are from 1970 to 2069. Text after the
 * date, such as a time, is ignored.
 *
 * @returns the date in ISO 8601; undefined if the text does not begin with a valid date
 */
export function acquiredDate(text: string): string | undefined {
  const [, year, month, day] =
    YEAR_FIRST.exec(text) ??
    reordered(MONTH_FIRST.exec(text), 3, 1, 2) ??
    reordered(DAY_FIRST.exec(text), 3, 2, 1) ??
    [];
  if (year === undefined) return undefined;
  const date = [fourDigits(year), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  return Number.isNaN(parseDateOrInstant(date)) ? undefined : date;
}

function reordered(match: RegExpExecArray | null, ...order: number[]): string[] | undefined {
  return match === null ? undefined : ['', ...order.map((group) => match[group])];
}

function fourDigits(year: string): string {
  if (year.length === 4) return year;
  return `${Number(year) < 70 ? '20' : '19'}${year}`;
}
