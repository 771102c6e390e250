import type { MarcDataField } from '../marc/marc-record.js';
import type { CodedFields } from './coded-fields.js';
import { subfieldTexts } from './field-text.js';
import { withoutBrackets, withoutEndPunctuation } from './punctuation.js';

/** What stands where a publisher would, when there is none to tell. */
const NOBODY = /^(?:s\.\s?n\.?|n\.\s?p\.?|sine nomine|(?:publisher|distributor) not identified)$/i;

/** Publishers' names, each $b one. */
export function publisherNames(field: MarcDataField, codes: string): string[] {
  return subfieldTexts(field, codes)
    .map((text) => withoutEndPunctuation(withoutBrackets(withoutEndPunctuation(text))))
    .filter((name) => name !== '' && !NOBODY.test(name));
}

/** A date as it is written, without brackets and the signs before a copyright date. */
export function writtenDate(field: MarcDataField, codes: string): string[] {
  return subfieldTexts(field, codes)
    .map((text) => withoutEndPunctuation(text.replace(/[[\]]/g, '')).replace(SIGN, ''))
    .filter((date) => /\d/.test(date));
}

const SIGN = /^(?:c|cop\.|copyright|p|\u00a9|\u2117)\s*(?=\d)/i;

/**
 * The date of publication that 008/06-14 codes: a year, a span of years (`1977-1980`, `1977-` while it
 * lasts), a decade (`1840s`), or the first two digits of a century (`18--`). Nothing where the field
 * does not tell, or tells of a time before Christ.
 */
export function codedDate({ general }: CodedFields): string[] {
  const from = yearText(general.slice(7, 11));
  const to = general.slice(11, 15);
  if (from === undefined) return [];
  switch (general[6]) {
    case 's':
    case 't':
    case 'r':
    case 'e':
    case 'p':
      return [from];
    case 'c':
    case 'u':
      return [`${from}-`];
    case 'd':
    case 'i':
    case 'k':
    case 'm':
      return [spanned(from, to)];
    case 'q':
      return [questionable(from, to)];
    default:
      return [];
  }
}

function spanned(from: string, to: string): string {
  if (to === '9999') return `${from}-`;
  const last = yearText(to);
  return last === undefined || last === from ? from : `${from}-${last}`;
}

function questionable(from: string, to: string): string {
  const last = yearText(to);
  return last === undefined || last === from ? `${from}?` : `${from}-${last}?`;
}

/** Four positions of 008 as a year, a decade or a century; `u` is a digit that is not known. */
function yearText(code: string): string | undefined {
  if (/^\d{4}$/.test(code)) return code === '9999' ? undefined : String(Number(code));
  if (/^\d{3}u$/.test(code)) return `${Number(code.slice(0, 3))}0s`;
  if (/^\d\duu$/.test(code)) return `${code.slice(0, 2)}--`;
  return undefined;
}
