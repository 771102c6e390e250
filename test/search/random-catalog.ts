import fc from 'fast-check';
import { analyze } from '../../src/search/analysis/tokenizer.js';
import type { FrozenIndexData } from '../../src/search/frozen-index-data.js';
import type { Query } from '../../src/search/query.js';
import { buildSegment, type FieldTexts } from '../../src/search/segments/build-segment.js';
import { mergeSegments } from '../../src/search/segments/merge-segments.js';

export const FIELDS = ['title', 'author', 'subject', 'notes'];

/** Similar words with common prefixes, so that most queries match a document. */
const WORDS = [
  ...['a', 'ab', 'aba', 'abab', 'abb', 'abba', 'b', 'ba', 'bab', 'baba', 'bb', 'bba', 'c', 'ca'],
  ...['the', 'then', 'there', 'thee', 'sea', 'season', 'seasons', 'seas', 'search', 'reach'],
  ...['été', 'žižek', 'naïve', '東京', '東京都', '東', 'книга', 'книги', '𐐷𐐷a', '𐐷', '42', '1984'],
  ...['constructor', 'prototype', 'tostring'],
];

/** Words earlier in the list are more frequent. */
const word = fc
  .tuple(fc.nat(WORDS.length - 1), fc.nat(WORDS.length - 1))
  .map(([a, b]) => WORDS[Math.min(a, b)]);

const value = fc.array(word, { maxLength: 9 }).map((words) => words.join(' '));
const text: fc.Arbitrary<FieldTexts[string]> = fc.oneof(value, fc.array(value, { maxLength: 4 }));

/** Documents that have some of the fields. A field can be empty, have several values, or repeat a word. */
export const catalogs: fc.Arbitrary<FieldTexts[]> = fc.array(
  fc.record(Object.fromEntries(FIELDS.map((field) => [field, text])), { requiredKeys: [] }),
  { maxLength: 30 },
);

/**
 * 200 to 900 documents, or none, combined from the fields of up to 30 documents. The posting lists
 * have very different lengths.
 */
export const largeCatalogs: fc.Arbitrary<FieldTexts[]> = fc
  .tuple(catalogs, fc.integer({ min: 200, max: 900 }), fc.nat(1000))
  .map(([few, size, shift]) =>
    Array.from({ length: few.length === 0 ? 0 : size }, (_, i) => {
      const pick = (factor: number) => few[(i * factor + shift) % few.length];
      const { title, subject } = pick(1);
      // These fields are rare, so that some terms occur in few documents.
      const { author, notes } = i % 50 === shift % 50 ? pick(7) : {};
      return { title, subject, author, notes };
    }),
  );

const fields = fc
  .uniqueArray(fc.constantFrom(...FIELDS, 'unknown'), { maxLength: 4 })
  .chain((names) =>
    fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom(1, 1, 0.5, 2, 3.25)]))),
  );

const queryWord = fc.oneof(
  { weight: 8, arbitrary: word },
  { weight: 2, arbitrary: fc.constantFrom('', 't', 's', 'absent', 'seson', 'thre', 'книг', 'été') },
);

function analyzeWord(typed: string): string {
  return analyze(typed).join('');
}

const term: fc.Arbitrary<Query> = fc.record(
  {
    kind: fc.constant('term' as const),
    term: queryWord.map(analyzeWord),
    fields,
    prefix: fc.boolean(),
    fuzzy: fc.constantFrom(0, 0, 1, 2, 3),
    weights: fc.record({
      prefix: fc.constantFrom(0.375, 0.9),
      fuzzy: fc.constantFrom(0.45, 0.1),
    }),
    boost: fc.constantFrom(1, 2, 0.3, 0),
  },
  { requiredKeys: ['kind', 'term', 'fields'] },
);

const phrase: fc.Arbitrary<Query> = fc.record(
  {
    kind: fc.constant('phrase' as const),
    terms: fc.array(word.map(analyzeWord), { maxLength: 3 }),
    fields,
    boost: fc.constantFrom(1, 0.5),
  },
  { requiredKeys: ['kind', 'terms', 'fields'] },
);

const proximity: fc.Arbitrary<Query> = fc.record(
  {
    kind: fc.constant('proximity' as const),
    terms: fc.array(word.map(analyzeWord), { maxLength: 4 }),
    maxWidth: fc.integer({ min: 0, max: 10 }),
    fields,
    boost: fc.constantFrom(1, 0.5),
  },
  { requiredKeys: ['kind', 'terms', 'maxWidth', 'fields'] },
);

const wildcard: fc.Arbitrary<Query> = fc.record({
  kind: fc.constant('wildcard' as const),
  pattern: fc
    .array(fc.constantFrom('a', 'b', 's', 'ea', 'the', '*', '?'), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join('')),
  fields,
});

const values: fc.Arbitrary<Query> = fc.record({
  kind: fc.constant('values' as const),
  column: fc.constantFrom('format', 'branch', 'year', 'unknown'),
  values: fc.array(fc.nat(6), { maxLength: 3 }),
});

const valueRange: fc.Arbitrary<Query> = fc.record({
  kind: fc.constant('value_range' as const),
  column: fc.constantFrom('format', 'branch', 'year', 'unknown'),
  start: fc.integer({ min: -1, max: 6 }),
  end: fc.integer({ min: -1, max: 7 }),
});

const range: fc.Arbitrary<Query> = fc.record(
  {
    kind: fc.constant('range' as const),
    column: fc.constantFrom('year', 'rating', 'format', 'unknown'),
    from: fc.integer({ min: -3, max: 12 }),
    to: fc.integer({ min: -3, max: 12 }),
  },
  { requiredKeys: ['kind', 'column'] },
);

/** @param hasClauses whether the trees also contain queries that MiniSearch does not support */
function treesOf(leaf: fc.Arbitrary<Query>, hasClauses = false): fc.Arbitrary<Query> {
  return fc.letrec<{ query: Query }>((tie) => ({
    query: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      { weight: 8, arbitrary: leaf },
      { weight: 1, arbitrary: fc.constant<Query>({ kind: 'all' }) },
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constantFrom('and' as const, 'or' as const, 'and_not' as const),
          queries: fc.array(tie('query'), { maxLength: 4 }),
        }),
      },
      {
        weight: hasClauses ? 3 : 0,
        arbitrary: fc.record({
          kind: fc.constant('dis_max' as const),
          queries: fc.array(tie('query'), { maxLength: 4 }),
        }),
      },
      {
        weight: hasClauses ? 3 : 0,
        arbitrary: fc.record({
          kind: fc.constant('boolean' as const),
          required: tie('query'),
          optional: fc.array(tie('query'), { maxLength: 3 }),
        }),
      },
      {
        weight: hasClauses ? 3 : 0,
        arbitrary: fc.record({
          kind: fc.constant('at_least' as const),
          clauses: fc.array(fc.record({ query: tie('query'), weight: fc.nat(3) }), {
            maxLength: 4,
          }),
          minWeight: fc.nat(6),
        }),
      },
      {
        weight: hasClauses ? 2 : 0,
        arbitrary: fc.record({
          kind: fc.constant('constant_score' as const),
          query: tie('query'),
          score: fc.nat(5),
        }),
      },
    ),
  })).query;
}

/** Query trees of the kinds of queries that MiniSearch supports. */
export const miniSearchQueries = treesOf(term);

const documents: fc.Arbitrary<Query> = fc.record({
  kind: fc.constant('documents' as const),
  documents: fc.array(fc.nat(40), { maxLength: 5 }),
});

/** Query trees of all kinds of queries. */
export const allQueries = treesOf(
  fc.oneof(term, phrase, proximity, wildcard, values, valueRange, range, documents),
  true,
);

/** A word of a keyword search: the best of up to four terms. */
const disMaxWord: fc.Arbitrary<Query> = fc.record({
  kind: fc.constant('dis_max' as const),
  queries: fc.array(term, { maxLength: 4 }),
});

const keywordWords: fc.Arbitrary<Query> = fc.record({
  kind: fc.constantFrom('and' as const, 'or' as const),
  queries: fc.array(fc.oneof(disMaxWord, term), { minLength: 1, maxLength: 3 }),
});

/** Queries of the shape of a keyword search: words, each the best of several terms, and optional terms. */
export const keywordQueries: fc.Arbitrary<Query> = fc.oneof(
  keywordWords,
  disMaxWord,
  fc.record({
    kind: fc.constant('boolean' as const),
    required: keywordWords,
    optional: fc.array(term, { maxLength: 2 }),
  }),
);

/** Query trees whose leaves are phrase, proximity, term and `all` queries. */
export const positionalQueries = treesOf(
  fc.oneof({ weight: 3, arbitrary: fc.oneof(phrase, proximity) }, { weight: 1, arbitrary: term }),
);

/** Builds an index of the documents from one segment. */
export function freeze(documents: readonly FieldTexts[]): FrozenIndexData {
  return mergeSegments([buildSegment(documents, { fields: FIELDS })]);
}
