import type { Word } from '../search/analysis/words.js';
import type { Matches } from '../search/matches.js';
import type { Query } from '../search/query.js';
import { findMisspeltTerms } from '../search/vocabulary/misspelt-terms.js';
import {
  type AskedWord,
  askedWord,
  rarityRatio,
  termsOf,
  type WordForm,
  type WordSearch,
} from './asked-word.js';
import { matchWords } from './word-matches.js';

/**
 * The steps of forgiveness, in order: `prefix` takes the last word as the beginning of one; `typos`
 * forgives misspelt words, every word still required; `any` asks for any of the words, misspelt or
 * not.
 */
export const RELAXATIONS = ['prefix', 'typos', 'any'] as const;

/** A step of forgiveness. */
export type Relaxation = (typeof RELAXATIONS)[number];

/** What a word is worth that is one edit away from what was typed, and one that is two away. */
const EDITED = { 1: 0.5, 2: 0.25 } as const;

/** The likeliest misspellings of one word, of which short words have hundreds. */
const MOST_MISSPELLINGS = 128;

const NUMBER = /\d/;

/** What the words match when they are taken less strictly by one step. */
export function relax(step: Relaxation, words: readonly Word[], search: WordSearch): Matches {
  const { index } = search;
  switch (step) {
    case 'prefix': {
      const asked = words.map((word, i) =>
        i === words.length - 1 ? beginningOfWord(word, search) : askedWord(word, search),
      );
      return matchWords(index, { ...withoutFunctionWords(asked), needs: 'all' });
    }
    case 'typos': {
      const asked = words.map((word) => misspeltWord(word, search));
      return matchWords(index, { ...withoutFunctionWords(asked), needs: 'all' });
    }
    case 'any': {
      const asked = words.map((word) => misspeltWord(word, search));
      return matchWords(index, { ...withoutFunctionWords(asked), needs: 'any' });
    }
  }
}

/** Function words are asked for only where there are no others. */
function withoutFunctionWords(asked: readonly AskedWord[]) {
  const words = asked.filter((word) => !word.isFunctionWord);
  const optional = asked.filter((word) => word.isFunctionWord);
  return words.length === 0 ? { words: asked, optional: [] } : { words, optional };
}

/** A word that may go on after its last letter. */
function beginningOfWord(word: Word, search: WordSearch): AskedWord {
  const asked = askedWord(word, search);
  const { fields } = search;
  const prefix = (term: string): Query => ({ kind: 'term', term, fields, prefix: true });
  switch (word.kind) {
    case 'plain': {
      const [, ...inflected] = asked.forms;
      return {
        forms: [{ query: prefix(word.term), weight: 1 }, ...inflected],
        isFunctionWord: false,
      };
    }
    case 'paired':
      return asked;
    case 'compound': {
      const terms = word.parts.flatMap((part) => termsOf(part));
      const last = terms.pop() ?? word.joined;
      const queries = [
        ...terms.map((term): Query => ({ kind: 'term', term, fields })),
        prefix(last),
      ];
      const boosted: WordForm = {
        query: { kind: 'and', queries },
        weight: 1 / queries.length ** 2,
      };
      return { forms: [{ query: prefix(word.joined), weight: 1 }, boosted], isFunctionWord: false };
    }
  }
}

/** A word with what it may be a misspelling of. Numbers are taken as they stand. */
export function misspeltWord(word: Word, search: WordSearch): AskedWord {
  const asked = askedWord(word, search);
  if (word.kind === 'paired' || asked.isFunctionWord) return asked;
  const term = word.kind === 'plain' ? word.term : word.joined;
  if (NUMBER.test(term)) return asked;
  return { ...asked, forms: [...asked.forms, ...misspellings(term, search)] };
}

/** All count as the most common of them does: that one is rarer says nothing for it. */
function misspellings(typed: string, { index, fields }: WordSearch): WordForm[] {
  const { vocabulary } = index;
  const terms = findMisspeltTerms(vocabulary, typed).map(({ term: number, edits }) => {
    const term = vocabulary.termAt(number);
    return { term, edits, frequency: index.documentFrequency(term) };
  });
  const highest = terms.reduce((most, { frequency }) => Math.max(most, frequency), 0);
  return terms
    .sort((a, b) => a.edits - b.edits || b.frequency - a.frequency || (a.term < b.term ? -1 : 1))
    .slice(0, MOST_MISSPELLINGS)
    .map(({ term, edits, frequency }) => ({
      query: { kind: 'term', term, fields },
      weight: EDITED[edits] * rarityRatio(index, highest, frequency),
    }));
}
