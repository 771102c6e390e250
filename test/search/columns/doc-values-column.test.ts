import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDocValuesColumn } from '../../../src/search/columns/doc-values-column.js';
import { docValuesColumnOf } from './doc-values-column-of.js';

const value = fc.constantFrom<string[]>('Book', 'DVD', 'Élan', '東京', '𐐷', '', 'zine');
const single = fc.array(fc.array(value, { maxLength: 1 }), { maxLength: 20 });
const multiple = fc.array(fc.array(value, { maxLength: 4 }), { maxLength: 20 });

describe('DocValuesColumn', () => {
  it('returns the sorted distinct values of every document, and counts the documents of every value', () => {
    fc.assert(
      fc.property(fc.oneof(single, multiple), (lists) => {
        const column = openDocValuesColumn(docValuesColumnOf(lists));
        expect(column.documentCount).toBe(lists.length);
        lists.forEach((list, document) => {
          const values = column.valuesOf(document).map((ordinal) => column.dictionary.get(ordinal));
          expect(values).toEqual([...new Set(list)].sort());
        });
        for (let ordinal = 0; ordinal < column.dictionary.size; ordinal++) {
          const value = column.dictionary.get(ordinal);
          const documents = lists.filter((list) => list.includes(value));
          expect(column.data.counts[ordinal]).toBe(documents.length);
        }
      }),
    );
  });

  it('selects the documents that have any of the values', () => {
    const ordinals = fc.array(fc.oneof(fc.nat(9), fc.constantFrom(-1, 0.5, Number.NaN)), {
      maxLength: 3,
    });
    fc.assert(
      fc.property(
        fc.oneof(single, multiple),
        ordinals,
        fc.boolean(),
        (lists, selected, selectsAll) => {
          const column = openDocValuesColumn(docValuesColumnOf(lists));
          const all = Uint32Array.from(lists.keys());
          const candidates = selectsAll ? all : all.filter((document) => document % 3 !== 1);
          const expected = candidates.filter((document) =>
            column.valuesOf(document).some((ordinal) => selected.includes(ordinal)),
          );
          expect(column.select(candidates, selected)).toEqual(expected);
        },
      ),
    );
  });

  it('numbers values with equal keys in the order of the values', () => {
    for (const lists of [
      [['b'], ['c'], ['a']],
      [['c'], ['a'], ['b']],
    ]) {
      const { dictionary } = openDocValuesColumn(docValuesColumnOf(lists, () => 'same'));
      expect([0, 1, 2].map(dictionary.get)).toEqual(['a', 'b', 'c']);
    }
  });

  it('numbers values in the order of their keys, and has no offsets if no document has two values', () => {
    const keys: Record<string, string> = { a: '3', b: '2', c: '1' };
    const data = docValuesColumnOf([['a'], ['c'], [], ['b']], (value) => keys[value]);
    expect(data.offsets).toBeUndefined();
    expect([...data.values]).toEqual([2, 0, 3, 1]);
    expect(data.values).toBeInstanceOf(Uint8Array);
  });

  it('builds the same column from documents renumbered by newDocIds as from documents added in the new order', () => {
    const documentsWithKeys = fc.array(fc.tuple(fc.array(value, { maxLength: 3 }), fc.integer()), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(documentsWithKeys, (documents) => {
        const sorted = documents
          .map((_, index) => index)
          .sort((a, b) => documents[a][1] - documents[b][1]);
        const newDocIds = new Uint32Array(documents.length);
        sorted.forEach((index, number) => {
          newDocIds[index] = number;
        });
        const mapped = docValuesColumnOf(
          documents.map(([list]) => list),
          undefined,
          newDocIds,
        );
        expect(mapped).toEqual(docValuesColumnOf(sorted.map((index) => documents[index][0])));
      }),
    );
  });

  it('stores ordinals in two bytes for more than 255 values', () => {
    const lists = Array.from({ length: 300 }, (_, i) => [`v${i}`]);
    const column = openDocValuesColumn(docValuesColumnOf(lists));
    expect(column.data.values).toBeInstanceOf(Uint16Array);
    expect(column.dictionary.get(column.valuesOf(299)[0])).toBe('v299');
  });
});
