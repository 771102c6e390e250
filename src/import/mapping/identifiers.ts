import { subfieldTexts } from '../marc/field-text.js';
import type { MarcDataField } from '../marc/marc-record.js';
import { withoutEndPunctuation } from './punctuation.js';

const ISBN = /^(?:ISBN[:\s]*)?((?:97[89][- ]?)?(?:\d[- ]?){9}[\dXx])(?![\dXx])/;

/** Returns ISBNs without hyphens and qualifiers, such as `(pbk.) :`. */
export function isbns(field: MarcDataField, codes: string): string[] {
  return subfieldTexts(field, codes).flatMap((text) => isbnOf(text) ?? []);
}

/** Returns values that have digits but are not ISBNs as notes, which are searchable. */
export function unreadableIsbns(field: MarcDataField, codes: string): string[] {
  return subfieldTexts(field, codes)
    .filter((text) => isbnOf(text) === undefined && /\d/.test(text))
    .map((text) => `ISBN as given: ${withoutEndPunctuation(text)}`);
}

/** Returns ISBNs of other editions and canceled ISBNs as notes, which are searchable. */
export function otherIsbns(field: MarcDataField, codes: string): string[] {
  return subfieldTexts(field, codes).map(
    (text) => `Other or cancelled ISBN: ${isbnOf(text) ?? withoutEndPunctuation(text)}`,
  );
}

/** Returns the international article numbers that are ISBNs of 13 digits. */
export function isbnsOfArticleNumbers(field: MarcDataField, codes: string): string[] {
  return isbns(field, codes).filter((isbn) => isbn.length === 13);
}

/** Returns the digits of product codes and of international article numbers that are not ISBNs. */
export function productCodes(field: MarcDataField, codes: string): string[] {
  return subfieldTexts(field, codes)
    .map((text) => /^[\d\s-]+/.exec(text)?.[0].replace(/\D/g, '') ?? '')
    .filter((digits) => digits !== '' && !/^97[89]\d{10}$/.test(digits));
}

function isbnOf(text: string): string | undefined {
  return ISBN.exec(text)?.[1].replace(/[- ]/g, '').toUpperCase();
}
