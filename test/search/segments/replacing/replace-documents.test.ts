import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FrozenIndexData } from '../../../../src/search/frozen-index-data.js';
import { type Allocate, allocateShared } from '../../../../src/search/segments/allocate.js';
import { buildSegment, type FieldTexts } from '../../../../src/search/segments/build-segment.js';
import { replaceDocuments } from '../../../../src/search/segments/replacing/replace-documents.js';
import { runs } from '../../../random-seed.js';
import { catalogs, FIELDS, freeze, largeCatalogs } from '../../random-catalog.js';

const indexed = fc.oneof(catalogs, largeCatalogs);

/** Replaces documents of an index. The added documents are in several segments, if they are several documents. */
function replace(
  before: FrozenIndexData,
  kept: readonly number[],
  added: readonly FieldTexts[],
  docIds: readonly number[],
  allocate?: Allocate,
): FrozenIndexData {
  const middle = added.length >>> 1;
  const segments = [added.slice(0, middle), added.slice(middle)].map((texts) =>
    buildSegment(texts, { fields: FIELDS }),
  );
  return replaceDocuments(
    before,
    Uint32Array.from(kept),
    segments,
    Uint32Array.from(docIds),
    allocate,
  );
}

describe('An index in which documents are replaced', () => {
  it('equals an index of the kept and the added documents', () => {
    const cases = fc
      .tuple(indexed, catalogs)
      .chain(([before, added]) =>
        fc.tuple(
          fc.constant(before),
          fc.subarray([...before.keys()]),
          fc.constant(added),
          fc.infiniteStream(fc.boolean()),
        ),
      );
    fc.assert(
      fc.property(cases, ([before, kept, added, isOldNext]) => {
        const texts: FieldTexts[] = [];
        const oldIds: number[] = [];
        const newIds: number[] = [];
        while (oldIds.length < kept.length || newIds.length < added.length) {
          const isOld =
            newIds.length === added.length ||
            (oldIds.length < kept.length && isOldNext.next().value);
          const [ids, next] = isOld
            ? [oldIds, before[kept[oldIds.length]]]
            : [newIds, added[added.length - 1 - newIds.length]];
          ids.push(texts.length);
          texts.push(next);
        }
        // The added documents are in descending order of their doc ids.
        const replaced = replace(freeze(before), kept, added, [...oldIds, ...newIds.reverse()]);
        expect(replaced).toEqual(freeze(texts));
      }),
      { numRuns: runs(60), endOnFailure: true },
    );
  });

  it('equals an index of the changed documents when the doc ids stay the same', () => {
    const cases = indexed.chain((before) =>
      fc.tuple(
        fc.constant(before),
        fc.uniqueArray(fc.nat(Math.max(before.length - 1, 0)), { maxLength: before.length }),
        catalogs,
      ),
    );
    fc.assert(
      fc.property(cases, ([before, numbers, texts]) => {
        const changed = numbers.slice(0, texts.length);
        const kept = [...before.keys()].filter((number) => !changed.includes(number));
        const after = before.map((old, number) => texts[changed.indexOf(number)] ?? old);
        const added = changed.map((number) => after[number]);
        expect(replace(freeze(before), kept, added, [...kept, ...changed])).toEqual(freeze(after));
      }),
      { numRuns: runs(60), endOnFailure: true },
    );
  });

  it('can have its largest arrays in shared memory', () => {
    const before = freeze([{ title: 'Emma' }, { title: 'Persuasion' }]);
    const added = [{ title: 'Sanditon' }];
    const replaced = replace(before, [1], added, [0, 1], allocateShared);
    expect(replaced).toEqual(replace(before, [1], added, [0, 1]));
    const { postingDocuments, postingFrequencySets, termUnits, forwardBytes } = replaced;
    for (const array of [postingDocuments, postingFrequencySets, termUnits, forwardBytes]) {
      expect(array.buffer).toBeInstanceOf(SharedArrayBuffer);
    }
  });
});
