import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createScoreBoosts,
  type DocumentScorer,
  type ScoredDocument,
  type TopOptions,
  topByRank,
  topByScore,
} from '../../src/search/top-k.js';
import { runs } from '../random-seed.js';

/** Creates a scorer. By default, the maximum score of each document is its score. */
function scorerOf(
  scoreOf: (document: number) => number,
  maxScoreOf: (document: number) => number = scoreOf,
): DocumentScorer {
  return {
    constantScore: undefined,
    scores: (documents) => Float64Array.from(documents, scoreOf),
    withMaxScores: (documents, work) => work(Float32Array.from(documents, maxScoreOf)),
  };
}

/** Returns the documents 0, 3, 6 and so on. */
function everyThird(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => 3 * i);
}

function fullSort(
  scoreOf: (document: number) => number,
  documents: Uint32Array,
  k: number,
  { from = 0, boosts, documentBoosts }: TopOptions,
): ScoredDocument[] {
  return Array.from(documents, (document) => {
    const score = scoreOf(document) * (documentBoosts?.get(document) ?? 1);
    return { document, score: boosts === undefined ? score : score * boosts.values[document] };
  })
    .sort((a, b) => b.score - a.score || a.document - b.document)
    .slice(from, from + k);
}

const documentBoosts = fc
  .array(fc.tuple(fc.nat(75_000), fc.constantFrom(0, 0.5, 1, 2, 1000)), { maxLength: 20 })
  .map((entries) => new Map(entries));

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
        fc.dictionary(fc.nat(400).map(String), fc.constantFrom(0, 0.5, 3, 1000)),
        (values, k, from, isBoosted, factors) => {
          const documents = everyThird(values.length);
          const popularity = Float32Array.from(
            { length: 3 * values.length },
            (_, i) => 1 + (i % 4) / 4,
          );
          const options: TopOptions = {
            from,
            boosts: isBoosted ? createScoreBoosts(popularity) : undefined,
            documentBoosts: new Map(
              Object.entries(factors).map(([document, factor]) => [Number(document), factor]),
            ),
          };
          const scoreOf = (document: number) => values[document / 3];
          expect(topByScore(scorerOf(scoreOf), documents, k, options)).toEqual(
            fullSort(scoreOf, documents, k, options),
          );
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it('does not call scores() when the score is constant and no boosts apply', () => {
    const scorer: DocumentScorer = {
      ...scorerOf(() => 1),
      constantScore: 1,
      scores: () => expect.fail('computed'),
    };
    const others = new Map([[1, 5]]);
    expect(topByScore(scorer, everyThird(4), 2, { from: 1, documentBoosts: others })).toEqual([
      { document: 3, score: 1 },
      { document: 6, score: 1 },
    ]);
  });

  it('ranks documents with a constant score like a full sort, without calling scores()', () => {
    const scorer: DocumentScorer = {
      ...scorerOf(() => 0.7),
      constantScore: 0.7,
      scores: () => expect.fail('computed'),
    };
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0, 1, 1.3, 2), { maxLength: 400 }),
        fc.array(fc.tuple(fc.nat(400), fc.constantFrom(0, 0.5, 3, 1000)), { maxLength: 20 }),
        fc.nat(20),
        fc.nat(150),
        (values, factors, k, from) => {
          const documentBoosts = new Map(factors);
          const documents = everyThird(Math.ceil(values.length / 3));
          const boosts = createScoreBoosts(Float32Array.from(values));
          const options: TopOptions = { from, boosts, documentBoosts };
          expect(topByScore(scorer, documents, k, options)).toEqual(
            fullSort(() => 0.7, documents, k, options),
          );
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it('returns the same documents with pruning by maximum scores as a full sort', () => {
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
        documentBoosts,
        (score, size, looseness, from, factors) => {
          const documents = everyThird(size);
          const popularity = Float32Array.from({ length: 3 * size }, (_, i) => 1 + (i % 5) / 100);
          const scoreOfDocument = (document: number) => score(document / 3);
          // Most equal scores have different maximum scores when `looseness` is above 1.
          const maxScoreOf = (document: number) =>
            (scoreOfDocument(document) *
              (1 + ((looseness - 1) * ((31 * (document / 3)) % 17)) / 16)) /
            (1 + 1e-7);
          for (const boosts of [undefined, createScoreBoosts(popularity)]) {
            const options = { from, boosts, documentBoosts: factors };
            const scorer = scorerOf(scoreOfDocument, maxScoreOf);
            expect(topByScore(scorer, documents, 10, options)).toEqual(
              fullSort(scoreOfDocument, documents, 10, options),
            );
          }
        },
      ),
      { numRuns: runs(30) },
    );
  });

  it('finds the best document at each of 100 positions when all maximum scores are equal', () => {
    const documents = Uint32Array.from({ length: 20_000 }, (_, i) => i);
    for (let best = 2500; best < 2600; best++) {
      const scorer = scorerOf(
        (document) => (document === best ? 2 : 1),
        () => 2,
      );
      expect(topByScore(scorer, documents, 1, {})).toEqual([{ document: best, score: 2 }]);
    }
  });

  it.each([
    { others: 1, best: 1 + 1e-9, maxScore: 1 - 2 ** -24 },
    { others: 1e-46, best: 2e-46, maxScore: 0 },
  ])(
    'finds the best document with the score $best when all maximum scores are rounded down to $maxScore',
    ({ others, best, maxScore }) => {
      const scorer = scorerOf(
        (document) => (document === 15_000 ? best : others),
        () => maxScore,
      );
      const documents = Uint32Array.from({ length: 20_000 }, (_, i) => i);
      expect(topByScore(scorer, documents, 1, {})).toEqual([{ document: 15_000, score: best }]);
    },
  );

  it('scores fewer than 10% of the documents when the maximum scores are close to the scores', () => {
    const size = 100_000;
    let scored = 0;
    const scoreOf = (document: number) => (document * 7919) % 9973;
    const scorer = scorerOf(
      (document) => {
        scored++;
        return scoreOf(document);
      },
      (document) => scoreOf(document) * 1.01,
    );
    const documents = Uint32Array.from({ length: size }, (_, i) => i);
    const [best] = topByScore(scorer, documents, 10, { documentBoosts: new Map([[1, 0.5]]) });
    expect(best.score).toBe(9972);
    expect(scored).toBeLessThan(size / 10);
  });

  it('scores fewer than 10% of the documents when half of the documents have boosts', () => {
    let scored = 0;
    const scoreOf = (document: number) => ((document * 7919) % 9973) / 9973;
    const scorer = scorerOf((document) => {
      scored++;
      return scoreOf(document);
    }, scoreOf);
    const documents = everyThird(20_000);
    const options = { documentBoosts: new Map([...documents].map((d) => [d, 1 + (d % 2)])) };
    const best = topByScore(scorer, documents, 10, options);
    expect(best).toEqual(fullSort(scoreOf, documents, 10, options));
    expect(scored).toBeLessThan(documents.length / 10);
  });

  it('returns the page from 10,000 of 20,000 ascending, descending or equal scores', () => {
    for (const scoreOf of [(i: number) => i, (i: number) => -i, () => 7]) {
      const documents = everyThird(20_000);
      const options = { from: 10_000 };
      expect(topByScore(scorerOf(scoreOf), documents, 10, options)).toEqual(
        fullSort(scoreOf, documents, 10, options),
      );
    }
  });
});

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
