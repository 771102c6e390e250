/*
 * Reads the year in a publication date as a record has it, such as `[189-?]` or `1390/1970`, and parses ranges of years.
 */

const YEAR_RANGE = /^(\d{1,4})?-(\d{1,4})?$/;
const YEAR_ALONE = /^-?\d{1,4}$/;
/** Matches a decade such as `189-` and `189?`, a century such as `18--`, or a year of three or four digits. */
const YEAR_WITHIN =
  /(?<!\d)(?:(1[4-9]\d|20\d)[-?x_](?![\da-z])|(1\d|20)(?:--|\?\?|xx)|(\d{3,4})(?!\d))/i;
/** Matches dates with unknown digits. */
const UNKNOWN_DIGITS = /(?<!\d)(?:\d{3}0s|\d{3}[-?x_](?![\da-z])|\d\d(?:--|\?\?|xx))/i;

/** The result of {@link decadeOf} for every year before year 1. */
export const BEFORE_YEAR_1 = '0000';

/** Matches a year B.C., such as `750 B.C.`, `44 v. Chr.` or `公元前221`. */
const BEFORE_CHRIST =
  /(?<!\d)(\d{1,4})\??\s*(?:b\.? ?c\b|v\. ?chr|av\. ?j|a\. ?c\.|до н|p\. ?n\. ?e)|(?:公元|紀元)前\s*(\d{1,4})/i;
/** Matches a corrected year, such as `1957 [i.e. 1958]`. */
const CORRECTED =
  /(?<!\p{L})(?:i\.? ?e|d\. ?[ih]|das ist|recte|c\.-à-d|es decir|cio[eè]|то есть|т\. ?е|即)(?!\p{L})\D{0,12}(\d{3,4})(?!\d)/iu;
/** Matches a year and the same year of another calendar, such as `734 [1973 or 1974]` or `1390/1970`. */
const TWO_CALENDARS =
  /(?<!\d)(\d{3,4})(?!\d)[^\d[(/=,]*(?:([[(]\d{4}(?=(?: or \d+|[-/]\d+)?\??[\])]))|[[(/=,]\s*(\d{4})(?!\d))/;
/** Matches a year of the Islamic calendar that is marked as such. */
const ISLAMIC = /(?<!\d)(1[2-4]\d\d)\s*(?:a\.? ?h\b|h\b|hijr|هـ?(?!\p{L}))/iu;
/** Matches a year of the Hebrew calendar in letters, such as `תשל"ג`, which is 733. */
const HEBREW_LETTERS = /([א-ת]{1,4})["״”]([א-ת])/;
/** The letters from 1 to 9, from 10 to 90, and from 100 to 400. */
const HEBREW_DIGITS = ['אבגדהוזחט', 'יכלמנסעפצ', 'קרשת'];
/** The year of the Hebrew calendar before the year 1, which begins in autumn. */
const HEBREW_EPOCH = 3760;
/** Matches the digits of Arabic, Persian and Chinese typography. */
const OTHER_DIGITS = /[٠-٩۰-۹０-９]/g;
/** Matches a year in Roman numerals from 1000 on, such as `MDCCXLV` or `M. DCC. XLV.` */
const ROMAN = /(?<!\p{L})M[. ]{0,2}(?:[MDCLXVI][. ]{0,2}){1,20}(?!\p{L})/u;
const ROMAN_DIGITS = new Map(Object.entries({ M: 1000, D: 500, C: 100, L: 50, X: 10, V: 5, I: 1 }));
/** The Gregorian years before the first years of East Asian eras and of the French Republic. */
const ERAS = new Map(
  `1791 an; 1867 明治 meiji; 1911 大正 taisho taishō 民國 民国 minguo; 1925 昭和 showa shōwa; 1988 平成 heisei;
  2018 令和 reiwa`
    .split(/;\s+/)
    .map((line) => line.split(' '))
    .flatMap(([before, ...names]) => names.map((name) => [name, Number(before)] as const)),
);
/** Matches a year of an era, such as `昭和55` or `an VII`. */
const YEAR_OF_ERA = new RegExp(
  `(?<![A-Za-z])(${[...ERAS.keys()].join('|')}|min guo)\\s*(\\d{1,3}|[XVI]{1,4}(?!\\p{L}))`,
  'iu',
);
/** The number of years by which years of the Islamic and Iranian calendars are less, since the year 1200. */
const ISLAMIC_DIFFERENCE = [560, 640] as const;
/** The least difference between two years in brackets that are of different calendars. */
const MIN_CALENDAR_DIFFERENCE = 50;
const LAST_YEAR = 2100;

/**
 * Returns the first year in a publication date, or undefined if the date contains no year. A date that
 * consists of one to four digits, with or without a minus sign, is itself the year. In any other date,
 * the year is the first number of three or four digits. A hyphen after the first digits stands for an unknown digit.
 * A corrected year, and the Gregorian year beside a year of another calendar, take precedence. A year B.C. is negative.
 *
 * @example publicationYear('London, c1851-1853') // 1851
 * @example publicationYear('-750') // -750
 * @example publicationYear('[189-?]') // 1890
 * @example publicationYear('18--') // 1800
 * @example publicationYear('1957 [i.e. 1958]') // 1958
 * @example publicationYear('734 [1973 or 1974]') // 1973
 * @example publicationYear('2032 B.C.') // -2032
 * @example publicationYear('MDCCXLV') // 1745
 */
export function publicationYear(date: string | undefined): number | undefined {
  const text = date?.trim() ?? '';
  if (YEAR_ALONE.test(text)) return gregorianYear(Number(text));
  const western = text.replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf));
  const bc = BEFORE_CHRIST.exec(western);
  if (bc !== null) return -Number(bc[1] ?? bc[2]);
  const corrected = CORRECTED.exec(western)?.[1] ?? yearBesideOther(western);
  if (corrected !== undefined) return gregorianYear(Number(corrected));
  const islamic = ISLAMIC.exec(western);
  if (islamic !== null) return Math.floor(Number(islamic[1]) * 0.970229 + 621.6);
  const match = YEAR_WITHIN.exec(western);
  const numeral = match === null ? ROMAN.exec(western)?.[0] : undefined;
  if (numeral !== undefined) return valueOfNumeral(numeral);
  if (match === null) return yearOfEra(western) ?? hebrewYear(western);
  const [, decade, century, year] = match;
  return gregorianYear(Number(year ?? (decade ?? century).padEnd(4, '0')));
}

/** Converts a year of the Hebrew calendar in four digits. Returns any other year unchanged. */
function gregorianYear(year: number): number {
  return year > 5000 && year < 6000 ? year - HEBREW_EPOCH : year;
}

/** Returns the Gregorian year beside a year of another calendar: 1970 for `1390 [1970]`. */
function yearBesideOther(text: string): number | undefined {
  const [, first, bracketed, after] = TWO_CALENDARS.exec(text) ?? [];
  if (first === undefined) return undefined;
  const [one, other] = [Number(first), Number(bracketed?.slice(1) ?? after)];
  const difference = other - one;
  const [least, most] = ISLAMIC_DIFFERENCE;
  if (other < 1000 || other > LAST_YEAR || (-difference >= least && -difference <= most)) {
    return undefined;
  }
  const isConverted =
    one > 5000 ||
    (difference >= least && difference <= most) ||
    (bracketed !== undefined && Math.abs(difference) >= MIN_CALENDAR_DIFFERENCE) ||
    (one < 1000 && text.includes('/'));
  return isConverted ? other : undefined;
}

/** Returns the value of a Roman numeral: 1745 for `MDCCXLV`. */
function valueOfNumeral(numeral: string): number {
  let [sum, last] = [0, 0];
  for (const letter of numeral.toUpperCase()) {
    const value = ROMAN_DIGITS.get(letter) ?? 0;
    // A digit before a greater one is subtracted: `XL` is 40.
    if (value > last) sum -= 2 * last;
    if (value > 0) [sum, last] = [sum + value, value];
  }
  return sum;
}

/** Returns the Gregorian year in which a year of an era begins: 1980 for `昭和55`, and 1798 for `an VII`. */
function yearOfEra(text: string): number | undefined {
  const [, era, year] = YEAR_OF_ERA.exec(text) ?? [];
  if (era === undefined) return undefined;
  const before = ERAS.get(era.toLowerCase().replace(' ', ''))!;
  return before + (/\d/.test(year) ? Number(year) : valueOfNumeral(year));
}

/** Returns the Gregorian year of a year of the Hebrew calendar in letters, whose thousands are left out. */
function hebrewYear(text: string): number | undefined {
  const [, letters, last] = HEBREW_LETTERS.exec(text) ?? [];
  if (letters === undefined) return undefined;
  let year = 0;
  for (const letter of letters + last) {
    HEBREW_DIGITS.forEach((digits, power) => {
      year += (digits.indexOf(letter) + 1) * 10 ** power;
    });
  }
  return year >= 300 ? year + 5000 - HEBREW_EPOCH : undefined;
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

/** The ranges of years as values of a parameter of functions for programs, which refuse other texts. */
export const YEARS = {
  expectedRange: 'a range such as 1990-1999, 1990-1990, 1990- or -1950',
  rangeOf(text: string): YearRange | undefined {
    const range = parseYearRange(text);
    return range !== undefined && range.from <= range.to ? range : undefined;
  },
};

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
