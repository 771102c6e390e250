import { de } from './names/de.js';
import { en } from './names/en.js';
import { es } from './names/es.js';
import { fr } from './names/fr.js';
import { ru } from './names/ru.js';
import { zh } from './names/zh.js';
import type { KnownNames } from './texts.js';

/**
 * The values of the `locale` parameter. If a language has several locales, the first is the default
 * for the language.
 */
export const LOCALES = ['en-CA', 'en-US', 'es-ES', 'fr-CA', 'ru-RU', 'zh-CN', 'de-DE'] as const;

/** The default locale of each language. */
export const DEFAULT_LOCALES = LOCALES.filter(
  (locale, i) =>
    LOCALES.findIndex((other) => languageCodeOf(other) === languageCodeOf(locale)) === i,
);

/** A value of the `locale` parameter. */
export type Locale = (typeof LOCALES)[number];

/** The ISO 639-1 code of a language that has texts. */
export type LanguageCode = CodeOf<Locale>;

type CodeOf<L extends string> = L extends `${infer Code}-${string}` ? Code : never;

const NAMES: Readonly<Record<LanguageCode, KnownNames>> = { en, es, fr, ru, zh, de };

/** Returns the ISO 639-1 code of the language of a locale. */
export function languageCodeOf(locale: Locale): LanguageCode {
  return locale.slice(0, 2) as LanguageCode;
}

/** Returns the built-in names of ids in the language of a locale. */
export function namesOf(locale: Locale): KnownNames {
  return NAMES[languageCodeOf(locale)];
}
