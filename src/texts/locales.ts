import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { ru } from './ru.js';
import type { Texts } from './texts.js';
import { zh } from './zh.js';

/**
 * The values of the `locale` parameter. If a language has several locales, the first is the default
 * for the language.
 */
export const LOCALES = ['en-CA', 'en-US', 'es-ES', 'fr-CA', 'ru-RU', 'zh-CN', 'de-DE'] as const;

/** A value of the `locale` parameter. */
export type Locale = (typeof LOCALES)[number];

/** The ISO 639-1 code of a language that has texts. */
export type LanguageCode = CodeOf<Locale>;

type CodeOf<L extends string> = L extends `${infer Code}-${string}` ? Code : never;

const TEXTS: Readonly<Record<Locale, Texts>> = {
  'en-CA': en,
  'en-US': en,
  'es-ES': es,
  'fr-CA': fr,
  'ru-RU': ru,
  'zh-CN': zh,
  'de-DE': de,
};

/** Returns the ISO 639-1 code of the language of a locale. */
export function languageCodeOf(locale: Locale): LanguageCode {
  return locale.slice(0, 2) as LanguageCode;
}

/** Returns the texts of a locale. Without a locale, returns the English texts. */
export function textsOf(locale: Locale | undefined): Texts {
  return locale === undefined ? en : TEXTS[locale];
}
