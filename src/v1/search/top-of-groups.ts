import {
  countGroups,
  type DocumentGroups,
  intersect,
  type Matches,
  type ScoreBoosts,
  withoutGroupsOf,
} from '../../search/index.js';
import type { DocumentBoosts } from './boosts/document-boosts.js';
import type { RankedGroup } from './keyword-search.js';

/** The titles of a group that pass the narrowings. */
export interface NarrowedGroup {
  readonly group: RankedGroup;
  readonly matches: Matches;
  /** The number of results: titles, or works if each work is listed once. */
  readonly count: number;
}

/**
 * Narrows groups.
 *
 * @param documents the titles that pass the narrowings, ascending
 * @param works the works of titles, if each work is listed once. A work is then only in the first group with a title of
 *   the work.
 */
export function narrowGroups(
  groups: readonly RankedGroup[],
  documents: Uint32Array,
  works: DocumentGroups | undefined,
): NarrowedGroup[] {
  let left = documents;
  return groups.map((group) => {
    const ofGroup = groups.length === 1 ? left : intersect(left, group.matches.documents);
    if (works !== undefined && groups.length > 1) left = withoutGroupsOf(left, works, ofGroup);
    const count = works === undefined ? ofGroup.length : countGroups(ofGroup, works);
    return { group, matches: group.matches.narrowed(ofGroup), count };
  });
}

/** A title with the score that it is ranked by. */
export interface RankedTitle {
  readonly document: number;
  /** The score of the match, multiplied by all boosts. */
  readonly score: number;
  readonly group: RankedGroup;
  /** The boosts of the titles of the group. */
  readonly titleBoosts: DocumentBoosts | undefined;
}

interface TopOfGroupsOptions {
  /** Factors on the scores of all titles. */
  readonly boosts: ScoreBoosts;
  /** The number of best results to skip. */
  readonly from: number;
  /** The maximum number of titles to return. */
  readonly limit: number;
  /** The works of titles, if only the best title of each work is returned. */
  readonly works?: DocumentGroups | undefined;
}

/** Returns the best titles of groups. All titles of a group come before the titles of the next group. */
export function topOfGroups(
  groups: readonly NarrowedGroup[],
  { boosts, from, limit, works }: TopOfGroupsOptions,
): RankedTitle[] {
  const titles: RankedTitle[] = [];
  let skipped = from;
  for (const { group, matches, count } of groups) {
    const left = limit - titles.length;
    if (left > 0 && skipped < count) {
      const titleBoosts = group.titleBoosts?.(matches);
      const documentBoosts = titleBoosts?.factors;
      const best = matches.top(left, { from: skipped, boosts, documentBoosts, groups: works });
      for (const { document, score } of best) titles.push({ document, score, group, titleBoosts });
    }
    skipped = Math.max(0, skipped - count);
  }
  return titles;
}
