import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { type LanguageCode, type Locale, languageCodeOf } from './locales.js';
import { ru } from './ru.js';
import type { Texts } from './texts.js';
import { zh } from './zh.js';

const TEXTS: Readonly<Record<LanguageCode, Texts>> = { en, es, fr, ru, zh, de };

/** Returns the texts of the pages in the language of a locale. Default: the English texts. */
export function textsOf(locale: Locale = 'en-CA'): Texts {
  return TEXTS[languageCodeOf(locale)];
}
