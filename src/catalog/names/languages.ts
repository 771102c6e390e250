import { lazy } from '../../search/index.js';
import { LANGUAGE_TABLE } from './language-table.js';

/** A language with all its codes and names. The usual name is first. */
export interface Language {
  readonly codes: readonly string[];
  readonly names: readonly string[];
}

/** Matches what catalogers add in parentheses, usually dates, to a language: `Greek, Modern (1453- )`. */
const DATES = /(?<!\s)\s*\([^()]*\)$/;

/**
 * Finds a language by its ISO 639-2 code, ISO 639-1 code or English name. Case is ignored.
 *
 * @example findLanguage('de')?.names[0] // 'German'
 */
export function findLanguage(codeOrName: string): Language | undefined {
  const key = codeOrName.toLowerCase();
  return languagesByKey().get(key) ?? languagesByKey().get(key.replace(DATES, ''));
}

const languagesByKey = lazy((): ReadonlyMap<string, Language> => {
  const languages = LANGUAGE_TABLE.trim()
    .split('\n')
    .map((line): Language => {
      const [codes, names] = line.split(' = ');
      return { codes: codes.split(' '), names: names.split('; ') };
    });
  const byKey = new Map<string, Language>();
  for (const language of languages) {
    for (const name of language.names) byKey.set(name.toLowerCase(), language);
  }
  // Codes overwrite names: `ga` is the code of Irish, although there is a language called Ga.
  for (const language of languages) for (const code of language.codes) byKey.set(code, language);
  return byKey;
});
