import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreFactors } from '../../../src/search/collectors/score-factors.js';
import { topByScore } from '../../../src/search/collectors/top-by-score.js';
import type { Matches } from '../../../src/search/matches.js';

function matchesOf(scores: readonly number[], uniformScore?: number): Matches {
  return {
    documents: Uint32Array.from(scores, (_, i) => 3 * i),
    uniformScore,
    scores: () => Float64Array.from(scores),
    narrowed: () => matchesOf([]),
  };
}

describe('The best matches by score', () => {
  const scores = fc.oneof(
    fc.array(fc.nat(4), { maxLength: 40 }),
    fc.array(fc.double({ min: 0, max: 9, noNaN: true }), { maxLength: 400 }),
  );

  it('are those a full sort would give, on any page, with factors or without', () => {
    fc.assert(
      fc.property(
        scores,
        fc.nat(20),
        fc.nat(150),
        fc.boolean(),
        (values, size, from, isWeighted) => {
          const factors = Float32Array.from(
            { length: 3 * values.length },
            (_, i) => 1 + (i % 4) / 4,
          );
          const expected = values
            .map((score, i) => ({
              document: 3 * i,
              score: isWeighted ? score * factors[3 * i] : score,
            }))
            .sort((a, b) => b.score - a.score || a.document - b.document)
            .slice(from, from + size);
          const used = isWeighted ? scoreFactors(factors) : undefined;
          expect(topByScore(matchesOf(values), size, used, from)).toEqual(expected);
        },
      ),
      { seed: 15, numRuns: 500 },
    );
  });

  it('need no scores computed where all are known to be the same', () => {
    const matches = { ...matchesOf([1, 1, 1, 1], 1), scores: () => expect.fail('computed') };
    expect(topByScore(matches, 2, undefined, 1)).toEqual([
      { document: 3, score: 1 },
      { document: 6, score: 1 },
    ]);
    const factors = Float32Array.of(1, 0, 0, 3, 0, 0, 2, 0, 0, 3);
    expect(topByScore(matches, 2, scoreFactors(factors))).toEqual([
      { document: 3, score: 3 },
      { document: 9, score: 3 },
    ]);
  });

  it('are the same where only those are scored whose bounds are high enough', () => {
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
          const factors = Float32Array.from({ length: 3 * size }, (_, i) => 1 + (i % 5) / 100);
          // Of equal scores some have higher bounds than others.
          const boundOf = (i: number) =>
            (values[i] * (1 + ((looseness - 1) * ((31 * i) % 17)) / 16)) / (1 + 1e-7);
          const bounded = (some: readonly number[]): Matches => ({
            documents: Uint32Array.from(some, (i) => 3 * i),
            scores: () => Float64Array.from(some, (i) => values[i]),
            bounds: () => Float32Array.from(some, boundOf),
            narrowed: (documents) => bounded(Array.from(documents, (document) => document / 3)),
          });
          const all = bounded([...values.keys()]);
          const { bounds: _, ...unbounded } = all;
          for (const used of [undefined, scoreFactors(factors)]) {
            expect(topByScore(all, 10, used, from)).toEqual(topByScore(unbounded, 10, used, from));
          }
        },
      ),
      { seed: 33, numRuns: 30 },
    );
  });

  it('are found wherever they stand when all bounds are equal', () => {
    const size = 20_000;
    for (let best = 2500; best < 2600; best++) {
      const bounded = (documents: Uint32Array): Matches => ({
        documents,
        scores: () => Float64Array.from(documents, (document) => (document === best ? 2 : 1)),
        bounds: () => new Float32Array(documents.length).fill(2),
        narrowed: bounded,
      });
      const all = bounded(Uint32Array.from({ length: size }, (_, i) => i));
      expect(topByScore(all, 1)).toEqual([{ document: best, score: 2 }]);
    }
  });

  it.each([
    { others: 1, best: 1 + 1e-9, bound: 1 - 2 ** -24 },
    { others: 1e-46, best: 2e-46, bound: 0 },
  ])('are found where a bound of 32 bits is too low by its rounding: $best', (some) => {
    const { others, best, bound } = some;
    const bounded = (documents: Uint32Array): Matches => ({
      documents,
      scores: () =>
        Float64Array.from(documents, (document) => (document === 15_000 ? best : others)),
      bounds: () => new Float32Array(documents.length).fill(bound),
      narrowed: bounded,
    });
    const all = bounded(Uint32Array.from({ length: 20_000 }, (_, i) => i));
    expect(topByScore(all, 1)).toEqual([{ document: 15_000, score: best }]);
  });

  it('computes the scores of few of many matches, where bounds tell them apart', () => {
    const size = 100_000;
    let scored = 0;
    const bounded = (documents: Uint32Array): Matches => ({
      documents,
      scores() {
        scored += documents.length;
        return Float64Array.from(documents, (document) => (document * 7919) % 9973);
      },
      bounds: () => Float32Array.from(documents, (document) => ((document * 7919) % 9973) * 1.01),
      narrowed: bounded,
    });
    const [best] = topByScore(bounded(Uint32Array.from({ length: size }, (_, i) => i)), 10);
    expect(best.score).toBe(9972);
    expect(scored).toBeLessThan(size / 10);
  });

  it('of many thousands in falling, rising and equal order are found as well', () => {
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
