import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openFrozenIndex } from '../../src/search/frozen-index.js';
import type { Query } from '../../src/search/query.js';
import { FIELDS, freeze, largeCatalogs } from './random-catalog.js';

const soughtTerm = fc.record({
  term: fc.constantFrom('a', 'ab', 'abba', 'sea', 'the', 'then', '東京', '42', 'absent', 's'),
  prefix: fc.boolean(),
});

it('the first documents with some terms are the first of those that a query for all of them finds', () => {
  const asked = fc.tuple(
    largeCatalogs,
    fc.array(soughtTerm, { minLength: 1, maxLength: 40 }),
    fc.subarray([...FIELDS, 'unknown']),
    fc.nat(20),
  );
  fc.assert(
    fc.property(asked, ([texts, terms, names, limit]) => {
      const index = openFrozenIndex(freeze(texts));
      const fields = Object.fromEntries(names.map((name) => [name, 1]));
      const queries = terms.map((sought): Query => ({ kind: 'term', ...sought, fields }));
      const matching = new Set(index.match({ kind: 'and', queries }).documents);
      const order = texts.map((_, document) => document).reverse();
      expect(index.firstWith(order, terms, fields, limit)).toEqual(
        order.filter((document) => matching.has(document)).slice(0, limit),
      );
    }),
    { seed: 12 },
  );
});
