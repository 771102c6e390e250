import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { topByRank } from '../../../src/search/collectors/top-by-rank.js';
import { createRankColumnBuilder } from '../../../src/search/columns/rank-column.js';

const keys = fc.array(fc.option(fc.nat(5), { nil: undefined }), { maxLength: 30 });

function naiveOrder(values: (number | undefined)[], direction: 1 | -1): number[] {
  const documents = [...values.keys()];
  const withKey = documents.filter((document) => values[document] !== undefined);
  withKey.sort((a, b) => direction * ((values[a] ?? 0) - (values[b] ?? 0)) || a - b);
  return [...withKey, ...documents.filter((document) => values[document] === undefined)];
}

function ranked(values: (number | undefined)[], direction: 1 | -1, order?: number[]): Uint32Array {
  const builder = createRankColumnBuilder<number>();
  for (const value of values) builder.add(value);
  return builder.build((value) => value, direction, order && Uint32Array.from(order));
}

describe('A rank column', () => {
  it('ranks by key, then document, and what has no key last, in either direction', () => {
    fc.assert(
      fc.property(keys, fc.constantFrom(1 as const, -1 as const), (values, direction) => {
        const ranks = ranked(values, direction);
        const order = naiveOrder(values, direction);
        order.forEach((document, rank) => {
          expect(ranks[document]).toBe(rank);
        });
      }),
      { seed: 13 },
    );
  });

  it('is the same in whichever order the documents come', () => {
    const shuffled = keys.chain((values) =>
      fc.tuple(
        fc.constant(values),
        fc.shuffledSubarray([...values.keys()], { minLength: values.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([values, order]) => {
        const arriving = order.map((document) => values[document]);
        expect(ranked(arriving, 1, order)).toEqual(ranked(values, 1));
      }),
      { seed: 15 },
    );
  });

  it('ranks texts by the keys that they are given', () => {
    const ranks = (keyOf: (text: string) => string, direction: 1 | -1) => {
      const builder = createRankColumnBuilder<string>();
      for (const text of ['b', 'A', 'c', 'A']) builder.add(text);
      return [...builder.build(keyOf, direction)];
    };
    expect(ranks((text) => text.toLowerCase(), 1)).toEqual([2, 0, 3, 1]);
    expect(ranks((text) => text, -1)).toEqual([1, 2, 0, 3]);
  });

  it('gives any page of the matches in its order', () => {
    fc.assert(
      fc.property(keys, fc.nat(12), fc.nat(12), (values, from, size) => {
        const ranks = ranked(values, 1);
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
