import type { Titles } from '../../catalog/catalog.js';
import {
  type FieldBoosts,
  type SearchIndex,
  type TermOrPrefix,
  topByRank,
} from '../../search/index.js';

/**
 * The popular titles of the catalog are checked only if the estimated number of matches among them is at least this factor
 * times `limit`.
 */
const SAFETY_FACTOR = 3;

/** Titles with a term in at most this many titles are checked for the other terms. */
const MAX_CHECKED_TITLES = 2000;

/**
 * Finds the `limit` most popular titles that have all of the terms, the most popular first.
 *
 * If the popular titles of the catalog probably include `limit` titles with the terms, checks the popular titles one by one.
 * Finding all titles would take a fifth longer for `the h` in the search box. The estimate assumes that the terms occur
 * independently of each other. Checks the titles with a rare term one by one, too. Finding all titles would take a third
 * longer for `moby d` in 400,000 titles, because a `d` begins very many terms.
 */
export function topByPopularity(
  { index, popular, ranks, size }: Titles,
  terms: readonly TermOrPrefix[],
  fields: FieldBoosts,
  limit: number,
): number[] {
  const rarestFirst = terms
    .map((term) => ({ ...term, count: Math.min(size, countTitles(index, term)) }))
    .sort((a, b) => a.count - b.count);
  const shareWithAll = rarestFirst.reduce((share, { count }) => (share * count) / size, 1);
  if (popular.length * shareWithAll >= SAFETY_FACTOR * limit) {
    const found = index.filterByTerms(popular, rarestFirst, fields, limit);
    if (found.length === limit) return found;
  }
  const titlesWith = (some: readonly TermOrPrefix[]) =>
    index.match({
      kind: 'and',
      queries: some.map(({ term, prefix = false }) => ({ kind: 'term', term, prefix, fields })),
    }).documents;
  const rare = rarestFirst.filter(({ count }) => count <= MAX_CHECKED_TITLES);
  const common = rarestFirst.slice(rare.length);
  const documents =
    rare.length === 0 || common.length === 0
      ? titlesWith(rarestFirst)
      : Uint32Array.from(index.filterByTerms(titlesWith(rare), common, fields, MAX_CHECKED_TITLES));
  return topByRank({ documents }, ranks.popularity, 0, limit);
}

/**
 * Returns the number of titles with a term. For a prefix, a title counts once for each of its terms
 * that begin with the prefix.
 */
function countTitles(index: SearchIndex, { term, prefix }: TermOrPrefix): number {
  return prefix ? index.countPrefixPostings(term) : index.documentFrequency(term);
}
