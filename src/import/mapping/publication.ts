import { subfieldTexts } from '../marc/field-text.js';
import type { MarcDataField } from '../marc/marc-record.js';
import type { FixedFields } from './fixed-fields.js';
import { withoutBrackets, withoutEndPunctuation } from './punctuation.js';

/** Matches texts that stand for an unknown publisher. */
const UNKNOWN_PUBLISHER =
  /^(?:s\.\s?n\.?|n\.\s?p\.?|sine nomine|(?:publisher|distributor) not identified)$/i;

/** Returns the names of publishers, one per subfield, without texts for an unknown publisher. */
export function publisherNames(field: MarcDataField, codes: string): string[] {
  return subfieldTexts(field, codes)
    .map((text) => withoutEndPunctuation(withoutBrackets(withoutEndPunctuation(text))))
    .filter((name) => name !== '' && !UNKNOWN_PUBLISHER.test(name));
}

/**
 * Returns dates as written, one per subfield, without square brackets, end punctuation and a copyright sign
 * at the beginning. Omits texts without a digit.
 */
export function writtenDate(field: MarcDataField, codes: string): string[] {
  return subfieldTexts(field, codes)
    .map((text) => withoutEndPunctuation(text.replace(/[[\]]/g, '')).replace(COPYRIGHT_SIGN, ''))
    .filter((date) => /\d/.test(date));
}

const COPYRIGHT_SIGN = /^(?:c|cop\.|copyright|p|\u00a9|\u2117)\s*(?=\d)/i;

/**
 * Returns the date of publication in 008/06-14: a year, a span of years (`1977-1980`, or `1977-` if it
 * continues or may continue), a decade (`1840s`), or a century (`18--`). A questionable date ends in a
 * question mark.
 * Returns no value for an unknown date, the year 9999 or a date B.C.
 */
export function codedDate({ general }: FixedFields): string[] {
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

/** Converts four positions of 008 to a year, a decade or a century. `u` is an unknown digit. */
function yearText(code: string): string | undefined {
  if (/^\d{4}$/.test(code)) return code === '9999' ? undefined : String(Number(code));
  if (/^\d{3}u$/.test(code)) return `${Number(code.slice(0, 3))}0s`;
  if (/^\d\duu$/.test(code)) return `${code.slice(0, 2)}--`;
  return undefined;
}
