import type { IndexReader } from '../index-reader.js';
import type { Query, TermQuery, WildcardQuery } from '../query.js';
import { expandTerm } from '../vocabulary/expand-term.js';
import type { Expansion } from '../vocabulary/expansion.js';
import { findWildcardTerms } from '../vocabulary/wildcard-terms.js';
import { createAllMatcher } from './all-matcher.js';
import { createAndMatcher } from './and-matcher.js';
import { createAndNotMatcher } from './and-not-matcher.js';
import { createColumnMatcher } from './column-matcher.js';
import { createDocumentsMatcher } from './documents-matcher.js';
import { createExpansionMatcher } from './expansion-matcher.js';
import { MATCH_NOTHING, type Matcher } from './matcher.js';
import { createOrMatcher } from './or-matcher.js';
import { createPhraseMatcher } from './phrase-matcher.js';
import { createTermMatcher } from './term-matcher.js';

const DEFAULT_MAXIMUM_TERMS = 1024;

/** Numbers the different terms of a query as they are met. */
export type TermNumbers = Map<string, number>;

/**
 * Makes a query ready for an index: looks up its terms, reads no posting yet.
 *
 * @param numbers is filled with the terms of the query
 * @throws TooManyTermsError when a wildcard stands for more terms than it may
 */
export function createMatcher(reader: IndexReader, query: Query, numbers: TermNumbers): Matcher {
  switch (query.kind) {
    case 'term':
      return createTermQueryMatcher(reader, query, numberOf(query.term, numbers));
    case 'wildcard':
      return createWildcardMatcher(reader, query, numberOf(`wildcard ${query.pattern}`, numbers));
    case 'phrase': {
      const terms = query.terms.map((term) => reader.vocabulary.find(term));
      const fields = reader.resolveFields(query.fields);
      if (terms.length === 0 || terms.includes(-1)) return MATCH_NOTHING;
      const sources = query.terms.map((term) => numberOf(term, numbers));
      return createPhraseMatcher(reader, terms, fields, query.boost ?? 1, sources);
    }
    case 'values': {
      const column = reader.columns[query.column];
      if (column?.kind !== 'values') return MATCH_NOTHING;
      return createColumnMatcher(reader, (candidates) => column.select(candidates, query.values));
    }
    case 'range': {
      const column = reader.columns[query.column];
      if (column?.kind !== 'numbers') return MATCH_NOTHING;
      const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = query;
      return createColumnMatcher(reader, (candidates) => column.select(candidates, from, to));
    }
    case 'documents': {
      const { documentCount } = reader.data;
      const isKnown = (number: number) =>
        Number.isInteger(number) && number >= 0 && number < documentCount;
      const known = new Set(query.documents.filter(isKnown));
      return createDocumentsMatcher(Uint32Array.from(known).sort());
    }
    case 'and': {
      const matchers = query.queries.map((part) => createMatcher(reader, part, numbers));
      return matchers.length === 0 ? MATCH_NOTHING : createAndMatcher(matchers);
    }
    case 'or': {
      const matchers = query.queries
        .map((part) => createMatcher(reader, part, numbers))
        .filter((matcher) => matcher !== MATCH_NOTHING);
      return matchers.length === 0 ? MATCH_NOTHING : createOrMatcher(reader, matchers);
    }
    case 'and_not': {
      const [wanted, ...unwanted] = query.queries.map((part) =>
        createMatcher(reader, part, numbers),
      );
      return wanted === undefined ? MATCH_NOTHING : createAndNotMatcher(wanted, unwanted);
    }
    case 'all':
      return createAllMatcher(reader);
  }
}

function numberOf(term: string, numbers: TermNumbers): number {
  const known = numbers.get(term);
  if (known !== undefined) return known;
  numbers.set(term, numbers.size);
  return numbers.size - 1;
}

function createTermQueryMatcher(reader: IndexReader, query: TermQuery, source: number): Matcher {
  return createExpandedMatcher(reader, query, expandTerm(reader.vocabulary, query), source);
}

function createWildcardMatcher(reader: IndexReader, query: WildcardQuery, source: number): Matcher {
  const maximum = query.maximumTerms ?? DEFAULT_MAXIMUM_TERMS;
  const terms = Uint32Array.from(findWildcardTerms(reader.vocabulary, query.pattern, maximum));
  const weights = new Float64Array(terms.length).fill(query.boost ?? 1);
  return createExpandedMatcher(reader, query, { terms, weights }, source);
}

function createExpandedMatcher(
  reader: IndexReader,
  query: TermQuery | WildcardQuery,
  expansion: Expansion,
  source: number,
): Matcher {
  const fields = reader.resolveFields(query.fields);
  const { terms, weights } = expansion;
  if (terms.length === 0 || fields.mask === 0) return MATCH_NOTHING;
  return terms.length === 1
    ? createTermMatcher(reader, terms[0], fields, weights[0], source)
    : createExpansionMatcher(reader, expansion, fields, source);
}
