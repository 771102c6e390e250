import { languageCalled } from '../../catalog/languages.js';
import type { MarcDataField } from '../marc/marc-record.js';
import type { CodedFields } from './coded-fields.js';
import { subfieldTexts } from './field-text.js';

/** Codes that name no language: several, none, undetermined. */
const NO_LANGUAGE = new Set(['mul', 'zxx', 'und', 'mis']);
const CODES_RUN_TOGETHER = /^(?:[a-z]{3}){2,}$/;

/** The language of 008/35-37. */
export function codedLanguage({ general }: CodedFields): string[] {
  return nameOf(general.slice(35, 38));
}

/** The languages of a field of codes; older records write several in one subfield: `engfre`. */
export function languageNames(field: MarcDataField, codes: string): string[] {
  return subfieldTexts(field, codes).flatMap((text) => {
    const lower = text.toLowerCase();
    return (CODES_RUN_TOGETHER.test(lower) ? lower.match(/.../g)! : [lower]).flatMap(nameOf);
  });
}

function nameOf(code: string): string[] {
  const lower = code.trim().toLowerCase();
  if (!/^[a-z]{2,3}(?:-[a-z]+)?$/.test(lower) || NO_LANGUAGE.has(lower)) return [];
  const language = languageCalled(lower) ?? languageCalled(lower.replace(/-.*/, ''));
  return language === undefined ? [] : [language.names[0]];
}
