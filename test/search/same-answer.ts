import { expect } from 'vitest';
import { topByScore } from '../../src/search/collectors/top-by-score.js';
import type { Query } from '../../src/search/query.js';
import type { SearchIndex } from '../../src/search/search-index.js';
import type { createOracle } from './minisearch-oracle.js';

const TOLERANCE = 1e-6;

/** Expects the same number, but for rounding. Asked of millions, for which `expect` is too slow. */
export function expectClose(actual: number, expected: number): void {
  const isClose = Math.abs(actual - expected) <= TOLERANCE * Math.abs(expected);
  if (!isClose) expect.fail(`${actual} is not ${expected}.`);
}

/** Expects the index to find what MiniSearch finds, in its order and with its scores. */
export function expectSameAnswer(
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
