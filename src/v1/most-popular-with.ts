import type { Titles } from '../catalog/catalog.js';
import { topByRank } from '../search/collectors/top-by-rank.js';
import type { FieldBoosts } from '../search/query.js';
import type { SearchIndex, SoughtTerm } from '../search/search-index.js';
import { popularTitles } from './popular-titles.js';

/** A term in no more titles than this is rare: all titles that have it are found. */
const RARE = 10_000;
/** So few titles are looked through one by one for the other terms. */
const FEW = 2000;
/** How many times as many titles as are wanted what is looked through should hold, by estimate. */
const SAFETY = 3;

/**
 * The `limit` most popular titles that have all of the terms, most popular first.
 *
 * Common terms are looked for in popular titles, of which a good part has them: in those of the
 * whole catalog, or in those that have the rare terms. Whether that is likely to be enough is
 * estimated as if no term had to do with another; where it was not, whatever has the terms is found.
 */
export function mostPopularWith(
  titles: Titles,
  terms: readonly SoughtTerm[],
  fields: FieldBoosts,
  limit: number,
): number[] {
  const { index, ranks, size } = titles;
  const sought = terms
    .map((term) => ({ ...term, count: Math.min(size, postingsOf(index, term)) }))
    .sort((a, b) => a.count - b.count);
  const shareWith = (some: typeof sought) =>
    some.reduce((share, { count }) => (share * count) / size, 1);
  const withAll = (some: readonly SoughtTerm[]) =>
    index.match({
      kind: 'and',
      queries: some.map(({ term, prefix = false }) => ({ kind: 'term', term, prefix, fields })),
    }).documents;
  const mostPopular = (documents: Uint32Array, many: number) =>
    topByRank({ documents }, ranks.popularity, 0, many);

  const enough = SAFETY * limit;
  const popular = popularTitles(titles);
  if (popular.length * shareWith(sought) >= enough) {
    const found = index.firstWith(popular, sought, fields, limit);
    if (found.length === limit) return found;
  }
  const rare = sought.filter(({ count }, i) => i === 0 || count <= RARE);
  const common = sought.slice(rare.length);
  const candidates = withAll(rare);
  if (common.length === 0) return mostPopular(candidates, limit);
  if (candidates.length <= FEW) {
    const found = index.firstWith(candidates, common, fields, FEW);
    return mostPopular(Uint32Array.from(found), limit);
  }
  const tried = Math.ceil(enough / shareWith(common));
  if (tried <= FEW) {
    const found = index.firstWith(mostPopular(candidates, tried), common, fields, limit);
    if (found.length === limit) return found;
  }
  return mostPopular(withAll(sought), limit);
}

/** About how many titles have a term: exact for a whole one, too many for the beginning of several. */
function postingsOf(index: SearchIndex, { term, prefix }: SoughtTerm): number {
  return prefix ? index.prefixPostings(term) : index.documentFrequency(term);
}
