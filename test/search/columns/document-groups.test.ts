import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countGroups,
  createDocumentGroups,
  createScoreBoosts,
  type DocumentGroups,
  documentsOfGroups,
  topByRank,
  topByScore,
  withoutGroupsOf,
} from '../../../src/search/top-k.js';
import { runs } from '../../random-seed.js';

/** Documents in few groups, with few different scores, and the group of each document of the index. */
const grouped = fc
  .array(fc.record({ group: fc.nat(30), score: fc.nat(6), isMatch: fc.boolean() }), {
    minLength: 31,
    maxLength: 300,
  })
  .map((index) => ({
    groups: createDocumentGroups(Uint32Array.from(index, ({ group }) => group)),
    scores: index.map(({ score }) => score),
    documents: Uint32Array.from(index.keys()).filter((document) => index[document].isMatch),
  }));

/** Returns the documents by descending score, and of each group only the first. */
function bestOfEachGroup(
  documents: Uint32Array,
  scoreOf: (document: number) => number,
  { ords }: DocumentGroups,
): number[] {
  const sorted = [...documents].sort((a, b) => scoreOf(b) - scoreOf(a) || a - b);
  const seen = new Set<number>();
  return sorted.filter((document) => {
    const isFirst = !seen.has(ords[document]);
    seen.add(ords[document]);
    return isFirst;
  });
}

function scorerOf(scoreOf: (document: number) => number, constantScore?: number) {
  return {
    constantScore,
    scores: (documents: Uint32Array) => Float64Array.from(documents, scoreOf),
    withMaxScores: <Result>(documents: Uint32Array, work: (scores: Float32Array) => Result) =>
      work(Float32Array.from(documents, (document) => 1.01 * scoreOf(document))),
  };
}

describe('topByScore and topByRank with groups', () => {
  it('return the best document of each group in the order of a full sort', () => {
    fc.assert(
      fc.property(grouped, fc.nat(12), fc.nat(40), (index, k, from) => {
        const { groups, scores, documents } = index;
        const expected = bestOfEachGroup(documents, (document) => scores[document], groups);
        const page = topByScore(
          scorerOf((document) => scores[document]),
          documents,
          k,
          {
            from,
            groups,
          },
        );
        expect(page).toEqual(
          expected.slice(from, from + k).map((document) => ({ document, score: scores[document] })),
        );
        const ranks = Uint32Array.from(scores, (score, document) => (6 - score) * 999 + document);
        expect(topByRank({ documents }, ranks, from, k, groups)).toEqual(
          expected.slice(from, from + k),
        );
      }),
      { numRuns: runs(300) },
    );
  });

  it('return the first document of each group if all scores are equal', () => {
    const groups = createDocumentGroups(Uint32Array.of(0, 1, 0, 3, 1, 3));
    const documents = Uint32Array.of(1, 2, 4, 5);
    expect(
      topByScore(
        scorerOf(() => 2, 2),
        documents,
        9,
        { groups },
      ),
    ).toEqual([
      { document: 1, score: 2 },
      { document: 2, score: 2 },
      { document: 5, score: 2 },
    ]);
  });

  it('return the same first and late pages of 12,000 documents as a full sort', () => {
    const documents = Uint32Array.from({ length: 12_000 }, (_, i) => i);
    const ranks = documents.map((document) => (document * 7919) % 20_011);
    const boosts = createScoreBoosts(Float32Array.from(documents, (it) => 1 + (it % 3)));
    const scoreOf = (document: number) => (document * 31) % 4099;
    for (const groupCount of [7, 6_000]) {
      const groups = createDocumentGroups(
        documents.map((document) => (document * 613) % groupCount),
      );
      const byScore = bestOfEachGroup(
        documents,
        (document) => scoreOf(document) * boosts.values[document],
        groups,
      );
      const byRank = bestOfEachGroup(documents, (document) => -ranks[document], groups);
      for (const from of [0, 5, 200, 4_090, 5_995, 9_000]) {
        const options = { from, groups, boosts };
        expect(
          topByScore(scorerOf(scoreOf), documents, 10, options).map(({ document }) => document),
        ).toEqual(byScore.slice(from, from + 10));
        expect(topByRank({ documents }, ranks, from, 10, groups)).toEqual(
          byRank.slice(from, from + 10),
        );
      }
    }
  });

  it('score fewer than 10% of the documents if the maximum scores are close to the scores', () => {
    const documents = Uint32Array.from({ length: 100_000 }, (_, i) => i);
    const groups = createDocumentGroups(documents.map((it) => it - (it % 2)));
    let scored = 0;
    const scoreOf = (document: number) => (document * 7919) % 99_991;
    const scorer = scorerOf((document) => {
      scored++;
      return scoreOf(document);
    });
    const counting = { ...scorer, withMaxScores: scorerOf(scoreOf).withMaxScores };
    const best = topByScore(counting, documents, 10, { groups });
    expect(new Set(best.map(({ document }) => groups.ords[document])).size).toBe(10);
    expect(scored).toBeLessThan(documents.length / 10);
  });
});

describe('groups of documents', () => {
  it('are counted, listed and left out like sets', () => {
    fc.assert(
      fc.property(grouped, fc.func(fc.boolean()), ({ groups, documents }, isChosen) => {
        const { ords } = groups;
        const present = new Set(Array.from(documents, (document) => ords[document]));
        expect(countGroups(documents, groups)).toBe(present.size);
        const first = [...present].map((group) => documents.find((it) => ords[it] === group)!);
        const chosen = Uint32Array.from(first.filter((document) => isChosen(document)));
        expect(documentsOfGroups(documents, groups, chosen)).toEqual(
          Array.from(chosen, (document) =>
            [...documents].filter((other) => ords[other] === ords[document]),
          ),
        );
        const left = new Set(Array.from(chosen, (document) => ords[document]));
        expect([...withoutGroupsOf(documents, groups, chosen)]).toEqual(
          [...documents].filter((document) => !left.has(ords[document])),
        );
      }),
      { numRuns: runs(100) },
    );
  });
});
