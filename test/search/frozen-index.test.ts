import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { topByScore } from '../../src/search/collectors/top-by-score.js';
import { openFrozenIndex } from '../../src/search/frozen-index.js';
import type { Query } from '../../src/search/query.js';
import type { SearchIndex } from '../../src/search/search-index.js';
import { createOracle } from './minisearch-oracle.js';
import { catalogs, freeze, queries } from './random-catalog.js';

const TOLERANCE = 1e-6;

function expectClose(actual: number, expected: number): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(TOLERANCE * Math.abs(expected));
}

function expectSameAnswer(
  index: SearchIndex,
  ask: ReturnType<typeof createOracle>,
  query: Query,
): void {
  const expected = ask(query);
  const matches = index.match(query);
  const scores = matches.scores();
  expect([...matches.documents]).toEqual(expected.map(({ id }) => id).sort((a, b) => a - b));
  const scoreOf = new Map(expected.map(({ id, score }) => [id, score]));
  matches.documents.forEach((document, i) => {
    expectClose(scores[i], scoreOf.get(document) ?? Number.NaN);
  });
  // The same order, but for scores so near that rounding may decide between them.
  const ranked = topByScore(matches, matches.documents.length);
  const byScore = expected.sort((a, b) => b.score - a.score);
  ranked.forEach(({ score }, i) => {
    expectClose(score, byScore[i].score);
  });
}

describe('The frozen index', () => {
  it('answers as MiniSearch does: the same documents, order and scores', () => {
    fc.assert(
      fc.property(catalogs, fc.array(queries, { minLength: 20, maxLength: 20 }), (texts, asked) => {
        const index = openFrozenIndex(freeze(texts));
        const ask = createOracle(texts);
        for (const query of asked) expectSameAnswer(index, ask, query);
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});
