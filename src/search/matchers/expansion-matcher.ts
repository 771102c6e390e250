import { intersect } from '../document-sets.js';
import type { IndexReader, QueryFields } from '../index-reader.js';
import type { Expansion } from '../vocabulary/expansion.js';
import { createExpansionScorer } from './expansion-scorer.js';
import type { Matcher } from './matcher.js';
import { createTokenScanner } from './token-scanner.js';

/** What scanning the tokens of one document is taken to cost, in postings read: an estimate. */
const POSTINGS_PER_SCAN = 24;

/**
 * The documents that have any of the terms of an expansion in any of the fields. Few candidates are
 * checked by reading their own tokens instead of the posting lists of all the terms, of which a
 * short prefix has tens of thousands.
 *
 * @param source the number of the term as it was asked for
 */
export function createExpansionMatcher(
  reader: IndexReader,
  expansion: Expansion,
  fields: QueryFields,
  source: number,
): Matcher {
  let cost = 0;
  for (let i = 0; i < expansion.terms.length; i++) cost += reader.postingCount(expansion.terms[i]);
  let found: Uint32Array | undefined;

  function documents(): Uint32Array {
    found ??= reader.scratch.withBitset((bitset) => {
      const { terms } = expansion;
      const { postingOffsets, postingDocuments, postingSignatures } = reader.data;
      const { fieldMasks } = reader.bm25;
      const isWhole = (reader.filledFields & ~fields.mask) === 0;
      for (let i = 0; i < terms.length; i++) {
        const start = postingOffsets[terms[i]];
        // The postings of neighbours in the vocabulary are neighbours, as those of a prefix are.
        while (i + 1 < terms.length && terms[i + 1] === terms[i] + 1) i++;
        const end = postingOffsets[terms[i] + 1];
        if (isWhole) {
          bitset.addAll(postingDocuments.subarray(start, end));
          continue;
        }
        for (let posting = start; posting < end; posting++) {
          if ((fieldMasks[postingSignatures[posting]] & fields.mask) !== 0) {
            bitset.add(postingDocuments[posting]);
          }
        }
      }
      return bitset.takeAll();
    });
    return found;
  }

  function isScanCheaper(candidates: Uint32Array): boolean {
    return candidates.length * POSTINGS_PER_SCAN < cost;
  }

  return {
    cost,
    uniformScore: undefined,
    certainTerms: new Set([source]),
    documents,
    restrict(candidates) {
      if (found !== undefined || !isScanCheaper(candidates)) {
        return intersect(candidates, documents());
      }
      const scanner = createTokenScanner(reader, expansion.terms, fields.mask);
      const kept = new Uint32Array(candidates.length);
      let count = 0;
      for (let i = 0; i < candidates.length; i++) {
        kept[count] = candidates[i];
        if (scanner.hasAny(candidates[i])) count++;
      }
      return kept.subarray(0, count);
    },
    addScores(target) {
      const scorer = createExpansionScorer(reader, expansion, fields, source);
      if (target.boundsDo) scorer.addBounds(target);
      else if (isScanCheaper(target.documents)) scorer.addByTokens(target);
      else scorer.addByPostings(target);
    },
  };
}
