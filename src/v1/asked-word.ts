import { isFunctionWord } from '../search/analysis/function-words.js';
import { inflections } from '../search/analysis/inflections.js';
import type { Word } from '../search/analysis/words.js';
import type { FieldBoosts, Query } from '../search/query.js';
import type { SearchIndex } from '../search/search-index.js';

/** One way to write a word, as an index is asked for it. */
export interface WordForm {
  readonly query: Query;
  /** What it is worth beside the word as it was typed, which is 1. */
  readonly weight: number;
}

/** A word that was asked for: any of its forms. */
export interface AskedWord {
  readonly forms: readonly WordForm[];
  /** Whether it only joins words that carry meaning. */
  readonly isFunctionWord: boolean;
}

/** Another inflection is worth this much, where it is as common as the form that was typed. */
const INFLECTED = 0.35;

/** Names are not inflected, and neither are codes. */
const UNINFLECTED: ReadonlySet<string> = new Set([
  'author',
  'publisher',
  'identifier',
  'call_number',
]);

/** How words are looked for: in which index, and in which of its fields. */
export interface WordSearch {
  readonly index: SearchIndex;
  readonly fields: FieldBoosts;
  /** {@link fields} without those of names and codes. */
  readonly inflectedFields: FieldBoosts;
}

/** A search in some fields of an index. */
export function wordSearch(index: SearchIndex, fields: FieldBoosts): WordSearch {
  const inflected = Object.entries(fields).filter(([field]) => !UNINFLECTED.has(field));
  return { index, fields, inflectedFields: Object.fromEntries(inflected) };
}

/** A word with every form that it may be written in. */
export function askedWord(word: Word, search: WordSearch): AskedWord {
  return { forms: formsOf(word, search), isFunctionWord: joinsOnly(word) };
}

/** The terms of a word as it stands between others. */
export function termsOf(word: Word): readonly string[] {
  switch (word.kind) {
    case 'plain':
      return [word.term];
    case 'paired':
      return word.terms;
    case 'compound':
      return word.standsAs === 'joined' ? [word.joined] : word.parts.flatMap(termsOf);
  }
}

function joinsOnly(word: Word): boolean {
  return word.kind === 'plain' && isFunctionWord(word.term);
}

function formsOf(word: Word, search: WordSearch): WordForm[] {
  const { fields } = search;
  switch (word.kind) {
    case 'plain':
      return [
        { query: { kind: 'term', term: word.term, fields }, weight: 1 },
        ...inflectedForms(word.term, search),
      ];
    case 'paired':
      return [{ query: pairsQuery(word.terms, fields), weight: 1 }];
    case 'compound': {
      const joined: WordForm = { query: { kind: 'term', term: word.joined, fields }, weight: 1 };
      const parts = word.parts.filter((part) => !joinsOnly(part));
      const asParts = partsQuery(parts.length > 0 ? parts : word.parts, fields);
      return search.index.documentFrequency(word.joined) === 0
        ? [{ query: asParts, weight: 1 }]
        : [joined, { query: asParts, weight: 1 }];
    }
  }
}

/** Every part as it was typed; each counts as its share of one word. */
function partsQuery(parts: readonly Word[], fields: FieldBoosts): Query {
  return allOf(parts.flatMap(termsOf), fields);
}

/** A lone character stands for whatever goes on from it. */
function pairsQuery(terms: readonly string[], fields: FieldBoosts): Query {
  const [first] = terms;
  const isLone = terms.length === 1 && [...first].length === 1;
  if (isLone) return { kind: 'term', term: first, fields, prefix: true };
  return allOf(terms, fields);
}

/** Scores of an AND are multiplied by the number of its terms, and a word is to count as one. */
function allOf(terms: readonly string[], fields: FieldBoosts): Query {
  if (terms.length === 1) return { kind: 'term', term: terms[0], fields };
  const boost = 1 / new Set(terms).size ** 2;
  return { kind: 'and', queries: terms.map((term) => ({ kind: 'term', term, fields, boost })) };
}

/**
 * The inflections that the index has. One that is rarer than what was typed is held down to the
 * same weight: that it is rare says nothing for it.
 */
function inflectedForms(term: string, { index, inflectedFields }: WordSearch): WordForm[] {
  if (isFunctionWord(term)) return [];
  const typed = index.documentFrequency(term);
  const forms: WordForm[] = [];
  for (const form of inflections(term)) {
    const frequency = index.documentFrequency(form);
    if (frequency === 0) continue;
    const weight = INFLECTED * rarityRatio(index, typed, frequency);
    forms.push({ query: { kind: 'term', term: form, fields: inflectedFields }, weight });
  }
  return forms;
}

/** What brings the score of a term that `other` documents have down to that of one `typed` have. */
export function rarityRatio(index: SearchIndex, typed: number, other: number): number {
  if (typed <= other) return 1;
  return idf(index.documentCount, typed) / idf(index.documentCount, other);
}

function idf(documentCount: number, frequency: number): number {
  return Math.log(1 + (documentCount - frequency + 0.5) / (frequency + 0.5));
}
