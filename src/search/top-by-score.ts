/*
 * The best documents by score, without computing most scores.
 */

import type { DocumentGroups } from './columns/document-groups.js';
import { intersect, locateAll } from './postings/document-sets.js';
import { type ScoredDocument, TopK } from './top-k.js';

/** Factors on the scores of all documents, applied when documents are ranked. */
export interface ScoreBoosts {
  /**
   * By document: a factor of at least 0.
   *
   * @internal
   */
  readonly values: Float32Array;
}

/**
 * Creates boosts for {@link TopOptions.boosts}.
 *
 * @param values by document: a factor of at least 0
 */
export function createScoreBoosts(values: Float32Array): ScoreBoosts {
  return { values };
}

/** Options of `Matches.top`. */
export interface TopOptions {
  /** The number of best documents to skip, a whole number from 0. Default: 0. */
  readonly from?: number;
  /** Factors on the scores of all documents. Default: no boosts. */
  readonly boosts?: ScoreBoosts | undefined;
  /**
   * By document: a further factor on the score, at least 0. Documents that do not match are ignored.
   * Default: no boosts.
   */
  readonly documentBoosts?: ReadonlyMap<number, number> | undefined;
  /**
   * The groups of documents of which only the best is returned: field collapsing. {@link from} and the maximum number of
   * results count groups. Default: every document is returned.
   */
  readonly groups?: DocumentGroups | undefined;
}

/** Computes the scores of documents. The documents are ascending and match a query. */
export interface DocumentScorer {
  /** The score of every document. Undefined when scores differ or must be computed. */
  readonly constantScore: number | undefined;
  /** Returns the score of each document, in an array that the caller may modify. */
  scores(documents: Uint32Array): Float64Array;
  /**
   * Runs `work` with a score upper bound of each document, in an array that `work` may modify. A bound is a
   * 32-bit float, so rounding can make the bound slightly lower than the score.
   */
  withMaxScores<Result>(documents: Uint32Array, work: (maxScores: Float32Array) => Result): Result;
}

/** Below this many documents, every document is scored. */
const MIN_DOCUMENTS_TO_PRUNE = 10_000;
/** Below this many documents per requested or skipped document, every document is scored. */
const MIN_DOCUMENTS_PER_RESULT = 16;
/**
 * At least this many documents are scored before the others: the documents with the highest maximum scores.
 * Their scores are usually high enough to rule out most other documents.
 */
const MIN_SCORED_FIRST = 256;
/**
 * The size of the first batch in which the other documents that can be among the best are scored. Each batch is twice
 * as large as the one before, because some matchers read their whole posting lists once per batch.
 */
export const FIRST_BATCH_SIZE = 2048;
/** A factor on maximum scores, which are 32-bit floats and can be rounded below the scores. */
const ROUNDING_SLACK = 1 + 1e-5;
/**
 * While the lowest of the best scores is at most this number, every document is scored, because a maximum
 * score may have been rounded to 0.
 */
const MIN_THRESHOLD = 1e-30;

/** The number of documents with a constant score that are ranked at a time, because all documents may match. */
const CONSTANT_BATCH_SIZE = 4096;

/**
 * Returns the best `k` documents after the first {@link TopOptions.from}, best first. Documents with equal
 * scores are in document order.
 *
 * When there are many documents, most of the documents that cannot be among the best are not scored. A search for `the` in
 * 100,000 titles would otherwise take a fifth longer.
 *
 * @param k a whole number; 0 or less returns no documents
 * @remarks O(documents + k × log k) time, in addition to the time of the scorer.
 */
export function topByScore(
  scorer: DocumentScorer,
  documents: Uint32Array,
  k: number,
  { from = 0, boosts, documentBoosts, groups }: TopOptions,
): ScoredDocument[] {
  const end = Math.min(from + k, documents.length);
  if (k <= 0 || from >= end) return [];
  const isConstant = scorer.constantScore !== undefined;
  const prunes =
    !isConstant &&
    documents.length >= MIN_DOCUMENTS_TO_PRUNE &&
    end * MIN_DOCUMENTS_PER_RESULT <= documents.length;
  const topK = new TopK(end, documents.length, groups);
  const ranking = new Ranking(scorer, documents, topK, boosts?.values, documentBoosts);
  if (prunes) {
    scorer.withMaxScores(documents, (maxScores) => ranking.offerCompetitive(maxScores));
  } else {
    const size = isConstant ? CONSTANT_BATCH_SIZE : documents.length;
    for (let at = 0; at < documents.length; at += size) {
      ranking.offer(size < documents.length ? documents.subarray(at, at + size) : documents);
    }
  }
  return topK.page(from);
}

/** Scores documents and offers them to a {@link TopK}. */
class Ranking {
  /** The documents with a factor in `documentBoosts`, ascending. */
  private readonly boosted: Uint32Array;

  constructor(
    private readonly scorer: DocumentScorer,
    private readonly documents: Uint32Array,
    private readonly topK: TopK,
    private readonly boosts: Float32Array | undefined,
    private readonly documentBoosts: ReadonlyMap<number, number> = new Map(),
  ) {
    this.boosted = Uint32Array.from(documentBoosts.keys()).sort();
  }

  /** Scores and offers some of the documents, which are ascending. */
  offer(documents: Uint32Array): void {
    const { topK, boosts, scorer } = this;
    const scores =
      scorer.constantScore === undefined
        ? scorer.scores(documents)
        : new Float64Array(documents.length).fill(scorer.constantScore);
    this.boost(documents, scores);
    let { threshold } = topK;
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i];
      const score = boosts === undefined ? scores[i] : scores[i] * boosts[document];
      // `TopK.offer` also rejects these documents, but the call takes longer than this check.
      if (score < threshold) continue;
      topK.offer(document, score);
      threshold = topK.threshold;
    }
  }

  /**
   * Scores and offers the documents with the highest maximum scores, then the other documents that can still be among
   * the best. Modifies `maxScores`.
   *
   * @param maxScores parallel to the documents
   */
  offerCompetitive(maxScores: Float32Array): void {
    const { boosts, documents } = this;
    this.boost(documents, maxScores);
    for (let i = 0; boosts !== undefined && i < maxScores.length; i++) {
      maxScores[i] *= boosts[documents[i]];
    }
    const first = positionsOfHighest(maxScores, Math.max(MIN_SCORED_FIRST, 2 * this.topK.size));
    let minMaxScore = this.offerPositions(first) / ROUNDING_SLACK;
    for (const position of first) maxScores[position] = Number.NaN;
    let batch = new Uint32Array(FIRST_BATCH_SIZE);
    let batchLength = 0;
    for (let i = 0; i < maxScores.length; i++) {
      if (!(maxScores[i] >= minMaxScore)) continue;
      batch[batchLength++] = i;
      if (batchLength < batch.length) continue;
      minMaxScore = this.offerPositions(batch) / ROUNDING_SLACK;
      batch = new Uint32Array(Math.min(2 * batch.length, maxScores.length - i - 1));
      batchLength = 0;
    }
    this.offerPositions(batch.subarray(0, batchLength));
  }

  /**
   * Scores and offers the documents at some positions.
   *
   * @returns the threshold of the {@link TopK}: a document with a lower score is not among the best. Returns
   *   -Infinity when the threshold is at most {@link MIN_THRESHOLD}.
   */
  private offerPositions(positions: Uint32Array): number {
    this.offer(positions.map((position) => this.documents[position]));
    this.topK.updateThreshold();
    const { threshold } = this.topK;
    return threshold > MIN_THRESHOLD ? threshold : Number.NEGATIVE_INFINITY;
  }

  /** Multiplies the scores, or the maximum scores, of documents by the factors in `documentBoosts`. */
  private boost(documents: Uint32Array, scores: Float64Array | Float32Array): void {
    if (this.boosted.length === 0) return;
    const boosted = intersect(this.boosted, documents);
    const positions = locateAll(boosted, documents);
    for (let i = 0; i < boosted.length; i++) {
      scores[positions[i]] *= this.documentBoosts.get(boosted[i]) ?? 1;
    }
  }
}

/** Returns the positions of the `count` highest maximum scores, ascending. Skips NaN. */
function positionsOfHighest(maxScores: Float32Array, count: number): Uint32Array {
  const highest = new TopK(count, maxScores.length);
  let { threshold } = highest;
  for (let i = 0; i < maxScores.length; i++) {
    if (!(maxScores[i] > threshold)) continue;
    highest.offer(i, maxScores[i]);
    threshold = highest.threshold;
  }
  return highest.sorted().documents.slice().sort();
}
