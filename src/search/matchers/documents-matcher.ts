import { intersect } from '../document-sets.js';
import { type Matcher, NO_TERMS } from './matcher.js';

/** Documents given by their numbers (ascending), which adds nothing to a score. */
export function createDocumentsMatcher(documents: Uint32Array): Matcher {
  return {
    cost: documents.length,
    uniformScore: 0,
    certainTerms: NO_TERMS,
    documents: () => documents,
    restrict: (candidates) => intersect(candidates, documents),
    addScores: () => {},
  };
}
