import { describe, expect, it } from 'vitest';
import {
  buildNumberColumn,
  openDocValuesColumn,
  openNumberColumn,
} from '../../src/search/columns/doc-values-column.js';
import { openFrozenIndex, type SearchIndex } from '../../src/search/frozen-index.js';
import { QueryCostError } from '../../src/search/matchers/matcher.js';
import type { Query } from '../../src/search/query.js';
import { docValuesColumnOf } from './columns/doc-values-column-of.js';
import { freeze } from './random-catalog.js';

const SIZE = 1000;

/** In all documents: `the`. In half of them: `half`. In one document: `w0`, `w1` and so on. */
const data = freeze(
  Array.from({ length: SIZE }, (_, i) => ({ title: `the ${i % 2 === 0 ? 'half' : 'odd'} w${i}` })),
);
const index = openFrozenIndex(data, {
  format: openDocValuesColumn(docValuesColumnOf(Array.from({ length: SIZE }, () => ['book']))),
  year: openNumberColumn(buildNumberColumn(Array.from({ length: SIZE }, () => 1999))),
});

const fields = { title: 1 };
const term = (text: string): Query => ({ kind: 'term', term: text, fields });

/** Returns the lowest whole number that is accepted as the maximum cost of a query. */
function costOf(query: Query, searched = index): number {
  let low = -1;
  let high = 2 ** 40;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isAccepted(query, middle, searched)) high = middle;
    else low = middle;
  }
  return high;
}

function isAccepted(query: Query, maxCost: number, searched: SearchIndex): boolean {
  try {
    searched.match(query, { maxCost });
    return true;
  } catch (error) {
    if (error instanceof QueryCostError) return false;
    throw error;
  }
}

describe('The cost of a query', () => {
  it('has no maximum by default', () => {
    expect(
      index.match({ kind: 'or', queries: Array(1000).fill(term('the')) }).documents.length,
    ).toBe(SIZE);
  });

  it('is in the error of a query that exceeds the maximum', () => {
    const cost = costOf(term('the'));
    expect(() => index.match(term('the'), { maxCost: cost })).not.toThrow();
    expect(() => index.match(term('the'), { maxCost: cost - 1 })).toThrow(
      `query: expected a cost of at most ${cost - 1}, found at least ${cost}; use fewer or rarer terms`,
    );
  });

  it('is proportional to the postings of a term', () => {
    expect(costOf(term('the'))).toBe(2 * costOf(term('half')));
    expect(costOf(term('the'))).toBe(SIZE * costOf(term('w1')));
    expect(costOf(term('unknown'))).toBe(0);
  });

  it('depends on the rarest clause of an AND, and on all clauses of an OR', () => {
    const queries = [term('the'), term('half'), term('w2')];
    expect(costOf({ kind: 'and', queries })).toBeLessThan(costOf(term('half')) / 50);
    expect(costOf({ kind: 'or', queries })).toBeGreaterThan(
      costOf(term('the')) + costOf(term('half')),
    );
  });

  it('grows with the clauses and with the nesting of a query', () => {
    const or = (count: number): Query => ({ kind: 'or', queries: Array(count).fill(term('half')) });
    expect(costOf(or(64))).toBeGreaterThan(12 * costOf(or(4)));
    let nested = term('the');
    let before = costOf(nested);
    for (let level = 0; level < 8; level++) {
      nested = { kind: 'or', queries: [term('half'), { kind: 'and', queries: [nested] }] };
      expect(costOf(nested)).toBeGreaterThan(before);
      before = costOf(nested);
    }
  });

  it('includes the terms that a prefix, a fuzzy term or a wildcard reads', () => {
    const pattern = (text: string): Query => ({ kind: 'wildcard', pattern: text, fields });
    expect(costOf(pattern('w*'))).toBeGreaterThan(20 * SIZE);
    expect(costOf(pattern('w?x*'))).toBe(20 * SIZE);
    expect(costOf(pattern('w1*'))).toBeLessThan(costOf(pattern('w*')) / 2);
    expect(costOf({ kind: 'term', term: 'w', fields, prefix: true })).toBe(costOf(pattern('w*')));
    const fuzzy: Query = { kind: 'term', term: 'hxlf', fields, fuzzy: 1 };
    expect(costOf(fuzzy)).toBeGreaterThan(index.dictionary.size);
  });

  it('includes the verification of positions, which reads more for words that are near', () => {
    const terms = ['the', 'w2'];
    const and: Query = { kind: 'and', queries: terms.map(term) };
    const phrase: Query = { kind: 'phrase', terms, fields };
    const proximity: Query = { kind: 'proximity', terms, maxWidth: 5, fields };
    expect(costOf(phrase)).toBeGreaterThan(costOf(and));
    expect(costOf(proximity)).toBeGreaterThan(costOf(phrase));
    const frequent: Query = { ...proximity, terms: ['the', 'half'] };
    expect(costOf(frequent)).toBeGreaterThan(50 * costOf(proximity));
  });

  it('includes all documents for values and ranges of a column, and for excluded documents', () => {
    const values: Query = { kind: 'values', column: 'format', values: [0] };
    const valueRange: Query = { kind: 'value_range', column: 'format', start: 0, end: 1 };
    const range: Query = { kind: 'range', column: 'year', from: 1 };
    const not: Query = { kind: 'and_not', queries: [{ kind: 'all' }, term('w1')] };
    for (const query of [values, valueRange, range, not]) {
      expect(costOf(query)).toBeGreaterThanOrEqual(SIZE);
      expect(costOf(query)).toBeLessThan(10 * SIZE);
    }
  });

  it('is finite for a query that matches every document in several ways', () => {
    const query: Query = { kind: 'or', queries: [{ kind: 'all' }, { kind: 'all' }] };
    expect(costOf(query)).toBeLessThan(20 * SIZE);
  });
});
