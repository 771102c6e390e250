/* The names of a language in the languages of the pages, and the words of a query that name it. */

import { lazyRecord, memoizePerObject } from '../../base/lazy.js';
import { fold } from '../../search/index.js';
import { type LanguageCode, LOCALES, type Locale, languageCodeOf } from '../../texts/locales.js';
import type { Language } from './languages.js';

const displayNames = lazyRecord(
  LOCALES,
  (locale) => new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }),
);

/** Returns the name of a language in the language of a locale, or undefined if the runtime does not know the name. */
export function languageNameIn({ codes }: Language, locale: Locale): string | undefined {
  return displayNames[locale].of(shortCode(codes));
}

/** Returns the code of ISO 639-1 if there is one, or else the first code. */
export function shortCode(codes: readonly string[]): string {
  return codes.find((code) => code.length === 2) ?? codes[0];
}

/** Codes of values that are not languages, such as `Multiple languages`. */
const NOT_LANGUAGES: ReadonlySet<string> = new Set(['mis', 'mul', 'und', 'zxx']);

/** Forms that have a more usual meaning than the language: the country, and people. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['china', 'chinas', 'latina', 'latinas']);

/**
 * Returns the folded words that name a language in a query, in the languages of the pages, with the forms of adjectives.
 *
 * @example languageWords(findLanguage('Spanish')) // includes 'spanish', 'spanische', 'espanoles' and 'испанском'
 */
export const languageWords = memoizePerObject((language: Language): readonly string[] => {
  if (NOT_LANGUAGES.has(language.codes[0])) return [];
  const words = new Set(language.names.map((name) => fold(name)));
  for (const locale of LOCALES) {
    const name = fold(languageNameIn(language, locale) ?? '');
    const [replaced, endings] = ADJECTIVES[languageCodeOf(locale)];
    words.add(name);
    for (const ending of endings.split(' ')) words.add(name.replace(replaced, ending));
  }
  return [...words].filter((word) => word.length > 1 && !AMBIGUOUS.has(word));
});

/** By language: the ending of the name of a language, and the endings that replace it in its adjectives. */
const ADJECTIVES: Readonly<Record<LanguageCode, readonly [replaced: RegExp, endings: string]>> = {
  en: [/$/, ''],
  de: [/(?<=isch|deutsch)$/, 'e en er es em'],
  fr: [/$/, 's e es ne nes'],
  es: [/o?$/, 'o a os as es'],
  ru: [/ии$/, 'ии ого ому им ом ие их ими ая ои ую'],
  zh: [/语$/, '语 文'],
};
