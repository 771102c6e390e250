/*
 * The languages of ISO 639-2, and the languages of a title. `languages.json` has the codes of each language: the bibliographic code,
 * the terminological code if it differs, the ISO 639-1 code if there is one, and then withdrawn codes that records still
 * contain. The English name that catalogs usually have is first.
 */

import { lazy } from '../../base/lazy.js';
import { namesOf } from '../records/names.js';
import type { Title } from '../records/title.js';
import LANGUAGES from './languages.json' with { type: 'json' };

/** A language with its ISO 639-2 and ISO 639-1 codes and its English names. The usual name is first. */
export interface Language {
  readonly codes: readonly string[];
  readonly names: readonly string[];
}

/** Matches a note in parentheses after the name of a language, usually dates: `Greek, Modern (1453- )`. */
const NOTE = /(?<!\s)\s*\([^()]*\)$/;

/**
 * Finds a language by its ISO 639-2 code, ISO 639-1 code or English name. Case is ignored, and so is a
 * note in parentheses after a name. A text that is both a code and a name is read as a code.
 *
 * @returns undefined for an unknown language
 * @example findLanguage('de')?.names[0] // 'German'
 */
export function findLanguage(codeOrName: string): Language | undefined {
  const key = codeOrName.toLowerCase();
  return languagesByKey().get(key) ?? languagesByKey().get(key.replace(NOTE, ''));
}

/** Returns the known languages of a title, the main language first. */
export function languagesOf({
  primary_language,
  languages = [],
}: Pick<Title, 'primary_language' | 'languages'>): Language[] {
  const found = namesOf([primary_language, ...languages]).flatMap(
    (name) => findLanguage(name) ?? [],
  );
  return [...new Set(found)];
}

const languagesByKey = lazy((): ReadonlyMap<string, Language> => {
  const languages = Object.entries(LANGUAGES).map(
    ([codes, names]): Language => ({ codes: codes.split(' '), names: names.split('; ') }),
  );
  const byKey = new Map<string, Language>();
  for (const language of languages) {
    for (const name of language.names) byKey.set(name.toLowerCase(), language);
  }
  // Codes replace equal names: `ga` is the code of Irish, and Ga is the name of another language.
  for (const language of languages) for (const code of language.codes) byKey.set(code, language);
  return byKey;
});
