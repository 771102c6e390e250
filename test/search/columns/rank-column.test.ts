import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { topByRank } from '../../../src/search/collectors/top-by-rank.js';
import { buildRankColumn } from '../../../src/search/columns/rank-column.js';

const keys = fc.array(fc.option(fc.nat(5), { nil: undefined }), { maxLength: 30 });

function naiveOrder(values: (number | undefined)[], direction: 1 | -1): number[] {
  const documents = [...values.keys()];
  const withKey = documents.filter((document) => values[document] !== undefined);
  withKey.sort((a, b) => direction * ((values[a] ?? 0) - (values[b] ?? 0)) || a - b);
  return [...withKey, ...documents.filter((document) => values[document] === undefined)];
}

describe('A rank column', () => {
  it('ranks by key, then document, and what has no key last, in either direction', () => {
    fc.assert(
      fc.property(keys, fc.constantFrom(1 as const, -1 as const), (values, direction) => {
        const ranks = buildRankColumn(values, (a, b) => direction * (a - b));
        const order = naiveOrder(values, direction);
        order.forEach((document, rank) => {
          expect(ranks[document]).toBe(rank);
        });
      }),
      { seed: 13 },
    );
  });

  it('gives any page of the matches in its order', () => {
    fc.assert(
      fc.property(keys, fc.nat(12), fc.nat(12), (values, from, size) => {
        const ranks = buildRankColumn(values, (a, b) => a - b);
        const documents = Uint32Array.from(values.keys()).filter((document) => document % 3 !== 2);
        const expected = naiveOrder(values, 1).filter((document) => document % 3 !== 2);
        expect(topByRank({ documents }, ranks, from, size)).toEqual(
          expected.slice(from, from + size),
        );
      }),
      { seed: 14 },
    );
  });
});
