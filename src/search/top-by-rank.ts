import type { DocumentGroups } from './columns/document-groups.js';
import { TopK } from './top-k.js';

/**
 * Returns the `size` matches after the first `from`, by ascending sort rank, as for `sort=title`. Computes no scores.
 *
 * @param ranks by document: its position in the sort order, from 0
 * @param from the number of matches to skip, a whole number from 0
 * @param size the number of matches to return, a whole number; 0 or less returns none
 * @param groups the groups of documents of which only the first match counts. Default: every match counts.
 * @remarks O(matches + size × log size) time. O(size) memory for the first pages, O(matches) for later pages.
 * @example topByRank(matches, ranks, 20, 10) // the third page of ten
 */
export function topByRank(
  matches: { readonly documents: Uint32Array },
  ranks: Uint32Array,
  from: number,
  size: number,
  groups?: DocumentGroups,
): number[] {
  const { documents } = matches;
  const end = Math.min(from + size, documents.length);
  if (size <= 0 || from >= end) return [];
  const topK = new TopK(end, documents.length, groups);
  let { threshold } = topK;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i];
    const score = -ranks[document];
    if (score <= threshold) continue;
    topK.offer(document, score);
    threshold = topK.threshold;
  }
  return topK.page(from).map(({ document }) => document);
}
