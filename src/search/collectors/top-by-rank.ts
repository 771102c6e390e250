import type { Matches } from '../matches.js';
import { BestDocuments } from './best-documents.js';

/**
 * The `size` matches after the first `from` in the order of a rank column, whatever their scores.
 *
 * @param ranks per document, its place in the order; see `RankColumnBuilder`
 * @remarks O(matches + page × log page) time, O(from + size) memory. No scores are computed.
 */
export function topByRank(
  matches: Pick<Matches, 'documents'>,
  ranks: Uint32Array,
  from: number,
  size: number,
): number[] {
  const { documents } = matches;
  const end = Math.min(from + size, documents.length);
  if (size <= 0 || from >= end) return [];
  const best = new BestDocuments(end, documents.length);
  let { threshold } = best;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i];
    const score = -ranks[document];
    if (score <= threshold) continue;
    best.offer(document, score);
    threshold = best.threshold;
  }
  return best.page(from).map(({ document }) => document);
}
