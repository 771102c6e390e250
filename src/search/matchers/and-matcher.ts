import { type Matcher, narrowTarget } from './matcher.js';

/** The documents that all of the matchers match, of which there is at least one; scores add up. */
export function createAndMatcher(matchers: readonly Matcher[]): Matcher {
  if (matchers.length === 1) return matchers[0];
  const byCost = [...matchers].sort((a, b) => a.cost - b.cost);
  const [cheapest, ...others] = byCost;

  function restrict(candidates: Uint32Array, by: readonly Matcher[]): Uint32Array {
    let kept = candidates;
    for (const matcher of by) {
      if (kept.length === 0) break;
      kept = matcher.restrict(kept);
    }
    return kept;
  }

  return {
    cost: cheapest.cost,
    uniformScore: sumUniformScores(matchers),
    certainTerms: uniteCertainTerms(matchers),
    documents: () => restrict(cheapest.documents(), others),
    restrict: (candidates) => restrict(candidates, byCost),
    addScores(target) {
      const narrowed = target.allMatch
        ? target
        : narrowTarget(target, restrict(target.documents, byCost));
      for (const matcher of matchers) matcher.addScores(narrowed);
    },
  };
}

function sumUniformScores(matchers: readonly Matcher[]): number | undefined {
  let sum = 0;
  for (const { uniformScore } of matchers) {
    if (uniformScore === undefined) return undefined;
    sum += uniformScore;
  }
  return sum;
}

function uniteCertainTerms(matchers: readonly Matcher[]): ReadonlySet<number> | undefined {
  const united = new Set<number>();
  for (const { certainTerms } of matchers) {
    if (certainTerms === undefined) return undefined;
    for (const term of certainTerms) united.add(term);
  }
  return united;
}
