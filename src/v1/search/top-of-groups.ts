import { intersect, type ScoreBoosts } from '../../search/index.js';
import type { RankedGroup } from './keyword-search.js';

/**
 * Returns the best titles of groups. All titles of a group come before the titles of the next group.
 *
 * @param documents the titles to rank: all titles of the groups or some of them, ascending
 * @param boosts factors on the scores of all titles
 * @param from the number of best titles to skip
 * @param limit the maximum number of titles to return
 */
export function topOfGroups(
  groups: readonly RankedGroup[],
  documents: Uint32Array,
  boosts: ScoreBoosts,
  from: number,
  limit: number,
): number[] {
  const numbers: number[] = [];
  let skipped = from;
  for (const { matches, titleBoosts } of groups) {
    const ofGroup = groups.length === 1 ? documents : intersect(documents, matches.documents);
    const left = limit - numbers.length;
    if (left > 0 && skipped < ofGroup.length) {
      const ranked = matches.narrowed(ofGroup);
      const documentBoosts = titleBoosts?.(ranked);
      const best = ranked.top(left, { from: skipped, boosts, documentBoosts });
      for (const { document } of best) numbers.push(document);
    }
    skipped = Math.max(0, skipped - ofGroup.length);
  }
  return numbers;
}
