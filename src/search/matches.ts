import type { Matcher } from './matchers/matcher.js';
import { countBits } from './postings/document-sets.js';
import type { Scratch } from './scratch-buffers.js';
import {
  type DocumentScorer,
  type ScoredDocument,
  type TopOptions,
  topByScore,
} from './top-by-score.js';

/** The documents that match a query, with their scores. Documents are numbered densely from 0. */
export interface Matches {
  /** The matching documents, ascending, each once. Must not be modified. */
  readonly documents: Uint32Array;
  /** The score of every match. Undefined when scores differ or must be computed. */
  readonly constantScore?: number | undefined;
  /** Returns the scores, parallel to {@link documents}. The first call computes them. */
  scores(): Float64Array;
  /**
   * Returns the best `k` matches after the first `from`, best first. Matches with equal scores are in document
   * order. Of many matches, only those that can be among the best are scored.
   *
   * @param k a whole number; 0 or less returns no matches
   * @example matches.top(10, { from: 20, boosts: popularity }) // the third page of ten
   */
  top(k: number, options?: TopOptions): ScoredDocument[];
  /**
   * Returns the matches restricted to some of the documents. The scores of other documents are not
   * computed.
   *
   * @param documents a subset of {@link Matches.documents}, ascending
   */
  narrowed(documents: Uint32Array): Matches;
}

/**
 * Creates the matches of a query.
 *
 * @param matcher the matcher of the query
 * @param termCount the number of distinct query terms that a document can have
 */
export function createMatches(matcher: Matcher, termCount: number, scratch: Scratch): Matches {
  return matchesOf(matcher.documents(), createScorer(matcher, termCount, scratch));
}

/**
 * Creates a scorer for documents that `matcher` matches.
 *
 * @param termCount the number of distinct query terms that a document can have
 */
export function createScorer(
  matcher: Matcher,
  termCount: number,
  scratch: Scratch,
): DocumentScorer {
  return {
    constantScore: matcher.constantScore,
    scores: (documents) => scoreDocuments(matcher, documents, termCount),
    withMaxScores: (documents, work) =>
      scratch.withFloat32Array((array) => {
        const maxScores = array.subarray(0, documents.length);
        computeMaxScores(matcher, documents, termCount, maxScores);
        return work(maxScores);
      }),
  };
}

function matchesOf(documents: Uint32Array, scorer: DocumentScorer): Matches {
  let scores: Float64Array | undefined;
  return {
    documents,
    constantScore: scorer.constantScore,
    scores() {
      scores ??= scorer.scores(documents);
      return scores;
    },
    top: (k, options = {}) => topByScore(scorer, documents, k, options),
    narrowed: (some) => matchesOf(some, scorer),
  };
}

/**
 * Returns the scores of documents that all match. A score is the sum of the scores of the matching
 * clauses, multiplied by the number of distinct query terms in the document (at least 1).
 *
 * @param termCount the number of distinct query terms that a document can have
 */
function scoreDocuments(matcher: Matcher, documents: Uint32Array, termCount: number): Float64Array {
  const scores = new Float64Array(documents.length);
  if (matcher.constantScore !== undefined) return scores.fill(matcher.constantScore);
  const { requiredTerms } = matcher;
  const terms =
    requiredTerms === undefined
      ? Array.from({ length: (termCount + 31) >>> 5 }, () => new Uint32Array(documents.length))
      : undefined;
  matcher.addScores({
    documents,
    allMatch: true,
    slots: undefined,
    scores,
    terms,
    isForUpperBounds: false,
  });
  if (requiredTerms !== undefined) {
    const factor = requiredTerms.size;
    if (factor > 1) for (let i = 0; i < scores.length; i++) scores[i] *= factor;
  } else if (terms !== undefined) {
    for (let i = 0; i < scores.length; i++) {
      let count = 0;
      for (const bits of terms) count += countBits(bits[i]);
      if (count > 1) scores[i] *= count;
    }
  }
  return scores;
}

/**
 * Computes upper bounds for the scores of documents that all match. A bound is a 32-bit float, so
 * rounding can make the bound slightly lower than the score.
 *
 * @param termCount the number of distinct query terms that a document can have
 * @param maxScores one element per document. The bounds are written to this array.
 */
function computeMaxScores(
  matcher: Matcher,
  documents: Uint32Array,
  termCount: number,
  maxScores: Float32Array,
): void {
  maxScores.fill(0);
  matcher.addScores({
    documents,
    allMatch: true,
    slots: undefined,
    scores: maxScores,
    terms: undefined,
    isForUpperBounds: true,
  });
  const factor = Math.max(1, matcher.requiredTerms?.size ?? termCount);
  if (factor > 1) for (let i = 0; i < maxScores.length; i++) maxScores[i] *= factor;
}
