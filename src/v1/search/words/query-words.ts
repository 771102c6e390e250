import type { SynonymMatch } from '../../../catalog/synonyms/synonym-table.js';
import type { Query, Word } from '../../../search/index.js';
import {
  type ExpandedWord,
  expandWord,
  keywordQuery,
  labeled,
  termsOf,
  type WordSearch,
} from './expanded-word.js';
import { type ParsedNumber, parseNumber, spellingsOfNumber } from './number-words.js';

/** Words before the number of a volume, in the languages of the pages, as folded terms. */
export const VOLUME_WORDS: ReadonlySet<string> = new Set(
  [
    'book bk volume vol vols v number no nr num part pt issue episode season',
    'band bd buch teil nummer heft',
    'tome livre numero partie',
    'tomo libro parte',
    'том книга кн часть ч выпуск номер',
  ].flatMap((words) => words.split(' ')),
);

/** Roman numerals that are numbers only after a word such as `volume`, at the end of a query. */
const SHORT_NUMERALS: ReadonlySet<string> = new Set(['i', 'l', 'c']);

/** The weight of another way to write a number. */
const NUMBER_WEIGHT = 0.6;

const SYNONYM_WEIGHT = 0.5;

/** The maximum number of terms of a phrase with synonyms. A number has fewer. */
const MAX_SYNONYM_TERMS = 12;

/** The maximum number of synonyms of a word or phrase that are searched. */
const MAX_SYNONYMS = 8;

/** A part of a query that is matched as one word: a word, a number in several words, or a phrase with synonyms. */
export interface QueryWord {
  readonly expanded: ExpandedWord;
  /** The typed words, at least one. */
  readonly words: readonly Word[];
  /** The number of a volume in digits: the last number of a query, or the number after a word such as `volume`. */
  readonly volume?: string;
  /** Whether the word stands before the number of a volume, such as `volume`. Such a word is optional. */
  readonly isVolumeWord?: true;
}

/**
 * Groups the words of a query and expands them to all forms. Words that are one number, and phrases with synonyms,
 * become one {@link QueryWord}. A word that was typed twice occurs once.
 *
 * @param maxPhraseWords the maximum number of words of a phrase with synonyms. Default: any number.
 */
export function expandWords(
  words: readonly Word[],
  search: WordSearch,
  maxPhraseWords = words.length,
): QueryWord[] {
  const expanded: QueryWord[] = [];
  for (let at = 0; at < words.length; ) {
    const next =
      volumeWord(words, at, search) ??
      numberWord(words, at, search) ??
      wordWithSynonyms(words, at, search, maxPhraseWords);
    expanded.push(next);
    at += next.words.length;
  }
  const distinct = new Map(expanded.map((word) => [JSON.stringify(word.words), word]));
  return [...distinct.values()];
}

/**
 * Returns the terms of the words from a position on, up to the first word with several terms. A number with commas,
 * such as `20,000`, is one term.
 */
function plainTerms(words: readonly Word[], at: number): string[] {
  const terms: string[] = [];
  for (let i = at; i < words.length; i++) {
    const [term, ...others] = termsOf(words[i]);
    if (words[i].kind === 'cjk' || others.length > 0) break;
    terms.push(term);
  }
  return terms;
}

/** Returns a word such as `volume` that stands before a number. */
function volumeWord(words: readonly Word[], at: number, search: WordSearch): QueryWord | undefined {
  if (!isVolumeWord(words, at)) return undefined;
  const { forms } = expandWord(words[at], search);
  return { expanded: { forms, isStopWord: true }, words: [words[at]], isVolumeWord: true };
}

/**
 * Returns whether the word at a position is a word such as `volume` before a number. At the beginning of a query, the
 * number must not be Roman, and a series must follow: `book 1 harry potter`.
 */
function isVolumeWord(words: readonly Word[], at: number): boolean {
  const [term, ...following] = plainTerms(words, at);
  if (term === undefined || !VOLUME_WORDS.has(term)) return false;
  const number = parseNumber(following);
  if (number === undefined) return false;
  const { notation, length } = number;
  const end = at + 1 + length;
  // `no one` is not the number of a volume.
  if (term === 'no' && notation === 'words') return false;
  if (SHORT_NUMERALS.has(following[0]) && end < words.length) return false;
  return at > 0 || (term.length > 1 && notation !== 'roman' && end < words.length);
}

/**
 * Returns the number at a position of a query with all ways to write it. A Roman numeral counts as a number only at
 * the end of a query and after a word such as `volume`, because many are also words or initials. The numerals in
 * {@link SHORT_NUMERALS} need both.
 */
function numberWord(words: readonly Word[], at: number, search: WordSearch): QueryWord | undefined {
  const number = parseNumber(plainTerms(words, at));
  if (number === undefined) return undefined;
  const { length, value, notation } = number;
  const followsVolumeWord = at > 0 && isVolumeWord(words, at - 1);
  const isVolume = followsVolumeWord || (at > 0 && at + length === words.length);
  const isShort = words[at].kind === 'plain' && SHORT_NUMERALS.has(words[at].term);
  if (notation === 'roman' && !(isShort ? followsVolumeWord : isVolume)) return undefined;
  const typed = words.slice(at, at + length);
  return {
    expanded: {
      forms: [
        ...typedForms(typed, search),
        ...otherSpellings(number, typed, isVolume, followsVolumeWord, search),
      ],
      isStopWord: false,
    },
    words: typed,
    ...(isVolume && { volume: String(value) }),
  };
}

/** Returns the forms of words as they were typed. Several words are required together. */
function typedForms(words: readonly Word[], search: WordSearch): readonly Query[] {
  if (words.length === 1) return expandWord(words[0], search).forms;
  return [keywordQuery(words.map((word) => expandWord(word, search)))];
}

/**
 * Returns the forms of a number in other notations, in the fields that contain titles. The field with series is
 * searched only for the number of a volume, because most series have a first and a second volume.
 */
function otherSpellings(
  { value }: ParsedNumber,
  typed: readonly Word[],
  isVolume: boolean,
  followsVolumeWord: boolean,
  { index, fields }: WordSearch,
): Query[] {
  const { digits, words, roman } = spellingsOfNumber(value);
  const spellings = [[digits], ...words];
  // A numeral of one letter can also be a word or an initial.
  const isNumeral =
    roman !== undefined &&
    (roman.length > 1 || followsVolumeWord || (isVolume && !SHORT_NUMERALS.has(roman)));
  if (isNumeral) spellings.push([roman]);
  const typedText = typed.flatMap(termsOf).join(' ');
  const { title, series, contents } = fields;
  const searched = {
    ...(title !== undefined && { title }),
    ...(contents !== undefined && { contents }),
    ...(series !== undefined && isVolume && { series }),
  };
  return spellings
    .filter((terms) => terms.join(' ') !== typedText)
    .filter((terms) => terms.every((term) => index.documentFrequency(term) > 0))
    .map((terms) =>
      labeled(
        'number',
        terms.length === 1
          ? { kind: 'term', term: terms[0], fields: searched, boost: NUMBER_WEIGHT }
          : { kind: 'phrase', terms, fields: searched, boost: NUMBER_WEIGHT / terms.length },
      ),
    );
}

/**
 * Returns the longest phrase at a position that has synonyms, or else the word at the position.
 *
 * @param maxWords the maximum number of words of a phrase
 */
function wordWithSynonyms(
  words: readonly Word[],
  at: number,
  search: WordSearch,
  maxWords: number,
): QueryWord {
  const found = longestWithSynonyms(words, at, search, maxWords);
  const typed = words.slice(at, at + (found?.length ?? 1));
  const synonyms = (found?.alternatives ?? [])
    .filter((phrase) => phrase.every((term) => search.index.documentFrequency(term) > 0))
    .slice(0, MAX_SYNONYMS)
    .map((phrase) => labeled('synonym', synonymQuery(phrase, search)));
  return {
    expanded: {
      forms: [...typedForms(typed, search), ...synonyms],
      isStopWord: typed.length === 1 && expandWord(typed[0], search).isStopWord,
    },
    words: typed,
  };
}

/** Returns the longest phrase at a position that has synonyms. Its length is in words. */
function longestWithSynonyms(
  words: readonly Word[],
  at: number,
  { titles }: WordSearch,
  maxWords: number,
): SynonymMatch | undefined {
  const rest = words.slice(at, at + MAX_SYNONYM_TERMS);
  const matches = titles.synonyms.lookup(rest.flatMap(termsOf), 0);
  for (const { length: termCount, alternatives } of matches) {
    let left = termCount;
    for (let i = 0; i < maxWords && i < rest.length && left > 0; i++) {
      left -= termsOf(rest[i]).length;
      if (left === 0) return { length: i + 1, alternatives };
    }
  }
  return undefined;
}

/** Creates the query for a synonym. The words of a phrase are adjacent, in any order: a name can be inverted. */
function synonymQuery(terms: readonly string[], { fields }: WordSearch): Query {
  return terms.length === 1
    ? { kind: 'term', term: terms[0], fields, boost: SYNONYM_WEIGHT }
    : {
        kind: 'proximity',
        terms,
        maxWidth: terms.length,
        fields,
        boost: SYNONYM_WEIGHT / terms.length,
      };
}

/** Returns the terms of query words in order, as phrase queries match them. */
export function phraseTerms(words: readonly QueryWord[]): string[] {
  return words.flatMap(({ words: typed }) => typed.flatMap(termsOf));
}
