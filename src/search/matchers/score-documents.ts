import { countBits } from '../bitset.js';
import type { Matcher, Origin } from './matcher.js';

/**
 * The scores of documents, all of which match: the sums of their parts, each times the number of
 * terms asked for that the document has, at least 1.
 *
 * @param termCount how many different terms the query has
 * @param origin what the documents were chosen from after its scores were bounded
 */
export function scoreDocuments(
  matcher: Matcher,
  documents: Uint32Array,
  termCount: number,
  origin?: Origin,
): Float64Array {
  const scores = new Float64Array(documents.length);
  if (matcher.uniformScore !== undefined) return scores.fill(matcher.uniformScore);
  const { certainTerms } = matcher;
  const terms =
    certainTerms === undefined
      ? Array.from({ length: (termCount + 31) >>> 5 }, () => new Uint32Array(documents.length))
      : undefined;
  matcher.addScores({
    documents,
    allMatch: true,
    slots: undefined,
    scores,
    terms,
    origin,
    boundsDo: false,
  });
  if (certainTerms !== undefined) {
    const factor = certainTerms.size;
    if (factor > 1) for (let i = 0; i < scores.length; i++) scores[i] *= factor;
  } else if (terms !== undefined) {
    for (let i = 0; i < scores.length; i++) {
      let count = 0;
      for (const words of terms) count += countBits(words[i]);
      if (count > 1) scores[i] *= count;
    }
  }
  return scores;
}

/**
 * What the scores of documents, all of which match, are not above but for rounding.
 *
 * @param bounds a zero per document, which is filled and returned
 */
export function boundScores(
  matcher: Matcher,
  documents: Uint32Array,
  termCount: number,
  bounds: Float32Array,
): Float32Array {
  if (matcher.uniformScore !== undefined) return bounds.fill(matcher.uniformScore);
  matcher.addScores({
    documents,
    allMatch: true,
    slots: undefined,
    scores: bounds,
    terms: undefined,
    boundsDo: true,
  });
  const factor = Math.max(1, matcher.certainTerms?.size ?? termCount);
  if (factor > 1) for (let i = 0; i < bounds.length; i++) bounds[i] *= factor;
  return bounds;
}
