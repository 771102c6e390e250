import type { Matches } from '../matches.js';
import { BestDocuments } from './best-documents.js';

/** A document and the score it was ranked by. */
export interface ScoredDocument {
  readonly document: number;
  readonly score: number;
}

/** Of fewer matches, all scores are computed as soon as the few that matter are told apart. */
const FEW_MATCHES = 8000;
/** How many of the matches, those of the highest bounds, are scored first: so many pages. */
const PROBED_PAGES = 4;

/**
 * The best `k` matches after the first `from`, best first; equal scores in document order.
 *
 * @param factors per document, a factor on its score, not below 0; without it, scores count as they
 *   are
 * @remarks O(matches + page × log page) time, O(from + k) memory. Where matches have bounds, most of
 *   them are never scored.
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
  const contenders = uniformScore === undefined ? contendersOf(matches, end, factors) : matches;
  return select(contenders.documents, scoresOf(contenders), end, factors).page(from);
}

/** The matches without most of those that cannot be among the best `count`. */
function contendersOf(matches: Matches, count: number, factors?: Float32Array): Matches {
  const { documents } = matches;
  if (documents.length < FEW_MATCHES || count * PROBED_PAGES * 2 > documents.length) return matches;
  const bounds = matches.bounds?.();
  if (bounds === undefined) return matches;
  const probed = select(documents, bounds, count * PROBED_PAGES, factors)
    .page(0)
    .map(({ document }) => document);
  const probe = matches.narrowed(Uint32Array.from(probed).sort());
  const [{ score: needed }] = select(probe.documents, probe.scores(), count, factors).page(
    count - 1,
  );
  const kept = new Uint32Array(documents.length);
  let length = 0;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i];
    const bound = factors === undefined ? bounds[i] : bounds[i] * factors[document];
    kept[length] = document;
    if (bound >= needed) length++;
  }
  return matches.narrowed(kept.subarray(0, length));
}

function scoresOf(matches: Matches): Float64Array {
  const { documents, uniformScore } = matches;
  return uniformScore === undefined
    ? matches.scores()
    : new Float64Array(documents.length).fill(uniformScore);
}

function select(
  documents: Uint32Array,
  scores: Float64Array,
  size: number,
  factors?: Float32Array,
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
