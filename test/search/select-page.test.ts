import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selectPage } from '../../src/search/select-page.js';
import { topByRank } from '../../src/search/top-by-rank.js';
import { createScoreBoosts, topByScore } from '../../src/search/top-by-score.js';

const SIZE = 9_000;

/** Returns the documents of a page by descending score, then by ascending number. */
function sortedPage(documents: Uint32Array, scores: ArrayLike<number>, from: number, end: number) {
  return Array.from(documents, (document, i) => ({ document, score: scores[i] }))
    .sort((a, b) => b.score - a.score || a.document - b.document)
    .slice(from, end);
}

describe('selectPage', () => {
  it('returns the same page as a full sort', () => {
    const score = fc.oneof(
      fc.constantFrom(0, 1, 1 + Number.EPSILON, Number.MIN_VALUE, 2 * Number.MIN_VALUE, 1e300),
      fc.double({ min: -9, max: 9, noNaN: true }),
    );
    fc.assert(
      fc.property(
        fc.array(score, { minLength: 1, maxLength: 300 }),
        fc.nat(),
        fc.nat(),
        (list, a, b) => {
          const scores = Float64Array.from(list);
          const documents = Uint32Array.from(list, (_, i) => 5 * i + 2);
          const from = a % list.length;
          const end = from + 1 + (b % (list.length - from));
          expect(selectPage(documents, scores, from, end)).toEqual(
            sortedPage(documents, scores, from, end),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('selectPage of many documents', () => {
  it.each<[string, (i: number) => number]>([
    ['a few scores are much higher', (i) => (i % 997 === 0 ? 1e6 : 1 + ((i * 7919) % 1013) / 1e5)],
    ['most scores are equal', (i) => (i % 11 === 0 ? i : 3)],
    ['the scores descend exponentially', (i) => 0.9 ** (i % 5_000)],
  ])('returns the same pages as a full sort when %s', (_, scoreOf) => {
    const documents = Uint32Array.from({ length: SIZE }, (_, i) => i);
    const scores = Float64Array.from(documents, scoreOf);
    for (const from of [0, 8, 4_500, 7_000, SIZE - 10]) {
      expect(selectPage(documents, scores, from, from + 10)).toEqual(
        sortedPage(documents, scores, from, from + 10),
      );
    }
  });
});

describe('A page after thousands of documents', () => {
  const documents = Uint32Array.from({ length: SIZE }, (_, i) => 2 * i);
  const ranks = Uint32Array.from({ length: 2 * SIZE }, (_, i) => (i * 7919) % 20_011);

  it.each([4_086, 4_087, 5_000, SIZE - 10, SIZE - 3])(
    'from position %d has the order of a full sort',
    (from) => {
      const byRank = Array.from(documents).sort((a, b) => ranks[a] - ranks[b]);
      expect(topByRank({ documents }, ranks, from, 10)).toEqual(byRank.slice(from, from + 10));

      const factors = Float32Array.from(ranks, (rank) => 1 + (rank % 7) / 8);
      const scorer = {
        constantScore: 2,
        scores: () => new Float64Array(SIZE).fill(2),
        withMaxScores: () => expect.fail('computed'),
      };
      const documentBoosts = new Map([
        [6, 1000],
        [7, 1000],
      ]);
      const scores = Array.from(documents, (document) => {
        return 2 * (document === 6 ? 1000 : 1) * factors[document];
      });
      expect(
        topByScore(scorer, documents, 10, {
          from,
          boosts: createScoreBoosts(factors),
          documentBoosts,
        }),
      ).toEqual(sortedPage(documents, scores, from, from + 10));
    },
  );
});
