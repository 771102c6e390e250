import type { Matches } from '../matches.js';
import { BestDocuments } from './best-documents.js';
import type { ScoreFactors } from './score-factors.js';

/** A document and the score it was ranked by. */
export interface ScoredDocument {
  readonly document: number;
  readonly score: number;
}

/** Of fewer matches all scores are computed, */
const MANY_MATCHES = 16384;
/** and where more than one in so many is wanted. */
const WANTED_RATIO = 16;
/** When one in so many has turned out to need its score, the rest are not looked at one by one. */
const HOPEFUL_RATIO = 8;
/** How many scores are computed together. */
const BATCH = 512;
/** What a bound is multiplied with, against rounding: bounds are 32-bit floats. */
const SLACK = 1 + 1e-5;
/** So small scores are all computed: their bounds may be 0. */
const LEAST = 1e-30;

/**
 * The best `k` matches after the first `from`, best first; equal scores in document order.
 *
 * Where matches know bounds of their scores, scores are computed only of those that can still be
 * among the best: of a common word, of one match in a hundred.
 *
 * @param factors what scores are multiplied with; without it, they count as they are
 * @remarks O(matches + page × log page) time, O(from + k) memory.
 * @example topByScore(matches, 10, popularity, 20) // the third page of ten
 */
export function topByScore(
  matches: Matches,
  k: number,
  factors?: ScoreFactors,
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
  if (uniformScore !== undefined) {
    offerAll(best, documents, new Float64Array(documents.length).fill(uniformScore), factors);
  } else if (documents.length < MANY_MATCHES || end * WANTED_RATIO > documents.length) {
    offerAll(best, documents, matches.scores(), factors);
  } else {
    const bounds = matches.boundsPay ? matches.bounds?.() : undefined;
    if (bounds === undefined) offerAll(best, documents, matches.scores(), factors);
    else offerHopeful(best, matches, bounds, factors);
  }
  return best.page(from);
}

function offerAll(
  best: BestDocuments,
  documents: Uint32Array,
  scores: Float64Array,
  factors: ScoreFactors | undefined,
): void {
  let { threshold } = best;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i];
    const score = factors === undefined ? scores[i] : scores[i] * factors.values[document];
    // Most are not among the best any more: asking here costs a third of a call.
    if (score <= threshold) continue;
    best.offer(document, score);
    threshold = best.threshold;
  }
}

/**
 * Offers the matches whose bounds are not below the scores of as many others as are wanted; when
 * those become many, all of the rest.
 */
function offerHopeful(
  best: BestDocuments,
  matches: Matches,
  bounds: Float32Array,
  factors: ScoreFactors | undefined,
): void {
  const { documents } = matches;
  const most = SLACK * (factors?.highest ?? 1);
  const batch = new Uint32Array(BATCH);
  const places = new Uint32Array(BATCH);
  let size = 0;
  let left = documents.length / HOPEFUL_RATIO;
  let lowest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < documents.length; i++) {
    if (bounds[i] < lowest) continue;
    batch[size] = documents[i];
    places[size++] = i;
    if (size < BATCH) continue;
    offerSome(best, matches, batch.slice(), places.slice(), factors);
    lowest = best.threshold > LEAST ? best.threshold / most : Number.NEGATIVE_INFINITY;
    left -= size;
    size = 0;
    if (left < 0) {
      offerSome(best, matches, documents.subarray(i + 1), undefined, factors);
      return;
    }
  }
  offerSome(best, matches, batch.slice(0, size), places.slice(0, size), factors);
}

/** @param places where the documents stand among those of the matches */
function offerSome(
  best: BestDocuments,
  matches: Matches,
  documents: Uint32Array,
  places: Uint32Array | undefined,
  factors: ScoreFactors | undefined,
): void {
  offerAll(best, documents, matches.narrowed(documents, places).scores(), factors);
  best.settle();
}
