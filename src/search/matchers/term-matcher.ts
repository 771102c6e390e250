import { intersect, NOT_FOUND } from '../document-sets.js';
import type { IndexReader, QueryFields } from '../index-reader.js';
import type { Matcher } from './matcher.js';
import { PostingLocator } from './posting-locator.js';
import { PostingScorer } from './posting-scorer.js';

/**
 * The documents that have one term in any of the fields. Where every field in which the term
 * stands is asked for, they are its posting list itself, not a copy.
 *
 * @param weight the factor on all its scores
 * @param source the number of the term as it was asked for
 */
export function createTermMatcher(
  reader: IndexReader,
  term: number,
  fields: QueryFields,
  weight: number,
  source: number,
): Matcher {
  const postings = reader.postings(term);
  const isWhole = (reader.fieldsOf(term) & ~fields.mask) === 0;
  const locator = new PostingLocator(postings);
  let found: Uint32Array | undefined;

  function documents(): Uint32Array {
    found ??= isWhole ? postings.documents : selectFields();
    return found;
  }

  function selectFields(): Uint32Array {
    const { fieldMasks } = reader.bm25;
    const selected = new Uint32Array(postings.documents.length);
    let count = 0;
    for (let i = 0; i < selected.length; i++) {
      selected[count] = postings.documents[i];
      if ((fieldMasks[postings.signatures[i]] & fields.mask) !== 0) count++;
    }
    return selected.subarray(0, count);
  }

  return {
    cost: postings.documents.length,
    uniformScore: undefined,
    certainTerms: new Set([source]),
    documents,
    restrict(candidates) {
      if (isWhole) return postings.restrict(candidates);
      if (found !== undefined) return intersect(candidates, found);
      const { fieldMasks } = reader.bm25;
      const places = postings.locate(candidates, false);
      const kept = new Uint32Array(candidates.length);
      let count = 0;
      for (let i = 0; i < candidates.length; i++) {
        const place = places[i];
        if (place === NOT_FOUND) continue;
        kept[count] = candidates[i];
        if ((fieldMasks[postings.signatures[place]] & fields.mask) !== 0) count++;
      }
      return kept.subarray(0, count);
    },
    addScores(target) {
      const scorer = new PostingScorer(reader, fields, target, source);
      scorer.setTerm(term, weight);
      scorer.addAll(reader.data.postingOffsets[term], locator.locate(target));
    },
  };
}
