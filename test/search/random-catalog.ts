import fc from 'fast-check';
import { buildSegment, type FieldTexts } from '../../src/search/building/build-segment.js';
import { mergeSegments } from '../../src/search/building/merge-segments.js';
import type { FrozenIndexData } from '../../src/search/frozen-index-data.js';
import type { Query } from '../../src/search/query.js';

export const FIELDS = ['title', 'author', 'subject', 'notes'];

/** Few words, near each other and beginning alike, so that most queries match something. */
const WORDS = [
  ...['a', 'ab', 'aba', 'abab', 'abb', 'abba', 'b', 'ba', 'bab', 'baba', 'bb', 'bba', 'c', 'ca'],
  ...['the', 'then', 'there', 'thee', 'sea', 'season', 'seasons', 'seas', 'search', 'reach'],
  ...['été', 'žižek', 'naïve', '東京', '東京都', '東', 'книга', 'книги', '𐐷𐐷a', '𐐷', '42', '1984'],
  ...['constructor', 'prototype', 'tostring'],
];

/** Words further left in the list come more often. */
const word = fc
  .tuple(fc.nat(WORDS.length - 1), fc.nat(WORDS.length - 1))
  .map(([a, b]) => WORDS[Math.min(a, b)]);

const text = fc.array(word, { maxLength: 9 }).map((words) => words.join(' '));

/** Documents with some of the fields, among them empty ones and repeated words. */
export const catalogs: fc.Arbitrary<FieldTexts[]> = fc.array(
  fc.record(Object.fromEntries(FIELDS.map((field) => [field, text])), { requiredKeys: [] }),
  { maxLength: 30 },
);

const fields = fc
  .uniqueArray(fc.constantFrom(...FIELDS, 'unknown'), { maxLength: 4 })
  .chain((names) =>
    fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom(1, 1, 0.5, 2, 3.25)]))),
  );

const askedWord = fc.oneof(
  { weight: 8, arbitrary: word },
  { weight: 2, arbitrary: fc.constantFrom('', 't', 's', 'absent', 'seson', 'thre', 'книг', 'été') },
);

const term: fc.Arbitrary<Query> = fc.record(
  {
    kind: fc.constant('term' as const),
    term: askedWord.map((asked) => asked.normalize('NFKD').replace(/\p{M}/gu, '')),
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

/** Trees of the query kinds that MiniSearch has. */
export const queries: fc.Arbitrary<Query> = fc.letrec<{ query: Query }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 8, arbitrary: term },
    { weight: 1, arbitrary: fc.constant<Query>({ kind: 'all' }) },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constantFrom('and' as const, 'or' as const, 'and_not' as const),
        queries: fc.array(tie('query'), { maxLength: 4 }),
      }),
    },
  ),
})).query;

/** An index of documents as one segment. */
export function freeze(documents: readonly FieldTexts[]): FrozenIndexData {
  return mergeSegments([buildSegment(documents, { fields: FIELDS })]);
}
