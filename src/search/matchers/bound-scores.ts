import type { Matcher } from './matcher.js';

/** More than all rounding in a score can come to, of 1. */
const ROUNDING = 1e-9;

/**
 * For each of the documents, all of which match, a number that its score does not exceed; nothing
 * when the matcher has no such numbers.
 */
export function boundScores(matcher: Matcher, documents: Uint32Array): Float64Array | undefined {
  const { certainTerms } = matcher;
  if (certainTerms === undefined) return undefined;
  const bounds = new Float64Array(documents.length);
  if (!matcher.addBounds(documents, bounds)) return undefined;
  const factor = Math.max(1, certainTerms.size) * (1 + ROUNDING);
  for (let i = 0; i < bounds.length; i++) bounds[i] *= factor;
  return bounds;
}
