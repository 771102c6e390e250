import type { IndexReader } from '../index-reader.js';
import { type Matcher, NO_TERMS } from './matcher.js';

/**
 * The documents that `select` keeps, which adds nothing to a score. Not looked up but tested, one
 * candidate after the other; asked alone, that is every document.
 */
export function createColumnMatcher(
  reader: IndexReader,
  select: (candidates: Uint32Array) => Uint32Array,
): Matcher {
  return {
    cost: reader.data.documentCount,
    uniformScore: 0,
    certainTerms: NO_TERMS,
    documents: () => select(reader.allDocuments()),
    restrict: select,
    addScores: () => {},
  };
}
