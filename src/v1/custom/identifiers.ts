import type { Query } from '../../search/query.js';
import { wordQuery } from './text-words.js';

/** Where identifiers are indexed. */
export const IDENTIFIER_FIELDS = { identifier: 1 };
const HYPHENS_AND_SPACES = /[\s\u2010-\u2015-]+/g;

/**
 * Titles with an identifier: title id, UPC, ISBN in either form. Hyphens and spaces within it are
 * ignored.
 */
export function identifierQuery(text: string): Query | undefined {
  const plain = text.replace(HYPHENS_AND_SPACES, '');
  const forms = new Set([text, plain, ...isbnForms(plain)]);
  const queries = [...forms].flatMap((form) => wordQuery(form, IDENTIFIER_FIELDS) ?? []);
  return queries.length > 1 ? { kind: 'or', queries } : queries[0];
}

/** The ISBN-10 and ISBN-13 of a book, given either; neither for what is no ISBN. */
export function isbnForms(text: string): string[] {
  if (/^\d{9}[\dxX]$/.test(text)) {
    if (text.slice(0, 9) + checkDigit10(text) !== text.toUpperCase()) return [];
    const withoutCheck = `978${text.slice(0, 9)}`;
    return [text.toUpperCase(), withoutCheck + checkDigit13(withoutCheck)];
  }
  if (!/^97[89]\d{10}$/.test(text) || checkDigit13(text) !== text[12]) return [];
  if (!text.startsWith('978')) return [text];
  const withoutCheck = text.slice(3, 12);
  return [withoutCheck + checkDigit10(withoutCheck), text];
}

/** Nine digits, each times its place from the right and one, and the check come to a multiple of 11. */
function checkDigit10(digits: string): string {
  let sum = 0;
  for (let i = 0; i < 9; i++) sum += (10 - i) * Number(digits[i]);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? 'X' : String(check);
}

/** Twelve digits, counted once and three times in turn, and the check come to a multiple of 10. */
function checkDigit13(digits: string): string {
  let sum = 0;
  for (let i = 0; i < 12; i++) sum += Number(digits[i]) * (i % 2 === 0 ? 1 : 3);
  return String((10 - (sum % 10)) % 10);
}
