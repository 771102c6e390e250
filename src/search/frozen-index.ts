import type { FrozenIndexData } from './frozen-index-data.js';
import { type Columns, openIndexReader } from './index-reader.js';
import { createMatcher, createQueryTerms } from './matchers/create-matcher.js';
import { createMatches } from './matches.js';
import { filterDocumentsByTerms } from './postings/term-scanner.js';
import type { SearchIndex } from './search-index.js';

/**
 * Opens an index from its arrays, which must not change afterwards. Opening parses nothing. The time
 * depends on the number of frequency sets (see {@link FrozenIndexData}), not on the number of
 * documents. A structure that only some queries need is built by the first query that needs it.
 *
 * @param columns the columns that `values` and `range` queries can name, over the same documents.
 *   Default: no columns.
 * @example
 * const segment = buildSegment([{ title: 'Emma' }], { fields: ['title'] });
 * const index = openFrozenIndex(mergeSegments([segment]));
 * index.match({ kind: 'term', term: 'emma', fields: { title: 1 } }).documents; // Uint32Array [0]
 */
export function openFrozenIndex(data: FrozenIndexData, columns: Columns = {}): SearchIndex {
  const reader = openIndexReader(data, columns);
  const { dictionary } = reader;
  return {
    documentCount: data.documentCount,
    dictionary,
    match(query) {
      const queryTerms = createQueryTerms();
      const matcher = createMatcher(reader, query, queryTerms);
      return createMatches(matcher, queryTerms.count, reader.scratch);
    },
    documentFrequency(term) {
      const number = dictionary.find(term);
      return number < 0 ? 0 : reader.postingCount(number);
    },
    countPrefixPostings(prefix) {
      const { start, end } = dictionary.prefixRange(prefix);
      return data.postingOffsets[end] - data.postingOffsets[start];
    },
    filterByTerms: (documents, terms, fields, limit) =>
      filterDocumentsByTerms(reader, documents, terms, fields, limit),
    *termsWithPrefix(prefix) {
      const { start, end } = dictionary.prefixRange(prefix);
      for (let number = start; number < end; number++) {
        yield { term: dictionary.termAt(number), documentFrequency: reader.postingCount(number) };
      }
    },
  };
}
