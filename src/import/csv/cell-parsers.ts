import { normalizeUnicode } from '../../search/index.js';
import { acquiredDate } from '../holdings/acquired-date.js';

/** Parses and checks the text of a cell. */
export interface CellParser<T> {
  /** Returns the value of a cell; undefined if the text is invalid. */
  parse(text: string): T | undefined;
  /** Describes the valid values in error messages. */
  readonly expected: string;
}

/** Parses a whole number of at most nine digits. */
export const wholeNumber: CellParser<number> = {
  parse: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined),
  expected: 'a whole number of at most nine digits',
};

/** Creates a parser of numbers from 0 to `max`. The decimal separator is a point or a comma. */
export const decimal = (max: number): CellParser<number> => ({
  parse: (text) => {
    const number = /^\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
    return number <= max ? number : undefined;
  },
  expected: max === Number.MAX_VALUE ? 'a number of at least 0' : `a number from 0 to ${max}`,
});

/** Parses a date. The value is the date in ISO 8601, such as `2004-12-03`. */
export const date: CellParser<string> = {
  parse: acquiredDate,
  expected: 'a date such as 2004-12-03, 12/3/2004 (month first) or 3.12.2004 (day first)',
};

const YES = words('true yes y 1 x verdadero sí si vrai oui истина да 是 wahr ja fiction');
const NO = words('false no n 0 falso faux non ложь нет 否 falsch nein nonfiction non-fiction');

/**
 * Parses words for yes and no in English, Spanish, French, German, Russian and Chinese, such as `yes`,
 * `TRUE` and `non`. Also accepts `y`, `n`, `1`, `0`, `x`, `fiction`, `nonfiction` and `non-fiction`. Ignores
 * case.
 */
export const yesOrNo: CellParser<boolean> = {
  parse: (text) => {
    const lower = normalizeUnicode(text, 'NFC').toLowerCase();
    if (YES.has(lower)) return true;
    return NO.has(lower) ? false : undefined;
  },
  expected: 'yes or no',
};

/** Accepts an absolute http or https URL and returns the URL unchanged. */
export const webUrl: CellParser<string> = {
  parse: (text) =>
    URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined,
  expected: 'a URL that begins with http:// or https://',
};

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
