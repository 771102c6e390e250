/*
 * Creates the matcher of each kind of query. Reads only the dictionary; no documents.
 */

import {
  type Expansion,
  expandTerm,
  findWildcardTerms,
  literalPrefixOf,
} from '../dictionary/expand-term.js';
import type { TermRange } from '../dictionary/term-dictionary.js';
import type { IndexReader } from '../index-reader.js';
import type { Query, TermQuery, WildcardQuery } from '../query.js';
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
} from './compound-matchers.js';
import { createExpansionMatcher } from './expansion-matcher.js';
import { COST_PER_EXPANDED_TERM, MATCH_NOTHING, type Matcher, type QueryCost } from './matcher.js';
import { createPhraseMatcher, createProximityMatcher } from './phrase-matcher.js';
import { createTermMatcher } from './term-matcher.js';

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
