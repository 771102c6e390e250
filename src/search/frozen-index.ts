/*
 * An open index: creates the matcher of each kind of query, matches and ranks documents, and looks up terms.
 */

import { lazy } from '../base/lazy.js';
import {
  type Expansion,
  expandTerm,
  findWildcardTerms,
  literalPrefixOf,
} from './dictionary/expand-term.js';
import type { TermDictionary, TermRange } from './dictionary/term-dictionary.js';
import type { FrozenIndexData } from './frozen-index-data.js';
import { type Columns, type IndexReader, openIndexReader, type Scratch } from './index-reader.js';
import {
  createAllMatcher,
  createAndMatcher,
  createAndNotMatcher,
  createAtLeastMatcher,
  createBooleanMatcher,
  createColumnMatcher,
  createConstantScoreMatcher,
  createDisMaxMatcher,
  createDocumentSetMatcher,
  createOrMatcher,
} from './matchers/compound-matchers.js';
import { createExpansionMatcher } from './matchers/expansion-matcher.js';
import {
  COST_PER_EXPANDED_TERM,
  COST_PER_RANKED_DOCUMENT,
  createTermMatcher,
  MATCH_NOTHING,
  type Matcher,
  QueryCost,
} from './matchers/matcher.js';
import { createPhraseMatcher, createProximityMatcher } from './matchers/phrase-matcher.js';
import { countBits } from './postings/document-sets.js';
import { filterDocumentsByTerms, readRuns, type TermRun } from './postings/forward-index.js';
import type { FieldBoosts, Query, TermOrPrefix, TermQuery, WildcardQuery } from './query.js';
import { type DocumentScorer, type ScoredDocument, type TopOptions, topByScore } from './top-k.js';

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

/** The default of {@link WildcardQuery.maxTerms}. */
const DEFAULT_MAX_TERMS = 1024;

/** The indexes of the query terms of a query. */
interface QueryTerms {
  indexOf(term: string): number;
  /** Returns the index of a query that counts as one query term, such as a dis-max query. */
  add(): number;
  /** Returns the number of query terms. */
  count(): number;
}

/** Creates query terms that are numbered from 0, in order of first occurrence. */
export function createQueryTerms(): QueryTerms {
  const indexes = new Map<string, number>();
  let count = 0;
  return {
    indexOf(term) {
      const index = indexes.get(term) ?? count++;
      indexes.set(term, index);
      return index;
    },
    add: () => count++,
    count: () => count,
  };
}

function oneQueryTerm(index: number): QueryTerms {
  return { indexOf: () => index, add: () => index, count: () => 1 };
}

const UNCOUNTED_TERMS = oneQueryTerm(0);

/**
 * Creates the matcher of a query. Looks up the terms of the query in the term dictionary. The methods of the
 * matcher find and score the documents.
 *
 * @param cost receives the cost of finding the terms, before they are found
 * @throws QueryCostError when the cost exceeds its maximum
 * @throws TooManyTermsError when a wildcard matches more terms than its `maxTerms`
 */
export function createMatcher(
  reader: IndexReader,
  query: Query,
  queryTerms: QueryTerms,
  cost: QueryCost,
): Matcher {
  const create = (part: Query, terms = queryTerms) => createMatcher(reader, part, terms, cost);
  /** Creates the matchers of parts, without those that match nothing. */
  const createSome = (parts: readonly Query[], terms = queryTerms) =>
    parts.map((part) => create(part, terms)).filter((matcher) => matcher !== MATCH_NOTHING);
  switch (query.kind) {
    case 'term':
      return createTermQueryMatcher(reader, query, queryTerms.indexOf(query.term), cost);
    case 'wildcard':
      return createWildcardMatcher(
        reader,
        query,
        queryTerms.indexOf(`wildcard ${query.pattern}`),
        cost,
      );
    case 'phrase':
    case 'proximity': {
      const terms = query.terms.map((term) => reader.dictionary.find(term));
      const fields = reader.resolveFields(query.fields);
      if (terms.length === 0 || terms.includes(-1)) return MATCH_NOTHING;
      // Every field of a phrase contains all its terms, so a field without one of them is not searched.
      const mask = terms.reduce((shared, term) => shared & reader.fieldsOf(term), fields.mask);
      if (mask === 0) return MATCH_NOTHING;
      const queryTermsOfTerms = query.terms.map((term) => queryTerms.indexOf(term));
      const parts = { terms, queryTerms: queryTermsOfTerms, fields, weight: query.boost ?? 1 };
      return query.kind === 'phrase'
        ? createPhraseMatcher(reader, parts)
        : createProximityMatcher(reader, parts, query.maxWidth);
    }
    case 'values': {
      const column = reader.columns[query.column];
      if (column?.kind !== 'values') return MATCH_NOTHING;
      cost.add(query.values.length + column.dictionary.size);
      return createColumnMatcher(reader, (candidates) => column.select(candidates, query.values));
    }
    case 'value_range': {
      const column = reader.columns[query.column];
      if (column?.kind !== 'values') return MATCH_NOTHING;
      const start = Math.max(0, query.start);
      const length = Math.max(0, Math.min(column.dictionary.size, query.end) - start);
      cost.add(length + column.dictionary.size);
      return createColumnMatcher(reader, (candidates) =>
        column.select(candidates, ordinalsFrom(start, length)),
      );
    }
    case 'range': {
      const column = reader.columns[query.column];
      if (column?.kind !== 'numbers') return MATCH_NOTHING;
      const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = query;
      return createColumnMatcher(reader, (candidates) => column.select(candidates, from, to));
    }
    case 'documents': {
      const { documentCount } = reader.data;
      const isValid = (document: number) =>
        Number.isInteger(document) && document >= 0 && document < documentCount;
      const valid = new Set(query.documents.filter(isValid));
      return createDocumentSetMatcher(Uint32Array.from(valid).sort());
    }
    case 'and':
      return createAndMatcher(query.queries.map((part) => create(part)));
    case 'or':
      return createOrMatcher(reader, createSome(query.queries));
    case 'and_not': {
      const [included = MATCH_NOTHING, ...excluded] = query.queries.map((part) => create(part));
      return createAndNotMatcher(included, excluded);
    }
    case 'dis_max': {
      const queryTerm = queryTerms.add();
      const matchers = createSome(query.queries, oneQueryTerm(queryTerm));
      return createDisMaxMatcher(reader, matchers, queryTerm);
    }
    case 'at_least': {
      const clauses = query.clauses
        .map(({ query: part, weight }) => ({ matcher: create(part), weight }))
        .filter(({ matcher }) => matcher !== MATCH_NOTHING);
      return createAtLeastMatcher(reader, clauses, query.minWeight);
    }
    case 'constant_score':
      return createConstantScoreMatcher(create(query.query, UNCOUNTED_TERMS), query.score);
    case 'boolean':
      return createBooleanMatcher(
        create(query.required),
        createSome(query.optional, UNCOUNTED_TERMS),
      );
    case 'all':
      return createAllMatcher(reader);
  }
}

function* ordinalsFrom(start: number, length: number): Generator<number> {
  for (let ord = start; ord < start + length; ord++) yield ord;
}

function createTermQueryMatcher(
  reader: IndexReader,
  query: TermQuery,
  queryTerm: number,
  cost: QueryCost,
): Matcher {
  const { prefix = false, fuzzy = 0 } = query;
  if (prefix || fuzzy > 0) {
    const { dictionary } = reader;
    if (prefix) addRange(cost, dictionary.prefixRange(query.term));
    if (fuzzy > 0) cost.add(dictionary.size);
    return createExpandedMatcher(reader, query, expandTerm(dictionary, query), queryTerm);
  }
  const term = reader.dictionary.find(query.term);
  const fields = reader.resolveFields(query.fields);
  if (term < 0 || fields.mask === 0) return MATCH_NOTHING;
  return createTermMatcher(reader, term, fields, query.boost ?? 1, queryTerm);
}

function createWildcardMatcher(
  reader: IndexReader,
  query: WildcardQuery,
  queryTerm: number,
  cost: QueryCost,
): Matcher {
  addRange(cost, reader.dictionary.prefixRange(literalPrefixOf(query.pattern)));
  const maximum = query.maxTerms ?? DEFAULT_MAX_TERMS;
  const terms = Uint32Array.from(findWildcardTerms(reader.dictionary, query.pattern, maximum));
  const weights = new Float64Array(terms.length).fill(query.boost ?? 1);
  return createExpandedMatcher(reader, query, { terms, weights }, queryTerm);
}

function addRange(cost: QueryCost, { start, end }: TermRange): void {
  cost.add(COST_PER_EXPANDED_TERM * (end - start));
}

function createExpandedMatcher(
  reader: IndexReader,
  query: TermQuery | WildcardQuery,
  expansion: Expansion,
  queryTerm: number,
): Matcher {
  const fields = reader.resolveFields(query.fields);
  const { terms, weights } = expansion;
  if (terms.length === 0 || fields.mask === 0) return MATCH_NOTHING;
  return terms.length === 1
    ? createTermMatcher(reader, terms[0], fields, weights[0], queryTerm)
    : createExpansionMatcher(reader, expansion, fields, queryTerm);
}
