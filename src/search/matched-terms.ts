/*
 * Finds what a document has of a query: the score of each part of the query, which is explained by matching each part alone,
 * and the terms of each field, which are highlighted in the texts of the document. The terms are found by reading the
 * forward index once per document.
 */

import { expandTerm, literalPrefixOf, matchesPattern } from './dictionary/expand-term.js';
import type { TermRange } from './dictionary/term-dictionary.js';
import type { SearchIndex } from './frozen-index.js';
import type { TermRun } from './postings/forward-index.js';
import type { FieldBoosts, Query } from './query.js';

/** How a query, or a part of a query, matches one document. */
export interface MatchExplanation {
  readonly query: Query;
  /** The score of the query as a part of a larger query: not multiplied by the number of query terms. */
  readonly score: number;
  /**
   * The parts of the query that match. For `and_not`, only the first part. The score of a `dis_max` query is the
   * highest score of the parts. The score of any other query with parts is the sum of their scores.
   */
  readonly parts: readonly MatchExplanation[];
  /** The score of each field that matches, for a query that is searched in fields. */
  readonly fields: readonly FieldScore[];
  /** The distinct query terms of the parts that match. A `dis_max` query is one query term. */
  readonly queryTerms: ReadonlySet<string | symbol>;
}

/** The part of a score that a field contributes. */
export interface FieldScore {
  /** The name of the field. */
  readonly field: string;
  /** The score of the matches in the field. */
  readonly score: number;
}

/**
 * Explains the score of a document: `index.match(query)` has the score `score × max(1, queryTerms.size)`. Parts
 * that exclude documents are left out.
 *
 * @throws RangeError if the document does not match
 * @remarks Matches every part of the query with the document, so it takes much longer than a search.
 */
export function explainMatch(index: SearchIndex, query: Query, document: number): MatchExplanation {
  const explanation = explainPart(index, query, document);
  if (explanation !== undefined) return explanation;
  throw new RangeError(`document ${document}: expected a match of the query, found none`);
}

/** Explains a part of a query. Returns undefined if the document does not match the part. */
function explainPart(
  index: SearchIndex,
  query: Query,
  document: number,
): MatchExplanation | undefined {
  const score = scoreOf(index, query, document);
  if (score === undefined) return undefined;
  const parts = partsOf(query).flatMap((part) => explainPart(index, part, document) ?? []);
  const scores = parts.map((part) => part.score);
  const sum = scores.reduce((total, added) => total + added, 0);
  switch (query.kind) {
    case 'term':
    case 'wildcard':
    case 'phrase':
    case 'proximity': {
      const queryTerms = queryTermsOf(query);
      const fields = Object.entries(query.fields).flatMap(([field, boost]): FieldScore[] => {
        const ofField = scoreOf(index, { ...query, fields: { [field]: boost } }, document);
        return ofField === undefined ? [] : [{ field, score: ofField / queryTerms.size }];
      });
      return { query, score: score / queryTerms.size, parts, fields, queryTerms };
    }
    case 'dis_max': {
      const queryTerms = new Set([Symbol()]);
      return { query, score: Math.max(...scores), parts, fields: [], queryTerms };
    }
    case 'boolean': {
      const { queryTerms } = parts[0];
      return { query, score: sum, parts, fields: [], queryTerms };
    }
    case 'and':
    case 'or':
    case 'and_not':
    case 'at_least': {
      const queryTerms = new Set(parts.flatMap((part) => [...part.queryTerms]));
      return { query, score: sum, parts, fields: [], queryTerms };
    }
    default:
      return { query, score, parts, fields: [], queryTerms: new Set() };
  }
}

/** Returns the score of a document, multiplied by its number of query terms, or undefined if it does not match. */
function scoreOf(index: SearchIndex, query: Query, document: number): number | undefined {
  const documents: Query = { kind: 'documents', documents: [document] };
  return index.match({ kind: 'and', queries: [documents, query] }).scores()[0];
}

/** Returns the parts of a query that can match a document: for `and_not`, only the first part. */
function partsOf(query: Query): readonly Query[] {
  switch (query.kind) {
    case 'and':
    case 'or':
    case 'dis_max':
      return query.queries;
    case 'and_not':
      return query.queries.slice(0, 1);
    case 'boolean':
      return [query.required, ...query.optional];
    case 'at_least':
      return query.clauses.map((clause) => clause.query);
    default:
      return [];
  }
}

function queryTermsOf(
  query: Extract<Query, { kind: 'term' | 'wildcard' | 'phrase' | 'proximity' }>,
): ReadonlySet<string> {
  switch (query.kind) {
    case 'term':
      return new Set([query.term]);
    case 'wildcard':
      return new Set([`wildcard ${query.pattern}`]);
    default:
      return new Set(query.terms);
  }
}

/** A part of a query that searches terms in fields. */
export type TextQuery = Extract<Query, { readonly fields: FieldBoosts }>;

/** A part of a query that a document matches in a field. */
export interface MatchedTerms {
  readonly query: TextQuery;
  /** The name of the field. */
  readonly field: string;
  /** The terms of the document that match: the terms of a phrase, or the terms that begin with a prefix. */
  readonly terms: readonly string[];
}

/** A {@link TextQuery}, and the terms of the current document that match it. */
interface Leaf {
  readonly query: TextQuery;
  /** The ordinals of the terms of a phrase, in order. Undefined for a query that one term matches. */
  readonly phrase: readonly number[] | undefined;
  /** The maximum number of adjacent tokens with the terms of a phrase in any order. Undefined if the order counts. */
  readonly maxWidth: number | undefined;
  /** By field: the ordinals of the terms. */
  found: Map<string, Set<number>> | undefined;
}

/**
 * Returns a function that finds the terms with which a document matches a query. The function returns undefined for a
 * document that does not match. As in `explainMatch`, parts of the query that the document does not match are left out, and
 * so are parts that exclude documents.
 *
 * @example createTermFinder(index, { kind: 'term', term: 'whal', fields: { title: 1 }, prefix: true })(0)
 *   // [{ query, field: 'title', terms: ['whale', 'whaling'] }]
 */
export function createTermFinder(
  index: SearchIndex,
  query: Query,
): (document: number) => readonly MatchedTerms[] | undefined {
  const { dictionary } = index;
  const leaves = new Map<TextQuery, Leaf>();
  /** By ordinal of a term: the queries that the term matches. */
  const byTerm = new Map<number, Leaf[]>();
  /** The queries for prefixes and wildcards, and the range of their terms. */
  const prefixes: (TermRange & { readonly leaf: Leaf; readonly pattern?: string })[] = [];
  addLeaves(query);

  function addLeaves(part: Query): void {
    if (!('fields' in part)) {
      for (const inner of allPartsOf(part)) addLeaves(inner);
    } else if (!leaves.has(part)) {
      const isPhrase = part.kind === 'phrase' || part.kind === 'proximity';
      const leaf: Leaf = {
        query: part,
        phrase: isPhrase ? part.terms.map((term) => dictionary.find(term)) : undefined,
        maxWidth: part.kind === 'proximity' ? part.maxWidth : undefined,
        found: undefined,
      };
      leaves.set(part, leaf);
      for (const term of termsOf(leaf)) {
        const ofTerm = byTerm.get(term);
        if (ofTerm === undefined) byTerm.set(term, [leaf]);
        else ofTerm.push(leaf);
      }
    }
  }

  /** Returns the ordinals of the terms that match a query, unless it is added to {@link prefixes} instead. */
  function termsOf(leaf: Leaf): Iterable<number> {
    const { query: part } = leaf;
    if (part.kind === 'phrase' || part.kind === 'proximity') return [];
    if (part.kind === 'wildcard') {
      const { pattern } = part;
      prefixes.push({ leaf, pattern, ...dictionary.prefixRange(literalPrefixOf(pattern)) });
      return [];
    }
    if (part.fuzzy) return expandTerm(dictionary, part).terms;
    if (part.prefix && part.term !== '') {
      prefixes.push({ leaf, ...dictionary.prefixRange(part.term) });
      return [];
    }
    const term = dictionary.find(part.term);
    return term < 0 ? [] : [term];
  }

  const phrases = [...leaves.values()].filter(({ phrase }) => phrase !== undefined);

  /** Most terms match no query: by the last bits of an ordinal, whether a term with these bits may match one. */
  const mayMatch = new Uint8Array(FILTER_SIZE);
  for (const term of byTerm.keys()) mayMatch[term % FILTER_SIZE] = 1;

  function readRun({ field, terms }: TermRun): void {
    for (const term of terms) {
      if (mayMatch[term % FILTER_SIZE] !== 0) {
        for (const leaf of byTerm.get(term) ?? NONE) addTerm(leaf, field, term);
      }
      for (const { leaf, start, end, pattern } of prefixes) {
        if (term < start || term >= end) continue;
        if (pattern === undefined || matchesPattern(dictionary, term, pattern)) {
          addTerm(leaf, field, term);
        }
      }
    }
    for (const leaf of phrases) {
      const { phrase = [], maxWidth } = leaf;
      if (!(field in leaf.query.fields)) continue;
      if (findPhrases(terms, phrase, maxWidth).length === 0) continue;
      for (const term of phrase) addTerm(leaf, field, term);
    }
  }

  function addTerm(leaf: Leaf, field: string, term: number): void {
    if (!(field in leaf.query.fields)) return;
    leaf.found ??= new Map();
    const terms = leaf.found.get(field);
    if (terms === undefined) leaf.found.set(field, new Set([term]));
    else terms.add(term);
  }

  /** Returns the matches of a part of the query, or undefined if the document does not match the part. */
  function matchesOf(part: Query, document: number): readonly MatchedTerms[] | undefined {
    switch (part.kind) {
      case 'term':
      case 'wildcard':
      case 'phrase':
      case 'proximity': {
        const found = leaves.get(part)?.found;
        return (
          found &&
          Array.from(found, ([field, terms]) => ({
            query: part,
            field,
            terms: Array.from(terms, (term) => dictionary.termAt(term)),
          }))
        );
      }
      case 'all':
        return [];
      case 'documents':
        return part.documents.includes(document) ? [] : undefined;
      case 'constant_score':
        return matchesOf(part.query, document);
      case 'values':
      case 'value_range':
      case 'range': {
        const documents: Query = { kind: 'documents', documents: [document] };
        const { length } = index.match({ kind: 'and', queries: [documents, part] }).documents;
        return length > 0 ? [] : undefined;
      }
    }
    const parts = partsOf(part).map((inner) => matchesOf(inner, document));
    const isMatch = () => {
      switch (part.kind) {
        case 'and':
          return parts.length > 0 && !parts.includes(undefined);
        case 'or':
        case 'dis_max':
          return parts.some((found) => found !== undefined);
        case 'boolean':
          return parts[0] !== undefined;
        case 'and_not':
          return (
            parts[0] !== undefined &&
            part.queries.slice(1).every((excluded) => matchesOf(excluded, document) === undefined)
          );
        case 'at_least': {
          const weights = part.clauses.map(({ weight }, i) => (parts[i] ? weight : 0));
          const sum = weights.reduce((total, weight) => total + weight, 0);
          return sum > 0 && sum >= part.minWeight;
        }
      }
    };
    return isMatch() ? parts.flatMap((found) => found ?? []) : undefined;
  }

  return (document) => {
    for (const leaf of leaves.values()) leaf.found = undefined;
    for (const run of index.runsOf(document)) readRun(run);
    return matchesOf(query, document);
  };
}

const NONE: readonly never[] = [];

const FILTER_SIZE = 4096;

/** Returns all parts of a query, also the parts that exclude documents. */
function allPartsOf(query: Query): readonly Query[] {
  if (query.kind === 'constant_score') return [query.query];
  return query.kind === 'and_not' ? query.queries : partsOf(query);
}

/**
 * Returns the positions of the terms of a phrase in a run, for each place where the phrase occurs.
 *
 * @param maxWidth the maximum number of adjacent positions with all terms, in any order. Default: the terms must directly
 *   follow each other, in the order of the phrase.
 */
export function findPhrases<Term>(
  run: readonly Term[],
  phrase: readonly Term[],
  maxWidth?: number,
): readonly (readonly number[])[] {
  const width = maxWidth ?? phrase.length;
  if (phrase.length === 0 || width < phrase.length) return [];
  const found: number[][] = [];
  for (let start = 0; start < run.length; start++) {
    if (maxWidth === undefined) {
      if (phrase.every((term, i) => run[start + i] === term)) {
        found.push(phrase.map((_, i) => start + i));
      }
    } else if (phrase.includes(run[start])) {
      const missing = [...phrase];
      const positions: number[] = [];
      for (let at = start; at < start + width && at < run.length && missing.length > 0; at++) {
        const place = missing.indexOf(run[at]);
        if (place < 0) continue;
        missing.splice(place, 1);
        positions.push(at);
      }
      if (missing.length === 0) found.push(positions);
    }
  }
  return found;
}
