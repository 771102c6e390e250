import { findLanguage } from '../../catalog/names/languages.js';
import { subfieldTexts } from '../marc/field-text.js';
import type { MarcDataField } from '../marc/marc-record.js';
import type { FixedFields } from './fixed-fields.js';

/** The codes for multiple languages, no language, an undetermined and an uncoded language. */
const NO_LANGUAGE = new Set(['mul', 'zxx', 'und', 'mis']);
const JOINED_CODES = /^(?:[a-z]{3}){2,}$/;

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

function nameOf(code: string): string[] {
  const lower = code.trim().toLowerCase();
  if (!/^[a-z]{2,3}(?:-[a-z]+)?$/.test(lower) || NO_LANGUAGE.has(lower)) return [];
  const language = findLanguage(lower) ?? findLanguage(lower.replace(/-.*/, ''));
  return language === undefined ? [] : [language.names[0]];
}
