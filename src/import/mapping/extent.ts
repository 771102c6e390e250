import type { MarcDataField } from '../marc/marc-record.js';
import { fieldText } from './field-text.js';

/**
 * A run of page numbers with a word for pages behind it: `xii, 350, [12] p.` Of no more numbers, and
 * none longer, than there are in any: a damaged megabyte of them would take minutes.
 */
const PAGINATION =
  /(?<!\d)((?:\[?(?:\d{1,9}|[ivxlcdm]{1,20})\]?,\s*){0,20}\[?\d{1,9}\]?)\s*(?:pages?|pp?|seiten|s|páginas|pagine|str|с)(?![\p{L}\p{N}])/giu;

const MOST_PAGES = 100_000;

/** How many pages a physical description tells of: the longest numbered run. */
export function pageCount(field: MarcDataField, codes: string): string[] {
  let most = 0;
  for (const [, run] of fieldText(field, codes).matchAll(PAGINATION)) {
    for (const digits of run.match(/\d+/g) ?? []) {
      const number = Number(digits);
      if (number < MOST_PAGES) most = Math.max(most, number);
    }
  }
  return most > 0 ? [String(most)] : [];
}

/** A physical description as it stands, with the signs between its parts. */
export function physicalDescription(field: MarcDataField, codes: string): string[] {
  const text = fieldText(field, codes).replace(/\s*[;:+]$/, '');
  return text === '' ? [] : [text];
}
