import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LEFT_OUT } from '../../../src/base/merge-strings.js';
import {
  type DocValuesColumnData,
  openDocValuesColumn,
} from '../../../src/search/columns/doc-values-column.js';
import {
  mergeDocValues,
  sortDocValues,
} from '../../../src/search/columns/doc-values-column-builder.js';
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

const sameKey = (value: string) => value;
/**
 * Merges a column with a column of added documents.
 *
 * @param kept the documents of the first column to keep
 * @param docIds the new doc ids of the kept documents, then those of the added documents
 */
function replace(
  before: DocValuesColumnData,
  kept: readonly number[],
  added: readonly (readonly string[])[],
  docIds: readonly number[],
  keyOf = sameKey,
) {
  const { documentCount } = openDocValuesColumn(before);
  const mapping = new Uint32Array(documentCount + added.length).fill(LEFT_OUT);
  kept.forEach((document, i) => {
    mapping[document] = docIds[i];
  });
  mapping.set(docIds.slice(kept.length), documentCount);
  const numbers = { size: docIds.length, docIds: mapping };
  return mergeDocValues([before, docValuesColumnOf(added, keyOf)], numbers, keyOf);
}

describe('mergeDocValues', () => {
  it('returns the first column itself if the documents that replace others have the same values', () => {
    const before = docValuesColumnOf([['b'], [], ['a', 'c'], ['b']]);
    const replaceThird = (values: readonly string[], docIds = [0, 1, 3, 2]) =>
      replace(before, [0, 1, 3], [values], docIds);
    expect(replaceThird(['c', 'a', 'c'])).toBe(before);
    for (const values of [['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'd'], []]) {
      expect(replaceThird(values)).toEqual(docValuesColumnOf([['b'], [], values, ['b']]));
    }
    expect(replaceThird(['a', 'c'], [1, 2, 3, 0])).toEqual(
      docValuesColumnOf([['a', 'c'], ['b'], [], ['b']]),
    );
    expect(replace(docValuesColumnOf([['a'], ['b']]), [], [['a'], ['a']], [0, 1])).toEqual(
      docValuesColumnOf([['a'], ['a']]),
    );
    const alternating = docValuesColumnOf([['a'], ['b'], ['a'], ['b']]);
    expect(replace(alternating, [0, 1, 3], [['a']], [1, 2, 3, 0])).toEqual(
      docValuesColumnOf([['a'], ['a'], ['b'], ['b']]),
    );
    expect(replace(before, [0, 1, 3], [], [0, 1, 2])).toEqual(
      docValuesColumnOf([['b'], [], ['b']]),
    );
  });

  it('returns the column of the kept and the added documents, whose values can have new keys', () => {
    const values = fc.constantFrom<string[]>(
      'Book',
      'DVD',
      'Élan',
      '東京',
      '𐐷',
      '',
      'zine',
      'b',
      'c',
    );
    const lists = fc
      .integer({ min: 1, max: 3 })
      .chain((maxLength) => fc.array(fc.array(values, { maxLength }), { maxLength: 20 }));
    const reversed = (value: string) => [...value].reverse().join('');
    const keys = fc.constantFrom(sameKey, reversed, () => 'same');
    fc.assert(
      fc.property(
        lists,
        lists,
        fc.infiniteStream(fc.boolean()),
        keys,
        keys,
        (before, added, next, keyOf, newKeyOf) => {
          const kept = [...before.keys()].filter(() => next.next().value);
          const after: (readonly string[])[] = [];
          const docIds: Record<'kept' | 'added', number[]> = { kept: [], added: [] };
          while (after.length < kept.length + added.length) {
            const isKept =
              docIds.added.length === added.length ||
              (docIds.kept.length < kept.length && next.next().value);
            const ids = isKept ? docIds.kept : docIds.added;
            // The added documents are in descending order of their doc ids.
            const list = isKept ? before[kept[ids.length]] : added[added.length - 1 - ids.length];
            ids.push(after.push(list) - 1);
          }
          const replaced = replace(
            sortDocValues(docValuesColumnOf(before, keyOf), newKeyOf),
            kept,
            added,
            [...docIds.kept, ...docIds.added.reverse()],
            newKeyOf,
          );
          expect(replaced).toEqual(docValuesColumnOf(after, newKeyOf));
        },
      ),
    );
  });
});
