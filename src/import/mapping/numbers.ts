/*
 * Reads numbers that identify a title (ISBN, ISSN, LCCN, OCLC and others), and its class numbers.
 * `catalog/search-fields.ts` has the forms in which the numbers are searched.
 */

import { HYPHENS } from '../../base/normalize-unicode.js';
import type { Identifier } from '../../catalog/records/title.js';
import { isbnOfSbn } from '../../search/index.js';
import { en } from '../../texts/en.js';
import {
  fieldText,
  type MarcDataField,
  type MarcSubfield,
  subfieldTexts,
  withoutEndPunctuation,
} from '../marc/marc-record.js';

const ISBN = /^(?:ISBN[:\s]*)?((?:97[89][- ]?)?(?:\d[- ]?){9}[\dXx])(?![\dXx])/i;
/** Matches a Standard Book Number, which is an ISBN without the zero at its beginning. */
const SBN = /^(?:I?SBN[:\s]*)?((?:\d[- ]?){8}[\dXx])(?![\dXx])/i;
const ANY_HYPHEN = new RegExp(`[${HYPHENS}]`, 'g');

/** Returns the numbers in subfields, with ASCII hyphens. */
function numbersIn(field: MarcDataField, codes: string): string[] {
  return subfieldTexts(field, codes).map((text) => text.replace(ANY_HYPHEN, '-'));
}

/** Matches an ISBN that follows another one in a subfield, as in `0394170660 (v. 1) 0394170679 (v. 2)`. */
const FURTHER_ISBN = /(?<=[\s;,(])(?:97[89]-?)?(?:\d-?){9}[\dXx](?![\w-])/g;

/** Returns ISBNs without hyphens and qualifiers, such as `(pbk.) :`. */
export function isbns(field: MarcDataField, codes: string): string[] {
  return numbersIn(field, codes).flatMap((text) => {
    const first = isbnOf(text);
    return first === undefined ? [] : [first, ...(text.match(FURTHER_ISBN) ?? []).map(isbnDigits)];
  });
}

function isbnDigits(text: string): string {
  return text.replace(/[- ]/g, '').toUpperCase();
}

/** Returns values that have digits but are not ISBNs as notes, which are searchable. */
export function unreadableIsbns(field: MarcDataField, codes: string): string[] {
  return numbersIn(field, codes)
    .filter((text) => isbnOf(text) === undefined && /\d/.test(text))
    .map((text) => `${en.labels.isbn_as_given}: ${withoutEndPunctuation(text)}`);
}

/** Returns ISBNs of other editions and canceled ISBNs as notes, which are searchable. */
export function otherIsbns(field: MarcDataField, codes: string): string[] {
  return numbersIn(field, codes).map(
    (text) =>
      `${en.labels.other_or_cancelled_isbn}: ${isbnOf(text) ?? withoutEndPunctuation(text)}`,
  );
}

/** Returns the international article numbers that are ISBNs of 13 digits. */
export function isbnsOfArticleNumbers(field: MarcDataField, codes: string): string[] {
  return isbns(field, codes).filter((isbn) => isbn.length === 13);
}

/** Returns the digits of product codes and of international article numbers that are not ISBNs. */
export function productCodes(field: MarcDataField, codes: string): string[] {
  return numbersIn(field, codes)
    .map((text) => /^[\d\s-]+/.exec(text)?.[0].replace(/\D/g, '') ?? '')
    .filter((digits) => digits !== '' && !/^97[89]\d{10}$/.test(digits));
}

const ISSN = /\b(\d{4})-?(\d{3}[\dX])\b/i;

/**
 * Creates a function that returns ISSNs with a hyphen, such as `1234-567X`. Incorrect and canceled ISSNs, and the ISSN
 * that the forms of a serial share, have the type `other`.
 */
export function issns(type: 'issn' | 'other') {
  return (field: MarcDataField, codes: string): Identifier[] =>
    identifiers(type, numbersIn(field, codes).flatMap(issnOf));
}

/**
 * Creates a function that returns control numbers of the Library of Congress. See {@link normalizedLccn}. A canceled
 * number has the type `other`.
 */
export function controlNumbers(type: 'lccn' | 'other') {
  return (field: MarcDataField, codes: string): Identifier[] =>
    identifiers(type, numbersIn(field, codes).map(normalizedLccn));
}

/**
 * Returns a control number of the Library of Congress without spaces and revision dates: `sn 85012345 //r86` becomes
 * `sn85012345`.
 */
export function normalizedLccn(text: string): string {
  return text
    .replace(/\/.*|\s+/g, '')
    .replace(/-(\d{1,6})$/, (_, serial: string) => serial.padStart(6, '0'));
}

/** Returns numbers that have no type of their own, such as the number of a report. */
export function otherNumbers(field: MarcDataField, codes: string): Identifier[] {
  return identifiers('other', subfieldTexts(field, codes).map(withoutEndPunctuation));
}

const OCLC_NUMBER = /^(?:\(OCoLC\))?\s*(?:oc[mn]|on)?0*(\d+)/i;
const OCLC_SYSTEM = /^\(OCoLC\)/i;

/** Returns OCLC numbers. See {@link oclcNumber}. */
export function oclcNumbers(field: MarcDataField, codes: string): Identifier[] {
  const texts = subfieldTexts(field, codes);
  const numbers = field.tag === '035' ? texts.filter((text) => OCLC_SYSTEM.test(text)) : texts;
  return identifiers(
    'oclc',
    numbers.flatMap((text) => oclcNumber(text) ?? []),
  );
}

/**
 * Returns an OCLC number without prefixes and zeros at the beginning: `(OCoLC)ocm00012345` becomes `12345`. Undefined
 * for another text.
 */
export function oclcNumber(text: string): string | undefined {
  return OCLC_NUMBER.exec(text)?.[1];
}

function identifiers(type: Identifier['type'], values: readonly string[]): Identifier[] {
  return values.filter((value) => /\d/.test(value)).map((value) => ({ type, value }));
}

function issnOf(text: string): string[] {
  const [, first, second] = ISSN.exec(text) ?? [];
  return first === undefined ? [] : [`${first}-${second.toUpperCase()}`];
}

function isbnOf(text: string): string | undefined {
  const isbn = ISBN.exec(text)?.[1];
  if (isbn !== undefined) return isbnDigits(isbn);
  const sbn = isbnDigits(SBN.exec(text)?.[1] ?? '');
  return isbnOfSbn(sbn.toLowerCase()) === undefined ? undefined : `0${sbn}`;
}

/** Patterns of notes that catalogers and systems write in place of a call number. */
const NOTES_IN_PLACE_OF_NUMBERS = [
  'ISSN record|current issues only|not in LC|unc|unclass\\w*|uncatalog\\w*|withdrawn|discard\\w*',
  'in[ -]?process\\w*|in (?:transit|preparation|repair)|pending|processing|at (?:the )?bindery',
  '(?:in |re)?catalogu?ing|on[ -]?order|ordered|order[ -]?\\d+$',
  '(?:no|not|not yet|being|to be|awaiting) (?:call num\\w+|class\\w*|catalog\\w*|process\\w*)',
  'bestellt|in bearbeitung|im geschäftsgang|en (?:traitement|commande|cours)|en proceso',
  'en catalogación|in lavorazione|in ordine',
  // Symphony numbers copies without a call number in this way: `XX(1234.1)`.
  'XX ?\\(\\d+\\.\\d+\\)',
];
const NO_NUMBER = new RegExp(
  `^\\W*(?:${NOTES_IN_PLACE_OF_NUMBERS.join('|')})(?![\\p{L}\\d])`,
  'iu',
);

/** Whether a text can be a call number: not a note such as `IN PROCESS`, and not empty. */
export function isCallNumber(text: string): boolean {
  return text !== '' && !NO_NUMBER.test(text);
}

/**
 * Returns a class number with its item number: the first $a and every $b, in the order of the field.
 * Returns no value without $a or for a text in place of a number, such as `IN PROCESS`.
 */
export function classNumber(field: MarcDataField, codes: string): string[] {
  const isFirst = ({ code }: MarcSubfield, at: number) => code !== 'a' || at === first;
  const first = field.subfields.findIndex(({ code }) => code === 'a');
  if (first === -1) return [];
  return wholeNumber({ ...field, subfields: field.subfields.filter(isFirst) }, codes);
}

/**
 * Returns a call number: the subfields in `codes`, in the order of the field. Returns no value for a text
 * in place of a number, such as `IN PROCESS`.
 */
export function wholeNumber(field: MarcDataField, codes: string): string[] {
  return [fieldText(field, codes)].filter(isCallNumber);
}

/** Returns a Dewey number without segmentation marks: `813/.54` becomes `813.54`. */
export function deweyNumber(field: MarcDataField, codes: string): string[] {
  return classNumber(field, codes).map((number) => number.replace(/[/']/g, ''));
}
