import type { Titles } from '../../catalog/catalog.js';
import {
  type FieldBoosts,
  type SearchIndex,
  type TermOrPrefix,
  topByRank,
} from '../../search/index.js';

/** A term in at most this many titles is rare. The rarest term of a search always counts as rare. */
const MAX_TITLES_OF_RARE_TERM = 10_000;
/** The maximum number of titles with all rare terms that are checked one by one for the common terms. */
const MAX_CHECKED_TITLES = 2000;
/**
 * Popular titles are checked one by one only if the estimated number of matches among them is at least
 * this factor times `limit`.
 */
const SAFETY_FACTOR = 3;

/**
 * Finds the `limit` most popular titles that have all of the terms, the most popular first.
 *
 * Finding all titles with common terms is slow. Therefore the function first tries these steps:
 *
 * 1. Check the popular titles of the catalog for all terms.
 * 2. Find the titles with all rare terms, and check the most popular of them for the common terms.
 *
 * A step checks titles only if it is likely to find `limit` titles, or if it can check every title with
 * the rare terms. The estimate assumes that the terms occur independently of each other. If both steps
 * fail, the function finds all titles with the terms.
 */
export function topByPopularity(
  titles: Titles,
  terms: readonly TermOrPrefix[],
  fields: FieldBoosts,
  limit: number,
): number[] {
  const { index, ranks, size } = titles;
  const rarestFirst = terms
    .map((term) => ({ ...term, count: Math.min(size, countTitles(index, term)) }))
    .sort((a, b) => a.count - b.count);
  const shareWith = (some: typeof rarestFirst) =>
    some.reduce((share, { count }) => (share * count) / size, 1);
  const findAll = (some: readonly TermOrPrefix[]) =>
    index.match({
      kind: 'and',
      queries: some.map(({ term, prefix = false }) => ({ kind: 'term', term, prefix, fields })),
    }).documents;
  const mostPopular = (documents: Uint32Array, count: number) =>
    topByRank({ documents }, ranks.popularity, 0, count);

  const enough = SAFETY_FACTOR * limit;
  const popular = titles.popular;
  if (popular.length * shareWith(rarestFirst) >= enough) {
    const found = index.filterByTerms(popular, rarestFirst, fields, limit);
    if (found.length === limit) return found;
  }
  const rare = rarestFirst.filter(({ count }, i) => i === 0 || count <= MAX_TITLES_OF_RARE_TERM);
  const common = rarestFirst.slice(rare.length);
  const candidates = findAll(rare);
  if (common.length === 0) return mostPopular(candidates, limit);
  if (candidates.length <= MAX_CHECKED_TITLES) {
    const found = index.filterByTerms(candidates, common, fields, MAX_CHECKED_TITLES);
    return mostPopular(Uint32Array.from(found), limit);
  }
  const checked = Math.ceil(enough / shareWith(common));
  if (checked <= MAX_CHECKED_TITLES) {
    const found = index.filterByTerms(mostPopular(candidates, checked), common, fields, limit);
    if (found.length === limit) return found;
  }
  return mostPopular(findAll(rarestFirst), limit);
}

/**
 * Returns the number of titles with a term. For a prefix, a title counts once for each of its terms
 * that begin with the prefix.
 */
function countTitles(index: SearchIndex, { term, prefix }: TermOrPrefix): number {
  return prefix ? index.countPrefixPostings(term) : index.documentFrequency(term);
}
