import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { ru } from './ru.js';
import type { Texts } from './texts.js';
import { zh } from './zh.js';

/** The values of the `locale` parameter. Of two for one language, the first stands for it. */
export const LOCALES = ['en-CA', 'en-US', 'es-ES', 'fr-CA', 'ru-RU', 'zh-CN', 'de-DE'] as const;

/** A value of the `locale` parameter. */
export type Locale = (typeof LOCALES)[number];

/** A language that Carrel speaks, by its code of ISO 639-1. */
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

/** The language of a locale. */
export function languageCodeOf(locale: Locale): LanguageCode {
  return locale.slice(0, 2) as LanguageCode;
}

/** The texts of a locale; English for none. */
export function textsOf(locale: Locale | undefined): Texts {
  return locale === undefined ? en : TEXTS[locale];
}
