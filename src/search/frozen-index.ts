import { lazy } from '../base/lazy.js';
import type { FrozenIndexData } from './frozen-index-data.js';
import { type Columns, type IndexReader, openIndexReader } from './index-reader.js';
import { createMatcher, createQueryTerms } from './matchers/create-matcher.js';
import type { Matcher } from './matchers/matcher.js';
import type { Matches } from './matches.js';
import { countBits } from './postings/document-sets.js';
import { filterDocumentsByTerms } from './postings/term-scanner.js';
import { COST_PER_RANKED_DOCUMENT, QueryCost } from './query-cost.js';
import type { Scratch } from './scratch-buffers.js';
import type { SearchIndex } from './search-index.js';
import { type DocumentScorer, topByScore } from './top-by-score.js';

/**
 * Opens an index from its arrays, which must not change afterwards. Opening parses nothing, and takes the same time for
 * any number of documents.
 *
 * @param columns the columns that `values` and `range` queries can name, over the same documents.
 *   Default: no columns.
 * @example
 * const segment = buildSegment([{ title: 'Emma' }], { fields: ['title'] });
 * const index = openFrozenIndex(mergeSegments([segment]));
 * index.match({ kind: 'term', term: 'emma', fields: { title: 1 } }).documents; // Uint32Array [0]
 */
export function openFrozenIndex(data: FrozenIndexData, columns: Columns = {}): SearchIndex {
  return openReader(openIndexReader(data, columns));
}

function openReader(reader: IndexReader): SearchIndex {
  const { data, dictionary } = reader;
  return {
    documentCount: data.documentCount,
    dictionary,
    withColumns: (columns) => openReader({ ...reader, columns: { ...reader.columns, ...columns } }),
    match(query, { maxCost = Number.POSITIVE_INFINITY } = {}) {
      const queryTerms = createQueryTerms();
      const cost = new QueryCost(maxCost);
      const matcher = createMatcher(reader, query, queryTerms, cost);
      const candidates = Math.min(matcher.cost, data.documentCount);
      cost.add(matcher.totalCost(candidates, 1));
      if (matcher.constantScore === undefined) cost.add(COST_PER_RANKED_DOCUMENT * candidates);
      const scorer = createScorer(matcher, queryTerms.count(), reader.scratch);
      return matchesOf(matcher.documents(), cost.sum, scorer);
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

/**
 * Creates a scorer for documents that `matcher` matches.
 *
 * @param termCount the number of distinct query terms that a document can have
 */
export function createScorer(
  matcher: Matcher,
  termCount: number,
  scratch: Scratch,
): DocumentScorer {
  return {
    constantScore: matcher.constantScore,
    scores: (documents) => scoreDocuments(matcher, documents, termCount),
    withMaxScores: (documents, work) =>
      scratch.withFloat32Array((array) => {
        const maxScores = array.subarray(0, documents.length);
        computeMaxScores(matcher, documents, termCount, maxScores);
        return work(maxScores);
      }),
  };
}

function matchesOf(documents: Uint32Array, cost: number, scorer: DocumentScorer): Matches {
  const scores = lazy(() => scorer.scores(documents));
  // A relaxed query is ranked twice, so the scores of all documents are kept.
  const keepingScorer: DocumentScorer = {
    ...scorer,
    scores: (some) =>
      some === documents && scorer.constantScore === undefined
        ? scores().slice()
        : scorer.scores(some),
  };
  return {
    documents,
    cost,
    constantScore: scorer.constantScore,
    scores,
    top: (k, options = {}) => topByScore(keepingScorer, documents, k, options),
    narrowed: (some) => matchesOf(some, cost, scorer),
  };
}

/**
 * Returns the scores of documents that all match: the score of each document from `matcher`, multiplied
 * by the number of query terms that the document has (at least 1).
 *
 * @param termCount the number of distinct query terms that a document can have
 */
function scoreDocuments(matcher: Matcher, documents: Uint32Array, termCount: number): Float64Array {
  const scores = new Float64Array(documents.length);
  if (matcher.constantScore !== undefined) return scores.fill(matcher.constantScore);
  const { requiredTerms } = matcher;
  const terms =
    requiredTerms === undefined
      ? Array.from({ length: (termCount + 31) >>> 5 }, () => new Uint32Array(documents.length))
      : undefined;
  matcher.addScores({
    documents,
    allMatch: true,
    slots: undefined,
    scores,
    terms,
    isForUpperBounds: false,
  });
  if (requiredTerms !== undefined) {
    const factor = requiredTerms.size;
    if (factor > 1) for (let i = 0; i < scores.length; i++) scores[i] *= factor;
  } else if (terms !== undefined) {
    for (let i = 0; i < scores.length; i++) {
      let count = 0;
      for (const bits of terms) count += countBits(bits[i]);
      if (count > 1) scores[i] *= count;
    }
  }
  return scores;
}

/**
 * Computes upper bounds for the scores of documents that all match. A bound is a 32-bit float, so
 * rounding can make the bound slightly lower than the score.
 *
 * @param termCount the number of distinct query terms that a document can have
 * @param maxScores one element per document. The bounds are written to this array.
 */
function computeMaxScores(
  matcher: Matcher,
  documents: Uint32Array,
  termCount: number,
  maxScores: Float32Array,
): void {
  maxScores.fill(0);
  matcher.addScores({
    documents,
    allMatch: true,
    slots: undefined,
    scores: maxScores,
    terms: undefined,
    isForUpperBounds: true,
  });
  const factor = Math.max(1, matcher.requiredTerms?.size ?? termCount);
  if (factor > 1) for (let i = 0; i < maxScores.length; i++) maxScores[i] *= factor;
}
