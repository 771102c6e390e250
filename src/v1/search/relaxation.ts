/*
 * The less strict queries for a text that no title or only a few titles match: an incomplete last word, misspelled words,
 * some of the words. `keyword-search.ts` decides when to search for them. The spellings of a word are in
 * `spelling-forms.ts`.
 */

import type { Titles } from '../../catalog/catalog.js';
import {
  idf,
  intersect,
  type Query,
  type SearchIndex,
  type WeightedClause,
  type Word,
} from '../../search/index.js';
import {
  allAsOneWord,
  anyForm,
  type ClauseLabel,
  type ExpandedWord,
  expandWord,
  keywordQuery,
  labeled,
  optionalForms,
  termsOf,
  type WordSearch,
  withOptional,
} from './expanded-word.js';
import { namedValueQueries } from './named-values.js';
import { findNoise } from './noise-words.js';
import { expandWords, phraseBoosts } from './query-words.js';
import { expandMisspelledWords } from './spelling-forms.js';

/**
 * The steps of relaxation, in order. A query that matches no title, or whose result is thin, is repeated with the
 * rules of each step, until a step finds further titles.
 */
export const RELAXATIONS: readonly Relaxation[] = ['prefix', 'typos', 'any'];

/**
 * A step of relaxation:
 *
 * - `prefix`: The last word may be incomplete. Every word is required, except stop words before the last word.
 * - `typos`: The first 16 words may be misspelled, joined or split. Every word is required, except stop words and words
 *   that request a title, such as `do you have` and `large print`.
 * - `any`: Some of these words are required, and they may be misspelled too. A rarer word has a higher weight (idf). The
 *   words of a title must have at least 40 % of the weight of all words.
 */
export type Relaxation = 'prefix' | 'typos' | 'any';

/** The share of the weight of all words that a title needs in the step `any`. */
const MIN_SHARE = 0.4;

/** The maximum number of titles that equal the typed text without its spaces and that are added to the matches. */
const MAX_EQUAL_TITLES = 64;

/** Numbers with fewer digits are not the beginning of an identifier. */
const MIN_IDENTIFIER_DIGITS = 5;
const DIGITS = /^\d+$/;
const ENDS_WITH_DIGIT = /\d$/;

/**
 * Creates the query for the words in one step of relaxation.
 *
 * @returns undefined if the step does not apply to the words
 */
export function relaxedQuery(
  step: Relaxation,
  words: readonly Word[],
  search: WordSearch,
): Query | undefined {
  return step === 'prefix' ? prefixQuery(words, search) : misspelledQuery(step, words, search);
}

/** Creates the query for titles with all words, in which the last word may be incomplete. */
function prefixQuery(words: readonly Word[], search: WordSearch): Query | undefined {
  const expanded = expandWords(words, search);
  const last = expanded.at(-1);
  const prefix =
    last?.words.length === 1 &&
    last.words[0] === words.at(-1) &&
    expandPrefix(last.words[0], last.expanded, search);
  if (!prefix) return undefined;
  return keywordQuery([...expanded.slice(0, -1).map((word) => word.expanded), prefix]);
}

/**
 * Expands a word that may be incomplete. The typed form also matches longer terms that begin with it. A number also
 * matches longer identifiers that begin with it.
 *
 * @returns undefined for a word that is always complete: a short number, a compound that ends with a digit, or a
 *   Chinese, Japanese or Korean word
 */
function expandPrefix(
  word: Word,
  { forms }: ExpandedWord,
  { fields }: WordSearch,
): ExpandedWord | undefined {
  switch (word.kind) {
    case 'plain': {
      const { term } = word;
      if (!DIGITS.test(term)) {
        const [, ...others] = forms;
        return {
          forms: [labeled('prefix', { kind: 'term', term, fields, prefix: true }), ...others],
          isStopWord: false,
        };
      }
      const { identifier } = fields;
      if (term.length < MIN_IDENTIFIER_DIGITS || identifier === undefined) return undefined;
      const beginning: Query = { kind: 'term', term, fields: { identifier }, prefix: true };
      return { forms: [...forms, labeled('prefix', beginning)], isStopWord: false };
    }
    case 'cjk':
      return undefined;
    case 'compound': {
      if (ENDS_WITH_DIGIT.test(word.joined)) return undefined;
      const joined: Query = { kind: 'term', term: word.joined, fields, prefix: true };
      const parts = allAsOneWord(word.parts.flatMap(termsOf), fields, 1, true);
      return {
        forms: [labeled('prefix', joined), labeled('prefix', parts)],
        isStopWord: false,
      };
    }
  }
}

/** Creates the query for titles with all or some of the words, which may be misspelled. */
function misspelledQuery(step: 'typos' | 'any', words: readonly Word[], search: WordSearch): Query {
  const { isNoise } = findNoise(words);
  const described = words.filter((_, i) => !isNoise[i]);
  const noise = words.filter((_, i) => isNoise[i]);
  // Some words of a phrase with synonyms are enough in the step `any`.
  const maxPhraseWords = step === 'any' ? 1 : undefined;
  const expanded = expandMisspelledWords(described, search, maxPhraseWords).map(
    (word) => word.expanded,
  );
  const boosting = [
    ...phraseBoosts(expandWords(described, search), search),
    ...noise.flatMap((word) => optionalForms(expandWord(word, search))),
    ...namedValueQueries(search.titles, words.map(textOf).join(' '), words),
  ];
  return step === 'typos'
    ? withEqualTitles(keywordQuery(expanded, boosting), words, search.titles)
    : withOptional(someWordsQuery(expanded, search), boosting);
}

/** Adds the titles that equal the typed text without its spaces to a query. */
function withEqualTitles(query: Query, words: readonly Word[], titles: Titles): Query {
  const equal = titles.withTitleKey(words.flatMap(termsOf).join(''));
  if (equal.length === 0 || equal.length > MAX_EQUAL_TITLES) return query;
  const documents: Query = { kind: 'documents', documents: [...equal] };
  const added = labeled('equal_title', { kind: 'constant_score', query: documents, score: 1 });
  return { kind: 'or', queries: [query, added] };
}

/** Creates the query for titles with some of the words. The rarer a word, the more it counts. */
function someWordsQuery(words: readonly ExpandedWord[], search: WordSearch): Query {
  const clauses = words
    .filter(({ isStopWord }) => !isStopWord)
    .map((word): WeightedClause => ({ query: anyForm(word), weight: weightOf(word, search) }));
  if (clauses.length === 0) return { kind: 'or', queries: words.map(anyForm) };
  const total = clauses.reduce((sum, { weight }) => sum + weight, 0);
  return { kind: 'at_least', clauses, minWeight: total * MIN_SHARE };
}

/** Returns the weight of a word: the idf of the most frequent of its forms, or 0 if no form occurs. */
function weightOf({ forms }: ExpandedWord, { index }: WordSearch): number {
  const highest = Math.max(0, ...forms.map((form) => maxFrequencyOf(form, index)));
  return highest === 0 ? 0 : idf(index.documentCount, highest);
}

/** Returns an upper bound for the number of documents that match the form of a word. */
function maxFrequencyOf(form: Query, index: SearchIndex): number {
  const maxFrequency = (query: Query) => maxFrequencyOf(query, index);
  switch (form.kind) {
    case 'term': {
      const frequency = index.documentFrequency(form.term);
      if (frequency > 0 || !form.prefix) return frequency;
      return Math.min(index.documentCount, index.countPrefixPostings(form.term));
    }
    case 'phrase':
    case 'proximity':
      return Math.min(...form.terms.map((term) => index.documentFrequency(term)));
    case 'and':
      return Math.min(...form.queries.map(maxFrequency));
    case 'dis_max':
      return Math.max(...form.queries.map(maxFrequency));
    case 'boolean':
      return maxFrequency(form.required);
    default:
      return 0;
  }
}

/** A misspelled query, rewritten with words of the catalog. */
export interface Respelling {
  /**
   * The query with each misspelled word replaced by a word of the catalog. The words are in lower case,
   * without accents, and in the order of the query.
   */
  readonly query: string;
  /** Whether all titles found have the words in {@link query}. Otherwise, some titles have similar words. */
  readonly isComplete: boolean;
}

/**
 * Replaces the words of a misspelled query one after another. The next word becomes the form that occurs in the
 * largest number of the titles with all words chosen so far. A stop word is not replaced. Words that only request a
 * title are left out.
 *
 * @param documents the titles that the query found in the step `typos` of relaxation
 * @remarks Searches for every form of every word. Call this function only to show the result to a reader.
 */
export function respell(
  words: readonly Word[],
  search: WordSearch,
  documents: Uint32Array,
): Respelling {
  let remaining: Uint32Array = documents;
  const { isNoise } = findNoise(words);
  const described = words.filter((_, i) => !isNoise[i]);
  const spelled = expandMisspelledWords(described, search).map(({ expanded, words: typed }) => {
    const text = typed.map(textOf).join(' ');
    if (expanded.isStopWord) return text;
    let best = { text, documents: new Uint32Array() as Uint32Array };
    for (const form of expanded.forms) {
      const found = intersect(search.index.match(form).documents, remaining);
      if (found.length <= best.documents.length) continue;
      const isCorrection = form.label !== undefined && CORRECTIONS.has(form.label);
      best = { text: (isCorrection && spellingOf(form)) || text, documents: found };
    }
    remaining = best.documents;
    return best.text;
  });
  return { query: spelled.join(' '), isComplete: remaining.length === documents.length };
}

/** The labels of forms that correct a typed word. Other forms, such as inflections, do not replace the word. */
const CORRECTIONS: ReadonlySet<string> = new Set<ClauseLabel>(['spelling', 'split', 'joined']);

/** Returns the spelling of a form of a word. Returns undefined for the beginning of a word, and for a phrase. */
function spellingOf(form: Query): string | undefined {
  switch (form.kind) {
    case 'term':
      return form.prefix ? undefined : form.term;
    case 'and':
    case 'dis_max':
      return form.queries.map(spellingOf).join(' ');
    default:
      return undefined;
  }
}

/** Returns a word as text, without case and accents. */
export function textOf(word: Word): string {
  if (word.kind !== 'cjk') return termsOf(word).join(' ');
  const [first, ...others] = word.terms;
  return first + others.map((bigram) => [...bigram].at(-1)).join('');
}
