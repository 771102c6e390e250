/*
 * Explains the score of one document, by matching each part of a query alone.
 */

import type { SearchIndex } from './frozen-index.js';
import type { Query } from './query.js';

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
      const queryTerms = termsOf(query);
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
export function partsOf(query: Query): readonly Query[] {
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

function termsOf(
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
