import type { IndexReader, QueryFields } from '../index-reader.js';
import type { Expansion } from '../vocabulary/expansion.js';
import { addExpansionBounds } from './expansion-bounds.js';
import type { ScoreTarget } from './matcher.js';
import { PostingScorer } from './posting-scorer.js';
import { createTokenScanner, type TokenScanner } from './token-scanner.js';

/** A posting list of more than one in so many of the documents is walked beside them. */
const WALK_RATIO = 2;

/** Of more than one document in so many, scores are added up without asking whose they are. */
const DENSE_RATIO = 8;

/**
 * Two ways to the same scores, and their bounds; which is cheaper depends on how many documents there
 * are. Both add up the terms in their order, apart from what other queries score: so the scores are
 * the same to the last bit, and equal documents stay in their order.
 */
export interface ExpansionScorer {
  /** Reads the posting lists of all terms. O(documents + postings). */
  addByPostings(target: ScoreTarget): void;
  /** Reads the tokens of every document. O(tokens of the documents). */
  addByTokens(target: ScoreTarget): void;
  /** Adds what the scores are not above. O(documents + postings), but reads no field's length. */
  addBounds(target: ScoreTarget): void;
}

/** @param source the number of the term as it was asked for */
export function createExpansionScorer(
  reader: IndexReader,
  { terms, weights }: Expansion,
  fields: QueryFields,
  source: number,
): ExpansionScorer {
  return {
    addByPostings(target) {
      const { documents, slots, scores } = target;
      const { postingOffsets, documentCount } = reader.data;
      if (documents.length * DENSE_RATIO > documentCount && target.terms === undefined) {
        reader.scratch.withSums((sums) => {
          const scorer = new PostingScorer(reader, fields, target, source);
          for (let number = 0; number < terms.length; number++) {
            scorer.setTerm(terms[number], weights[number]);
            scorer.addToSums(
              postingOffsets[terms[number]],
              postingOffsets[terms[number] + 1],
              sums,
            );
          }
          for (let i = 0; i < documents.length; i++) {
            scores[slots === undefined ? i : slots[i]] += sums[documents[i]];
          }
        });
        return;
      }
      // A sparse set: a document's place is right when that place holds the document.
      const places = reader.scratch.places();
      for (let i = 0; i < documents.length; i++) places[documents[i]] = i;
      const sums = new Float64Array(scores.length);
      const scorer = new PostingScorer(reader, fields, { ...target, scores: sums }, source);
      for (let number = 0; number < terms.length; number++) {
        const term = terms[number];
        if ((reader.fieldsOf(term) & fields.mask) === 0) continue;
        scorer.setTerm(term, weights[number]);
        const first = postingOffsets[term];
        const end = postingOffsets[term + 1];
        if ((end - first) * WALK_RATIO > documents.length) {
          scorer.addAll(first, reader.postings(term).locate(documents, false));
        } else {
          scorer.addSparse(first, end, places);
        }
      }
      for (let slot = 0; slot < scores.length; slot++) scores[slot] += sums[slot];
    },
    addBounds({ documents, slots, scores }) {
      reader.scratch.withRoughSums((sums) => {
        addExpansionBounds(reader, { terms, weights }, fields.boosts, sums);
        for (let i = 0; i < documents.length; i++) {
          scores[slots === undefined ? i : slots[i]] += sums[documents[i]];
        }
      });
    },
    addByTokens(target) {
      const { documents, slots, scores } = target;
      const matched = target.terms?.[source >>> 5];
      const { bm25, data } = reader;
      const scanner = createTokenScanner(reader, terms, fields.mask);
      const fieldWeights = new Float64Array(fields.boosts.length);
      for (let i = 0; i < documents.length; i++) {
        const document = documents[i];
        const count = scanner.countTerms(document);
        if (count === 0) continue;
        const slot = slots === undefined ? i : slots[i];
        let sum = 0;
        let ofTerm = 0;
        let place = -1;
        for (const pair of orderByTerm(scanner, count)) {
          if (scanner.places[pair] !== place) {
            place = scanner.places[pair];
            reader.fieldWeights(terms[place], weights[place], fields.boosts, fieldWeights);
            sum += ofTerm;
            ofTerm = 0;
          }
          const field = scanner.fields[pair];
          const length = data.fieldLengths[field][document];
          ofTerm += fieldWeights[field] * bm25.saturation(field, scanner.frequencies[pair], length);
        }
        sum += ofTerm;
        scores[slot] += sum;
        if (matched !== undefined) matched[slot] |= 1 << (source & 31);
      }
    },
  };
}

/** So few pairs are sorted by insertion, which most documents have. */
const FEW_PAIRS = 64;

/** The pairs that a scanner has counted, by term, and of a term by field as they are found. */
function orderByTerm({ places }: TokenScanner, count: number): number[] {
  if (count > FEW_PAIRS) {
    const order = Array.from({ length: count }, (_, pair) => pair);
    return order.sort((a, b) => places[a] - places[b] || a - b);
  }
  const order: number[] = [];
  for (let pair = 0; pair < count; pair++) {
    let at = pair;
    for (; at > 0 && places[order[at - 1]] > places[pair]; at--) order[at] = order[at - 1];
    order[at] = pair;
  }
  return order;
}
