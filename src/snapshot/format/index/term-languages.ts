import { findLanguage } from '../../../catalog/names/languages.js';
import type { Title } from '../../../catalog/records/title.js';
import {
  type FrozenIndexData,
  type InflectedLanguage,
  inflections,
  languageInflections,
  type SearchIndex,
} from '../../../search/index.js';
import { getParallel, type Sections, type SectionWriter } from '../container/sections.js';

const SECTION = 'index.term.languages';

/** The languages whose words share the Latin letters. Language `i` has the number `i + 1` and the bit `1 << i`. */
const LATIN_LANGUAGES = ['de', 'fr', 'es'] as const satisfies readonly InflectedLanguage[];

/** A term is a word of a language if it is at least 1/4 as frequent in titles of the language as in other titles. */
const MAX_FREQUENCY_RATIO = 4;

/** Most forms of a word differ in at most this number of characters at the end. */
const MAX_ENDING_CHARS = 3;

const CYRILLIC = /^[\u0430-\u045f]/;

/** Returns the number of a title's language among the {@link LATIN_LANGUAGES}, or 0 for another language. */
export function languageNumber({ primary_language }: Title): number {
  const codes = primary_language && findLanguage(primary_language.name)?.codes;
  return LATIN_LANGUAGES.findIndex((language) => codes?.includes(language)) + 1;
}

/**
 * Writes the languages of each term of an index, as a set of bits. Counts only the titles that have the term in the
 * field `title`, because the subjects and notes of a record are often in the language of the library.
 *
 * @param languages the {@link languageNumber} of each title, by doc id
 */
export function addTermLanguages(
  sections: SectionWriter,
  index: FrozenIndexData,
  languages: ArrayLike<number>,
): void {
  const { postingOffsets, postingDocuments, postingFrequencySets } = index;
  const isInTitle = frequencySetsWith(index, index.fields.indexOf('title'));
  const titles = new Uint32Array(LATIN_LANGUAGES.length + 1);
  for (let i = 0; i < languages.length; i++) titles[languages[i]]++;
  const counts = new Uint32Array(titles.length);
  const termLanguages = new Uint8Array(postingOffsets.length - 1);
  for (let term = 0; term < termLanguages.length; term++) {
    counts.fill(0);
    const end = postingOffsets[term + 1];
    for (let i = postingOffsets[term]; i < end; i++) {
      if (isInTitle[postingFrequencySets[i]] === 1) counts[languages[postingDocuments[i]]]++;
    }
    termLanguages[term] = languagesOf(counts, titles);
  }
  sections.set(SECTION, termLanguages);
}

/** Returns 1 for each frequency set that has the field, and 0 for each other set. */
function frequencySetsWith(
  { frequencySetOffsets, frequencySetFields }: FrozenIndexData,
  field: number,
): Uint8Array {
  return Uint8Array.from({ length: frequencySetOffsets.length - 1 }, (_, set) =>
    frequencySetFields
      .subarray(frequencySetOffsets[set], frequencySetOffsets[set + 1])
      .includes(field)
      ? 1
      : 0,
  );
}

/**
 * Returns the bits of the languages that a term belongs to.
 *
 * @param counts the number of titles with the term, by language number
 * @param titles the number of all titles, by language number
 */
function languagesOf(counts: Uint32Array, titles: Uint32Array): number {
  const frequencyIn = (language: number) =>
    counts[language] === 0 ? 0 : counts[language] / titles[language];
  let highest = 0;
  for (let i = 0; i < counts.length; i++) highest = Math.max(highest, frequencyIn(i));
  let bits = 0;
  for (let i = 1; i < counts.length; i++) {
    const frequency = frequencyIn(i);
    if (frequency > 0 && frequency * MAX_FREQUENCY_RATIO >= highest) bits |= 1 << (i - 1);
  }
  return bits;
}

/** Opens the languages that {@link addTermLanguages} wrote. Returns the function `Titles.inflections`. */
export function openInflections(
  sections: Sections,
  { dictionary }: SearchIndex,
): (term: string) => string[] {
  const termLanguages = getParallel(sections, SECTION, Uint8Array, dictionary.size);
  return (term) => {
    // Most forms begin like the term, so they are found in a small part of the dictionary.
    const stem = term.slice(0, -MAX_ENDING_CHARS);
    const withStem = dictionary.prefixRange(stem);
    const find = (form: string) =>
      dictionary.find(form, form.startsWith(stem) ? withStem : undefined);
    const forms = new Set(inflections(term).filter((form) => find(form) >= 0));
    const addForms = (language: InflectedLanguage, bit: number | undefined) => {
      for (const form of languageInflections(language, term)) {
        const number = find(form);
        if (number < 0) continue;
        if (bit === undefined || (termLanguages[number] & bit) !== 0) forms.add(form);
      }
    };
    if (CYRILLIC.test(term)) addForms('ru', undefined);
    const number = dictionary.find(term);
    LATIN_LANGUAGES.forEach((language, i) => {
      const bit = 1 << i;
      if (number < 0 || (termLanguages[number] & bit) !== 0) addForms(language, bit);
    });
    return [...forms];
  };
}
