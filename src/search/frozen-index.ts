/*
 * An open index: matches queries, ranks matches, and looks up terms.
 */

import { lazy } from '../base/lazy.js';
import type { TermDictionary } from './dictionary/term-dictionary.js';
import type { FrozenIndexData } from './frozen-index-data.js';
import { type Columns, type IndexReader, openIndexReader, type Scratch } from './index-reader.js';
import { createMatcher, createQueryTerms } from './matchers/create-matcher.js';
import { COST_PER_RANKED_DOCUMENT, type Matcher, QueryCost } from './matchers/matcher.js';
import { countBits } from './postings/document-sets.js';
import { filterDocumentsByTerms, readRuns, type TermRun } from './postings/forward-index.js';
import type { FieldBoosts, Query, TermOrPrefix } from './query.js';
import { type DocumentScorer, type TopOptions, topByScore } from './top-by-score.js';
import type { ScoredDocument } from './top-k.js';

/** A term of an index, and the number of documents that have it in any field. */
export interface IndexedTerm {
  readonly term: string;
  readonly documentFrequency: number;
}

/** The options of {@link SearchIndex.match}. */
export interface MatchOptions {
  /**
   * The maximum cost of the query; see `QueryCost`. The cost depends only on the query and the index.
   * Default: no maximum.
   */
  readonly maxCost?: number | undefined;
}

/** An open index. All methods are synchronous. The same query returns the same matches. */
export interface SearchIndex {
  /** The number of documents in the index. */
  readonly documentCount: number;
  /** The terms of all fields. */
  readonly dictionary: TermDictionary;
  /**
   * Returns the documents that match `query`, with their scores.
   *
   * @throws TooManyTermsError when a wildcard matches more terms than its `maxTerms`
   * @throws QueryCostError when the query costs more than `maxCost`, before documents are read
   */
  match(query: Query, options?: MatchOptions): Matches;
  /** Returns the number of documents that have `term` in any field. O(log terms). */
  documentFrequency(term: string): number;
  /**
   * Returns the sum of the document frequencies of the terms that begin with `prefix`. O(log terms).
   */
  countPrefixPostings(prefix: string): number;
  /**
   * Returns the first `limit` of `documents`, in the given order, that have every term, each in any
   * of the fields. Boosts are ignored. `documents` can be in any order. Reads the terms of one
   * document after another, and stops after `limit` results. This is fast when many of `documents`
   * have all of the terms.
   */
  filterByTerms(
    documents: Iterable<number>,
    terms: readonly TermOrPrefix[],
    fields: FieldBoosts,
    limit: number,
  ): number[];
  /**
   * Returns the terms of a document in runs of adjacent terms, as `analyzeRuns` returns the terms of each value.
   *
   * @internal
   */
  runsOf(document: number): readonly TermRun[];
  /** Returns the terms that begin with `prefix`, in the order of their UTF-16 code units. */
  termsWithPrefix(prefix: string): Iterable<IndexedTerm>;
  /**
   * Returns an index that shares everything with this index except these columns.
   *
   * @internal
   */
  withColumns(columns: Columns): SearchIndex;
}

/** The documents that match a query, with their scores. Documents are numbered densely from 0. */
export interface Matches {
  /** The matching documents, ascending, each once. Must not be modified. */
  readonly documents: Uint32Array;
  /** The cost of finding and ranking the matches, estimated before documents were read: see `MatchOptions.maxCost`. */
  readonly cost: number;
  /** The score of every match. Undefined when scores differ or must be computed. */
  readonly constantScore?: number | undefined;
  /** Returns the scores, parallel to {@link documents}. The first call computes them. */
  scores(): Float64Array;
  /**
   * Returns the best `k` matches after the first {@link TopOptions.from}, best first. Matches with equal scores
   * are in document order. When there are many matches, most matches that cannot be among the best are not
   * scored.
   *
   * @param k a whole number; 0 or less returns no matches
   * @example matches.top(10, { from: 20, boosts: popularity }) // the third page of ten
   */
  top(k: number, options?: TopOptions): ScoredDocument[];
  /**
   * Returns the matches restricted to some of the documents. The scores of other documents are not
   * computed.
   *
   * @param documents a subset of {@link Matches.documents}, ascending
   */
  narrowed(documents: Uint32Array): Matches;
}

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
    runsOf: (document) => readRuns(data, document),
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
