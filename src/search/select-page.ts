import { bestOfGroups, type DocumentGroups } from './columns/document-groups.js';
import { type ScoredDocument, TopK } from './top-k.js';

/** From this position on, {@link selectPage} is faster than a {@link TopK}, which keeps all documents before it. */
export const MIN_SELECTED_END = 4096;

/** The number of buckets. Their counts fit into the first-level cache of a processor. */
const BUCKETS = 4096;

/**
 * Returns the best documents except the first `from`, up to the position `end`, best first. Documents with equal
 * scores are in document order.
 *
 * Counts the documents in buckets of scores, and then compares only the documents of the buckets that overlap the page.
 *
 * @param documents ascending, without duplicates
 * @param scores parallel to `documents`; no score is NaN or infinite
 * @param from the number of documents to skip, less than `end`
 * @param end at most the number of documents
 * @param groups the groups of documents of which only the best counts. Default: every document counts.
 * @remarks O(documents) time on average.
 */
export function selectPage(
  documents: Uint32Array,
  scores: Float64Array,
  from: number,
  end: number,
  groups?: DocumentGroups,
): ScoredDocument[] {
  if (groups !== undefined) {
    const best = bestOfGroups(documents, scores, groups);
    const last = Math.min(end, best.documents.length);
    return from < last ? selectPage(best.documents, best.scores, from, last) : [];
  }
  const [lowest, highest] = rangeOf(scores);
  if (lowest === highest) {
    return Array.from(documents.subarray(from, end), (document) => ({ document, score: lowest }));
  }
  const buckets = bucketsOf(scores, lowest, highest);
  const counts = new Uint32Array(BUCKETS);
  for (let i = 0; i < buckets.length; i++) counts[buckets[i]]++;
  let first = 0;
  let skipped = 0;
  while (skipped + counts[first] <= from) skipped += counts[first++];
  let last = first;
  let length = counts[first];
  while (skipped + length < end) length += counts[++last];
  const inBuckets = { documents: new Uint32Array(length), scores: new Float64Array(length) };
  for (let i = 0, at = 0; at < length; i++) {
    if (buckets[i] < first || buckets[i] > last) continue;
    inBuckets.documents[at] = documents[i];
    inBuckets.scores[at++] = scores[i];
  }
  // A few boosted documents can have much higher scores, so that most other documents are in one bucket.
  if (length >= MIN_SELECTED_END && length < documents.length) {
    return selectPage(inBuckets.documents, inBuckets.scores, from - skipped, end - skipped);
  }
  const topK = new TopK(end - skipped, length);
  for (let i = 0; i < length; i++) topK.offer(inBuckets.documents[i], inBuckets.scores[i]);
  return topK.page(from - skipped);
}

function rangeOf(scores: Float64Array): [lowest: number, highest: number] {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < scores.length; i++) {
    if (scores[i] < lowest) lowest = scores[i];
    if (scores[i] > highest) highest = scores[i];
  }
  return [lowest, highest];
}

/**
 * Returns the bucket of each score, from 0 for the highest. A higher score is in the same bucket as a lower score, or in
 * a bucket with a lower number.
 */
function bucketsOf(scores: Float64Array, lowest: number, highest: number): Uint16Array {
  const scale = (BUCKETS - 1) / (highest - lowest);
  const buckets = new Uint16Array(scores.length);
  // If the difference is so small that the scale is infinite, every score is in bucket 0.
  if (scale === Number.POSITIVE_INFINITY) return buckets;
  for (let i = 0; i < scores.length; i++) buckets[i] = (highest - scores[i]) * scale;
  return buckets;
}
