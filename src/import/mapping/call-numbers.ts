import { fieldText } from '../marc/field-text.js';
import type { MarcDataField, MarcSubfield } from '../marc/marc-record.js';

/** Matches texts that catalogers write in place of a class number. */
const NO_NUMBER = /^(?:ISSN RECORD|IN PROCESS|UNC|UNCLASS\w*|NOT IN LC|CURRENT ISSUES ONLY)\b/i;

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
  const number = fieldText(field, codes);
  return number === '' || NO_NUMBER.test(number) ? [] : [number];
}

/** Returns a Dewey number without segmentation marks: `813/.54` becomes `813.54`. */
export function deweyNumber(field: MarcDataField, codes: string): string[] {
  return classNumber(field, codes).map((number) => number.replace(/[/']/g, ''));
}
