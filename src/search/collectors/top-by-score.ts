import type { Matches } from '../matches.js';
import { BestDocuments } from './best-documents.js';

/** A document and the score it was ranked by. */
export interface ScoredDocument {
  readonly document: number;
  readonly score: number;
}

/**
 * The best `k` matches after the first `from`, best first; equal scores in document order.
 *
 * @param factors per document, a factor on its score; without it, scores count as they are
 * @remarks O(matches + page × log page) time, O(from + k) memory.
 * @example topByScore(matches, 10, popularity, 20) // the third page of ten
 */
export function topByScore(
  matches: Matches,
  k: number,
  factors?: Float32Array,
  from = 0,
): ScoredDocument[] {
  const { documents, uniformScore } = matches;
  const end = Math.min(from + k, documents.length);
  if (k <= 0 || from >= end) return [];
  if (uniformScore !== undefined && factors === undefined) {
    return Array.from(documents.subarray(from, end), (document) => ({
      document,
      score: uniformScore,
    }));
  }
  const best = new BestDocuments(end, documents.length);
  const scores = uniformScore === undefined ? matches.scores() : undefined;
  const fixed = uniformScore ?? 0;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i];
    const score = scores === undefined ? fixed : scores[i];
    best.offer(document, factors === undefined ? score : score * factors[document]);
  }
  return best.page(from);
}
