import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildNumberColumn,
  openDocValuesColumn,
  openNumberColumn,
} from '../../src/search/columns/doc-values-column.js';
import { TooManyTermsError } from '../../src/search/dictionary/expand-term.js';
import { decodeTerm } from '../../src/search/dictionary/term-dictionary.js';
import {
  createMatcher,
  createQueryTerms,
  createScorer,
  openFrozenIndex,
} from '../../src/search/frozen-index.js';
import type { FrozenIndexData } from '../../src/search/frozen-index-data.js';
import { openIndexReader } from '../../src/search/index-reader.js';
import { QueryCost } from '../../src/search/matchers/matcher.js';
import { rankTermsByFrequency } from '../../src/search/postings/forward-index.js';
import type { Query, TermQuery } from '../../src/search/query.js';
import type { FieldTexts } from '../../src/search/segments/build-segment.js';
import { createScoreBoosts } from '../../src/search/top-k.js';
import { isLong } from '../long-tests.js';
import { runs } from '../random-seed.js';
import { docValuesColumnOf } from './columns/doc-values-column-of.js';
import { createCombiningOracle, createOracle } from './minisearch-oracle.js';
import { createNaiveIndex } from './naive-index.js';
import {
  allQueries,
  catalogs,
  FIELDS,
  freeze,
  keywordQueries,
  largeCatalogs,
  miniSearchQueries,
  positionalQueries,
} from './random-catalog.js';
import { expectClose, expectSameAnswer } from './same-answer.js';

/** A factor on the number of runs of the slowest tests. */
const TIMES = isLong ? 3 : 0.5;

const listsOf = (queries: fc.Arbitrary<Query>) =>
  fc.array(queries, { minLength: 20, maxLength: 20 });

function documentsOf(texts: Parameters<typeof freeze>[0], query: Query): number[] {
  return [...openFrozenIndex(freeze(texts)).match(query).documents];
}

function expectSameAnswers(texts: FieldTexts[], queries: Query[]): void {
  const index = openFrozenIndex(freeze(texts));
  const oracle = createOracle(texts);
  for (const query of queries) expectSameAnswer(index, oracle, query);
}

/** Returns queries for each two of the most frequent terms next to each other, alone and with another term. */
function adjacentFrequentTerms(data: FrozenIndexData): Query[] {
  const fields = Object.fromEntries(FIELDS.map((field) => [field, 1]));
  const [first, second, third] = Array.from(
    rankTermsByFrequency(data.postingOffsets).subarray(0, 3),
    (term) => decodeTerm(data.termUnits, data.termOffsets[term], data.termOffsets[term + 1]),
  );
  return [
    [first, second],
    [second, first],
    [second, third],
    [third, third],
  ].flatMap((terms): Query[] => {
    const adjacent = { kind: 'proximity', terms, maxWidth: 2, fields } as const;
    const others = [first, third].map((term) => ({ kind: 'term', term, fields }) as const);
    return [adjacent, { kind: 'dis_max', queries: [adjacent, ...others] }];
  });
}

/** Returns the score upper bounds of the documents that match a query. */
function maxScoresOf(data: FrozenIndexData, query: Query): Float32Array {
  const reader = openIndexReader(data, {});
  const queryTerms = createQueryTerms();
  const matcher = createMatcher(reader, query, queryTerms, new QueryCost(Number.POSITIVE_INFINITY));
  return createScorer(matcher, queryTerms.count(), reader.scratch).withMaxScores(
    matcher.documents(),
    (maxScores) => maxScores.slice(),
  );
}

const inTitle = (term: string, options: Partial<TermQuery> = {}): TermQuery => ({
  kind: 'term',
  term,
  fields: { title: 1 },
  ...options,
});

describe('openFrozenIndex', () => {
  it('returns the same documents and scores as MiniSearch', () => {
    fc.assert(fc.property(catalogs, listsOf(miniSearchQueries), expectSameAnswers), {
      numRuns: runs(200 * TIMES),
    });
  });

  it('returns the same documents and scores as MiniSearch for hundreds of documents', () => {
    fc.assert(fc.property(largeCatalogs, listsOf(miniSearchQueries), expectSameAnswers), {
      numRuns: runs(30 * TIMES),
    });
  });

  it('returns the same results as the reference implementation for every kind of query', () => {
    const columnValues = fc.record({
      format: fc.array(fc.constantFrom(...'abcdef'), { maxLength: 1 }),
      branch: fc.array(fc.constantFrom(...'uvwxyz'), { maxLength: 3 }),
      year: fc.option(fc.integer({ min: -2, max: 10 }), { nil: undefined }),
      rating: fc.option(fc.constantFrom(0.5, 3, 7.25), { nil: undefined }),
    });
    const catalogsWithColumns = catalogs.chain((texts) =>
      fc.tuple(
        fc.constant(texts),
        fc.array(columnValues, { minLength: texts.length, maxLength: texts.length }),
      ),
    );
    fc.assert(
      fc.property(catalogsWithColumns, listsOf(allQueries), ([texts, rows], queries) => {
        const format = openDocValuesColumn(docValuesColumnOf(rows.map((row) => row.format)));
        const branch = openDocValuesColumn(docValuesColumnOf(rows.map((row) => row.branch)));
        const year = openNumberColumn(buildNumberColumn(rows.map((row) => row.year)));
        const rating = openNumberColumn(buildNumberColumn(rows.map((row) => row.rating)));
        const index = openFrozenIndex(freeze(texts), { format, branch, year, rating });
        const naive = createNaiveIndex(texts, FIELDS, {
          format: texts.map((_, document) => format.valuesOf(document)),
          branch: texts.map((_, document) => branch.valuesOf(document)),
          year: rows.map((row) => row.year),
          rating: rows.map((row) => row.rating),
        });
        for (const query of queries) {
          const expected = naive(query);
          const matches = index.match(query);
          const scores = matches.scores();
          expect([...matches.documents]).toEqual(expected.map(({ document }) => document));
          expected.forEach(({ score }, i) => {
            expectClose(scores[i], score);
          });
          if (matches.constantScore !== undefined) {
            expect(scores.every((score) => score === matches.constantScore)).toBe(true);
          }
        }
      }),
      { numRuns: runs(76 * TIMES) },
    );
  });

  it('combines the scores of clauses, with the score of each term as in MiniSearch', () => {
    fc.assert(
      fc.property(catalogs, listsOf(keywordQueries), (texts, queries) => {
        const index = openFrozenIndex(freeze(texts));
        const oracle = createCombiningOracle(texts);
        for (const query of queries) expectSameAnswer(index, oracle, query);
      }),
      { numRuns: runs(100 * TIMES) },
    );
  });

  it('returns maximum scores that no score exceeds except by rounding, and the same scores for narrowed matches', () => {
    const anySize = fc.oneof(catalogs, largeCatalogs);
    fc.assert(
      fc.property(anySize, listsOf(allQueries), (texts, queries) => {
        const data = freeze(texts);
        const index = openFrozenIndex(data);
        for (const query of queries) {
          const matches = index.match(query);
          const scores = matches.scores();
          const maxScores = maxScoresOf(data, query);
          expect(maxScores).toHaveLength(scores.length);
          scores.forEach((score, i) => {
            if (!(score <= maxScores[i] * (1 + 1e-5)))
              expect.fail(`expected a score of at most ${maxScores[i]}, found ${score}`);
          });
          const positions = Uint32Array.from(scores.keys()).filter(
            (position) => position % 3 !== 1,
          );
          const chosen = Uint32Array.from(positions, (position) => matches.documents[position]);
          matches
            .narrowed(chosen)
            .scores()
            .forEach((score, i) => {
              expectClose(score, scores[positions[i]]);
            });
        }
      }),
      { numRuns: runs(60 * TIMES) },
    );
  });

  it('returns maximum scores that no score exceeds except by rounding, for terms with many frequencies in a field', () => {
    const texts = Array.from({ length: 90 }, (_, i) => ({
      title: 'pa '.repeat(1 + (i % 60)),
      notes: i % 2 === 0 ? 'pb pc' : 'pc',
    }));
    const data = freeze(texts);
    const query = inTitle('p', { prefix: true, fields: { title: 2, notes: 1 } });
    const maxScores = maxScoresOf(data, query);
    const scores = openFrozenIndex(data).match(query).scores();
    scores.forEach((score, i) => {
      expect(score).toBeLessThanOrEqual(maxScores[i] * (1 + 1e-5));
    });
  });

  it('returns the same best of 12,000 documents as a full sort', () => {
    const size = 12_000;
    const popularity = Float32Array.from({ length: size }, (_, i) => 1 + ((i * 31) % 50) / 1000);
    const documentBoosts = fc.dictionary(
      fc.nat(size).map(String),
      fc.constantFrom(0, 0.5, 1, 3, 1000),
    );
    fc.assert(
      fc.property(
        catalogs.filter((texts) => texts.length > 0),
        fc.array(fc.oneof(keywordQueries, allQueries), { minLength: 30, maxLength: 30 }),
        documentBoosts,
        fc.constantFrom(0, 10, 300),
        (texts, queries, factors, from) => {
          const many = Array.from({ length: size }, (_, i) => ({
            title: texts[i % texts.length].title,
            subject: texts[(i * 7) % texts.length].subject,
            notes: i % 17 === 0 ? texts[(i * 3) % texts.length].notes : undefined,
          }));
          const index = openFrozenIndex(freeze(many));
          const boosts = createScoreBoosts(popularity);
          const factorOf = new Map(Object.entries(factors).map(([key, by]) => [Number(key), by]));
          for (const query of queries) {
            const matches = index.match(query);
            const scores = matches.scores();
            const expected = Array.from(matches.documents, (document, i) => ({
              document,
              score: scores[i] * (factorOf.get(document) ?? 1) * popularity[document],
            })).sort((a, b) => b.score - a.score || a.document - b.document);
            const found = matches.top(10, { from, boosts, documentBoosts: factorOf });
            expect(found).toEqual(expected.slice(from, from + 10));
          }
        },
      ),
      { numRuns: runs(4 * TIMES) },
    );
  });

  it('returns scores with the same bits, regardless of the other documents that are scored', () => {
    const words = ['pa', 'pab', 'pabc', 'pb', 'pc', 'pd'];
    const titles = fc.array(fc.shuffledSubarray(words, { minLength: 1 }), {
      minLength: 300,
      maxLength: 400,
    });
    fc.assert(
      fc.property(titles, fc.integer({ min: 1, max: 60 }), (lists, some) => {
        const texts = lists.map((title, i) => ({ title: title.join(' '), notes: words[i % 6] }));
        const index = openFrozenIndex(freeze(texts));
        const fields = { title: 2, notes: 0.7 };
        const prefix: Query = { kind: 'term', term: 'p', prefix: true, fields };
        const fuzzy: Query = { kind: 'term', term: 'pa', fuzzy: 1, fields };
        const both: Query = { kind: 'and', queries: [prefix, fuzzy] };
        const either: Query = { kind: 'or', queries: [both, { kind: 'term', term: 'pd', fields }] };
        for (const query of [prefix, fuzzy, both, either]) {
          const matches = index.match(query);
          const few = matches.documents.filter((_, i) => i % some === 0);
          const expected = matches.scores().filter((_, i) => i % some === 0);
          expect(matches.narrowed(few).scores()).toEqual(expected);
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it('ignores document numbers that the index does not have', () => {
    const index = openFrozenIndex(freeze([{ title: 'a' }, { title: 'b' }]));
    const matches = index.match({ kind: 'documents', documents: [-1, 0, 0.5, 2, Number.NaN] });
    expect([...matches.documents]).toEqual([0]);
  });

  it('returns a maximum score that the score does not exceed for a document with 5,000 prefix matches', () => {
    const title = Array.from({ length: 5000 }, (_, i) => `a${i}`).join(' ');
    const data = freeze([{ title }, { title: 'a1' }, { title: 'b' }]);
    const query = inTitle('a', { prefix: true });
    const [score] = openFrozenIndex(data).match(query).scores();
    const [first, second] = maxScoresOf(data, query);
    expect(first).toBeGreaterThanOrEqual(score);
    expect(second).toBeLessThan(score);
  });

  it('returns a maximum score below 1.5 times the score for a phrase and for a proximity query', () => {
    const data = freeze([{ title: 'white whale' }, { title: 'white sea' }]);
    const words = { terms: ['white', 'whale'], fields: { title: 2 } };
    for (const query of [
      { kind: 'phrase', ...words },
      { kind: 'proximity', maxWidth: 3, ...words },
    ] as const) {
      const [score] = openFrozenIndex(data).match(query).scores();
      expect(maxScoresOf(data, query)[0]).toBeLessThan(1.5 * score);
    }
  });

  it('returns the same scores for every second match as for all matches', () => {
    fc.assert(
      fc.property(catalogs, listsOf(miniSearchQueries), (texts, queries) => {
        const index = openFrozenIndex(freeze(texts));
        for (const query of queries) {
          const matches = index.match(query);
          const everySecond = matches.documents.filter((_, i) => i % 2 === 1);
          const narrowed = matches.narrowed(everySecond);
          expect(narrowed.documents).toEqual(everySecond);
          const expected = matches.scores().filter((_, i) => i % 2 === 1);
          narrowed.scores().forEach((score, i) => {
            expectClose(score, expected[i]);
          });
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it('returns results that later queries do not change', () => {
    fc.assert(
      fc.property(catalogs, listsOf(miniSearchQueries), (texts, queries) => {
        const data = freeze(texts);
        const index = openFrozenIndex(data);
        const results = queries.map((query) => index.match(query));
        const documents = results.map((matches) => [...matches.documents]);
        for (const matches of results) matches.scores();
        const again = queries.map((query) => openFrozenIndex(data).match(query));
        results.forEach((matches, i) => {
          expect([...matches.documents]).toEqual(documents[i]);
          expect(matches.documents).toEqual(again[i].documents);
          expect(matches.scores()).toEqual(again[i].scores());
        });
      }),
      { numRuns: runs(40) },
    );
  });

  it('scores a query of 70 distinct terms as MiniSearch does', () => {
    const words = Array.from({ length: 70 }, (_, i) => `w${i}`);
    const texts = [{ title: words.join(' ') }, { title: words.slice(0, 40).join(' ') }];
    const query: Query = { kind: 'or', queries: words.map((term) => inTitle(term)) };
    const expected = createOracle(texts)(query);
    const scores = openFrozenIndex(freeze(texts)).match(query).scores();
    for (const { id, score } of expected) expectClose(scores[id], score);
  });

  it.for([64, 256, 70_000])('scores a text of %i distinct words as MiniSearch does', (count) => {
    const words = Array.from({ length: count }, (_, i) => `w${i}`).join(' ');
    const texts = [{ title: words }, { title: 'w7' }, { title: 'w8 w9', notes: words }];
    const fields = { title: 2, notes: 1 };
    // The fuzzy search of MiniSearch compares many terms, which are others only for the smaller texts.
    const fuzzy =
      count < 1000 ? ([{ kind: 'term', term: 'w1', fields, prefix: true, fuzzy: 1 }] as const) : [];
    expectSameAnswers(texts, [{ kind: 'term', term: 'w7', fields }, ...fuzzy]);
  });

  it.for([256, 70_000])(
    'scores a word that occurs %i times in a text as MiniSearch does',
    (times) => {
      const texts = [{ title: 'sea '.repeat(times) }, { title: 'sea sea' }, { notes: 'sea' }, {}];
      const fields = { title: 2, notes: 1 };
      expectSameAnswers(texts, [{ kind: 'term', term: 'sea', fields }]);
    },
  );

  it('counts a dis-max query as one query term, and scores its best clause', () => {
    const index = openFrozenIndex(freeze([{ title: 'sea seas' }, { title: 'whale' }]));
    const [sea] = index.match(inTitle('sea')).scores();
    const [half] = index.match(inTitle('seas', { boost: 0.5 })).scores();
    const disMax: Query = {
      kind: 'dis_max',
      queries: [inTitle('sea'), inTitle('seas', { boost: 0.5 })],
    };
    expect(half).toBeLessThan(sea);
    expect([...index.match(disMax).scores()]).toEqual([sea]);
    const whale = inTitle('whale');
    expect([...index.match({ kind: 'or', queries: [disMax, whale] }).scores()]).toEqual([
      sea,
      ...index.match(whale).scores(),
    ]);
  });

  it('adds the scores of optional queries without matching more documents', () => {
    const index = openFrozenIndex(
      freeze([{ title: 'sea' }, { title: 'the sea' }, { title: 'the' }]),
    );
    const matches = index.match({
      kind: 'boolean',
      required: inTitle('sea'),
      optional: [inTitle('the'), inTitle('absent')],
    });
    const plain = index.match(inTitle('sea')).scores();
    const [optional] = index.match(inTitle('the')).scores();
    expect([...matches.documents]).toEqual([0, 1]);
    expectClose(matches.scores()[0], plain[0]);
    expectClose(matches.scores()[1], plain[1] + optional);
  });

  it('matches documents whose clauses reach a minimum weight, and adds the scores of all clauses', () => {
    const index = openFrozenIndex(
      freeze([{ title: 'old sea' }, { title: 'old man' }, { title: 'whale' }, { title: 'sea' }]),
    );
    const weights = { old: 1, man: 1, sea: 2, whale: 1 };
    const clauses = Object.entries(weights).map(([term, weight]) => ({
      query: inTitle(term),
      weight,
    }));
    const atLeast = (minWeight: number) => index.match({ kind: 'at_least', clauses, minWeight });
    expect([...atLeast(1).documents]).toEqual([0, 1, 2, 3]);
    expect([...atLeast(2).documents]).toEqual([0, 1, 3]);
    expect([...atLeast(3).documents]).toEqual([0]);
    expect([...atLeast(6).documents]).toEqual([]);
    expect(atLeast(2).scores()).toEqual(
      index
        .match({ kind: 'or', queries: clauses.map(({ query }) => query) })
        .narrowed(Uint32Array.of(0, 1, 3))
        .scores(),
    );
  });

  it('gives every match of a constant-score query the same score', () => {
    const index = openFrozenIndex(freeze([{ title: 'sea' }, { title: 'the old sea' }]));
    const matches = index.match({ kind: 'constant_score', query: inTitle('sea'), score: 3 });
    expect([...matches.documents]).toEqual([0, 1]);
    expect([...matches.scores()]).toEqual([3, 3]);
    expect(matches.constantScore).toBe(3);
  });

  it('returns the score 0 for a term with the boost 0', () => {
    const matches = openFrozenIndex(freeze([{ title: 'emma' }])).match(
      inTitle('emma', { boost: 0 }),
    );
    expect([...matches.documents]).toEqual([0]);
    expect([...matches.scores()]).toEqual([0]);
  });

  it('matches in a field with the boost 0 and returns the score 0', () => {
    const matches = openFrozenIndex(freeze([{ title: 'emma' }])).match({
      kind: 'term',
      term: 'emma',
      fields: { title: 0 },
    });
    expect([...matches.documents]).toEqual([0]);
    expect([...matches.scores()]).toEqual([0]);
  });

  it('matches nothing in an unknown field or without fields', () => {
    const texts = [{ title: 'emma' }];
    expect(documentsOf(texts, { kind: 'term', term: 'emma', fields: { color: 1 } })).toEqual([]);
    expect(documentsOf(texts, { kind: 'term', term: 'emma', fields: {} })).toEqual([]);
  });

  it('matches nothing for an AND, OR, AND NOT or dis-max query without queries', () => {
    for (const kind of ['and', 'or', 'and_not', 'dis_max'] as const) {
      expect(documentsOf([{ title: 'emma' }], { kind, queries: [] })).toEqual([]);
    }
  });

  it('matches nothing for the empty term, even with prefix and fuzzy matching', () => {
    expect(documentsOf([{ title: 'emma' }], inTitle('', { prefix: true, fuzzy: 2 }))).toEqual([]);
  });

  it('accepts an index of no documents', () => {
    const index = openFrozenIndex(freeze([]));
    expect(index.documentCount).toBe(0);
    expect(index.match({ kind: 'all' }).documents.length).toBe(0);
    expect(index.match(inTitle('emma', { prefix: true, fuzzy: 1 })).documents.length).toBe(0);
  });

  it('does not match a phrase across two fields', () => {
    const phrase: Query = {
      kind: 'phrase',
      terms: ['jane', 'austen'],
      fields: { title: 1, author: 1 },
    };
    expect(documentsOf([{ title: 'jane', author: 'austen' }], phrase)).toEqual([]);
    expect(documentsOf([{ title: 'by jane austen' }], phrase)).toEqual([0]);
  });

  it('does not match a phrase across two values of a field', () => {
    const phrase: Query = { kind: 'phrase', terms: ['rowling', 'mary'], fields: { author: 1 } };
    const texts = [
      { author: ['J. K. Rowling', 'Mary GrandPré'] },
      { author: ['', 'Rowling', 'Mary'] },
      { author: 'Rowling\nMary' },
      { author: ['Joanne', 'Rowling Mary'] },
    ];
    expect(documentsOf(texts, phrase)).toEqual([2, 3]);
    // With 20 more documents, the phrase is an indexed bigram.
    const more = Array.from({ length: 20 }, () => ({ author: ['Rowling', 'Mary'] }));
    expect(freeze([...texts, ...more]).bigramDocuments).toHaveLength(2);
    expect(documentsOf([...texts, ...more], phrase)).toEqual([2, 3]);
  });

  it('does not match a phrase of the last word of a text and another spelling of a word, which is indexed after the text', () => {
    const texts = [{ title: "Alice's Adventures in Wonderland" }, { title: 'Wonderland: Alice' }];
    const phrase: Query = { kind: 'phrase', terms: ['wonderland', 'alice'], fields: { title: 1 } };
    expect(documentsOf(texts, phrase)).toEqual([1]);
  });

  it('matches a proximity query if the terms are near each other in one value, in any order', () => {
    const near = (maxWidth: number, ...terms: string[]): Query => ({
      kind: 'proximity',
      terms,
      maxWidth,
      fields: { title: 1, author: 1 },
    });
    const texts = [
      { title: 'the sea the sea' },
      { title: 'sea of the dead' },
      { title: ['sea', 'dead'] },
      { title: 'sea', author: 'dead' },
      { title: 'dead sea' },
    ];
    expect(documentsOf(texts, near(2, 'sea', 'dead'))).toEqual([4]);
    expect(documentsOf(texts, near(3, 'sea', 'dead'))).toEqual([4]);
    expect(documentsOf(texts, near(4, 'sea', 'dead'))).toEqual([1, 4]);
    expect(documentsOf(texts, near(2, 'sea', 'sea'))).toEqual([]);
    expect(documentsOf(texts, near(3, 'sea', 'sea'))).toEqual([0]);
    expect(documentsOf(texts, near(100, 'sea', 'sea', 'sea'))).toEqual([]);
    expect(documentsOf(texts, near(Number.POSITIVE_INFINITY, 'dead', 'sea'))).toEqual([1, 4]);
    expect(documentsOf(texts, near(1, 'dead', 'sea'))).toEqual([]);
    expect(documentsOf(texts, near(1, 'dead'))).toEqual([1, 2, 3, 4]);
    expect(documentsOf(texts, near(5))).toEqual([]);
    expect(documentsOf(texts, near(5, 'dead', 'absent'))).toEqual([]);
  });

  it('finds phrases and near terms, with bigram postings for phrases of frequent terms', () => {
    let bigramCount = 0;
    fc.assert(
      fc.property(largeCatalogs, listsOf(positionalQueries), (texts, queries) => {
        const data = freeze(texts);
        bigramCount += data.bigramDocuments.length;
        const index = openFrozenIndex(data);
        const naive = createNaiveIndex(texts, FIELDS, {});
        for (const query of [...queries, ...adjacentFrequentTerms(data)]) {
          const expected = naive(query);
          const matches = index.match(query);
          const scores = matches.scores();
          expect([...matches.documents]).toEqual(expected.map(({ document }) => document));
          expected.forEach(({ score }, i) => {
            expectClose(scores[i], score);
          });
        }
      }),
      { numRuns: runs(20 * TIMES) },
    );
    expect(bigramCount).toBeGreaterThan(1000);
  });

  it('finds phrases of terms with forward index ids of one, two and three bytes', () => {
    const words = Array.from({ length: 20_000 }, (_, i) => `w${i}`);
    const texts = words.map((word, i) => ({ title: `${word} ${words[(i + 1) % words.length]}` }));
    const index = openFrozenIndex(freeze(texts));
    for (const i of [0, 100, 127, 128, 9_998, 16_383, 16_384, 19_998]) {
      const fields = { title: 1 };
      const { documents } = index.match({ kind: 'phrase', terms: [`w${i}`, `w${i + 1}`], fields });
      expect([...documents]).toEqual([i]);
    }
  });

  it('throws TooManyTermsError for a wildcard that matches more terms than allowed', () => {
    const index = openFrozenIndex(freeze([{ title: 'seas season seasons' }]));
    const match = (maxTerms: number) =>
      index.match({ kind: 'wildcard', pattern: 'sea*', fields: { title: 1 }, maxTerms });
    expect(match(3).documents.length).toBe(1);
    expect(() => match(2)).toThrow(TooManyTermsError);
    expect(() => match(2)).toThrow(
      "wildcard 'sea*': expected at most 2 terms, found more; use a longer prefix",
    );
  });

  it('returns the document frequency of a term, and the terms that begin with a prefix', () => {
    const index = openFrozenIndex(
      freeze([{ title: 'sea', notes: 'sea' }, { title: 'season' }, { author: 'sea' }, {}]),
    );
    expect(index.documentFrequency('sea')).toBe(2);
    expect(index.documentFrequency('seas')).toBe(0);
    expect([...index.termsWithPrefix('se')]).toEqual([
      { term: 'sea', documentFrequency: 2 },
      { term: 'season', documentFrequency: 1 },
    ]);
  });
});
