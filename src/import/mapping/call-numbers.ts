import type { MarcDataField } from '../marc/marc-record.js';
import { hasSubfield, subfieldTexts } from './field-text.js';

/** What stands where a class number would, when a cataloguer has not given one. */
const NO_NUMBER = /^(?:ISSN RECORD|IN PROCESS|UNC|UNCLASS\w*|NOT IN LC|CURRENT ISSUES ONLY)\b/i;

/** A class number with its item number: the first $a and the $b behind it. */
export function classNumber(field: MarcDataField, codes: string): string[] {
  const second = field.subfields.findIndex(
    ({ code }, at) => code === 'a' && field.subfields.slice(0, at).some((s) => s.code === 'a'),
  );
  const first = second === -1 ? field : { ...field, subfields: field.subfields.slice(0, second) };
  return hasSubfield(first, 'a') ? wholeNumber(first, codes) : [];
}

/** A call number of all its parts, in their order. */
export function wholeNumber(field: MarcDataField, codes: string): string[] {
  const number = subfieldTexts(field, codes).join(' ');
  return number === '' || NO_NUMBER.test(number) ? [] : [number];
}

/** A Dewey number, without the marks where it may be cut short: `813/.54`. */
export function deweyNumber(field: MarcDataField, codes: string): string[] {
  return classNumber(field, codes).map((number) => number.replace(/[/']/g, ''));
}
