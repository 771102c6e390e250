import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openFrozenIndex } from '../../../src/search/frozen-index.js';
import type { Query } from '../../../src/search/query.js';
import { FIELDS, freeze, largeCatalogs } from '../random-catalog.js';

const termOrPrefix = fc.record({
  term: fc.constantFrom('a', 'ab', 'abba', 'sea', 'the', 'then', '東京', '42', 'absent', 's'),
  prefix: fc.boolean(),
});

describe('SearchIndex.filterByTerms', () => {
  it('returns the given documents that a query for all of the terms matches, up to the limit, in the given order', () => {
    const requests = fc.tuple(
      largeCatalogs,
      fc.array(termOrPrefix, { minLength: 1, maxLength: 40 }),
      fc.subarray([...FIELDS, 'unknown']),
      fc.nat(20),
    );
    fc.assert(
      fc.property(requests, ([texts, terms, names, limit]) => {
        const index = openFrozenIndex(freeze(texts));
        const fields = Object.fromEntries(names.map((name) => [name, 1]));
        const queries = terms.map((term): Query => ({ kind: 'term', ...term, fields }));
        const matching = new Set(index.match({ kind: 'and', queries }).documents);
        const order = texts.map((_, document) => document).reverse();
        expect(index.filterByTerms(order, terms, fields, limit)).toEqual(
          order.filter((document) => matching.has(document)).slice(0, limit),
        );
      }),
    );
  });
});
