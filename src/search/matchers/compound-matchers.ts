/*
 * The matchers of queries that consist of other queries (AND, OR, AND NOT, boolean, at least, dis-max, constant score),
 * and of sets of documents.
 */

import { gallop } from '../../base/binary-search.js';
import type { IndexReader } from '../index-reader.js';
import {
  difference,
  GALLOP_RATIO,
  intersect,
  locateAll,
  unite,
} from '../postings/document-sets.js';
import {
  COST_PER_COLUMN_VALUE,
  COST_PER_SCORE,
  intersectionCost,
  MATCH_NOTHING,
  type Matcher,
  NO_TERMS,
  restrictTarget,
  type ScoreTarget,
} from './matcher.js';

/**
 * Returns the cost of a matcher, and of other matchers that receive only the documents that it matches.
 *
 * @param otherPasses The passes of the other matchers. Default: `passes`.
 */
function totalCostOf(
  first: Matcher,
  others: readonly Matcher[],
  candidates: number,
  passes: number,
  otherPasses = passes,
): number {
  const kept = Math.min(candidates, first.cost);
  const cost = first.totalCost(candidates, passes);
  return others.reduce((sum, matcher) => sum + matcher.totalCost(kept, otherPasses), cost);
}

/** Creates a matcher that matches every document with the score 1. */
export function createAllMatcher(reader: IndexReader): Matcher {
  return {
    // The highest cost, because an AND matcher calls `documents` only for its matcher with the lowest cost.
    cost: Number.POSITIVE_INFINITY,
    totalCost: (candidates, passes) => passes * candidates,
    constantScore: 1,
    requiredTerms: NO_TERMS,
    documents: () => reader.allDocuments(),
    restrict: (candidates) => candidates,
    addScores({ documents, slots, scores }) {
      for (let i = 0; i < documents.length; i++) scores[slots === undefined ? i : slots[i]] += 1;
    },
  };
}

/**
 * Creates a matcher for the documents that `select` returns, with the score 0. {@link Matcher.documents}
 * tests all documents of the index.
 *
 * @param select returns the documents of `candidates` (ascending) whose values in a column match
 */
export function createColumnMatcher(
  reader: IndexReader,
  select: (candidates: Uint32Array) => Uint32Array,
): Matcher {
  return {
    cost: reader.data.documentCount,
    totalCost: (candidates, passes) => passes * COST_PER_COLUMN_VALUE * candidates,
    constantScore: 0,
    requiredTerms: NO_TERMS,
    documents: () => select(reader.allDocuments()),
    restrict: select,
    addScores: () => {},
  };
}

/**
 * Creates a matcher for the given documents, with the score 0.
 *
 * @param documents ascending, without duplicates
 */
export function createDocumentSetMatcher(documents: Uint32Array): Matcher {
  return {
    cost: documents.length,
    totalCost: (candidates, passes) => passes * intersectionCost(candidates, documents.length),
    constantScore: 0,
    requiredTerms: NO_TERMS,
    documents: () => documents,
    restrict: (candidates) => intersect(candidates, documents),
    addScores: () => {},
  };
}

/**
 * Creates a matcher for the documents that all of the matchers match. The score is the sum of the scores
 * of the matchers.
 *
 * @param matchers without matchers, nothing matches
 */
export function createAndMatcher(matchers: readonly Matcher[]): Matcher {
  if (matchers.length <= 1) return matchers[0] ?? MATCH_NOTHING;
  const byCost = [...matchers].sort((a, b) => a.cost - b.cost);
  const [cheapest, ...others] = byCost;

  function restrict(candidates: Uint32Array, ordered: readonly Matcher[]): Uint32Array {
    let kept = candidates;
    for (const matcher of ordered) {
      if (kept.length === 0) break;
      kept = matcher.restrict(kept);
    }
    return kept;
  }

  return {
    cost: cheapest.cost,
    totalCost: (candidates, passes) => totalCostOf(cheapest, others, candidates, passes),
    constantScore: sumConstantScores(matchers),
    requiredTerms: uniteRequiredTerms(matchers),
    documents: () => restrict(cheapest.documents(), others),
    restrict: (candidates) => restrict(candidates, byCost),
    addScores(target) {
      const restricted = restrictTarget(target, (documents) => restrict(documents, byCost));
      for (const matcher of matchers) matcher.addScores(restricted);
    },
  };
}

function sumConstantScores(matchers: readonly Matcher[]): number | undefined {
  let sum = 0;
  for (const { constantScore } of matchers) {
    if (constantScore === undefined) return undefined;
    sum += constantScore;
  }
  return sum;
}

function uniteRequiredTerms(matchers: readonly Matcher[]): ReadonlySet<number> | undefined {
  const united = new Set<number>();
  for (const { requiredTerms } of matchers) {
    if (requiredTerms === undefined) return undefined;
    for (const term of requiredTerms) united.add(term);
  }
  return united;
}

/**
 * Creates a matcher for the documents that any of the matchers matches. The score is the sum of the
 * scores of the matchers that match.
 *
 * @param matchers without matchers, nothing matches
 */
export function createOrMatcher(reader: IndexReader, matchers: readonly Matcher[]): Matcher {
  if (matchers.length <= 1) return matchers[0] ?? MATCH_NOTHING;
  return {
    cost: sumCosts(matchers),
    totalCost: (candidates, passes) =>
      matchers.reduce(
        (sum, matcher) =>
          sum + Math.min(candidates, matcher.cost) + matcher.totalCost(candidates, passes + 2),
        0,
      ),
    constantScore: undefined,
    requiredTerms: sharedRequiredTerms(matchers),
    documents: () =>
      unite(
        matchers.map((matcher) => matcher.documents()),
        reader.scratch.withBitset,
      ),
    restrict: (candidates) =>
      unite(
        matchers.map((matcher) => matcher.restrict(candidates)),
        reader.scratch.withBitset,
      ),
    addScores(target) {
      const anyTarget = { ...target, allMatch: false };
      for (const matcher of matchers) matcher.addScores(anyTarget);
    },
  };
}

function sumCosts(matchers: readonly Matcher[]): number {
  return matchers.reduce((sum, { cost }) => sum + cost, 0);
}

function sharedRequiredTerms(matchers: readonly Matcher[]): ReadonlySet<number> | undefined {
  const [first, ...others] = matchers.map((matcher) => matcher.requiredTerms);
  const isSame = others.every(
    (terms) => first !== undefined && terms !== undefined && isEqual(first, terms),
  );
  return isSame ? first : undefined;
}

function isEqual(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  return a.size === b.size && [...a].every((term) => b.has(term));
}

/**
 * Creates a matcher for the documents that `included` matches and no matcher of `excluded` matches.
 * The score is the score of `included`.
 */
export function createAndNotMatcher(included: Matcher, excluded: readonly Matcher[]): Matcher {
  if (excluded.length === 0) return included;

  function exclude(candidates: Uint32Array): Uint32Array {
    let kept = candidates;
    for (const matcher of excluded) {
      if (kept.length === 0) break;
      kept = difference(kept, matcher.restrict(kept));
    }
    return kept;
  }

  return {
    cost: included.cost,
    totalCost: (candidates, passes) => totalCostOf(included, excluded, candidates, passes),
    constantScore: included.constantScore,
    requiredTerms: included.requiredTerms,
    documents: () => exclude(included.documents()),
    restrict: (candidates) => exclude(included.restrict(candidates)),
    addScores(target) {
      included.addScores(
        restrictTarget(target, (documents) => exclude(included.restrict(documents))),
      );
    },
  };
}

/**
 * Creates a matcher for the documents that `required` matches. The score is the score of `required`, plus the
 * scores of the optional matchers that match.
 */
export function createBooleanMatcher(required: Matcher, optional: readonly Matcher[]): Matcher {
  if (optional.length === 0) return required;
  return {
    cost: required.cost,
    totalCost: (candidates, passes) =>
      totalCostOf(required, optional, candidates, passes, passes + 2),
    constantScore: undefined,
    requiredTerms: required.requiredTerms,
    documents: () => required.documents(),
    restrict: (candidates) => required.restrict(candidates),
    addScores(target) {
      const restricted = restrictTarget(target, (documents) => required.restrict(documents));
      required.addScores(restricted);
      const optionalTarget = { ...restricted, allMatch: false, terms: undefined };
      for (const matcher of optional) matcher.addScores(optionalTarget);
    },
  };
}

/** Creates a matcher for the documents that `matcher` matches, each with the same score. */
export function createConstantScoreMatcher(matcher: Matcher, score: number): Matcher {
  return {
    cost: matcher.cost,
    totalCost: (candidates, passes) => candidates + matcher.totalCost(candidates, passes + 2),
    constantScore: score,
    requiredTerms: NO_TERMS,
    documents: () => matcher.documents(),
    restrict: (candidates) => matcher.restrict(candidates),
    addScores(target) {
      const { documents, slots, scores } = restrictTarget(target, (some) => matcher.restrict(some));
      for (let i = 0; i < documents.length; i++)
        scores[slots === undefined ? i : slots[i]] += score;
    },
  };
}

interface WeightedMatcher {
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
      const anyTarget = { ...restrictTarget(target, restrict), allMatch: false };
      for (const matcher of matchers) matcher.addScores(anyTarget);
    },
  };
}

/**
 * Returns essential matchers: every match matches at least one of them. Leaves out as many of the costliest matchers as
 * possible. Returns undefined if all matchers together do not reach the threshold.
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

/**
 * Creates a matcher for the documents that any of the matchers matches. The score is the highest of the scores
 * of the matchers that match.
 *
 * @param matchers without matchers, nothing matches
 * @param queryTerm the index of the query term that every match has
 */
export function createDisMaxMatcher(
  { scratch }: IndexReader,
  matchers: readonly Matcher[],
  queryTerm: number,
): Matcher {
  const [first] = matchers;
  if (first === undefined) return MATCH_NOTHING;
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
