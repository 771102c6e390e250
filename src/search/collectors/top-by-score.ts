import type { Matches } from '../matches.js';
import { BestDocuments } from './best-documents.js';
import type { ScoreFactors } from './score-factors.js';

/** A document and the score it was ranked by. */
export interface ScoredDocument {
  readonly document: number;
  readonly score: number;
}

/** Of fewer matches all scores are computed, */
const MANY_MATCHES = 10_000;
/** and where more than one in so many is wanted. */
const WANTED_RATIO = 16;
/** The scores of so many matches of the highest bounds tell well which others can be among the best. */
const FIRST_SCORED = 256;
/** How many of the others are scored together. */
const BATCH = 2048;
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
    const bounds = matches.bounds?.();
    if (bounds === undefined) offerAll(best, documents, matches.scores(), factors);
    else offerHopeful(best, end, matches, bounds, factors);
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
    if (score < threshold) continue;
    best.offer(document, score);
    threshold = best.threshold;
  }
}

/**
 * Offers matches by their bounds, first those of the highest, then all others whose scores may not be
 * below the best found so far. Changes the bounds.
 */
function offerHopeful(
  best: BestDocuments,
  wanted: number,
  matches: Matches,
  bounds: Float32Array,
  factors: ScoreFactors | undefined,
): void {
  const most = SLACK * (factors?.highest ?? 1);
  const first = placesOfHighest(bounds, Math.max(FIRST_SCORED, 2 * wanted));
  let lowest = offerSome(best, matches, first, factors) / most;
  for (const place of first) bounds[place] = Number.NaN;
  const places = new Uint32Array(BATCH);
  let size = 0;
  for (let i = 0; i < bounds.length; i++) {
    if (!(bounds[i] >= lowest)) continue;
    places[size++] = i;
    if (size < BATCH) continue;
    lowest = offerSome(best, matches, places, factors) / most;
    size = 0;
  }
  offerSome(best, matches, places.subarray(0, size), factors);
}

/** Where the highest bounds stand, ascending. */
function placesOfHighest(bounds: Float32Array, count: number): Uint32Array {
  const highest = new BestDocuments(count, bounds.length);
  let { threshold } = highest;
  for (let i = 0; i < bounds.length; i++) {
    if (bounds[i] <= threshold) continue;
    highest.offer(i, bounds[i]);
    threshold = highest.threshold;
  }
  return highest.chosen();
}

/**
 * @param places where the documents stand among those of the matches
 * @returns a score below which none is among the best any more
 */
function offerSome(
  best: BestDocuments,
  matches: Matches,
  places: Uint32Array,
  factors: ScoreFactors | undefined,
): number {
  const documents = new Uint32Array(places.length);
  for (let i = 0; i < places.length; i++) documents[i] = matches.documents[places[i]];
  offerAll(best, documents, matches.narrowed(documents, places).scores(), factors);
  best.settle();
  return best.threshold > LEAST ? best.threshold : Number.NEGATIVE_INFINITY;
}
