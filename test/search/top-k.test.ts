import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Matches } from '../../src/search/matches.js';
import { createScoreBoosts, topByScore } from '../../src/search/top-k.js';

function matchesOf(scores: readonly number[], constantScore?: number): Matches {
  return {
    documents: Uint32Array.from(scores, (_, i) => 3 * i),
    constantScore,
    scores: () => Float64Array.from(scores),
    narrowed: () => matchesOf([]),
  };
}

describe('topByScore', () => {
  const scores = fc.oneof(
    fc.array(fc.nat(4), { maxLength: 40 }),
    fc.array(fc.double({ min: 0, max: 9, noNaN: true }), { maxLength: 400 }),
  );

  it('returns the same page as a full sort, with or without boosts', () => {
    fc.assert(
      fc.property(
        scores,
        fc.nat(20),
        fc.nat(150),
        fc.boolean(),
        (values, size, from, isBoosted) => {
          const boosts = Float32Array.from(
            { length: 3 * values.length },
            (_, i) => 1 + (i % 4) / 4,
          );
          const expected = values
            .map((score, i) => ({
              document: 3 * i,
              score: isBoosted ? score * boosts[3 * i] : score,
            }))
            .sort((a, b) => b.score - a.score || a.document - b.document)
            .slice(from, from + size);
          const scoreBoosts = isBoosted ? createScoreBoosts(boosts) : undefined;
          expect(topByScore(matchesOf(values), size, scoreBoosts, from)).toEqual(expected);
        },
      ),
      { seed: 15, numRuns: 500 },
    );
  });

  it('does not call scores() when the score is constant', () => {
    const matches = { ...matchesOf([1, 1, 1, 1], 1), scores: () => expect.fail('computed') };
    expect(topByScore(matches, 2, undefined, 1)).toEqual([
      { document: 3, score: 1 },
      { document: 6, score: 1 },
    ]);
    const boosts = Float32Array.of(1, 0, 0, 3, 0, 0, 2, 0, 0, 3);
    expect(topByScore(matches, 2, createScoreBoosts(boosts))).toEqual([
      { document: 3, score: 3 },
      { document: 9, score: 3 },
    ]);
  });

  it('returns the same matches with and without pruning by maximum scores', () => {
    const scoreOf = fc.constantFrom<((i: number) => number)[]>(
      (i) => (i * 7919) % 10_007,
      (i) => i % 5,
      (i) => i,
      (i) => -i + 30_000,
      (i) => Math.sqrt(i),
      (i) => 1e-40 * (i % 977),
      () => 3,
    );
    fc.assert(
      fc.property(
        scoreOf,
        fc.integer({ min: 16_384, max: 25_000 }),
        fc.constantFrom(1, 1.3, 1000),
        fc.constantFrom(0, 40, 900),
        (score, size, looseness, from) => {
          const values = Array.from({ length: size }, (_, i) => score(i));
          const boosts = Float32Array.from({ length: 3 * size }, (_, i) => 1 + (i % 5) / 100);
          // Most equal scores have different maximum scores when `looseness` is above 1.
          const maxScoreOf = (i: number) =>
            (values[i] * (1 + ((looseness - 1) * ((31 * i) % 17)) / 16)) / (1 + 1e-7);
          const createPrunable = (some: readonly number[]): Matches => ({
            documents: Uint32Array.from(some, (i) => 3 * i),
            scores: () => Float64Array.from(some, (i) => values[i]),
            maxScores: () => Float32Array.from(some, maxScoreOf),
            narrowed: (documents) =>
              createPrunable(Array.from(documents, (document) => document / 3)),
          });
          const all = createPrunable([...values.keys()]);
          const { maxScores: _, ...unprunable } = all;
          for (const scoreBoosts of [undefined, createScoreBoosts(boosts)]) {
            expect(topByScore(all, 10, scoreBoosts, from)).toEqual(
              topByScore(unprunable, 10, scoreBoosts, from),
            );
          }
        },
      ),
      { seed: 33, numRuns: 30 },
    );
  });

  it('finds the best match at each of 100 positions when all maximum scores are equal', () => {
    const size = 20_000;
    for (let best = 2500; best < 2600; best++) {
      const createPrunable = (documents: Uint32Array): Matches => ({
        documents,
        scores: () => Float64Array.from(documents, (document) => (document === best ? 2 : 1)),
        maxScores: () => new Float32Array(documents.length).fill(2),
        narrowed: createPrunable,
      });
      const all = createPrunable(Uint32Array.from({ length: size }, (_, i) => i));
      expect(topByScore(all, 1)).toEqual([{ document: best, score: 2 }]);
    }
  });

  it.each([
    { others: 1, best: 1 + 1e-9, maxScore: 1 - 2 ** -24 },
    { others: 1e-46, best: 2e-46, maxScore: 0 },
  ])(
    'finds the best match with the score $best when all maximum scores are rounded down to $maxScore',
    (example) => {
      const { others, best, maxScore } = example;
      const createPrunable = (documents: Uint32Array): Matches => ({
        documents,
        scores: () =>
          Float64Array.from(documents, (document) => (document === 15_000 ? best : others)),
        maxScores: () => new Float32Array(documents.length).fill(maxScore),
        narrowed: createPrunable,
      });
      const all = createPrunable(Uint32Array.from({ length: 20_000 }, (_, i) => i));
      expect(topByScore(all, 1)).toEqual([{ document: 15_000, score: best }]);
    },
  );

  it('scores fewer than 10% of the matches when the maximum scores are close to the scores', () => {
    const size = 100_000;
    let scored = 0;
    const createPrunable = (documents: Uint32Array): Matches => ({
      documents,
      scores() {
        scored += documents.length;
        return Float64Array.from(documents, (document) => (document * 7919) % 9973);
      },
      maxScores: () =>
        Float32Array.from(documents, (document) => ((document * 7919) % 9973) * 1.01),
      narrowed: createPrunable,
    });
    const [best] = topByScore(createPrunable(Uint32Array.from({ length: size }, (_, i) => i)), 10);
    expect(best.score).toBe(9972);
    expect(scored).toBeLessThan(size / 10);
  });

  it('returns the page from 10,000 of 20,000 ascending, descending or equal scores', () => {
    for (const scoreOf of [(i: number) => i, (i: number) => -i, () => 7]) {
      const values = Array.from({ length: 20_000 }, (_, i) => scoreOf(i));
      const expected = [...values.keys()]
        .sort((a, b) => values[b] - values[a] || a - b)
        .slice(10_000, 10_010);
      const page = topByScore(matchesOf(values), 10, undefined, 10_000);
      expect(page.map(({ document }) => document / 3)).toEqual(expected);
    }
  });
});
