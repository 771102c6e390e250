import {
  findSpellingCandidates,
  type Query,
  type TermQuery,
  type Word,
} from '../../search/index.js';
import {
  allAsOneWord,
  type ExpandedWord,
  expandWord,
  idfRatio,
  keywordQuery,
  termsOf,
  type WordSearch,
} from './expanded-word.js';

/**
 * The steps of relaxation, in order. A query that matches no title is repeated with the rules of each
 * step, until a step finds a title.
 */
export const RELAXATIONS = ['prefix', 'typos', 'any'] as const;

/**
 * A step of relaxation:
 *
 * - `prefix`: The last word may be incomplete. Every word is required, except stop words before the last word.
 * - `typos`: The first 16 words may be misspelled. Every word except stop words is required.
 * - `any`: The same words may be misspelled. A title needs only one of the words that are not stop words.
 */
export type Relaxation = (typeof RELAXATIONS)[number];

/** The weight of the most common spelling candidate, by its edit distance from the typed word. */
const WEIGHT_BY_EDITS = { 1: 0.5, 2: 0.25 } as const;

/** Only this number of words of a query, from the first, have spelling candidates. */
const MAX_WORDS_WITH_CANDIDATES = 16;

/** The maximum number of spelling candidates per word. */
const MAX_CANDIDATES = 128;

const DIGIT = /\d/;

/** Creates the query for the words in one step of relaxation. */
export function relaxedQuery(step: Relaxation, words: readonly Word[], search: WordSearch): Query {
  switch (step) {
    case 'prefix':
      return keywordQuery(
        words.map((word, i) =>
          i === words.length - 1 ? expandPrefix(word, search) : expandWord(word, search),
        ),
      );
    case 'typos':
      return keywordQuery(expandMisspelledWords(words, search));
    case 'any':
      return keywordQuery(expandMisspelledWords(words, search), 'or');
  }
}

/**
 * Expands a word that may be incomplete. The typed form also matches longer terms that begin with it. A
 * Chinese, Japanese or Korean word is expanded as if it were complete.
 */
function expandPrefix(word: Word, search: WordSearch): ExpandedWord {
  const expanded = expandWord(word, search);
  const { fields } = search;
  switch (word.kind) {
    case 'plain': {
      const [, ...inflected] = expanded.forms;
      const typed: Query = { kind: 'term', term: word.term, fields, prefix: true };
      return { forms: [typed, ...inflected], isStopWord: false };
    }
    case 'cjk':
      return expanded;
    case 'compound': {
      const terms = word.parts.flatMap(termsOf);
      const parts = terms.map(
        (term, i): TermQuery => ({ kind: 'term', term, fields, prefix: i === terms.length - 1 }),
      );
      const joined: Query = { kind: 'term', term: word.joined, fields, prefix: true };
      return { forms: [joined, allAsOneWord(parts)], isStopWord: false };
    }
  }
}

/** Expands the words of a query. The first {@link MAX_WORDS_WITH_CANDIDATES} words may be misspelled. */
export function expandMisspelledWords(words: readonly Word[], search: WordSearch): ExpandedWord[] {
  return words.map((word, i) =>
    i < MAX_WORDS_WITH_CANDIDATES ? expandMisspelledWord(word, search) : expandWord(word, search),
  );
}

/**
 * Expands a word and adds its spelling candidates: terms of the index that the word may be a misspelling
 * of. Stop words, words with a digit, and Chinese, Japanese and Korean words have no spelling candidates.
 */
function expandMisspelledWord(word: Word, search: WordSearch): ExpandedWord {
  const expanded = expandWord(word, search);
  if (word.kind === 'cjk' || expanded.isStopWord) return expanded;
  const term = word.kind === 'plain' ? word.term : word.joined;
  if (DIGIT.test(term)) return expanded;
  return { ...expanded, forms: [...expanded.forms, ...candidateForms(term, search)] };
}

/**
 * Returns the spelling candidates of a word, up to {@link MAX_CANDIDATES}. Every candidate is scored as if
 * it were as common as the most common candidate, because a rarer candidate is not a better match.
 */
function candidateForms(typed: string, { index, fields }: WordSearch): Query[] {
  const { dictionary } = index;
  const terms = findSpellingCandidates(dictionary, typed).map(({ term: ord, edits }) => {
    const term = dictionary.termAt(ord);
    return { term, edits, frequency: index.documentFrequency(term) };
  });
  const highest = terms.reduce((max, { frequency }) => Math.max(max, frequency), 0);
  return terms
    .sort((a, b) => a.edits - b.edits || b.frequency - a.frequency || (a.term < b.term ? -1 : 1))
    .slice(0, MAX_CANDIDATES)
    .map(({ term, edits, frequency }) => ({
      kind: 'term',
      term,
      fields,
      boost: WEIGHT_BY_EDITS[edits] * idfRatio(index, highest, frequency),
    }));
}
