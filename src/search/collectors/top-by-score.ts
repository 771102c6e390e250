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
  const scores =
    uniformScore === undefined
      ? matches.scores()
      : new Float64Array(documents.length).fill(uniformScore);
  return select(documents, scores, end, factors).page(from);
}

function select(
  documents: Uint32Array,
  scores: Float64Array,
  size: number,
  factors: Float32Array | undefined,
): BestDocuments {
  const best = new BestDocuments(size, documents.length);
  let { threshold } = best;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i];
    const score = factors === undefined ? scores[i] : scores[i] * factors[document];
    // Most are not among the best any more: asking here costs a third of a call.
    if (score <= threshold) continue;
    best.offer(document, score);
    threshold = best.threshold;
  }
  return best;
}
