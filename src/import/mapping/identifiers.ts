import type { MarcDataField } from '../marc/marc-record.js';
import { subfieldTexts } from './field-text.js';
import { withoutEndPunctuation } from './punctuation.js';

const ISBN = /^(?:ISBN[:\s]*)?((?:97[89][- ]?)?(?:\d[- ]?){9}[\dXx])(?![\dXx])/;

/** ISBNs without hyphens and without what is said about them: `0123456789 (pbk.) :`. */
export function isbns(field: MarcDataField, codes: string): string[] {
  return subfieldTexts(field, codes).flatMap((text) => isbnOf(text) ?? []);
}

/** What stands in place of an ISBN and is none, so that it can still be found, as a note. */
export function unreadableIsbns(field: MarcDataField, codes: string): string[] {
  return subfieldTexts(field, codes)
    .filter((text) => isbnOf(text) === undefined && /\d/.test(text))
    .map((text) => `ISBN as given: ${withoutEndPunctuation(text)}`);
}

/** ISBNs of other editions and cancelled ones: they find the title and are not its own. */
export function otherIsbns(field: MarcDataField, codes: string): string[] {
  return subfieldTexts(field, codes).map(
    (text) => `Other or cancelled ISBN: ${isbnOf(text) ?? withoutEndPunctuation(text)}`,
  );
}

/** Article numbers: those of books are ISBNs, and not given by {@link productCodes}. */
export function isbnsOfArticleNumbers(field: MarcDataField, codes: string): string[] {
  return isbns(field, codes).filter((isbn) => isbn.length === 13);
}

/** Universal product codes and article numbers of what is no book, digits only. */
export function productCodes(field: MarcDataField, codes: string): string[] {
  return subfieldTexts(field, codes)
    .map((text) => /^[\d\s-]+/.exec(text)?.[0].replace(/\D/g, '') ?? '')
    .filter((digits) => digits !== '' && !/^97[89]\d{10}$/.test(digits));
}

function isbnOf(text: string): string | undefined {
  return ISBN.exec(text)?.[1].replace(/[- ]/g, '').toUpperCase();
}
