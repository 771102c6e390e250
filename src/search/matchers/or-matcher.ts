import type { IndexReader } from '../index-reader.js';
import type { Matcher } from './matcher.js';

/** The documents that any of the matchers matches, of which there is at least one; scores add up. */
export function createOrMatcher(reader: IndexReader, matchers: readonly Matcher[]): Matcher {
  if (matchers.length === 1) return matchers[0];
  const cost = matchers.reduce((sum, matcher) => sum + matcher.cost, 0);

  function unite(lists: readonly Uint32Array[]): Uint32Array {
    return reader.scratch.withBitset((bitset) => {
      for (const list of lists) bitset.addAll(list);
      return bitset.takeAll();
    });
  }

  return {
    cost,
    uniformScore: undefined,
    certainTerms: sameCertainTerms(matchers),
    documents: () => unite(matchers.map((matcher) => matcher.documents())),
    restrict: (candidates) => unite(matchers.map((matcher) => matcher.restrict(candidates))),
    addScores(target) {
      const uncertain = { ...target, allMatch: false };
      for (const matcher of matchers) matcher.addScores(uncertain);
    },
  };
}

function sameCertainTerms(matchers: readonly Matcher[]): ReadonlySet<number> | undefined {
  const [first, ...others] = matchers.map((matcher) => matcher.certainTerms);
  const isSame = others.every(
    (terms) => first !== undefined && terms !== undefined && isEqual(first, terms),
  );
  return isSame ? first : undefined;
}

function isEqual(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  return a.size === b.size && [...a].every((term) => b.has(term));
}
