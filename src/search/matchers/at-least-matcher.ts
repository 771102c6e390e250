import type { IndexReader } from '../index-reader.js';
import { unite } from '../postings/document-sets.js';
import { locateAll } from '../postings/locate.js';
import { sumCosts } from './boolean-matchers.js';
import { MATCH_NOTHING, type Matcher, restrictTarget } from './matcher.js';

/** A matcher, and the weight of its matches. */
export interface WeightedMatcher {
  readonly matcher: Matcher;
  readonly weight: number;
}

/** Subtracted from the minimum weight, because the order of additions changes the last digits of a sum. */
const ROUNDING_SLACK = 1e-9;

/**
 * Creates a matcher for the documents for which the weights of the matchers that match add up to at least
 * `minWeight`. The score is the sum of the scores of the matchers that match.
 *
 * Some matchers are essential: the other matchers together do not reach the weight, so every match matches at least one
 * essential matcher. Only their documents are candidates.
 *
 * @param minWeight the `minWeight` of the query
 */
export function createAtLeastMatcher(
  { scratch }: IndexReader,
  clauses: readonly WeightedMatcher[],
  minWeight: number,
): Matcher {
  const matchers = clauses.map(({ matcher }) => matcher);
  const threshold = Math.max(minWeight - ROUNDING_SLACK, Number.MIN_VALUE);
  const essential = essentialMatchers(clauses, threshold);
  if (essential === undefined) return MATCH_NOTHING;

  /** Returns the candidates (ascending) that match. */
  function restrict(candidates: Uint32Array): Uint32Array {
    const weights = new Float64Array(candidates.length);
    for (const { matcher, weight } of clauses) {
      const matching = matcher.restrict(candidates);
      for (const position of locateAll(matching, candidates)) weights[position] += weight;
    }
    return candidates.filter((_, i) => weights[i] >= threshold);
  }

  return {
    cost: sumCosts(essential),
    totalCost: (candidates, passes) =>
      matchers.reduce(
        (sum, matcher) =>
          sum + 2 * Math.min(candidates, matcher.cost) + matcher.totalCost(candidates, passes + 2),
        candidates,
      ),
    constantScore: undefined,
    requiredTerms: undefined,
    documents: () =>
      restrict(
        unite(
          essential.map((matcher) => matcher.documents()),
          scratch.withBitset,
        ),
      ),
    restrict,
    addScores(target) {
      const restricted = target.allMatch
        ? target
        : restrictTarget(target, restrict(target.documents));
      const anyTarget = { ...restricted, allMatch: false };
      for (const matcher of matchers) matcher.addScores(anyTarget);
    },
  };
}

/**
 * Returns matchers of which every match matches at least one, without the matchers with the highest cost if possible.
 * Returns undefined if all matchers together do not reach the threshold.
 */
function essentialMatchers(
  clauses: readonly WeightedMatcher[],
  threshold: number,
): readonly Matcher[] | undefined {
  const costliestFirst = clauses.toSorted((a, b) => b.matcher.cost - a.matcher.cost);
  let weightOfOthers = 0;
  for (let i = 0; i < costliestFirst.length; i++) {
    weightOfOthers += costliestFirst[i].weight;
    if (weightOfOthers >= threshold) return costliestFirst.slice(i).map(({ matcher }) => matcher);
  }
  return undefined;
}
