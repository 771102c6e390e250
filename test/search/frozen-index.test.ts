import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldTexts } from '../../src/search/building/build-segment.js';
import { buildNumberColumn, openNumberColumn } from '../../src/search/columns/number-column.js';
import { openValueColumn } from '../../src/search/columns/value-column.js';
import { openFrozenIndex } from '../../src/search/frozen-index.js';
import type { Query, TermQuery } from '../../src/search/query.js';
import { TooManyTermsError } from '../../src/search/vocabulary/wildcard-terms.js';
import { valueColumnOf } from './columns/value-column-of.js';
import { createOracle } from './minisearch-oracle.js';
import { createNaiveIndex } from './naive-index.js';
import {
  allQueries,
  catalogs,
  FIELDS,
  freeze,
  largeCatalogs,
  miniSearchQueries,
  phraseQueries,
} from './random-catalog.js';
import { expectClose, expectSameAnswer } from './same-answer.js';

/** How much more is tried in the long tests, of what takes the longest. */
const TIMES = process.env.CARREL_LONG ? 5 : 1;

const asked = (queries: fc.Arbitrary<Query>) => fc.array(queries, { minLength: 20, maxLength: 20 });

function documentsOf(texts: Parameters<typeof freeze>[0], query: Query): number[] {
  return [...openFrozenIndex(freeze(texts)).match(query).documents];
}

function expectSameAnswers(texts: FieldTexts[], queries: Query[]): void {
  const index = openFrozenIndex(freeze(texts));
  const ask = createOracle(texts);
  for (const query of queries) expectSameAnswer(index, ask, query);
}

const inTitle = (term: string, more: Partial<TermQuery> = {}): TermQuery => ({
  kind: 'term',
  term,
  fields: { title: 1 },
  ...more,
});

describe('The frozen index', () => {
  it('answers as MiniSearch does: the same documents, order and scores', () => {
    fc.assert(fc.property(catalogs, asked(miniSearchQueries), expectSameAnswers), {
      numRuns: 200 * TIMES,
      seed: 1,
    });
  });

  it('answers as MiniSearch does over hundreds of documents', () => {
    fc.assert(fc.property(largeCatalogs, asked(miniSearchQueries), expectSameAnswers), {
      numRuns: 30 * TIMES,
      seed: 25,
    });
  });

  it('answers every kind of query as its description says', () => {
    const facts = fc.record({
      format: fc.array(fc.constantFrom(...'abcdef'), { maxLength: 1 }),
      branch: fc.array(fc.constantFrom(...'uvwxyz'), { maxLength: 3 }),
      year: fc.option(fc.integer({ min: -2, max: 10 }), { nil: undefined }),
      rating: fc.option(fc.constantFrom(0.5, 3, 7.25), { nil: undefined }),
    });
    const described = catalogs.chain((texts) =>
      fc.tuple(
        fc.constant(texts),
        fc.array(facts, { minLength: texts.length, maxLength: texts.length }),
      ),
    );
    fc.assert(
      fc.property(described, asked(allQueries), ([texts, factsOf], queries) => {
        const format = openValueColumn(valueColumnOf(factsOf.map((fact) => fact.format)));
        const branch = openValueColumn(valueColumnOf(factsOf.map((fact) => fact.branch)));
        const year = openNumberColumn(buildNumberColumn(factsOf.map((fact) => fact.year)));
        const rating = openNumberColumn(buildNumberColumn(factsOf.map((fact) => fact.rating)));
        const index = openFrozenIndex(freeze(texts), { format, branch, year, rating });
        const naive = createNaiveIndex(texts, FIELDS, {
          format: texts.map((_, document) => format.valuesOf(document)),
          branch: texts.map((_, document) => branch.valuesOf(document)),
          year: factsOf.map((fact) => fact.year),
          rating: factsOf.map((fact) => fact.rating),
        });
        for (const query of queries) {
          const expected = naive(query);
          const matches = index.match(query);
          const scores = matches.scores();
          expect([...matches.documents]).toEqual(expected.map(({ document }) => document));
          expected.forEach(({ score }, i) => {
            expectClose(scores[i], score);
          });
          if (matches.uniformScore !== undefined) {
            expect(scores.every((score) => score === matches.uniformScore)).toBe(true);
          }
        }
      }),
      { numRuns: 75 * TIMES, seed: 2 },
    );
  });

  it('bounds scores from above, and scores what was chosen by its bounds as before', () => {
    const anySize = fc.oneof(catalogs, largeCatalogs);
    fc.assert(
      fc.property(anySize, asked(allQueries), (texts, queries) => {
        const index = openFrozenIndex(freeze(texts));
        for (const query of queries) {
          const matches = index.match(query);
          const scores = matches.scores();
          const bounds = matches.bounds?.().slice();
          expect(bounds).toHaveLength(scores.length);
          scores.forEach((score, i) => {
            const bound = bounds?.[i] ?? 0;
            if (!(score <= bound * (1 + 1e-5)))
              expect.fail(`${score} is above its bound ${bound}.`);
          });
          const places = Uint32Array.from(scores.keys()).filter((place) => place % 3 !== 1);
          const chosen = Uint32Array.from(places, (place) => matches.documents[place]);
          matches
            .narrowed(chosen, places)
            .scores()
            .forEach((score, i) => {
              expectClose(score, scores[places[i]]);
            });
        }
      }),
      { numRuns: 60 * TIMES, seed: 31 },
    );
  });

  it('bounds scores of terms that stand in fields in many different ways', () => {
    const texts = Array.from({ length: 90 }, (_, i) => ({
      title: 'pa '.repeat(1 + (i % 60)),
      notes: i % 2 === 0 ? 'pb pc' : 'pc',
    }));
    const fields = { title: 2, notes: 1 };
    const matches = openFrozenIndex(freeze(texts)).match(inTitle('p', { prefix: true, fields }));
    const bounds = matches.bounds?.().slice() ?? [];
    matches.scores().forEach((score, i) => {
      expect(score).toBeLessThanOrEqual(bounds[i] * (1 + 1e-5));
    });
  });

  it('bounds a query the same when it is asked again', () => {
    fc.assert(
      fc.property(largeCatalogs, asked(allQueries), (texts, queries) => {
        const index = openFrozenIndex(freeze(texts));
        for (const query of queries) {
          const matches = index.match(query);
          expect(matches.bounds?.().slice()).toEqual(matches.bounds?.());
        }
      }),
      { numRuns: 30, seed: 32 },
    );
  });

  it('scores a document the same to the last bit, whichever others are scored with it', () => {
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
      { numRuns: 60, seed: 34 },
    );
  });

  it('knows no documents but its own', () => {
    const index = openFrozenIndex(freeze([{ title: 'a' }, { title: 'b' }]));
    const matches = index.match({ kind: 'documents', documents: [-1, 0, 0.5, 2, Number.NaN] });
    expect([...matches.documents]).toEqual([0]);
  });

  it('bounds the score of a document that has thousands of the terms asked for', () => {
    const title = Array.from({ length: 5000 }, (_, i) => `a${i}`).join(' ');
    const index = openFrozenIndex(freeze([{ title }, { title: 'a1' }, { title: 'b' }]));
    const matches = index.match(inTitle('a', { prefix: true }));
    const [most, little] = matches.bounds?.() ?? [];
    expect(most).toBeGreaterThanOrEqual(matches.scores()[0]);
    expect(little).toBeLessThan(matches.scores()[0]);
  });

  it('bounds the score of a phrase by little more than it can be', () => {
    const index = openFrozenIndex(freeze([{ title: 'white whale' }, { title: 'white sea' }]));
    const fields = { title: 2 };
    const matches = index.match({ kind: 'phrase', terms: ['white', 'whale'], fields });
    const [score] = matches.scores();
    expect(matches.bounds?.()[0]).toBeLessThan(1.5 * score);
  });

  it('scores some of the matches as it scores all of them', () => {
    fc.assert(
      fc.property(catalogs, asked(miniSearchQueries), (texts, queries) => {
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
      { numRuns: 60, seed: 3 },
    );
  });

  it('does not change an answer by answering again', () => {
    fc.assert(
      fc.property(catalogs, asked(miniSearchQueries), (texts, queries) => {
        const data = freeze(texts);
        const index = openFrozenIndex(data);
        const answers = queries.map((query) => index.match(query));
        const documents = answers.map((matches) => [...matches.documents]);
        for (const matches of answers) matches.scores();
        const again = queries.map((query) => openFrozenIndex(data).match(query));
        answers.forEach((matches, i) => {
          expect([...matches.documents]).toEqual(documents[i]);
          expect(matches.documents).toEqual(again[i].documents);
          expect(matches.scores()).toEqual(again[i].scores());
        });
      }),
      { numRuns: 40, seed: 4 },
    );
  });

  it('takes queries of more different terms than a word has bits', () => {
    const words = Array.from({ length: 70 }, (_, i) => `w${i}`);
    const texts = [{ title: words.join(' ') }, { title: words.slice(0, 40).join(' ') }];
    const query: Query = { kind: 'or', queries: words.map((term) => inTitle(term)) };
    const expected = createOracle(texts)(query);
    const scores = openFrozenIndex(freeze(texts)).match(query).scores();
    for (const { id, score } of expected) expectClose(scores[id], score);
  });

  it.for([64, 256, 70_000])('scores a text of %i different words as MiniSearch does', (count) => {
    const words = Array.from({ length: count }, (_, i) => `w${i}`).join(' ');
    const texts = [{ title: words }, { title: 'w7' }, { title: 'w8 w9', notes: words }];
    const fields = { title: 2, notes: 1 };
    expectSameAnswers(texts, [
      { kind: 'term', term: 'w7', fields },
      { kind: 'term', term: 'w1', fields, prefix: true, fuzzy: 1 },
    ]);
  });

  it.for([256, 70_000])('scores a word that a text has %i times as MiniSearch does', (times) => {
    const texts = [{ title: 'sea '.repeat(times) }, { title: 'sea sea' }, { notes: 'sea' }, {}];
    const fields = { title: 2, notes: 1 };
    expectSameAnswers(texts, [{ kind: 'term', term: 'sea', fields }]);
  });

  it('gives a match of a term boosted 0 the score 0', () => {
    const matches = openFrozenIndex(freeze([{ title: 'emma' }])).match(
      inTitle('emma', { boost: 0 }),
    );
    expect([...matches.documents]).toEqual([0]);
    expect([...matches.scores()]).toEqual([0]);
  });

  it('matches in a field boosted 0 without counting it', () => {
    const matches = openFrozenIndex(freeze([{ title: 'emma' }])).match({
      kind: 'term',
      term: 'emma',
      fields: { title: 0 },
    });
    expect([...matches.documents]).toEqual([0]);
    expect([...matches.scores()]).toEqual([0]);
  });

  it('matches nothing in a field it does not have, nor in no field', () => {
    const texts = [{ title: 'emma' }];
    expect(documentsOf(texts, { kind: 'term', term: 'emma', fields: { colour: 1 } })).toEqual([]);
    expect(documentsOf(texts, { kind: 'term', term: 'emma', fields: {} })).toEqual([]);
  });

  it('matches nothing with a combination of no queries', () => {
    for (const kind of ['and', 'or', 'and_not'] as const) {
      expect(documentsOf([{ title: 'emma' }], { kind, queries: [] })).toEqual([]);
    }
  });

  it('matches nothing with the empty term, even as a prefix', () => {
    expect(documentsOf([{ title: 'emma' }], inTitle('', { prefix: true, fuzzy: 2 }))).toEqual([]);
  });

  it('answers over no documents at all', () => {
    const index = openFrozenIndex(freeze([]));
    expect(index.documentCount).toBe(0);
    expect(index.match({ kind: 'all' }).documents.length).toBe(0);
    expect(index.match(inTitle('emma', { prefix: true, fuzzy: 1 })).documents.length).toBe(0);
  });

  it('does not let a phrase cross from one field into the next', () => {
    const phrase: Query = {
      kind: 'phrase',
      terms: ['jane', 'austen'],
      fields: { title: 1, author: 1 },
    };
    expect(documentsOf([{ title: 'jane', author: 'austen' }], phrase)).toEqual([]);
    expect(documentsOf([{ title: 'by jane austen' }], phrase)).toEqual([0]);
  });

  it('finds the phrases of widespread terms, of which it lists the pairs, as those of others', () => {
    let listed = 0;
    fc.assert(
      fc.property(largeCatalogs, asked(phraseQueries), (texts, queries) => {
        const data = freeze(texts);
        listed += data.pairDocuments.length;
        const index = openFrozenIndex(data);
        const naive = createNaiveIndex(texts, FIELDS, {});
        for (const query of queries) {
          const expected = naive(query);
          const matches = index.match(query);
          const scores = matches.scores();
          expect([...matches.documents]).toEqual(expected.map(({ document }) => document));
          expected.forEach(({ score }, i) => {
            expectClose(scores[i], score);
          });
        }
      }),
      { numRuns: 20, seed: 30 },
    );
    expect(listed).toBeGreaterThan(1000);
  });

  it('finds phrases of terms that only thousands of others precede', () => {
    const words = Array.from({ length: 20_000 }, (_, i) => `w${i}`);
    const texts = words.map((word, i) => ({ title: `${word} ${words[(i + 1) % words.length]}` }));
    const index = openFrozenIndex(freeze(texts));
    for (const i of [0, 100, 127, 128, 16_383, 16_384, 19_998]) {
      const fields = { title: 1 };
      const { documents } = index.match({ kind: 'phrase', terms: [`w${i}`, `w${i + 1}`], fields });
      expect([...documents]).toEqual([i]);
    }
  });

  it('refuses a wildcard for more terms than allowed, naming the bound', () => {
    const index = openFrozenIndex(freeze([{ title: 'seas season seasons' }]));
    const ask = (maximumTerms: number) =>
      index.match({ kind: 'wildcard', pattern: 'sea*', fields: { title: 1 }, maximumTerms });
    expect(ask(3).documents.length).toBe(1);
    expect(() => ask(2)).toThrow(TooManyTermsError);
    expect(() => ask(2)).toThrow('The wildcard sea* stands for more than 2 terms.');
  });

  it('tells how many documents have a term, and the terms of a prefix', () => {
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
