import { fieldText } from '../marc/field-text.js';
import type { MarcDataField } from '../marc/marc-record.js';

/**
 * Matches a sequence of page numbers and a word for pages after them, such as `xii, 350, [12] p`. The number
 * and length of page numbers are limited; otherwise a damaged field of a million digits would take minutes.
 */
const PAGINATION =
  /(?<!\d)((?:\[?(?:\d{1,9}|[ivxlcdm]{1,20})\]?,\s*){0,20}\[?\d{1,9}\]?)\s*(?:pages?|pp?|seiten|s|páginas|pagine|str|с)(?![\p{L}\p{N}])/giu;

/** Numbers from this number on are not page numbers. */
const MAX_PAGES = 100_000;

/** Returns the number of pages in a physical description: the largest page number below 100,000. */
export function pageCount(field: MarcDataField, codes: string): string[] {
  let pages = 0;
  for (const [, sequence] of fieldText(field, codes).matchAll(PAGINATION)) {
    for (const digits of sequence.match(/\d+/g) ?? []) {
      const number = Number(digits);
      if (number < MAX_PAGES) pages = Math.max(pages, number);
    }
  }
  return pages > 0 ? [String(pages)] : [];
}

/**
 * Returns a physical description as written, without a final semicolon, colon or plus sign, and without a final full stop
 * after a parenthesis.
 */
export function physicalDescription(field: MarcDataField, codes: string): string[] {
  const text = fieldText(field, codes).replace(/\s*[;:+]$|(?<=\))\.$/, '');
  return text === '' ? [] : [text];
}
