import type { MarcDataField, MarcSubfield } from '../marc/marc-record.js';
import { fieldText } from './field-text.js';

/** What stands where a class number would, when a cataloguer has not given one. */
const NO_NUMBER = /^(?:ISSN RECORD|IN PROCESS|UNC|UNCLASS\w*|NOT IN LC|CURRENT ISSUES ONLY)\b/i;

/** A class number with its item number: the first $a and the $b behind it. */
export function classNumber(field: MarcDataField, codes: string): string[] {
  const isFirst = ({ code }: MarcSubfield, at: number) => code !== 'a' || at === first;
  const first = field.subfields.findIndex(({ code }) => code === 'a');
  if (first === -1) return [];
  return wholeNumber({ ...field, subfields: field.subfields.filter(isFirst) }, codes);
}

/** A call number of all its parts, in their order. */
export function wholeNumber(field: MarcDataField, codes: string): string[] {
  const number = fieldText(field, codes);
  return number === '' || NO_NUMBER.test(number) ? [] : [number];
}

/** A Dewey number, without the marks where it may be cut short: `813/.54`. */
export function deweyNumber(field: MarcDataField, codes: string): string[] {
  return classNumber(field, codes).map((number) => number.replace(/[/']/g, ''));
}
