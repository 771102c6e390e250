/*
 * Dates and times of ISO 8601 as milliseconds since 1970.
 */

import { memoizePerText } from './lazy.js';

const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-]\d\d:?\d\d)$/;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;

const MIN_INSTANT_MS = Date.parse('0000-01-01T00:00:00Z');
/** The last instant of the year 9999 in UTC. */
const MAX_INSTANT_MS = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Parses an ISO 8601 date and time with seconds and a time zone.
 *
 * @returns milliseconds since 1970 in UTC. NaN for any other text, for a day or time that does not
 *   exist, and for a year outside 0 to 9999 in UTC
 * @example parseInstant('1970-01-01T01:00:00+01:00') // 0
 */
export function parseInstant(text: string): number {
  const match = DATE_TIME.exec(text);
  if (match === null || !isValidDay(match)) return Number.NaN;
  const instant = Date.parse(text.toUpperCase());
  return instant >= MIN_INSTANT_MS && instant <= MAX_INSTANT_MS ? instant : Number.NaN;
}

/**
 * Parses a date and time like {@link parseInstant}, or a date alone. A date alone means midnight UTC at
 * the start of the day.
 *
 * @example parseDateOrInstant('1970-01-02') // 86400000
 */
export const parseDateOrInstant = memoizePerText(1024, 30, (text) => {
  const match = DATE.exec(text);
  if (match === null) return parseInstant(text);
  return isValidDay(match) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
});

/** The number of milliseconds of a day. */
export const DAY_MS = 86_400_000;

/**
 * Returns the number of days from 1970-01-01 to an ISO 8601 date or date and time, in UTC. NaN for any other text.
 *
 * @example dayOf('1970-01-02') // 1
 */
export function dayOf(date: string): number {
  return Math.floor(parseDateOrInstant(date) / DAY_MS);
}

/**
 * Formats milliseconds since 1970 as ISO 8601 in UTC, without fractions of a second.
 *
 * @example formatInstant(0) // '1970-01-01T00:00:00Z'
 */
export function formatInstant(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isValidDay(match: RegExpExecArray): boolean {
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month === 2 && day === 29) return isLeapYear;
  return day >= 1 && day <= (DAYS_OF_MONTHS[month - 1] ?? 0);
}
