const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-]\d\d:?\d\d)$/;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;

/** The instants that {@link isoInstant} can write: those of the years 0 to 9999 in UTC. */
const FIRST = Date.parse('0000-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * The instant that an ISO 8601 date-time names, in milliseconds since 1970; NaN for anything else,
 * a day that no calendar has included, and for a year that four digits cannot write in UTC.
 */
export function instantOf(text: string): number {
  const match = DATE_TIME.exec(text);
  if (match === null || !isDay(match)) return Number.NaN;
  const instant = Date.parse(text.toUpperCase());
  return instant >= FIRST && instant <= LAST ? instant : Number.NaN;
}

/** Like {@link instantOf}, and a date alone is its first instant in UTC. */
export function instantOfDate(text: string): number {
  const match = DATE.exec(text);
  if (match === null) return instantOf(text);
  return isDay(match) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
}

/** An instant as the API writes it: ISO 8601 in UTC, without a fraction. */
export function isoInstant(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

const DAYS_OF_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDay(match: RegExpExecArray): boolean {
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month === 2 && day === 29) return isLeapYear;
  return day >= 1 && day <= (DAYS_OF_MONTHS[month - 1] ?? 0);
}
