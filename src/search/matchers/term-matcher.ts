import { intersect, locateAll, NOT_FOUND } from '../document-sets.js';
import type { IndexReader, QueryFields } from '../index-reader.js';
import type { Matcher, ScoreTarget } from './matcher.js';
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
      if (isWhole) return intersect(candidates, postings.documents);
      if (found !== undefined) return intersect(candidates, found);
      const { fieldMasks } = reader.bm25;
      const places = locateAll(candidates, postings.documents);
      return candidates.filter((_, i) => {
        const place = places[i];
        return place !== NOT_FOUND && (fieldMasks[postings.signatures[place]] & fields.mask) !== 0;
      });
    },
    addScores(target: ScoreTarget) {
      const scorer = new PostingScorer(reader, fields.boosts);
      scorer.setTerm(term, weight);
      const { slots, scores, terms } = target;
      const isAligned = target.documents === postings.documents;
      const places = isAligned ? undefined : locateAll(target.documents, postings.documents);
      for (let i = 0; i < target.documents.length; i++) {
        const place = places === undefined ? i : places[i];
        if (place === NOT_FOUND) continue;
        const signature = postings.signatures[place];
        const slot = slots === undefined ? i : slots[i];
        scores[slot] += scorer.score(signature, target.documents[i]);
        if (terms !== undefined && (reader.bm25.fieldMasks[signature] & fields.mask) !== 0) {
          terms[source >>> 5][slot] |= 1 << (source & 31);
        }
      }
    },
  };
}
