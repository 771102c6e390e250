import { expect } from 'vitest';
import type { SearchIndex } from '../../src/search/frozen-index.js';
import type { Query } from '../../src/search/query.js';
import type { Oracle } from './minisearch-oracle.js';

const TOLERANCE = 1e-6;

/** Expects two numbers to be equal up to rounding. Does not call `expect`, which is slow, for equal numbers. */
export function expectClose(actual: number, expected: number): void {
  const isClose = Math.abs(actual - expected) <= TOLERANCE * Math.abs(expected);
  if (!isClose) expect.fail(`expected ${expected}, found ${actual}`);
}

/**
 * Expects the index to find the same documents as the oracle with the same scores, and to rank the
 * documents by these scores.
 */
export function expectSameAnswer(index: SearchIndex, oracle: Oracle, query: Query): void {
  const expected = oracle(query);
  const matches = index.match(query);
  const scores = matches.scores();
  expect([...matches.documents]).toEqual(expected.map(({ id }) => id).sort((a, b) => a - b));
  const scoreOf = new Map(expected.map(({ id, score }) => [id, score]));
  matches.documents.forEach((document, i) => {
    expectClose(scores[i], scoreOf.get(document) ?? Number.NaN);
  });
  // Compares scores rather than documents, because rounding can change the order of nearly equal scores.
  const ranked = matches.top(matches.documents.length);
  const byScore = expected.sort((a, b) => b.score - a.score);
  ranked.forEach(({ score }, i) => {
    expectClose(score, byScore[i].score);
  });
}
