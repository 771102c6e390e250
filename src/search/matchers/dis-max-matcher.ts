import { gallop } from '../../base/binary-search.js';
import type { IndexReader } from '../index-reader.js';
import { GALLOP_RATIO, unite } from '../postings/document-sets.js';
import { COST_PER_SCORE, intersectionCost } from '../query-cost.js';
import { sumCosts } from './boolean-matchers.js';
import type { Matcher, ScoreTarget } from './matcher.js';

/**
 * Creates a matcher for the documents that any of the matchers matches. The score is the highest of the scores
 * of the matchers that match.
 *
 * @param matchers at least one
 * @param queryTerm the index of the query term that every match has
 */
export function createDisMaxMatcher(
  { scratch }: IndexReader,
  matchers: readonly Matcher[],
  queryTerm: number,
): Matcher {
  const [first] = matchers;
  if (matchers.length === 1 && first.requiredTerms?.has(queryTerm)) return first;
  /**
   * The latest matching documents, and the documents that each matcher matches among them. Kept for scoring,
   * because the same documents are often scored next.
   */
  let latest: { documents: Uint32Array; lists: readonly Uint32Array[] } | undefined;

  function uniteLists(lists: readonly Uint32Array[]): Uint32Array {
    latest = { documents: unite(lists, scratch.withBitset), lists };
    return latest.documents;
  }

  function listsOf(documents: Uint32Array): readonly Uint32Array[] {
    if (latest?.documents === documents) return latest.lists;
    return matchers.map((matcher) => matcher.restrict(documents));
  }

  /**
   * Adds the highest score of each document to the target.
   *
   * @param highest arbitrary numbers, one per document of the target. The scores are written to this array.
   */
  function addHighest(target: ScoreTarget, highest: Float32Array | Float64Array): void {
    const { documents, slots, scores } = target;
    const termWord = target.terms?.[queryTerm >>> 5];
    highest.fill(Number.NEGATIVE_INFINITY);
    listsOf(documents).forEach((list, i) => {
      if (list.length === 0) return;
      scoreList(matchers[i], list, target.isForUpperBounds, (listScores) =>
        raise(highest, documents, list, listScores),
      );
    });
    for (let i = 0; i < highest.length; i++) {
      if (highest[i] === Number.NEGATIVE_INFINITY) continue;
      const slot = slots === undefined ? i : slots[i];
      scores[slot] += highest[i];
      if (termWord !== undefined) termWord[slot] |= 1 << (queryTerm & 31);
    }
  }

  /** Calls `use` with the scores of documents that `matcher` matches, or with score upper bounds. */
  function scoreList(
    matcher: Matcher,
    documents: Uint32Array,
    isForUpperBounds: boolean,
    use: (scores: Float32Array | Float64Array) => void,
  ): void {
    withFloats(documents.length, isForUpperBounds, (scores) => {
      scores.fill(0);
      matcher.addScores({
        documents,
        allMatch: true,
        slots: undefined,
        scores,
        terms: undefined,
        isForUpperBounds,
      });
      use(scores);
    });
  }

  /** Calls `use` with an array of arbitrary numbers: 32-bit floats for score upper bounds, otherwise 64-bit floats. */
  function withFloats(
    size: number,
    isForUpperBounds: boolean,
    use: (array: Float32Array | Float64Array) => void,
  ): void {
    if (isForUpperBounds) scratch.withFloat32Array((array) => use(array.subarray(0, size)));
    else use(new Float64Array(size));
  }

  return {
    cost: sumCosts(matchers),
    totalCost(candidates, passes) {
      let sum = 2 * COST_PER_SCORE * candidates;
      for (const matcher of matchers) {
        sum += passes * intersectionCost(candidates, matcher.cost);
        sum += matcher.totalCost(Math.min(candidates, matcher.cost), passes + 2);
      }
      return sum;
    },
    constantScore: undefined,
    requiredTerms: new Set([queryTerm]),
    documents: () => uniteLists(matchers.map((matcher) => matcher.documents())),
    restrict: (candidates) => uniteLists(matchers.map((matcher) => matcher.restrict(candidates))),
    addScores(target) {
      withFloats(target.documents.length, target.isForUpperBounds, (highest) =>
        addHighest(target, highest),
      );
    },
  };
}

/**
 * Replaces the elements of `highest` that are lower than the scores of a list.
 *
 * @param highest parallel to `documents`
 * @param list some of `documents`, ascending
 * @param scores parallel to `list`
 */
function raise(
  highest: Float32Array | Float64Array,
  documents: Uint32Array,
  list: Uint32Array,
  scores: Float32Array | Float64Array,
): void {
  const isSparse = documents.length > list.length * GALLOP_RATIO;
  let at = 0;
  for (let i = 0; i < list.length; i++) {
    if (isSparse) at = gallop(documents, list[i], at);
    else while (at < documents.length && documents[at] !== list[i]) at++;
    if (scores[i] > highest[at]) highest[at] = scores[i];
  }
}
