import { firstWithTerms } from './first-with-terms.js';
import type { FrozenIndexData } from './frozen-index-data.js';
import { type Columns, openIndexReader } from './index-reader.js';
import { createMatcher } from './matchers/create-matcher.js';
import type { Matcher, Origin } from './matchers/matcher.js';
import { boundScores, scoreDocuments } from './matchers/score-documents.js';
import type { Matches } from './matches.js';
import type { Scratch } from './scratch.js';
import type { SearchIndex } from './search-index.js';

/**
 * Opens an index from its arrays, which must stay as they are. Costs by the number of signatures,
 * not of documents: nothing is parsed, and what only some queries need is made when one needs it.
 *
 * @param columns what `values` and `range` queries may name, over the same documents
 * @example
 * const index = openFrozenIndex(mergeSegments([buildSegment(texts, { fields: ['title'] })]));
 * index.match({ kind: 'term', term: 'emma', fields: { title: 1 } }).documents;
 */
export function openFrozenIndex(data: FrozenIndexData, columns: Columns = {}): SearchIndex {
  const reader = openIndexReader(data, columns);
  const { vocabulary } = reader;
  return {
    documentCount: data.documentCount,
    vocabulary,
    match(query) {
      const numbers = new Map<string, number>();
      const matcher = createMatcher(reader, query, numbers);
      return createMatches(matcher, matcher.documents(), numbers.size, reader.scratch);
    },
    documentFrequency(term) {
      const number = vocabulary.find(term);
      return number < 0 ? 0 : reader.postingCount(number);
    },
    prefixPostings(prefix) {
      const { start, end } = vocabulary.prefixRange(prefix);
      return data.postingOffsets[end] - data.postingOffsets[start];
    },
    firstWith: (documents, terms, fields, limit) =>
      firstWithTerms(reader, documents, terms, fields, limit),
    *termsWithPrefix(prefix) {
      const { start, end } = vocabulary.prefixRange(prefix);
      for (let number = start; number < end; number++) {
        yield { term: vocabulary.termAt(number), documentFrequency: reader.postingCount(number) };
      }
    },
  };
}

function createMatches(
  matcher: Matcher,
  documents: Uint32Array,
  termCount: number,
  scratch: Scratch,
  origin?: Origin,
): Matches {
  let scores: Float64Array | undefined;
  return {
    documents,
    uniformScore: matcher.uniformScore,
    scores() {
      scores ??= scoreDocuments(matcher, documents, termCount, origin);
      return scores;
    },
    bounds: () => boundScores(matcher, documents, termCount, scratch.bounds(documents.length)),
    narrowed: (some, places) =>
      createMatches(matcher, some, termCount, scratch, places && { documents, places }),
  };
}
