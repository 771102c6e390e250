import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LEFT_OUT } from '../../../src/base/merge-strings.js';
import {
  type DocValuesColumnData,
  openDocValuesColumn,
} from '../../../src/search/columns/doc-values-column.js';
import { mergeDocValues, sortDocValues } from '../../../src/search/columns/merge-doc-values.js';
import { docValuesColumnOf } from './doc-values-column-of.js';

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
