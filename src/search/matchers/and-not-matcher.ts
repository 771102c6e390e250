import { subtract } from '../document-sets.js';
import { type Matcher, narrowTarget } from './matcher.js';

/** The documents that `wanted` matches and none of `unwanted` does, with the scores of `wanted`. */
export function createAndNotMatcher(wanted: Matcher, unwanted: readonly Matcher[]): Matcher {
  if (unwanted.length === 0) return wanted;

  function exclude(candidates: Uint32Array): Uint32Array {
    let kept = candidates;
    for (const matcher of unwanted) {
      if (kept.length === 0) break;
      kept = subtract(kept, matcher.restrict(kept));
    }
    return kept;
  }

  return {
    cost: wanted.cost,
    uniformScore: wanted.uniformScore,
    certainTerms: wanted.certainTerms,
    documents: () => exclude(wanted.documents()),
    restrict: (candidates) => exclude(wanted.restrict(candidates)),
    addScores(target) {
      const narrowed = target.allMatch
        ? target
        : narrowTarget(target, exclude(wanted.restrict(target.documents)));
      wanted.addScores(narrowed);
    },
  };
}
