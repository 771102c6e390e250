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
    addScores({ documents, slots, scores }) {
      for (let i = 0; i < documents.length; i++) scores[slots === undefined ? i : slots[i]] += 1;
    },
  };
}
