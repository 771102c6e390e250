/*
 * The forms of a word that may be misspelled: similar terms of the index, the parts of a word that was typed without
 * spaces, two words as one, and the identifiers that a number may stand for. Only relaxed queries have these forms.
 */

import { memoizePerObject } from '../../base/lazy.js';
import type { Titles } from '../../catalog/catalog.js';
import { authorKey, mainTitleOf, seriesKey, titleKey } from '../../catalog/comparison-keys.js';
import { withoutLeadingArticle } from '../../catalog/sort-title.js';
import {
  analyzePhrase,
  findSpellingCandidates,
  isStopWord,
  type Query,
  type SearchIndex,
  type Word,
} from '../../search/index.js';
import {
  allAsOneWord,
  type ExpandedWord,
  idfRatio,
  isIsbn13,
  keptForms,
  keywordQuery,
  labeled,
  termsOf,
  titlesQuery,
  type WordSearch,
} from './expanded-word.js';
import { expandWords, type QueryWord } from './query-words.js';

/** An abbreviation with fewer letters, or with more, is not looked up. */
const MIN_LETTERS = 4;
const MAX_LETTERS = 10;

/**
 * Returns the titles that a word abbreviates, each once: popular titles with these initials, with or without a leading
 * article, and the titles of authors and series of popular titles with these initials. A word of fewer than 4 letters
 * abbreviates nothing.
 *
 * @example titlesOfAbbreviation(titles, 'tfios') // the editions of *The Fault in Our Stars*
 */
function titlesOfAbbreviation(titles: Titles, word: string): readonly number[] {
  if (word.length < MIN_LETTERS || word.length > MAX_LETTERS) return [];
  const keys = abbreviationsOf(titles).get(word) ?? [];
  return [...new Set([...keys].flatMap((key) => [...titles.withTitleKey(key)]))];
}

/** A word of a name, such as `R` in `George R.R. Martin`. */
const WORDS = /[\p{L}\p{N}]+/gu;

/** Returns the keys of the names of popular titles by their initials. Takes some microseconds per title, once. */
const abbreviationsOf = memoizePerObject((titles: Titles) => {
  const keys = new Map<string, Set<string>>();
  const add = (name: string, keyOf: (name: string) => string) => {
    for (const form of new Set([name, withoutLeadingArticle(name)])) {
      // Counting the words is much faster than the analysis of a name, and most names are short.
      if ((form.match(WORDS) ?? []).length < MIN_LETTERS) continue;
      const initials = analyzePhrase(form).map((term) => [...term][0]);
      const word = initials.join('');
      keys.set(word, (keys.get(word) ?? new Set()).add(keyOf(name)));
    }
  };
  for (const title of titles.popular)
    add(mainTitleOf(titles.pick(title, ['title']).title), titleKey);
  const namesIn = (column: 'series' | 'author') => {
    const ords = new Set(Array.from(titles.popular, titles.columns[column].valuesOf).flat());
    return Array.from(ords, (ord) => titles.value(column, ord).name);
  };
  for (const name of namesIn('series')) add(name, seriesKey);
  for (const name of namesIn('author')) add(name, authorKey);
  return keys;
});

/** The weight of the most common spelling candidate, by its edit distance from the typed word. */
const WEIGHT_BY_EDITS = { 1: 0.5, 2: 0.25 } as const;

/** The weight of the parts of a word that was typed without spaces, and of two words as one. */
const SPACING_WEIGHT = 0.5;

/** The weight of a longer term that begins with the last word of a query. */
const PREFIX_WEIGHT = 0.3;
/** A last word with fewer letters is not the beginning of a longer term. */
const MIN_PREFIX_LETTERS = 3;

/** The score of a title that a word abbreviates. */
const ABBREVIATION_SCORE = 50;

/** A run of Chinese, Japanese or Korean characters with fewer bigrams is not searched with a space. */
const MIN_SPACED_BIGRAMS = 3;

/** Only this number of words of a query, from the first, may be misspelled. */
const MAX_MISSPELLED_WORDS = 16;

const MAX_CANDIDATES = 128;

const DIGIT = /\d/;

/**
 * Groups the words of a query like {@link expandWords}, and adds the forms that a misspelled word may stand for:
 * similar terms, the parts of a word that was typed without spaces, two words as one, and longer terms that begin with
 * the last word.
 *
 * @param isCorrect returns whether a word has no other spelling, as `spanish` in a catalog with titles in Spanish
 * @param maxPhraseWords the maximum number of words of a phrase with synonyms. Default: any number.
 */
export function expandMisspelledWords(
  words: readonly Word[],
  search: WordSearch,
  isCorrect: (word: Word) => boolean,
  maxPhraseWords?: number,
): readonly QueryWord[] {
  const correct = expandWords(words, search, maxPhraseWords);
  const misspelled = correct.map((word, i) =>
    i < MAX_MISSPELLED_WORDS && !word.words.some(isCorrect)
      ? withMisspellings(word, i === correct.length - 1, search)
      : word,
  );
  return joinPairs(misspelled, search);
}

function withMisspellings(word: QueryWord, isLast: boolean, search: WordSearch): QueryWord {
  const [typed, ...others] = word.words;
  if (others.length > 0 || word.expanded.isStopWord) return word;
  const withForms = (...more: readonly Query[]): QueryWord => {
    const { forms, isStopWord } = word.expanded;
    return { ...word, expanded: { forms: [...forms, ...more], isStopWord } };
  };
  if (typed.kind === 'cjk') return withForms(...spacedForms(typed.terms, search));
  const terms = spelledTerms(typed);
  const numbers = terms.filter((term) => DIGIT.test(term));
  if (numbers.length > 0) {
    return withForms(...numbers.flatMap((number) => identifierForms(number, search)));
  }
  const { fields, index, titles } = search;
  const isKnown = terms.some((term) => index.documentFrequency(term) > 0);
  const abbreviated = isKnown ? [] : terms.flatMap((term) => titlesOfAbbreviation(titles, term));
  if (abbreviated.length > 0) {
    return withForms(labeled('abbreviation', titlesQuery(abbreviated, ABBREVIATION_SCORE)));
  }
  const spellings = terms.map((term) => spellingsOf(term, search));
  const beginnings: Query[] = [];
  if (isLast && typed.kind === 'plain' && typed.term.length >= MIN_PREFIX_LETTERS) {
    const { term } = typed;
    const beginning = { kind: 'term', term, fields, prefix: true, boost: PREFIX_WEIGHT } as const;
    beginnings.push(labeled('prefix', beginning));
  }
  const candidates = spellings.flatMap((ofTerm) => ofTerm.candidates);
  const splits = spellings.flatMap(({ split }) => split);
  const misspelled = withForms(...beginnings, ...candidates, ...splits);
  return isKnown ? { ...misspelled, known: withForms(...beginnings).expanded } : misspelled;
}

/** Matches an ISBN-10, whose last digit can be `x`. */
const ISBN_10 = /^\d{9}[\dx]$/;
/** Matches the beginning of an ISBN-10. */
const BEGINNING = /^\d{5,9}$/;

/** The number of digits of an ISBN-10 before its check digit. */
const DIGITS_BEFORE_CHECK = 9;

/**
 * Returns the forms of a number that no title has. An ISBN-10 is indexed as its ISBN-13.
 *
 * @example identifierForms('006113937', search) // a query for terms that begin with 978006113937
 */
function identifierForms(typed: string, { index, fields }: WordSearch): Query[] {
  const { identifier } = fields;
  if (identifier === undefined || index.documentFrequency(typed) > 0) return [];
  const query = (term: string, prefix: boolean): Query =>
    labeled(prefix ? 'prefix' : 'spelling', { kind: 'term', term, fields: { identifier }, prefix });
  const isBeginning = BEGINNING.test(typed) || ISBN_10.test(typed);
  return [
    ...(isBeginning ? [query(`978${typed.slice(0, DIGITS_BEFORE_CHECK)}`, true)] : []),
    ...repairedNumbers(typed, index).map((term) => query(term, false)),
  ];
}

/**
 * Returns the identifiers of the catalog that differ from a number in a leading zero, or in one digit of an ISBN whose check
 * digit is wrong. A valid ISBN is another edition or work.
 */
function repairedNumbers(typed: string, index: SearchIndex): string[] {
  const numbers = [`0${typed}`];
  if (ISBN_10.test(typed) || (isIsbn13(typed) && !hasCheckDigit(typed))) {
    for (let at = 0; at < typed.length; at++) {
      for (const digit of '0123456789') {
        numbers.push(typed.slice(0, at) + digit + typed.slice(at + 1));
      }
    }
  }
  // A valid ISBN-10 is one term, its ISBN-13.
  const terms = new Set(numbers.flatMap(analyzePhrase));
  return [...terms].filter((term) => index.documentFrequency(term) > 0);
}

/** Returns whether the check digit of an ISBN-13 is right: its digits times 1 and 3 in turn add up to a multiple of 10. */
function hasCheckDigit(isbn: string): boolean {
  const sum = [...isbn].reduce((total, digit, i) => total + Number(digit) * (i % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}

/** Returns the form of a run of Chinese, Japanese or Korean characters that titles have with a space at one place. */
function spacedForms(bigrams: readonly string[], { fields }: WordSearch): Query[] {
  if (bigrams.length < MIN_SPACED_BIGRAMS) return [];
  const clauses = bigrams.map((term) => ({
    query: { kind: 'term', term, fields, boost: SPACING_WEIGHT / bigrams.length } as const,
    weight: 1,
  }));
  const form: Query = { kind: 'at_least', clauses, minWeight: bigrams.length - 1 };
  return [labeled('split', { kind: 'dis_max', queries: [form] })];
}

/**
 * Returns the terms of a word that may be misspelled. For a compound, these are the joined term and, if only one part
 * is no stop word, this part: `etranger` of `l'etranger`.
 */
function spelledTerms(word: Exclude<Word, { readonly kind: 'cjk' }>): readonly string[] {
  if (word.kind === 'plain') return [word.term];
  const parts = word.parts.flatMap(termsOf).filter((term) => !isStopWord(term));
  return parts.length === 1 ? [word.joined, ...parts] : [word.joined];
}

/** The forms of a word that may be misspelled, in addition to its correct forms. */
interface Spellings {
  readonly candidates: readonly Query[];
  /** The parts of a word that was typed without spaces, if it has no candidates with one edit. At most one form. */
  readonly split: readonly Query[];
}

/** Returns the spellings of a word. They are kept: two steps of relaxation and the respelling need them. */
function spellingsOf(term: string, search: WordSearch): Spellings {
  return keptForms<Spellings>(
    'spellings',
    term,
    search,
    () => {
      const { forms, hasOneEdit } = candidateForms(term, search);
      return { candidates: forms, split: hasOneEdit ? [] : splitForms(term, search) };
    },
    ({ candidates, split }) => [...candidates, ...split],
  );
}

/** Returns the parts of a word that no title has as one form, if the word can be split. */
function splitForms(typed: string, { index, fields }: WordSearch): Query[] {
  if (index.documentFrequency(typed) > 0) return [];
  const parts = splitWord(typed, index)?.filter((part) => !isStopWord(part)) ?? [];
  return parts.length === 0 ? [] : [labeled('split', allAsOneWord(parts, fields, SPACING_WEIGHT))];
}

/** Combines two adjacent words that the index has as one word. The two words then match together or as one. */
function joinPairs(words: readonly QueryWord[], search: WordSearch): QueryWord[] {
  const joined: QueryWord[] = [];
  for (let at = 0; at < words.length; at++) {
    const [first, second] = [words[at], words[at + 1]];
    const term = joinedTerm(first, second);
    if (term === undefined || search.index.documentFrequency(term) === 0) {
      joined.push(first);
      continue;
    }
    const pair: ExpandedWord = {
      forms: [
        keywordQuery([first.expanded, second.expanded]),
        labeled('joined', { kind: 'term', term, fields: search.fields }),
      ],
      isStopWord: false,
    };
    joined.push({ expanded: pair, words: [...first.words, ...second.words] });
    at++;
  }
  return joined;
}

/** Returns two words as one term. Returns undefined if one of them is not a plain word, or if the first is a stop word. */
function joinedTerm(first: QueryWord, second: QueryWord | undefined): string | undefined {
  const [a, ...othersOfFirst] = first.words;
  const [b, ...othersOfSecond] = second?.words ?? [];
  if (b === undefined || othersOfFirst.length + othersOfSecond.length > 0) return undefined;
  if (a.kind !== 'plain' || b.kind !== 'plain' || isStopWord(a.term)) return undefined;
  return a.term + b.term;
}

/**
 * Returns the spelling candidates of a word, up to {@link MAX_CANDIDATES}. Every candidate is scored as if
 * it were as common as the most common candidate, because a rarer candidate is not a better match.
 */
function candidateForms(
  typed: string,
  { index, fields }: WordSearch,
): { readonly forms: readonly Query[]; readonly hasOneEdit: boolean } {
  const { dictionary } = index;
  const terms = findSpellingCandidates(dictionary, typed).map(({ term: ord, edits }) => {
    const term = dictionary.termAt(ord);
    return { term, edits, frequency: index.documentFrequency(term) };
  });
  const highest = terms.reduce((max, { frequency }) => Math.max(max, frequency), 0);
  const forms = terms
    .sort((a, b) => a.edits - b.edits || b.frequency - a.frequency || (a.term < b.term ? -1 : 1))
    .slice(0, MAX_CANDIDATES)
    .map(({ term, edits, frequency }) =>
      labeled('spelling', {
        kind: 'term',
        term,
        fields,
        boost: WEIGHT_BY_EDITS[edits] * idfRatio(index, highest, frequency),
      }),
    );
  return { forms, hasOneEdit: terms.some(({ edits }) => edits === 1) };
}

/** Words with fewer letters are not split. */
const MIN_SPLIT_LETTERS = 6;
const MAX_SPLIT_LETTERS = 48;
const MAX_PARTS = 8;
/** A part with fewer letters must be a stop word or a frequent word. */
const MIN_PART_LETTERS = 3;
/** A frequent word is in at least one of this number of documents. */
const FREQUENT_RATIO = 1000;
/** Added to the cost of each part, so that few long parts are preferred to many short parts. */
const COST_PER_PART = 2;

const LETTERS = /^\p{L}+$/u;

/** A way to split the beginning of a word. */
interface Split {
  readonly parts: readonly string[];
  /** The sum of the costs of the parts. A frequent part costs less than a rare part. */
  readonly cost: number;
}

/**
 * Splits a word that was typed without spaces into the most frequent terms of the index.
 *
 * @returns undefined if the word cannot be split, or only into stop words
 * @example splitWord('catcherintherye', index) // ['catcher', 'in', 'the', 'rye']
 */
export function splitWord(word: string, index: SearchIndex): readonly string[] | undefined {
  const { length } = word;
  if (length < MIN_SPLIT_LETTERS || length > MAX_SPLIT_LETTERS || !LETTERS.test(word))
    return undefined;
  /** By the length of a beginning of the word: the cheapest way to split it. */
  const cheapest: (Split | undefined)[] = [{ parts: [], cost: 0 }];
  for (let end = 1; end <= length; end++) {
    let best: Split | undefined;
    // The word itself is not a part.
    for (let start = end === length ? 1 : 0; start < end; start++) {
      const before = cheapest[start];
      if (before === undefined || before.parts.length === MAX_PARTS) continue;
      const part = word.slice(start, end);
      const cost = before.cost + costOf(part, index);
      if (cost < (best?.cost ?? Number.POSITIVE_INFINITY)) {
        best = { parts: [...before.parts, part], cost };
      }
    }
    cheapest[end] = best;
  }
  const parts = cheapest[length]?.parts;
  return parts?.every(isStopWord) ? undefined : parts;
}

/** Returns the cost of a part, or Infinity for a text that is not a part. */
function costOf(part: string, index: SearchIndex): number {
  const frequency = index.documentFrequency(part);
  const ratio = index.documentCount / frequency;
  const isPart =
    part.length >= MIN_PART_LETTERS ||
    isStopWord(part) ||
    (part.length > 1 && ratio <= FREQUENT_RATIO);
  return frequency > 0 && isPart ? Math.log(ratio) + COST_PER_PART : Number.POSITIVE_INFINITY;
}
