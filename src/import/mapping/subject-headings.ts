import { normalizeSpaces, subfieldTexts } from '../marc/field-text.js';
import type { MarcDataField } from '../marc/marc-record.js';
import { withoutEndPunctuation } from './punctuation.js';

const SUBDIVISIONS = 'vxyz';

/**
 * Returns a subject heading with its subdivisions:
 * `United States -- History -- Revolution, 1775-1783 -- Sources`.
 */
export function subjectHeading(field: MarcDataField, codes: string): string[] {
  let heading = '';
  let subdivisions = '';
  for (const { code, value } of field.subfields) {
    if (!codes.includes(code)) continue;
    const text = normalizeSpaces(value);
    if (text === '') continue;
    if (!SUBDIVISIONS.includes(code)) heading = heading === '' ? text : `${heading} ${text}`;
    else subdivisions = joined(subdivisions, withoutEndPunctuation(text));
  }
  const all = joined(withoutEndPunctuation(heading), subdivisions);
  return all === '' ? [] : [all];
}

function joined(before: string, after: string): string {
  return before === '' || after === '' ? before + after : `${before} -- ${after}`;
}

/** Returns a heading in which each subfield is a level of places: `France -- Paris -- Montmartre`. */
export function hierarchicalPlace(field: MarcDataField, codes: string): string[] {
  const levels = subfieldTexts(field, codes).map(withoutEndPunctuation);
  return levels.length === 0 ? [] : [levels.join(' -- ')];
}

/** Returns one heading per subfield. */
export function eachHeading(field: MarcDataField, codes: string): string[] {
  return subfieldTexts(field, codes).map(withoutEndPunctuation).filter(Boolean);
}
