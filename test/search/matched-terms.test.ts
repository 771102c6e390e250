import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openFrozenIndex } from '../../src/search/frozen-index.js';
import {
  createTermFinder,
  explainMatch,
  type MatchExplanation,
  type MatchedTerms,
} from '../../src/search/matched-terms.js';
import type { Query } from '../../src/search/query.js';
import { runs } from '../random-seed.js';
import { allQueries, catalogs, freeze, keywordQueries } from './random-catalog.js';

const index = openFrozenIndex(
  freeze([
    { title: ['The white whale', 'Whales'], notes: 'A whale in the white sea' },
    { title: 'Sea', notes: 'A white whale' },
  ]),
);
const term = (text: string, options: object = {}): Query => ({
  kind: 'term',
  term: text,
  fields: { title: 1, notes: 1 },
  ...options,
});

function found(query: Query, document = 0): string[] | undefined {
  const matched = createTermFinder(index, query)(document);
  return matched?.map(({ field, terms }) => `${field}: ${terms.join(' ')}`);
}

/** Returns the parts of an explanation that search terms, with each field that matches. */
function fieldsOf({ query, parts, fields }: MatchExplanation): string[] {
  const inner = parts.flatMap(fieldsOf);
  return [...inner, ...fields.map(({ field }) => `${JSON.stringify(query)} ${field}`)];
}

function withoutInner(query: Query): Query {
  if ('queries' in query) return { ...query, queries: query.queries.map(withoutInner) };
  if (query.kind === 'boolean') {
    const { required, optional } = query;
    return {
      kind: 'boolean',
      required: withoutInner(required),
      optional: optional.map(withoutInner),
    };
  }
  if (query.kind === 'at_least') {
    const clauses = query.clauses.map((clause) => ({
      ...clause,
      query: withoutInner(clause.query),
    }));
    return { ...query, clauses };
  }
  // The explanation does not look into a query with a constant score.
  return query.kind === 'constant_score' ? { kind: 'all' } : query;
}

describe('createTermFinder', () => {
  it('finds the documents that match random queries, and the fields of explainMatch', () => {
    const queries = fc.array(fc.oneof(allQueries, keywordQueries), { maxLength: 5 });
    fc.assert(
      fc.property(catalogs, queries, (texts, some) => {
        const searched = openFrozenIndex(freeze(texts));
        for (const query of some.map(withoutInner)) {
          const { documents } = searched.match(query);
          const matchedTerms = createTermFinder(searched, query);
          for (let document = 0; document < texts.length; document++) {
            const matched = matchedTerms(document);
            expect(matched !== undefined).toBe(documents.includes(document));
            if (matched === undefined) continue;
            const ofField = ({ query: part, field }: MatchedTerms) =>
              `${JSON.stringify(part)} ${field}`;
            expect(new Set(matched.map(ofField))).toEqual(
              new Set(fieldsOf(explainMatch(searched, query, document))),
            );
          }
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it.for<[query: Query, matched: string[] | undefined]>([
    [term('whale'), ['title: whale', 'notes: whale']],
    [term('whale', { fields: { notes: 1 } }), ['notes: whale']],
    [term('wha', { prefix: true }), ['title: whale whales', 'notes: whale']],
    [term('whalez', { fuzzy: 1 }), ['title: whale whales', 'notes: whale']],
    [term('ship'), undefined],
    [{ kind: 'wildcard', pattern: 'wh*e', fields: { title: 1 } }, ['title: white whale']],
    [
      { kind: 'phrase', terms: ['white', 'whale'], fields: { title: 1, notes: 1 } },
      ['title: white whale'],
    ],
    [
      { kind: 'proximity', terms: ['white', 'whale'], maxWidth: 4, fields: { notes: 1 } },
      ['notes: white whale'],
    ],
    [
      { kind: 'proximity', terms: ['white', 'whale'], maxWidth: 3, fields: { notes: 1 } },
      undefined,
    ],
    [{ kind: 'and_not', queries: [term('sea'), term('ship')] }, ['notes: sea']],
    [{ kind: 'and_not', queries: [term('sea'), term('whale')] }, undefined],
    [
      {
        kind: 'or',
        queries: [term('sea'), { kind: 'and', queries: [term('white'), term('ship')] }],
      },
      ['notes: sea'],
    ],
    [{ kind: 'constant_score', query: term('sea'), score: 1 }, ['notes: sea']],
    [{ kind: 'at_least', clauses: [{ query: term('ship'), weight: 1 }], minWeight: 0 }, undefined],
    [
      {
        kind: 'at_least',
        clauses: [
          { query: term('ship'), weight: 2 },
          { query: term('sea'), weight: 1 },
        ],
        minWeight: 1,
      },
      ['notes: sea'],
    ],
    [{ kind: 'documents', documents: [0] }, []],
    [{ kind: 'all' }, []],
  ])('returns the terms of each field that match %j', ([query, matched]) => {
    expect(found(query)).toEqual(matched);
  });

  it('reads one document after another', () => {
    const matchedTerms = createTermFinder(index, term('sea'));
    expect(matchedTerms(1)?.map(({ field }) => field)).toEqual(['title']);
    expect(matchedTerms(0)?.map(({ field }) => field)).toEqual(['notes']);
    expect(createTermFinder(index, term('whales'))(1)).toBeUndefined();
  });
});
