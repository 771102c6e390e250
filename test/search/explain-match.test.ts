import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openFrozenIndex } from '../../src/search/frozen-index.js';
import { explainMatch } from '../../src/search/matched-terms.js';
import type { Query } from '../../src/search/query.js';
import { runs } from '../random-seed.js';
import { allQueries, catalogs, freeze, keywordQueries } from './random-catalog.js';
import { expectClose } from './same-answer.js';

const sea: Query = { kind: 'term', term: 'sea', fields: { title: 2, notes: 1 } };
const whale: Query = { kind: 'term', term: 'whale', fields: { title: 2 }, label: 'animal' };
const index = openFrozenIndex(
  freeze([{ title: 'The sea', notes: 'A whale in the sea' }, { title: 'A sea whale' }]),
);

describe('explainMatch', () => {
  it('explains the score of every match of random queries', () => {
    const queries = fc.array(fc.oneof(allQueries, keywordQueries), { maxLength: 5 });
    fc.assert(
      fc.property(catalogs, queries, (texts, some) => {
        const searched = openFrozenIndex(freeze(texts));
        for (const query of some) {
          const matches = searched.match(query);
          const scores = matches.scores();
          matches.documents.forEach((document, i) => {
            const { score, queryTerms } = explainMatch(searched, query, document);
            expectClose(score * Math.max(1, queryTerms.size), scores[i]);
          });
        }
      }),
      { numRuns: runs(60) },
    );
  });

  it('returns the score of each field, which add up to the score of a term', () => {
    const { score, fields, queryTerms } = explainMatch(index, sea, 0);
    expect(fields.map(({ field }) => field)).toEqual(['title', 'notes']);
    expect(fields[0].score + fields[1].score).toBeCloseTo(score, 10);
    expect([...queryTerms]).toEqual(['sea']);
  });

  it('returns only the parts that match, with their labels', () => {
    const both: Query = { kind: 'boolean', required: sea, optional: [whale] };
    const labelsOf = (document: number) =>
      explainMatch(index, both, document).parts.map(({ query }) => query.label);
    expect(labelsOf(0)).toEqual([undefined]);
    expect(labelsOf(1)).toEqual([undefined, 'animal']);
  });

  it('throws for a document that does not match', () => {
    expect(() => explainMatch(index, whale, 0)).toThrow(
      new RangeError('document 0: expected a match of the query, found none'),
    );
  });
});
