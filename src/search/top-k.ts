import type { Matches } from './matches.js';

/** Factors on the scores of documents, applied when documents are ranked. */
export interface ScoreBoosts {
  /**
   * By document: a factor of at least 0.
   *
   * @internal
   */
  readonly values: Float32Array;
  /** The highest of the factors, or 0 if there are none. */
  readonly highest: number;
}

/**
 * Creates boosts for {@link topByScore}. O(documents).
 *
 * @param values by document: a factor of at least 0
 */
export function createScoreBoosts(values: Float32Array): ScoreBoosts {
  let highest = 0;
  for (let i = 0; i < values.length; i++) if (values[i] > highest) highest = values[i];
  return { values, highest };
}

/**
 * Keeps the `size` best of the documents that are offered. A document with a higher score is better.
 * Of two documents with equal scores, the document with the lower number is better.
 *
 * Uses a buffer of up to `2 * size + 64` documents instead of a heap. When the buffer is full, all
 * but the `size` best are discarded. O(1) per document on average.
 */
class TopK {
  private readonly documents: Uint32Array;
  private readonly scores: Float64Array;
  private length = 0;
  /** A document with a lower score is not among the `size` best. Never decreases. */
  threshold = Number.NEGATIVE_INFINITY;
  /**
   * A document with the score {@link threshold} and a higher number than `last` is not among the
   * `size` best.
   */
  private last = Number.POSITIVE_INFINITY;

  /**
   * @param size the number of documents to keep, at least 1
   * @param maxOffers the maximum number of documents that will be offered
   */
  constructor(
    private readonly size: number,
    maxOffers: number,
  ) {
    const capacity = Math.max(1, Math.min(maxOffers, 2 * size + 64));
    this.documents = new Uint32Array(capacity);
    this.scores = new Float64Array(capacity);
  }

  /** Offers a document. Offer documents in any order, each once. The score must not be NaN. */
  offer(document: number, score: number): void {
    if (this.isNotCompetitive(document, score)) return;
    if (this.length === this.scores.length) {
      this.discardWorst();
      if (this.isNotCompetitive(document, score)) return;
    }
    this.documents[this.length] = document;
    this.scores[this.length] = score;
    this.length++;
  }

  /**
   * Raises {@link threshold} to the lowest of the `size` best scores so far. Does nothing until `size`
   * documents have been offered. O(size) on average.
   */
  updateThreshold(): void {
    if (this.length >= this.size) this.discardWorst();
  }

  /** Returns the `size` best documents except the first `from`, best first, each with its score. */
  page(from: number): { document: number; score: number }[] {
    const end = Math.min(this.size, this.length);
    if (from >= end) return [];
    this.partition(0, this.length, end);
    this.partition(0, end, from);
    return Array.from(this.documents.subarray(from, end), (document, i) => ({
      document,
      score: this.scores[from + i],
    })).sort((a, b) => b.score - a.score || a.document - b.document);
  }

  /** Returns the `size` best documents, in ascending order of their numbers. */
  listDocuments(): Uint32Array {
    this.updateThreshold();
    return this.documents.slice(0, this.length).sort();
  }

  private isNotCompetitive(document: number, score: number): boolean {
    return score < this.threshold || (score === this.threshold && document > this.last);
  }

  private discardWorst(): void {
    const { documents, scores, size } = this;
    this.partition(0, this.length, size);
    this.length = size;
    let worst = 0;
    for (let i = 1; i < size; i++) {
      const isWorse = scores[i] < scores[worst];
      if (isWorse || (scores[i] === scores[worst] && documents[i] > documents[worst])) worst = i;
    }
    this.threshold = scores[worst];
    this.last = documents[worst];
  }

  /**
   * Reorders the range `[start, end)` of the buffer (quickselect), so that every document before
   * index `count` is better than every document from index `count` on. O(end - start) on average.
   */
  private partition(start: number, end: number, count: number): void {
    const { documents, scores } = this;
    let low = start;
    let high = end - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const score = scores[middle];
      const document = documents[middle];
      let i = low;
      let j = high;
      while (i <= j) {
        while (scores[i] > score || (scores[i] === score && documents[i] < document)) i++;
        while (scores[j] < score || (scores[j] === score && documents[j] > document)) j--;
        if (i > j) break;
        this.swap(i++, j--);
      }
      if (count <= j) high = j;
      else if (count > i) low = i;
      else return;
    }
  }

  private swap(i: number, j: number): void {
    const document = this.documents[i];
    const score = this.scores[i];
    this.documents[i] = this.documents[j];
    this.scores[i] = this.scores[j];
    this.documents[j] = document;
    this.scores[j] = score;
  }
}

/** A document and the score that it was ranked by. */
export interface ScoredDocument {
  readonly document: number;
  readonly score: number;
}

/** Below this many matches, every match is scored. */
const MIN_MATCHES_TO_PRUNE = 10_000;
/** Below this many matches per requested or skipped document, every match is scored. */
const MIN_MATCHES_PER_RESULT = 16;
/**
 * At least this many matches are scored first: the matches with the highest maximum scores. Their
 * scores are usually high enough to rule out most other matches.
 */
const MIN_SCORED_FIRST = 256;
/** The other matches that can be among the best are scored in batches of this size. */
const BATCH_SIZE = 2048;
/** A factor on maximum scores, which are 32-bit floats and can be rounded below the scores. */
const ROUNDING_SLACK = 1 + 1e-5;
/**
 * While the lowest of the best scores is at most this number, every match is scored, because a maximum
 * score may have been rounded to 0.
 */
const MIN_THRESHOLD = 1e-30;

/**
 * Returns the best `k` matches after the first `from`, best first. Matches with equal scores are in
 * document order.
 *
 * When there are many matches and `matches.maxScores` exists, most of the matches that cannot be among
 * the best are not scored.
 *
 * @param k the number of matches to return, a whole number; 0 or less returns none
 * @param boosts factors on the scores of the documents. Default: no boosts.
 * @param from the number of best matches to skip, a whole number from 0. Default: 0.
 * @remarks O(matches + k × log k) time, in addition to the time of `matches.scores`.
 * @example topByScore(matches, 10, popularity, 20) // the third page of ten
 */
export function topByScore(
  matches: Matches,
  k: number,
  boosts?: ScoreBoosts,
  from = 0,
): ScoredDocument[] {
  const { documents, constantScore } = matches;
  const end = Math.min(from + k, documents.length);
  if (k <= 0 || from >= end) return [];
  if (constantScore !== undefined && boosts === undefined) {
    return Array.from(documents.subarray(from, end), (document) => ({
      document,
      score: constantScore,
    }));
  }
  const topK = new TopK(end, documents.length);
  if (constantScore !== undefined) {
    offerAll(topK, documents, new Float64Array(documents.length).fill(constantScore), boosts);
  } else if (
    documents.length < MIN_MATCHES_TO_PRUNE ||
    end * MIN_MATCHES_PER_RESULT > documents.length
  ) {
    offerAll(topK, documents, matches.scores(), boosts);
  } else {
    const maxScores = matches.maxScores?.();
    if (maxScores === undefined) offerAll(topK, documents, matches.scores(), boosts);
    else offerCompetitive(topK, end, matches, maxScores, boosts);
  }
  return topK.page(from);
}

function offerAll(
  topK: TopK,
  documents: Uint32Array,
  scores: Float64Array,
  boosts: ScoreBoosts | undefined,
): void {
  let { threshold } = topK;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i];
    const score = boosts === undefined ? scores[i] : scores[i] * boosts.values[document];
    // `offer` also rejects these documents, but the call takes longer than this check.
    if (score < threshold) continue;
    topK.offer(document, score);
    threshold = topK.threshold;
  }
}

/**
 * Scores and offers the matches with the highest maximum scores, then the other matches that can
 * still be among the best. Modifies `maxScores`.
 *
 * @param size the number of best documents to find
 */
function offerCompetitive(
  topK: TopK,
  size: number,
  matches: Matches,
  maxScores: Float32Array,
  boosts: ScoreBoosts | undefined,
): void {
  const maxFactor = ROUNDING_SLACK * (boosts?.highest ?? 1);
  const first = positionsOfHighest(maxScores, Math.max(MIN_SCORED_FIRST, 2 * size));
  let minMaxScore = offerPositions(topK, matches, first, boosts) / maxFactor;
  for (const position of first) maxScores[position] = Number.NaN;
  const batch = new Uint32Array(BATCH_SIZE);
  let batchLength = 0;
  for (let i = 0; i < maxScores.length; i++) {
    if (!(maxScores[i] >= minMaxScore)) continue;
    batch[batchLength++] = i;
    if (batchLength < BATCH_SIZE) continue;
    minMaxScore = offerPositions(topK, matches, batch, boosts) / maxFactor;
    batchLength = 0;
  }
  offerPositions(topK, matches, batch.subarray(0, batchLength), boosts);
}

/** Returns the positions of the `count` highest maximum scores, ascending. */
function positionsOfHighest(maxScores: Float32Array, count: number): Uint32Array {
  const highest = new TopK(count, maxScores.length);
  let { threshold } = highest;
  for (let i = 0; i < maxScores.length; i++) {
    if (maxScores[i] <= threshold) continue;
    highest.offer(i, maxScores[i]);
    threshold = highest.threshold;
  }
  return highest.listDocuments();
}

/**
 * Scores and offers the matches at the given positions of `matches.documents`.
 *
 * @returns the threshold of `topK`: a document with a lower score is not among the best. Returns
 *   -Infinity when the threshold is at most {@link MIN_THRESHOLD}.
 */
function offerPositions(
  topK: TopK,
  matches: Matches,
  positions: Uint32Array,
  boosts: ScoreBoosts | undefined,
): number {
  const documents = new Uint32Array(positions.length);
  for (let i = 0; i < positions.length; i++) documents[i] = matches.documents[positions[i]];
  offerAll(topK, documents, matches.narrowed(documents, positions).scores(), boosts);
  topK.updateThreshold();
  return topK.threshold > MIN_THRESHOLD ? topK.threshold : Number.NEGATIVE_INFINITY;
}

/**
 * Returns the `size` matches after the first `from`, by ascending sort rank. Computes no scores.
 *
 * @param ranks by document: its position in the sort order, from 0
 * @param from the number of matches to skip, a whole number from 0
 * @param size the number of matches to return, a whole number; 0 or less returns none
 * @remarks O(matches + size × log size) time, O(from + size) memory.
 * @example topByRank(matches, ranks, 20, 10) // the third page of ten
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
  const topK = new TopK(end, documents.length);
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
