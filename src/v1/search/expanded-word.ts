/*
 * A single word as a query: its typed form, inflections and spellings, and how the queries of words become one query.
 * Numbers, synonyms and phrases are in `query-words.ts`, misspelled words in `spelling-forms.ts`.
 */

import { memoizePerObject } from '../../base/lazy.js';
import type { Titles } from '../../catalog/catalog.js';
import {
  type FieldBoosts,
  idf,
  isbnOfSbn,
  isStopWord,
  type Query,
  type SearchIndex,
  type TermQuery,
  type Word,
} from '../../search/index.js';
import { keepPerCatalog } from './kept-values.js';

/**
 * The label of a part of a query, which says why the part is searched. The first labels are the forms of a word:
 *
 * - `typed`: as the word was typed. `prefix`: a longer word that begins with the typed word.
 * - `inflection`: another inflection. `spelled_out`: letters such as `ü` written as `ue`.
 * - `number`: another way to write a number. `synonym`: a synonym.
 * - `spelling`: a similar word. `split`: the parts of the word. `joined`: two words as one.
 * - `abbreviation`: the titles, series or authors whose initials the word is.
 *
 * The other labels are clauses that are not required:
 *
 * - `optional`: a word that need not occur.
 * - `title_phrase`, `author_phrase`: the typed words next to each other in the title or in the author's name.
 * - `heading`: a subject heading that is the typed text.
 * - `series_volume`: a series with the number of a volume.
 * - `named_value`: a format or another value that the query names.
 * - `similar`: the title that the query names after a word such as `like`, and similar titles.
 * - `whole_name`: the titles that all words of the query name together: a title, a series, an author or a volume.
 */
export type ClauseLabel =
  | 'typed'
  | 'prefix'
  | 'inflection'
  | 'spelled_out'
  | 'number'
  | 'synonym'
  | 'spelling'
  | 'split'
  | 'joined'
  | 'abbreviation'
  | 'optional'
  | 'title_phrase'
  | 'author_phrase'
  | 'heading'
  | 'series_volume'
  | 'named_value'
  | 'similar'
  | 'whole_name';

export const NO_TITLES: Uint32Array = new Uint32Array();

/** Creates the query for some titles, which all have the same score. */
export function titlesQuery(titles: Iterable<number>, score: number): Query {
  return { kind: 'constant_score', query: { kind: 'documents', documents: [...titles] }, score };
}

/** Adds a label to a part of a query. */
export function labeled(label: ClauseLabel, query: Query): Query {
  return { ...query, label };
}

/** A word of a query with all its forms. A document has the word if it has any of the forms. */
export interface ExpandedWord {
  /**
   * The queries for the forms of the word: the typed form, other inflections, other spellings, and the parts of
   * a compound. The typed form has the weight 1. The other forms have boosts of at most 1.
   */
  readonly forms: readonly Query[];
  readonly isStopWord: boolean;
}

/** Creates the query for documents that have any form of a word. The best form determines the score. */
export function anyForm({ forms }: ExpandedWord): Query {
  return forms.length === 1 ? forms[0] : { kind: 'dis_max', queries: forms };
}

/**
 * Returns a query in some of the fields that it searches, without its optional queries. The boosts of the fields stay.
 *
 * @param fields the fields to search
 */
export function inFields(query: Query, fields: FieldBoosts): Query {
  if ('queries' in query) {
    return { ...query, queries: query.queries.map((part) => inFields(part, fields)) };
  }
  if (query.kind === 'boolean') return inFields(query.required, fields);
  if (!('fields' in query)) return query;
  const searched = Object.entries(query.fields).filter(([field]) => field in fields);
  return { ...query, fields: Object.fromEntries(searched) };
}

/** The weight of another inflection that is at least as common as the typed form. */
const INFLECTION_WEIGHT = 0.35;

/** The boost of a word that need not occur, such as a stop word in a query with other words. */
const OPTIONAL_WORD_BOOST = 0.1;

/** The fields with names and codes. They are not searched for other inflections of a word. */
const UNINFLECTED_FIELDS: ReadonlySet<string> = new Set([
  'author',
  'publisher',
  'identifier',
  'call_number',
]);

/** The titles of a catalog, and the fields of their index in which words are searched. */
export interface WordSearch {
  readonly titles: Titles;
  /** The index of the {@link titles}. */
  readonly index: SearchIndex;
  readonly fields: FieldBoosts;
  /** The {@link fields} that are also searched for other inflections. */
  readonly inflectedFields: FieldBoosts;
  /** How far the search may be relaxed. */
  readonly relax: RelaxLimit;
}

/** How far a search may be relaxed. With `spelling`, a title needs every word but stop words. */
export type RelaxLimit = 'none' | 'spelling' | 'all';

/** Creates a search in some fields of the index of titles. */
export function createWordSearch(
  titles: Titles,
  fields: FieldBoosts,
  relax: RelaxLimit = 'all',
): WordSearch {
  const inflectedFields = inflectedFieldsOf(fields);
  return { titles, index: titles.index, fields, inflectedFields, relax };
}

const inflectedFieldsOf = memoizePerObject(
  (fields: FieldBoosts): FieldBoosts =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => !UNINFLECTED_FIELDS.has(field))),
);

/**
 * Expands a word to its forms. A plain word has the typed form and other inflections. A compound, such as
 * `e-mail`, has the form `e mail` and, if the index contains the term, the form `email`. A run of
 * Chinese, Japanese or Korean characters has one form.
 */
export function expandWord(word: Word, search: WordSearch): ExpandedWord {
  return keptForms<ExpandedWord>(
    'word',
    keyOfWord(word),
    search,
    () => ({ forms: formsOf(word, search), isStopWord: isStopWordForm(word) }),
    ({ forms }) => forms,
  );
}

/**
 * Returns a text without spaces that is the same for equal words only: a term, or for other words JSON, which begins
 * with `{`.
 */
export function keyOfWord(word: Word): string {
  return word.kind === 'plain' && word.variants === undefined ? word.term : JSON.stringify(word);
}

/** The maximum memory of the expanded words that are kept per catalog, in bytes. */
const MAX_KEPT_BYTES = 2 ** 22;

const keepForms = keepPerCatalog<object>(MAX_KEPT_BYTES);

/**
 * The maximum memory of a query without its terms, in bytes. The object with its fields does not count: all queries of
 * a search share it.
 */
const BYTES_PER_QUERY = 256;

/**
 * Returns forms that depend on the catalog, the fields and a text. Computes them if they are not kept.
 *
 * @param kind distinguishes the forms of one text
 * @param queriesOf returns all queries of the forms
 */
export function keptForms<Forms extends object>(
  kind: string,
  text: string,
  { titles, fields }: WordSearch,
  compute: () => Forms,
  queriesOf: (forms: Forms) => readonly Query[],
): Forms {
  const key = `${kind} ${keyOfFields(fields)} ${text}`;
  return keepForms(titles, key, compute, (forms) => bytesOf(queriesOf(forms as Forms))) as Forms;
}

/** Returns an upper bound for the memory of the forms of a word, in bytes. */
function bytesOf(queries: readonly Query[]): number {
  return queries.reduce((sum, query) => {
    if (query.kind === 'term') return sum + BYTES_PER_QUERY + 2 * query.term.length;
    return sum + BYTES_PER_QUERY + ('queries' in query ? bytesOf(query.queries) : 0);
  }, 0);
}

/** Returns a text that is the same for equal fields with equal boosts. */
export const keyOfFields = memoizePerObject((fields: FieldBoosts) => JSON.stringify(fields));

/**
 * Creates the query for documents that have all words. Stop words are optional and add a little to the score, unless
 * all words are stop words.
 *
 * @param boosting optional queries, which add to the score
 */
export function keywordQuery(
  words: readonly ExpandedWord[],
  boosting: readonly Query[] = [],
): Query {
  const contentWords = words.filter((word) => !word.isStopWord);
  const required = contentWords.length === 0 ? words : contentWords;
  const optional = words.filter((word) => !required.includes(word)).flatMap(optionalForms);
  return withOptional(allOf(required.map(anyForm)), [...optional, ...boosting]);
}

/** Creates the query for documents that match all of the queries, at least one. */
export function allOf(queries: readonly Query[]): Query {
  return queries.length === 1 ? queries[0] : { kind: 'and', queries };
}

/** Adds optional queries to a query. */
export function withOptional(required: Query, optional: readonly Query[]): Query {
  return optional.length === 0 ? required : { kind: 'boolean', required, optional };
}

/** Returns the optional queries for a word that need not occur, such as a stop word. They add little to the score. */
export function optionalForms({ forms }: ExpandedWord): Query[] {
  return forms
    .filter((form) => form.kind === 'term')
    .map((form) => labeled('optional', { ...form, boost: OPTIONAL_WORD_BOOST }));
}

/** Returns whether a term is an ISBN-13, which is also the indexed form of an ISBN-10. */
export function isIsbn13(term: string): boolean {
  return /^97[89]\d{10}$/.test(term);
}

/** Returns the terms of a word in the form that phrase queries match, in order. */
export function termsOf(word: Word): readonly string[] {
  switch (word.kind) {
    case 'plain':
      return [word.term];
    case 'cjk':
      return word.terms;
    case 'compound':
      return word.phraseForm === 'joined' ? [word.joined] : word.parts.flatMap(termsOf);
  }
}

function isStopWordForm(word: Word): boolean {
  return word.kind === 'plain' && isStopWord(word.term);
}

function formsOf(word: Word, search: WordSearch): Query[] {
  const { fields } = search;
  switch (word.kind) {
    case 'plain':
      return [word.term, ...(word.variants ?? [])]
        .map((term, i) =>
          labeled(i === 0 ? 'typed' : 'spelled_out', { kind: 'term', term, fields }),
        )
        .concat(isbnForms(word.term, search), inflectedForms(word.term, search));
    case 'cjk':
      return [labeled('typed', cjkQuery(word.terms, fields))];
    case 'compound': {
      const parts = word.parts.filter((part) => !isStopWordForm(part));
      const asParts = allAsOneWord(
        (parts.length > 0 ? parts : word.parts).flatMap(termsOf),
        fields,
      );
      const forms = [labeled('typed', asParts), ...isbnForms(word.joined, search)];
      return search.index.documentFrequency(word.joined) === 0
        ? forms
        : [labeled('typed', { kind: 'term', term: word.joined, fields }), ...forms];
    }
  }
}

/** Returns the query for the ISBN of a Standard Book Number: `9780394170664` for `394170660`. */
function isbnForms(term: string, { fields }: WordSearch): Query[] {
  const isbn = isbnOfSbn(term);
  return isbn === undefined ? [] : [labeled('number', { kind: 'term', term: isbn, fields })];
}

/**
 * Creates the query for a run of Chinese, Japanese or Korean characters. It requires every bigram (pair
 * of adjacent characters) of the run. A run of one character matches every bigram that begins with the
 * character.
 */
function cjkQuery(terms: readonly string[], fields: FieldBoosts): Query {
  const [first] = terms;
  const isSingleCharacter = terms.length === 1 && [...first].length === 1;
  if (isSingleCharacter) return { kind: 'term', term: first, fields, prefix: true };
  return allAsOneWord(terms, fields);
}

/**
 * Creates the query that requires all terms and that scores like one word: the score is the mean of the scores
 * of the terms, and the query counts as one query term.
 *
 * @param weight a factor on the score. Default: 1.
 * @param prefix whether the last term also matches terms that begin with it. Default: false.
 */
export function allAsOneWord(
  terms: readonly string[],
  fields: FieldBoosts,
  weight = 1,
  prefix = false,
): Query {
  const queries = terms.map(
    (term, i): TermQuery => ({
      kind: 'term',
      term,
      fields,
      prefix: prefix && i === terms.length - 1,
      boost: weight / terms.length,
    }),
  );
  return queries.length === 1
    ? queries[0]
    : { kind: 'dis_max', queries: [{ kind: 'and', queries }] };
}

/**
 * Returns the other inflections of a term that occur in the index. An inflection that is rarer than the
 * typed form is scored as if it were as common as the typed form, because a rare inflection is not a
 * better match.
 */
function inflectedForms(term: string, { titles, index, inflectedFields }: WordSearch): Query[] {
  if (isStopWord(term)) return [];
  const typedFrequency = index.documentFrequency(term);
  const forms: Query[] = [];
  for (const form of titles.inflections(term)) {
    const frequency = index.documentFrequency(form);
    const boost = INFLECTION_WEIGHT * idfRatio(index, typedFrequency, frequency);
    forms.push(labeled('inflection', { kind: 'term', term: form, fields: inflectedFields, boost }));
  }
  return forms;
}

/**
 * Returns the factor that lowers the score of a rarer term to the score of a more common term, or 1 if
 * the term is not rarer.
 *
 * @param common the document frequency of the more common term
 * @param rare the document frequency of the rarer term
 */
export function idfRatio(index: SearchIndex, common: number, rare: number): number {
  if (common <= rare) return 1;
  return idf(index.documentCount, common) / idf(index.documentCount, rare);
}
