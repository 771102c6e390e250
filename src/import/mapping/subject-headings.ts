import type { MarcDataField } from '../marc/marc-record.js';
import { subfieldTexts, tidied } from './field-text.js';
import { withoutEndPunctuation } from './punctuation.js';

const SUBDIVISIONS = 'vxyz';

/**
 * A heading with its subdivisions as catalogs show it.
 *
 * @example 'United States -- History -- Revolution, 1775-1783 -- Sources'
 */
export function subjectHeading(field: MarcDataField, codes: string): string[] {
  let heading = '';
  let subdivisions = '';
  for (const { code, value } of field.subfields) {
    if (!codes.includes(code)) continue;
    const text = tidied(value);
    if (text === '') continue;
    if (!SUBDIVISIONS.includes(code)) heading = heading === '' ? text : `${heading} ${text}`;
    else subdivisions = joined(subdivisions, withoutEndPunctuation(text));
  }
  const all = joined(withoutEndPunctuation(heading), subdivisions);
  return all === '' ? [] : [all];
}

function joined(before: string, behind: string): string {
  return before === '' || behind === '' ? before + behind : `${before} -- ${behind}`;
}

/** The same, where every subfield is a level of its own: `France -- Paris -- Montmartre`. */
export function hierarchicalPlace(field: MarcDataField, codes: string): string[] {
  const levels = subfieldTexts(field, codes).map(withoutEndPunctuation);
  return levels.length === 0 ? [] : [levels.join(' -- ')];
}

/** Each of the subfields as a heading of its own. */
export function eachHeading(field: MarcDataField, codes: string): string[] {
  return subfieldTexts(field, codes).map(withoutEndPunctuation).filter(Boolean);
}
