import { intersect, type ScoreBoosts } from '../../search/index.js';
import type { DocumentBoosts } from './boosts/document-boosts.js';
import type { RankedGroup } from './keyword-search.js';

/** A title with the score that it is ranked by. */
export interface RankedTitle {
  readonly document: number;
  /** The score of the match, multiplied by all boosts. */
  readonly score: number;
  readonly group: RankedGroup;
  /** The boosts of the titles of the group. */
  readonly titleBoosts: DocumentBoosts | undefined;
}

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
): RankedTitle[] {
  const titles: RankedTitle[] = [];
  let skipped = from;
  for (const group of groups) {
    const { matches } = group;
    const ofGroup = groups.length === 1 ? documents : intersect(documents, matches.documents);
    const left = limit - titles.length;
    if (left > 0 && skipped < ofGroup.length) {
      const ranked = matches.narrowed(ofGroup);
      const titleBoosts = group.titleBoosts?.(ranked);
      const documentBoosts = titleBoosts?.factors;
      const best = ranked.top(left, { from: skipped, boosts, documentBoosts });
      for (const { document, score } of best) titles.push({ document, score, group, titleBoosts });
    }
    skipped = Math.max(0, skipped - ofGroup.length);
  }
  return titles;
}
