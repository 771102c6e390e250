import type { IndexReader } from '../index-reader.js';
import { type Matcher, NO_TERMS } from './matcher.js';

/** Every document, each with the score 1. */
export function createAllMatcher(reader: IndexReader): Matcher {
  return {
    cost: Number.POSITIVE_INFINITY,
    uniformScore: 1,
    certainTerms: NO_TERMS,
    documents: () => reader.allDocuments(),
    restrict: (candidates) => candidates,
    addBounds(documents, bounds) {
      for (let i = 0; i < documents.length; i++) bounds[i] += 1;
      return true;
    },
    addScores({ documents, slots, scores }) {
      for (let i = 0; i < documents.length; i++) scores[slots === undefined ? i : slots[i]] += 1;
    },
  };
}
