/*
 * The identifiers that a typed number may stand for: the beginning of an ISBN, an ISBN with a wrong digit, and a number
 * without its leading zero. Only relaxed queries have these forms.
 */

import { analyzePhrase, type Query, type SearchIndex } from '../../search/index.js';
import { labeled, type WordSearch } from './expanded-word.js';

/** A number with fewer digits is not the beginning of an identifier. */
export const MIN_IDENTIFIER_DIGITS = 5;

/** The digits of an ISBN-10, of which the last can be `x`, and of an ISBN-13. */
const ISBN_10 = /^\d{9}[\dx]$/;
const ISBN_13 = /^97[89]\d{10}$/;
const BEGINNING = /^\d{5,9}$/;

/** The number of digits of an ISBN-10 before its check digit. */
const DIGITS_BEFORE_CHECK = 9;

/**
 * Returns the forms of a number that no title has. An ISBN-10 is indexed as its ISBN-13.
 *
 * @example identifierForms('006113937', search) // a query for terms that begin with 978006113937
 */
export function identifierForms(typed: string, { index, fields }: WordSearch): Query[] {
  const { identifier } = fields;
  if (identifier === undefined || index.documentFrequency(typed) > 0) return [];
  const query = (term: string, prefix: boolean): Query =>
    labeled(prefix ? 'prefix' : 'spelling', { kind: 'term', term, fields: { identifier }, prefix });
  const isBeginning = BEGINNING.test(typed) || ISBN_10.test(typed);
  return [
    ...(isBeginning ? [query(`978${typed.slice(0, DIGITS_BEFORE_CHECK)}`, true)] : []),
    ...repairedNumbers(typed, index).map((term) => query(term, false)),
  ];
}

/**
 * Returns the identifiers of the catalog that differ from a number in a leading zero, or in one digit of an ISBN whose check
 * digit is wrong. A valid ISBN is another edition or work.
 */
function repairedNumbers(typed: string, index: SearchIndex): string[] {
  const numbers = [`0${typed}`];
  if (ISBN_10.test(typed) || (ISBN_13.test(typed) && !hasCheckDigit(typed))) {
    for (let at = 0; at < typed.length; at++) {
      for (const digit of '0123456789') {
        numbers.push(typed.slice(0, at) + digit + typed.slice(at + 1));
      }
    }
  }
  // A valid ISBN-10 is one term, its ISBN-13.
  const terms = new Set(numbers.flatMap(analyzePhrase));
  return [...terms].filter((term) => index.documentFrequency(term) > 0);
}

/** Returns whether the check digit of an ISBN-13 is right: its digits times 1 and 3 in turn add up to a multiple of 10. */
function hasCheckDigit(isbn: string): boolean {
  const sum = [...isbn].reduce(
    (total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3),
    0,
  );
  return sum % 10 === 0;
}
