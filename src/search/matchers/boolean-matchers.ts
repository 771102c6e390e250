import type { IndexReader } from '../index-reader.js';
import { difference, intersect, unite } from '../postings/document-sets.js';
import { COST_PER_COLUMN_VALUE, intersectionCost } from '../query-cost.js';
import { type Matcher, NO_TERMS, restrictTarget } from './matcher.js';

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
 * @param matchers at least one
 */
export function createAndMatcher(matchers: readonly Matcher[]): Matcher {
  if (matchers.length === 1) return matchers[0];
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
    totalCost(candidates, passes) {
      const kept = Math.min(candidates, cheapest.cost);
      const first = cheapest.totalCost(candidates, passes);
      return others.reduce((sum, matcher) => sum + matcher.totalCost(kept, passes), first);
    },
    constantScore: sumConstantScores(matchers),
    requiredTerms: uniteRequiredTerms(matchers),
    documents: () => restrict(cheapest.documents(), others),
    restrict: (candidates) => restrict(candidates, byCost),
    addScores(target) {
      const restricted = target.allMatch
        ? target
        : restrictTarget(target, restrict(target.documents, byCost));
      for (const matcher of matchers) matcher.addScores(restricted);
    },
  };
}

/** Returns the sum of the constant scores, or undefined when a matcher has no constant score. */
function sumConstantScores(matchers: readonly Matcher[]): number | undefined {
  let sum = 0;
  for (const { constantScore } of matchers) {
    if (constantScore === undefined) return undefined;
    sum += constantScore;
  }
  return sum;
}

/** Returns the union of the required terms, or undefined when `requiredTerms` of any matcher is undefined. */
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
 * @param matchers at least one
 */
export function createOrMatcher(reader: IndexReader, matchers: readonly Matcher[]): Matcher {
  if (matchers.length === 1) return matchers[0];
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

export function sumCosts(matchers: readonly Matcher[]): number {
  return matchers.reduce((sum, { cost }) => sum + cost, 0);
}

/** Returns the required terms of the matchers if all matchers have the same, otherwise undefined. */
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
    totalCost(candidates, passes) {
      const kept = Math.min(candidates, included.cost);
      const first = included.totalCost(candidates, passes);
      return excluded.reduce((sum, matcher) => sum + matcher.totalCost(kept, passes), first);
    },
    constantScore: included.constantScore,
    requiredTerms: included.requiredTerms,
    documents: () => exclude(included.documents()),
    restrict: (candidates) => exclude(included.restrict(candidates)),
    addScores(target) {
      const restricted = target.allMatch
        ? target
        : restrictTarget(target, exclude(included.restrict(target.documents)));
      included.addScores(restricted);
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
    totalCost(candidates, passes) {
      const kept = Math.min(candidates, required.cost);
      const first = required.totalCost(candidates, passes);
      return optional.reduce((sum, matcher) => sum + matcher.totalCost(kept, passes + 2), first);
    },
    constantScore: undefined,
    requiredTerms: required.requiredTerms,
    documents: () => required.documents(),
    restrict: (candidates) => required.restrict(candidates),
    addScores(target) {
      const restricted = target.allMatch
        ? target
        : restrictTarget(target, required.restrict(target.documents));
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
      const { documents, slots, scores } = target.allMatch
        ? target
        : restrictTarget(target, matcher.restrict(target.documents));
      for (let i = 0; i < documents.length; i++)
        scores[slots === undefined ? i : slots[i]] += score;
    },
  };
}
