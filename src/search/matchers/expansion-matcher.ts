import type { Expansion } from '../dictionary/expand-term.js';
import type { IndexReader, QueryFields } from '../index-reader.js';
import { intersect } from '../postings/document-sets.js';
import { createTermScanner } from '../postings/term-scanner.js';
import { COST_PER_SCORE } from '../query-cost.js';
import { FIRST_BATCH_SIZE } from '../top-by-score.js';
import { createExpansionScorer } from './expansion-scorer.js';
import type { Matcher } from './matcher.js';

/** Scanning one document in the forward index takes about as long as reading this many postings. */
const POSTINGS_PER_SCAN = 24;

/**
 * Creates a matcher for the documents that have any of the terms of an expansion in any of the fields. An
 * expansion is the terms that match a prefix, a fuzzy term or a wildcard.
 *
 * There are two ways to test candidates. The matcher reads the posting lists of all terms, or it scans the
 * candidates in the forward index, which stores the terms of each document. The scan is faster for a small
 * number of candidates, because a short prefix can have tens of thousands of posting lists.
 *
 * @param queryTerm the index of the query term that every match has
 */
export function createExpansionMatcher(
  reader: IndexReader,
  expansion: Expansion,
  fields: QueryFields,
  queryTerm: number,
): Matcher {
  /** The number of postings of all terms. */
  let cost = 0;
  for (let i = 0; i < expansion.terms.length; i++) cost += reader.postingCount(expansion.terms[i]);
  let found: Uint32Array | undefined;

  function documents(): Uint32Array {
    if (found !== undefined) return found;
    found = reader.scratch.withBitset((bitset) => {
      const { terms } = expansion;
      const { postingOffsets, postingDocuments, postingFrequencySets } = reader.data;
      const { fieldMasks } = reader.bm25();
      const hasAllFields = (reader.filledFields & ~fields.mask) === 0;
      for (let i = 0; i < terms.length; i++) {
        const start = postingOffsets[terms[i]];
        // Consecutive terms, such as the terms of a prefix, have consecutive postings.
        while (i + 1 < terms.length && terms[i + 1] === terms[i] + 1) i++;
        const end = Math.min(postingOffsets[terms[i] + 1], postingDocuments.length);
        if (hasAllFields) {
          bitset.addAll(postingDocuments.subarray(start, end));
          continue;
        }
        for (let posting = start; posting < end; posting++) {
          if ((fieldMasks[postingFrequencySets[posting]] & fields.mask) !== 0) {
            bitset.add(postingDocuments[posting]);
          }
        }
      }
      return bitset.drain();
    });
    return found;
  }

  function isScanCheaper(candidates: Uint32Array): boolean {
    return candidates.length * POSTINGS_PER_SCAN < cost;
  }

  return {
    cost,
    totalCost(candidates, passes) {
      const scan = candidates * POSTINGS_PER_SCAN;
      const matching = Math.min(cost + passes * candidates, passes * scan);
      const maxScores = reader.data.documentCount + cost + candidates;
      // The documents with the highest upper bounds, the batches that follow them, and the last, smaller batch.
      const batches = 2 + Math.log2(1 + candidates / FIRST_BATCH_SIZE);
      return matching + maxScores + Math.min(COST_PER_SCORE * cost * batches, scan);
    },
    constantScore: undefined,
    requiredTerms: new Set([queryTerm]),
    documents,
    restrict(candidates) {
      if (found !== undefined || !isScanCheaper(candidates)) {
        return intersect(candidates, documents());
      }
      const scanner = createTermScanner(reader, expansion.terms, fields.mask);
      const kept = new Uint32Array(candidates.length);
      let count = 0;
      for (let i = 0; i < candidates.length; i++) {
        kept[count] = candidates[i];
        if (scanner.hasAny(candidates[i])) count++;
      }
      return kept.subarray(0, count);
    },
    addScores(target) {
      const scorer = createExpansionScorer(reader, expansion, fields, queryTerm);
      const { documents: some, isForUpperBounds } = target;
      if (isForUpperBounds) {
        scorer.addMaxScores(target);
      } else if (isScanCheaper(some)) {
        scorer.addByForwardIndex(target);
      } else {
        scorer.addByPostings(target);
      }
    },
  };
}
