import { LANGUAGE_TABLE } from './language-table.js';

/** A language with all its codes and names, the usual name first. */
export interface Language {
  readonly codes: readonly string[];
  readonly names: readonly string[];
}

/** What a cataloger adds to a name: `Greek, Modern (1453- )`. */
const DATES = /(?<!\s)\s*\([^()]*\)$/;

let languagesByKey: ReadonlyMap<string, Language> | undefined;

/**
 * The language of an ISO 639-2 code, an ISO 639-1 code or an English name, case ignored.
 *
 * @example languageCalled('de')?.names[0] // 'German'
 */
export function languageCalled(codeOrName: string): Language | undefined {
  languagesByKey ??= readTable();
  const key = codeOrName.toLowerCase();
  return languagesByKey.get(key) ?? languagesByKey.get(key.replace(DATES, ''));
}

function readTable(): ReadonlyMap<string, Language> {
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
  // A code before a name: `ga` is Irish, although there is a language called Ga.
  for (const language of languages) for (const code of language.codes) byKey.set(code, language);
  return byKey;
}
