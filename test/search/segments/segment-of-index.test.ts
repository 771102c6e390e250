import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSegment } from '../../../src/search/segments/build-segment.js';
import { mergeSegments } from '../../../src/search/segments/merge-segments.js';
import { segmentOfIndex } from '../../../src/search/segments/segment-of-index.js';
import { runs } from '../../random-seed.js';
import { catalogs, FIELDS, freeze } from '../random-catalog.js';

describe('The segment of an index', () => {
  it('merges with new documents to the index of the kept and the new documents', () => {
    const cases = fc
      .tuple(catalogs, catalogs)
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
        const texts: (typeof before)[number][] = [];
        const oldIds: number[] = [];
        const newIds: number[] = [];
        while (oldIds.length < kept.length || newIds.length < added.length) {
          const isOld =
            newIds.length === added.length ||
            (oldIds.length < kept.length && isOldNext.next().value);
          const [ids, next] = isOld
            ? [oldIds, before[kept[oldIds.length]]]
            : [newIds, added[newIds.length]];
          ids.push(texts.length);
          texts.push(next);
        }
        const merged = mergeSegments(
          [
            segmentOfIndex(freeze(before), Uint32Array.from(kept)),
            buildSegment(added, { fields: FIELDS }),
          ],
          Uint32Array.from([...oldIds, ...newIds]),
        );
        expect(merged).toEqual(freeze(texts));
      }),
      { numRuns: runs(200), endOnFailure: true },
    );
  });
});
