/*
 * The words of a query as they are searched: numbers, volumes and phrases with synonyms become one word, and words next to
 * each other become optional queries. Words that request a title but do not describe it, such as `do you
 * have`, are left out of relaxed queries. The forms of
 * a single word are in `expanded-word.ts`.
 */

import { collationLetters } from '../../base/collation.js';
import { lazy, memoizePerObject } from '../../base/lazy.js';
import { authorKey } from '../../catalog/comparison-keys.js';
import type { SynonymMatch } from '../../catalog/synonyms/synonym-table.js';
import { type FieldBoosts, fold, isStopWord, type Query, type Word } from '../../search/index.js';
import { completionsOf } from '../suggest/completions.js';
import {
  type ExpandedWord,
  expandWord,
  keyOfWord,
  keywordQuery,
  labeled,
  termsOf,
  type WordSearch,
} from './expanded-word.js';
import { findNamingWords } from './named-values.js';
import {
  MAX_NUMBER_TERMS,
  MAX_ORDINAL,
  type ParsedNumber,
  parseNumber,
  parseOrdinal,
  spellingsOfNumber,
  spellingsOfOrdinal,
} from './number-words.js';

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

const MAX_SYNONYMS = 8;

/** A part of a query that is matched as one word: a word, a number in several words, or a phrase with synonyms. */
export interface QueryWord {
  readonly expanded: ExpandedWord;
  /** The typed words, at least one. */
  readonly words: readonly Word[];
  /** The number of a volume in digits: the last number of a query, or the number after a word such as `volume`. */
  readonly volume?: string;
  /** The number of an ordinal in digits, which is the number of a volume only if a series is named. */
  readonly ordinal?: string;
  /** Whether the word is before the number of a volume, such as `volume`. Such a word is optional. */
  readonly isVolumeWord?: true;
  /** The forms without misspellings, if the catalog contains the word as it was typed. Only relaxed queries have it. */
  readonly known?: ExpandedWord;
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
  maxPhraseWords?: number,
): readonly QueryWord[] {
  if (maxPhraseWords === undefined) return expandOnce(search)(words);
  return groupWords(words, search, maxPhraseWords);
}

/** The steps of relaxation need the same words several times. */
const expandOnce = memoizePerObject((search: WordSearch) =>
  memoizePerObject((words: readonly Word[]) => groupWords(words, search, words.length)),
);

function groupWords(
  words: readonly Word[],
  search: WordSearch,
  maxPhraseWords: number,
): readonly QueryWord[] {
  const expanded: QueryWord[] = [];
  for (let at = 0; at < words.length; ) {
    const next =
      volumeWord(words, at, search) ?? numberOrSynonyms(words, at, search, maxPhraseWords);
    expanded.push(next);
    at += next.words.length;
  }
  const distinct = new Map(expanded.map((word) => [word.words.map(keyOfWord).join(' '), word]));
  return [...distinct.values()];
}

/**
 * Parses the words from a position on. A number with commas, such as `20,000`, is one term, and `eighty-four` is one word
 * of two terms.
 *
 * @param parse parses the beginning of a list of terms, and returns the number of terms as `length`
 * @returns the result with the number of words as `length`, or undefined if it would end within a word
 */
function parseWords<Parsed extends { readonly length: number }>(
  words: readonly Word[],
  at: number,
  parse: (terms: readonly string[]) => Parsed | undefined,
): Parsed | undefined {
  const ofWords = words.slice(at, at + MAX_NUMBER_TERMS).map(termsOf);
  const parsed = parse(ofWords.flat());
  if (parsed === undefined) return undefined;
  let length = 0;
  let termCount = 0;
  while (termCount < parsed.length) termCount += ofWords[length++].length;
  return termCount === parsed.length ? { ...parsed, length } : undefined;
}

/** Returns a word such as `volume` that stands before a number. */
function volumeWord(words: readonly Word[], at: number, search: WordSearch): QueryWord | undefined {
  if (!isVolumeWord(words, at)) return undefined;
  const { forms } = expandWord(words[at], search);
  return { expanded: { forms, isStopWord: true }, words: [words[at]], isVolumeWord: true };
}

/** Returns whether a word names a volume after an ordinal: `second hunger games book`. */
function isVolumeWordOfOrdinal(word: Word): boolean {
  const [term, ...others] = termsOf(word);
  return others.length === 0 && VOLUME_WORDS.has(term) && term.length > 2;
}

/**
 * Returns whether the word at a position is a word such as `volume` before a number, or after an ordinal. At the beginning
 * of a query, the number must not be Roman, and a series must follow: `book 1 harry potter`.
 */
function isVolumeWord(words: readonly Word[], at: number): boolean {
  const [term, ...others] = termsOf(words[at]);
  if (others.length > 0 || !VOLUME_WORDS.has(term)) return false;
  const before = words.slice(0, at);
  const hasOrdinal = () => before.some((_, i) => parseWords(before, i, parseOrdinal));
  if (isVolumeWordOfOrdinal(words[at]) && hasOrdinal()) return true;
  const number = parseWords(words, at + 1, parseNumber);
  if (number === undefined) return false;
  const { notation, length } = number;
  const end = at + 1 + length;
  // `no one` is not the number of a volume.
  if (term === 'no' && notation === 'words') return false;
  if (isShortNumeral(words[at + 1]) && end < words.length) return false;
  return at > 0 || (term.length > 1 && notation !== 'roman' && end < words.length);
}

function isShortNumeral(word: Word): boolean {
  return word.kind === 'plain' && SHORT_NUMERALS.has(word.term);
}

/**
 * Returns the number at a position of a query with all ways to write it. A Roman numeral counts as a number only at the
 * end of a query or after a word such as `volume`, because many are also words or initials. For {@link SHORT_NUMERALS},
 * both are required.
 */
function numberWord(words: readonly Word[], at: number, search: WordSearch): QueryWord | undefined {
  const number = parseWords(words, at, parseNumber);
  if (number === undefined) return ordinalWord(words, at, search);
  const { length, value, notation } = number;
  const followsVolumeWord = at > 0 && isVolumeWord(words, at - 1);
  const isVolume = followsVolumeWord || (at > 0 && at + length === words.length);
  const isNumeral = isShortNumeral(words[at]) ? followsVolumeWord : isVolume;
  if (notation === 'roman' && !isNumeral) return undefined;
  const typed = words.slice(at, at + length);
  return {
    expanded: {
      forms: [
        ...formsTogether(typed.map((word) => expandWord(word, search))),
        ...otherSpellings(number, typed, isVolume, followsVolumeWord, search),
      ],
      isStopWord: false,
    },
    words: typed,
    ...(isVolume && { volume: String(value) }),
  };
}

/**
 * Returns the ordinal at a position of a query with all ways to write it: `20th`, `twentieth`. It is searched in subjects
 * too, because headings name centuries. The Roman numeral is the ordinal of a name: *Henry the Eighth*, *Henry VIII*. A
 * numeral of one letter is searched only after a name with `the`, at the end of a query.
 */
function ordinalWord(
  words: readonly Word[],
  at: number,
  search: WordSearch,
): QueryWord | undefined {
  const ordinal = parseWords(words, at, parseOrdinal);
  if (ordinal === undefined) return undefined;
  const end = at + ordinal.length;
  const typed = words.slice(at, end);
  const { digits, roman = '' } = spellingsOfNumber(ordinal.value);
  const isVolume = words.some((word, i) => isVolumeWordOfOrdinal(word) && i >= end);
  const isOfName = at > 1 && end === words.length && termsOf(words[at - 1])[0] === 'the';
  const formsIn = notationForms(typed, search);
  return {
    expanded: {
      forms: [
        ...formsTogether(typed.map((word) => expandWord(word, search))),
        ...formsIn(spellingsOfOrdinal(ordinal.value), 'title', 'subject', 'contents'),
        ...(roman.length > 1 || isOfName ? formsIn([[roman]], 'title') : []),
        ...(isVolume ? formsIn([[digits]], 'series') : []),
      ],
      isStopWord: false,
    },
    words: typed,
    ordinal: digits,
    ...(isVolume && { volume: digits }),
  };
}

/**
 * Returns the forms of a number in other notations, in the fields that contain titles. The field with series is
 * searched only for the number of a volume, because most series have a first and a second volume.
 */
function otherSpellings(
  { value, notation }: ParsedNumber,
  typed: readonly Word[],
  isVolume: boolean,
  followsVolumeWord: boolean,
  search: WordSearch,
): Query[] {
  const { digits, words, roman } = spellingsOfNumber(value);
  const spellings = [[digits], ...words];
  // A numeral of one letter can also be a word or an initial.
  const isNumeral =
    roman !== undefined &&
    (roman.length > 1 || followsVolumeWord || (isVolume && !SHORT_NUMERALS.has(roman)));
  if (isNumeral) spellings.push([roman]);
  const formsIn = notationForms(typed, search);
  const numbers = formsIn(spellings, 'title', 'contents', ...(isVolume ? ['series'] : []));
  if (notation !== 'roman' || value > MAX_ORDINAL || followsVolumeWord) return numbers;
  return [...numbers, ...formsIn(spellingsOfOrdinal(value), 'title')];
}

/**
 * Returns a function that makes the queries for a number or an ordinal in other notations than the typed notation. The
 * function receives the notations as terms, and the names of fields, of which it uses the searched fields.
 */
function notationForms(typed: readonly Word[], { index, fields: searched }: WordSearch) {
  const typedText = typed.flatMap(termsOf).join(' ');
  return (spellings: readonly (readonly string[])[], ...names: readonly string[]): Query[] => {
    const entries = names.filter((name) => name in searched).map((name) => [name, searched[name]]);
    const fields = Object.fromEntries(entries);
    return spellings
      .filter((terms) => entries.length > 0 && terms.join(' ') !== typedText)
      .filter((terms) => terms.every((term) => index.documentFrequency(term) > 0))
      .map((terms) =>
        labeled(
          'number',
          terms.length === 1
            ? { kind: 'term', term: terms[0], fields, boost: NUMBER_WEIGHT }
            : { kind: 'phrase', terms, fields, boost: NUMBER_WEIGHT / terms.length },
        ),
      );
  };
}

/**
 * Returns the longest phrase at a position that has synonyms, or else the number or the word at the position. A phrase can
 * contain a number: `les trois mousquetaires`.
 *
 * @param maxWords the maximum number of words of a phrase
 */
function numberOrSynonyms(
  words: readonly Word[],
  at: number,
  search: WordSearch,
  maxWords: number,
): QueryWord {
  const found = longestWithSynonyms(words, at, search, maxWords);
  const number = numberWord(words, at, search);
  const length = found?.length ?? 1;
  if (number !== undefined && number.words.length >= length) return number;
  const typed = words.slice(at, at + length);
  const synonyms = (found?.alternatives ?? [])
    .filter((phrase) => phrase.every((term) => search.index.documentFrequency(term) > 0))
    .slice(0, MAX_SYNONYMS)
    .map((phrase) => labeled('synonym', synonymQuery(phrase, length, search)));
  return {
    expanded: {
      forms: [...phraseForms(typed, search), ...synonyms],
      isStopWord: length === 1 && expandWord(typed[0], search).isStopWord,
    },
    words: typed,
  };
}

/** Returns the forms of a phrase, with other notations of the numbers in it. */
function phraseForms(words: readonly Word[], search: WordSearch): readonly Query[] {
  if (words.length === 1) return expandWord(words[0], search).forms;
  const expanded: ExpandedWord[] = [];
  for (let at = 0; at < words.length; ) {
    const number = numberWord(words, at, search);
    expanded.push(number?.expanded ?? expandWord(words[at], search));
    at += number?.words.length ?? 1;
  }
  return formsTogether(expanded);
}

/** Returns the forms of a word, or the query for several words together. */
function formsTogether(words: readonly ExpandedWord[]): readonly Query[] {
  return words.length === 1 ? words[0].forms : [keywordQuery(words)];
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

/** The boost of subjects for a synonym of several words, as a factor. Such a synonym is often a subject heading. */
const HEADING_BOOST = 4;

/** Returns the fields of a synonym of several words. */
const headingFieldsOf = memoizePerObject(
  (fields: FieldBoosts): FieldBoosts =>
    fields.subject === undefined ? fields : { ...fields, subject: fields.subject * HEADING_BOOST },
);

/**
 * Creates the query for a synonym. The words of a phrase are adjacent, in any order: a name can be inverted. A synonym of
 * several typed words counts more, because typed words that are not adjacent may mean something else: `first world war`.
 */
function synonymQuery(terms: readonly string[], typedWords: number, { fields }: WordSearch): Query {
  const weight = typedWords > 1 ? 2 * SYNONYM_WEIGHT : SYNONYM_WEIGHT;
  return terms.length === 1
    ? { kind: 'term', term: terms[0], fields, boost: weight }
    : {
        kind: 'proximity',
        terms,
        maxWidth: terms.length,
        fields: headingFieldsOf(fields),
        boost: weight / terms.length,
      };
}

/** Returns the terms of query words in order, as phrase queries match them. */
function phraseTerms(words: readonly QueryWord[]): string[] {
  return words.flatMap(({ words: typed }) => typed.flatMap(termsOf));
}

/** The boost of a field in which the typed words are adjacent, as a factor on the boost of the field. */
const PHRASE_BOOST = { title: 1, author: 0.5 } as const;

/** The score of a title with exactly the typed subject heading: of its first word, and of each other word. */
const HEADING_SCORE = { firstWord: 15, otherWord: 120 } as const;

/** The boost of the series and volume that were typed, as a factor on the boost of the field. */
const VOLUME_BOOST = 8;

/** Phrases of more words are not searched. */
const MAX_PHRASE_WORDS = 16;

/**
 * Creates the optional queries that raise titles with the typed words next to each other: in the title in the typed
 * order, in the author's name in any order, and as a series with the number of a volume.
 *
 * @param typed the terms of the query. Default: the terms of `words`, of which each occurs once.
 */
export function phraseBoosts(
  words: readonly QueryWord[],
  { fields, index }: WordSearch,
  typed: readonly string[] = phraseTerms(words),
): readonly Query[] {
  const areIndexed = (terms: readonly string[]) =>
    terms.every((term) => index.documentFrequency(term) > 0);
  const queries: Query[] = [];
  if (typed.length > 1 && typed.length <= MAX_PHRASE_WORDS && areIndexed(typed)) {
    const { title, author } = fields;
    if (title !== undefined) {
      const boosted = { title: title * PHRASE_BOOST.title };
      queries.push(labeled('title_phrase', { kind: 'phrase', terms: typed, fields: boosted }));
    }
    if (author !== undefined) {
      const boosted = { author: author * PHRASE_BOOST.author };
      const maxWidth = typed.length;
      queries.push(
        labeled('author_phrase', { kind: 'proximity', terms: typed, maxWidth, fields: boosted }),
      );
    }
  }
  const volume = seriesAndVolume(words);
  if (fields.series !== undefined && volume !== undefined && areIndexed(volume)) {
    const boosted = { series: fields.series * VOLUME_BOOST };
    queries.push(labeled('series_volume', { kind: 'phrase', terms: volume, fields: boosted }));
  }
  return queries;
}

/** Matches what separates the words of a heading that was typed or pasted: `World War, 1914-1918 -- Fiction.` */
const BETWEEN_WORDS = /[\s,.;:–—]+(?:-+[\s,.;:]*)?|--+\s*/u;

/** The punctuation between two words of a heading. */
const SEPARATORS = [' ', ', ', ' -- ', '--', '. ', ' (', ') -- '];

/** The punctuation after the last word of a heading. */
const ENDS = ['', '.', ')'];

/**
 * Creates the optional query for the titles whose subject heading is the typed text. Case, accents and punctuation between
 * words are ignored. The name of an author means the titles by the author, not about the author.
 *
 * @example headingBoosts('world war 1914-1918 fiction', search) // titles about 'World War, 1914-1918 -- Fiction'
 */
export function headingBoosts(typed: string, { titles, fields }: WordSearch): readonly Query[] {
  if (fields.subject === undefined) return [];
  const [first = '', ...others] = typed.split(BETWEEN_WORDS).filter((word) => word !== '');
  // No heading begins with an article, and many titles do.
  if (/^(?:the|an?|)$/i.test(first) || others.length >= MAX_PHRASE_WORDS) return [];
  const name = [first, ...others].filter((word) => !/\d/.test(word)).join(' ');
  if (titles.withTitleKey(authorKey(name)).length > 0) return [];
  const { rangeOf } = completionsOf(titles).subject;
  const begins = (text: string) => {
    const { start, end } = rangeOf(text);
    return start < end;
  };
  let beginnings = [first].filter(begins);
  for (const word of others) {
    beginnings = beginnings
      .flatMap((beginning) => SEPARATORS.map((separator) => beginning + separator + word))
      .filter(begins);
  }
  const { dictionary } = titles.columns.subject;
  const values = beginnings
    .flatMap((beginning) => ENDS.map((end) => beginning + end))
    .flatMap((heading) => {
      const letters = collationLetters(heading);
      const { start, end } = rangeOf(heading);
      const equal: number[] = [];
      for (let ord = start; ord < end; ord++) {
        if (collationLetters(dictionary.get(ord)) !== letters) break;
        equal.push(ord);
      }
      return equal;
    });
  if (values.length === 0) return [];
  const query: Query = { kind: 'values', column: 'subject', values: [...new Set(values)] };
  const score = HEADING_SCORE.firstWord + HEADING_SCORE.otherWord * others.length;
  return [labeled('heading', { kind: 'constant_score', query, score })];
}

/**
 * Returns the terms of a series and the number of a volume, without a word such as `volume` between them. A number at
 * the beginning of a query belongs to the words that follow. Returns undefined if the query has no such number.
 *
 * @param acceptsOrdinals whether an ordinal without a word such as `book` is a number too. Default: false.
 */
export function seriesAndVolume(
  words: readonly QueryWord[],
  acceptsOrdinals = false,
): readonly string[] | undefined {
  const volumeOf = ({ volume, ordinal }: Partial<QueryWord> = {}) =>
    volume ?? (acceptsOrdinals ? ordinal : undefined);
  const at = words.findLastIndex((word) => volumeOf(word) !== undefined);
  const volume = volumeOf(words[at]);
  if (volume === undefined) return undefined;
  const isContent = ({ expanded }: QueryWord) => !expanded.isStopWord;
  const before = words.slice(0, at).filter((word) => !word.isVolumeWord);
  const after = words.slice(at + 1).filter((word) => !word.isVolumeWord);
  const first = after.findIndex(isContent);
  const series = phraseTerms(first < 0 || before.some(isContent) ? before : after.slice(first));
  return series.length === 0 || series.length >= MAX_PHRASE_WORDS ? undefined : [...series, volume];
}

/**
 * Words with which readers request a title, in the languages of the pages, without Latin accents: the request itself,
 * and words for what libraries have and for whom.
 */
const NOISE = {
  English:
    'about all am any anything are author authors available been book books bestseller bestsellers bestselling borrow can ' +
    'complete copies copy could do does edition editions fiction find get got give has have help how i is isbn ' +
    'latest library like looking me my need new newest novel novels please published read reader reading ' +
    'recommend recommendation recommendations series show some something stories sure tell that there this ' +
    'title titled titles trying version want was we what whats where which who with would written wrote you your ' +
    'called if liked like loved enjoyed similar audio large print type beginner beginners',
  German:
    'autor autorin buch bucher roman romane uber ich suche haben sie gibt es ausgabe neu neue neues neuer bitte lesen ' +
    'anfanger',
  French:
    'auteur livre livres roman romans sur je cherche avez vous edition nouveau nouvelle nouveaux svp lire ' +
    'debutants',
  Spanish:
    'autor autora libro libros novela novelas sobre busco tiene tienen edicion nuevo nueva nuevos favor leer ' +
    'principiantes',
  Russian:
    'автор книга книги книгу роман романы про ищу есть ли издание новый новая новые новое почитать ' +
    'начинающих',
  Chinese: '关于 有没 没有 我想 想找 找书 小说 作者 新书 的书 图书',
} as const;

/** Words before a surname that catalogs leave out or write elsewhere: `mrs gaskell`. */
const COURTESY_TITLES: ReadonlySet<string> = new Set(
  'mr mrs ms miss sir dame lord lady dr madame mme monsieur frau herr senor senora'.split(' '),
);

/** The words. They are folded at the first search, so that a start takes less time. */
const noiseWords = lazy(
  (): ReadonlySet<string> =>
    new Set(Object.values(NOISE).flatMap((words) => fold(words).split(' '))),
);

/** Returns whether a word requests a title: `books` in `books like dune`. */
export function isRequestWord(text: string): boolean {
  return noiseWords().has(text);
}

/** The noise words of a query: words that request a title but do not describe it. */
interface Noise {
  /** By the position of a word: whether the word is noise. */
  readonly isNoise: readonly boolean[];
  /** The other words. */
  readonly described: readonly Word[];
}

/**
 * Finds the noise words of a query. A word such as `book` before a number or after an ordinal is not noise. A courtesy
 * title before a single word is noise. If all words except stop words would be noise, only the words that name a value
 * are noise (`audiobook the reader`). If there are no other words, no word is noise.
 *
 * @param hasOthers whether the query has other words that describe a title. Default: false.
 */
export function findNoise(words: readonly Word[], hasOthers = false): Noise {
  const { noise, naming } = noiseOf(words);
  const describesNone = noise.described.every((word) => isStopWord(termsOf(word).join(' ')));
  return describesNone && !hasOthers ? naming : noise;
}

/** Several rules of a relaxed search need the noise words of a query. */
const noiseOf = memoizePerObject((words: readonly Word[]) => {
  const texts = words.map((word) => termsOf(word).join(' '));
  const isNoise = texts.map((text, at) => isRequestWord(text) && !isVolumeWord(words, at));
  const naming = new Set(findNamingWords(texts).filter((at) => !isNoise[at]));
  for (const at of naming) isNoise[at] = true;
  if (words.length === 2 && COURTESY_TITLES.has(texts[0])) isNoise[0] = true;
  const hasOther = texts.some((text, at) => !naming.has(at) && !isStopWord(text));
  return {
    noise: withDescribed(words, isNoise),
    /** The words that name values are the only noise, if there are others. */
    naming: withDescribed(
      words,
      texts.map((_, at) => hasOther && naming.has(at)),
    ),
  };
});

function withDescribed(words: readonly Word[], isNoise: readonly boolean[]): Noise {
  const hasNoise = isNoise.includes(true);
  return { isNoise, described: hasNoise ? words.filter((_, at) => !isNoise[at]) : words };
}
