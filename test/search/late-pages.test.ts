import { describe, expect, it } from 'vitest';
import { createScoreBoosts, topByScore } from '../../src/search/top-by-score.js';
import { topByRank } from '../../src/search/top-k.js';

const SIZE = 9_000;

/** Returns the documents of a page by descending score, then by ascending number. */
function sortedPage(documents: Uint32Array, scores: ArrayLike<number>, from: number, end: number) {
  return Array.from(documents, (document, i) => ({ document, score: scores[i] }))
    .sort((a, b) => b.score - a.score || a.document - b.document)
    .slice(from, end);
}

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
