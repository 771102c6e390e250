import { normalized } from '../../search/analysis/normalized.js';
import { acquiredDate } from '../holdings/acquired-date.js';

/** How a cell is read that holds more than a text, and what messages say that it should hold. */
export interface CellValue<T> {
  /** Nothing for a text that is none. */
  parse(text: string): T | undefined;
  readonly wanted: string;
}

/** A whole number of at most nine digits. */
export const wholeNumber: CellValue<number> = {
  parse: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined),
  wanted: 'a whole number',
};

/** A number from 0 to the most, its fraction behind a point or a comma. */
export const decimal = (most: number): CellValue<number> => ({
  parse: (text) => {
    const number = /^\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
    return number <= most ? number : undefined;
  },
  wanted: most === Number.MAX_VALUE ? 'a number from 0' : `a number from 0 to ${most}`,
});

/** A date as ISO 8601. */
export const date: CellValue<string> = {
  parse: acquiredDate,
  wanted: 'a date such as 2004-12-03, 12/3/2004 (month first) or 3.12.2004 (day first)',
};

const YES = words('true yes y 1 x verdadero sí si vrai oui истина да 是 wahr ja fiction');
const NO = words('false no n 0 falso faux non ложь нет 否 falsch nein nonfiction non-fiction');

/** Yes or no in the languages of the pages, and what spreadsheet programs in those write for it. */
export const yesOrNo: CellValue<boolean> = {
  parse: (text) => {
    const lower = normalized(text, 'NFC').toLowerCase();
    if (YES.has(lower)) return true;
    return NO.has(lower) ? false : undefined;
  },
  wanted: 'yes or no',
};

/** An absolute address of the web. */
export const webAddress: CellValue<string> = {
  parse: (text) =>
    URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined,
  wanted: 'an absolute address that begins with http:// or https://',
};

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
