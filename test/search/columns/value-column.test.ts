import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openValueColumn } from '../../../src/search/columns/value-column.js';
import { valueColumnOf } from './value-column-of.js';

const value = fc.constantFrom<string[]>('Book', 'DVD', 'Élan', '東京', '𐐷', '', 'zine');
const single = fc.array(fc.array(value, { maxLength: 1 }), { maxLength: 20 });
const multiple = fc.array(fc.array(value, { maxLength: 4 }), { maxLength: 20 });

describe('A value column', () => {
  it('gives back the values of every document, once each, in display order', () => {
    fc.assert(
      fc.property(fc.oneof(single, multiple), (lists) => {
        const column = openValueColumn(valueColumnOf(lists));
        expect(column.documentCount).toBe(lists.length);
        lists.forEach((list, document) => {
          const values = column.valuesOf(document).map((number) => column.dictionary.get(number));
          expect(values).toEqual([...new Set(list)].sort());
        });
        for (let number = 0; number < column.dictionary.size; number++) {
          const having = lists.filter((list) => list.includes(column.dictionary.get(number)));
          expect(column.data.counts[number]).toBe(having.length);
        }
      }),
      { seed: 9 },
    );
  });

  it('selects the documents that have any of the values', () => {
    const numbers = fc.array(fc.nat(9), { maxLength: 3 });
    fc.assert(
      fc.property(fc.oneof(single, multiple), numbers, (lists, wanted) => {
        const column = openValueColumn(valueColumnOf(lists));
        const candidates = Uint32Array.from(lists.keys()).filter((document) => document % 3 !== 1);
        const expected = candidates.filter((document) =>
          column.valuesOf(document).some((number) => wanted.includes(number)),
        );
        expect(column.select(candidates, wanted)).toEqual(expected);
      }),
      { seed: 10 },
    );
  });

  it('numbers values by the order it is given, and takes no offsets for single values', () => {
    const keys: Record<string, string> = { a: '3', b: '2', c: '1' };
    const data = valueColumnOf([['a'], ['c'], [], ['b']], (value) => keys[value]);
    expect(data.offsets).toBeUndefined();
    expect([...data.values]).toEqual([2, 0, 3, 1]);
    expect(data.values).toBeInstanceOf(Uint8Array);
  });

  it('is the same whatever order its documents came in', () => {
    const arrivals = fc.array(fc.tuple(fc.array(value, { maxLength: 3 }), fc.integer()), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(arrivals, (documents) => {
        const final = documents
          .map((_, arrival) => arrival)
          .sort((a, b) => documents[a][1] - documents[b][1]);
        const order = new Uint32Array(documents.length);
        final.forEach((arrival, number) => {
          order[arrival] = number;
        });
        const arrived = valueColumnOf(
          documents.map(([list]) => list),
          undefined,
          order,
        );
        expect(arrived).toEqual(valueColumnOf(final.map((arrival) => documents[arrival][0])));
      }),
      { seed: 11 },
    );
  });

  it('takes wider numbers when there are more values', () => {
    const lists = Array.from({ length: 300 }, (_, i) => [`v${i}`]);
    const column = openValueColumn(valueColumnOf(lists));
    expect(column.data.values).toBeInstanceOf(Uint16Array);
    expect(column.dictionary.get(column.valuesOf(299)[0])).toBe('v299');
  });
});
