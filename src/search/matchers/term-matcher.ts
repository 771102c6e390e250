import type { IndexReader, QueryFields } from '../index-reader.js';
import { intersect } from '../postings/document-sets.js';
import { NOT_FOUND } from '../postings/locate.js';
import { COST_PER_SCORE, intersectionCost } from '../query-cost.js';
import type { Matcher } from './matcher.js';
import { PostingScorer } from './posting-scorer.js';

/**
 * Creates a matcher for the documents that have one term in any of the fields. When the term occurs in
 * no other field, {@link Matcher.documents} returns a view of the posting list.
 *
 * @param weight a factor on every score
 * @param queryTerm the index of the query term that every match has
 */
export function createTermMatcher(
  reader: IndexReader,
  term: number,
  fields: QueryFields,
  weight: number,
  queryTerm: number,
): Matcher {
  const postings = reader.postings(term);
  const occursInNoOtherField = (reader.fieldsOf(term) & ~fields.mask) === 0;
  let found: Uint32Array | undefined;

  function documents(): Uint32Array {
    found ??= occursInNoOtherField ? postings.documents : selectInFields();
    return found;
  }

  /** Returns the documents that have the term in any of the fields. */
  function selectInFields(): Uint32Array {
    const { fieldMasks } = reader.bm25();
    const selected = new Uint32Array(postings.documents.length);
    let count = 0;
    for (let i = 0; i < selected.length; i++) {
      selected[count] = postings.documents[i];
      if ((fieldMasks[postings.frequencySets[i]] & fields.mask) !== 0) count++;
    }
    return selected.subarray(0, count);
  }

  /**
   * Returns the candidates (ascending) that have the term in any of the fields.
   *
   * @param positions memory for the positions of the candidates
   */
  function restrictToFields(candidates: Uint32Array, positions: Int32Array): Uint32Array {
    const { fieldMasks } = reader.bm25();
    postings.locate(candidates, positions);
    const kept = new Uint32Array(candidates.length);
    let count = 0;
    for (let i = 0; i < candidates.length; i++) {
      const position = positions[i];
      if (position === NOT_FOUND) continue;
      kept[count] = candidates[i];
      if ((fieldMasks[postings.frequencySets[position]] & fields.mask) !== 0) count++;
    }
    return kept.subarray(0, count);
  }

  return {
    cost: postings.documents.length,
    totalCost: (candidates, passes) =>
      passes * intersectionCost(candidates, postings.documents.length) +
      2 * candidates +
      COST_PER_SCORE * Math.min(candidates, postings.documents.length),
    constantScore: undefined,
    requiredTerms: new Set([queryTerm]),
    documents,
    restrict(candidates) {
      if (occursInNoOtherField) return postings.restrict(candidates);
      if (found !== undefined) return intersect(candidates, found);
      return reader.scratch.withInt32Array((positions) => restrictToFields(candidates, positions));
    },
    addScores(target) {
      const { documents: some, allMatch } = target;
      const isWholeList = allMatch && some.length === postings.documents.length;
      const scorer = new PostingScorer(reader, fields, target, queryTerm);
      scorer.setTerm(term, weight);
      const first = reader.data.postingOffsets[term];
      if (isWholeList) return scorer.addAll(first);
      reader.scratch.withInt32Array((positions) => {
        postings.locate(some, positions);
        scorer.addAll(first, positions);
      });
    },
  };
}
