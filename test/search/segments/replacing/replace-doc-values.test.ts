import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DocValuesColumn,
  openDocValuesColumn,
} from '../../../../src/search/columns/doc-values-column.js';
import { replaceDocValues } from '../../../../src/search/segments/replacing/replace-doc-values.js';
import { docValuesColumnOf } from '../../columns/doc-values-column-of.js';

const sameKey = (value: string) => value;
const columnOf = (lists: readonly (readonly string[])[], keyOf = sameKey) =>
  openDocValuesColumn(docValuesColumnOf(lists, keyOf));

function replace(
  before: DocValuesColumn,
  kept: readonly number[],
  added: readonly (readonly string[])[],
  docIds: readonly number[],
  keyOf = sameKey,
  hasNewKeys?: boolean,
) {
  return replaceDocValues(
    before,
    Uint32Array.from(kept),
    docValuesColumnOf(added, keyOf),
    Uint32Array.from(docIds),
    keyOf,
    hasNewKeys,
  );
}

describe('A doc values column in which documents are replaced', () => {
  it('is not built again if the documents that replace others have the same values', () => {
    const before = columnOf([['b'], [], ['a', 'c'], ['b']]);
    const replaceThird = (values: readonly string[], docIds = [0, 1, 3, 2]) =>
      replace(before, [0, 1, 3], [values], docIds);
    expect(replaceThird(['c', 'a', 'c'])).toBe(before.data);
    for (const values of [['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'd'], []]) {
      expect(replaceThird(values)).toEqual(docValuesColumnOf([['b'], [], values, ['b']]));
    }
    expect(replaceThird(['a', 'c'], [1, 2, 3, 0])).toEqual(
      docValuesColumnOf([['a', 'c'], ['b'], [], ['b']]),
    );
    expect(replace(columnOf([['a'], ['b']]), [], [['a'], ['a']], [0, 1])).toEqual(
      docValuesColumnOf([['a'], ['a']]),
    );
    const alternating = columnOf([['a'], ['b'], ['a'], ['b']]);
    expect(replace(alternating, [0, 1, 3], [['a']], [1, 2, 3, 0])).toEqual(
      docValuesColumnOf([['a'], ['a'], ['b'], ['b']]),
    );
    expect(replace(before, [0, 1, 3], [], [0, 1, 2])).toEqual(
      docValuesColumnOf([['b'], [], ['b']]),
    );
  });

  it('equals a column of the kept and the added documents', () => {
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
        fc.option(keys, { nil: undefined }),
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
            columnOf(before, keyOf),
            kept,
            added,
            [...docIds.kept, ...docIds.added.reverse()],
            newKeyOf ?? keyOf,
            newKeyOf !== undefined,
          );
          expect(replaced).toEqual(docValuesColumnOf(after, newKeyOf ?? keyOf));
        },
      ),
    );
  });
});
