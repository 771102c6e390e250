import { findLanguage } from '../../catalog/names/languages.js';
import { en } from '../../texts/en.js';
import { subfieldTexts } from '../marc/field-text.js';
import type { MarcDataField, MarcRecord } from '../marc/marc-record.js';
import type { FixedFields } from './material/fixed-fields.js';
import type { Label } from './notes.js';

/** The codes for multiple languages, no language, an undetermined and an uncoded language. */
const NO_LANGUAGE = new Set(['mul', 'zxx', 'und', 'mis']);
const JOINED_CODES = /^(?:[a-z]{3}){2,}$/;

/**
 * Returns the code of the main language of a record: 008/35-37, or else the first code in 041 $a. Undefined if there is
 * none.
 */
export function languageCode({ general }: FixedFields, { fields }: MarcRecord): string | undefined {
  const coded = general.slice(35, 38).toLowerCase();
  if (nameOf(coded).length > 0) return coded;
  for (const field of fields) {
    if (field.tag === '041' && !('value' in field)) {
      return subfieldTexts(field, 'a')[0]?.toLowerCase().slice(0, 3);
    }
  }
  return undefined;
}

/** Returns the name of the language in 008/35-37; no value if the code is unknown or not of one language. */
export function codedLanguage({ general }: FixedFields): string[] {
  return nameOf(general.slice(35, 38));
}

/** Returns the names of the languages in a field. Older records have several codes in one subfield: `engfre`. */
export function languageNames(field: MarcDataField, codes: string): string[] {
  return subfieldTexts(field, codes).flatMap((text) => {
    const lower = text.toLowerCase();
    return (JOINED_CODES.test(lower) ? lower.match(/.../g)! : [lower]).flatMap(nameOf);
  });
}

/** Creates a function that returns the languages in a field as a note with a label: `Subtitles: French, English`. */
export function languagesCalled(label: Label): (field: MarcDataField, codes: string) => string[] {
  return (field, codes) => {
    const names = new Set(languageNames(field, codes));
    return names.size === 0 ? [] : [`${en.labels[label]}: ${[...names].join(', ')}`];
  };
}

function nameOf(code: string): string[] {
  const lower = code.trim().toLowerCase();
  if (!/^[a-z]{2,3}(?:-[a-z]+)?$/.test(lower) || NO_LANGUAGE.has(lower)) return [];
  const language = findLanguage(lower) ?? findLanguage(lower.replace(/-.*/, ''));
  return language === undefined ? [] : [language.names[0]];
}
