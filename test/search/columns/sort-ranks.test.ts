import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createSortRanksBuilder,
  type ReplacedDocument,
} from '../../../src/search/columns/sort-ranks.js';
import { topByRank } from '../../../src/search/top-k.js';

const keys = fc.array(fc.option(fc.nat(5), { nil: undefined }), { maxLength: 30 });

function naiveOrder(values: (number | undefined)[], direction: 1 | -1): number[] {
  const documents = [...values.keys()];
  const withKey = documents.filter((document) => values[document] !== undefined);
  withKey.sort((a, b) => direction * ((values[a] ?? 0) - (values[b] ?? 0)) || a - b);
  return [...withKey, ...documents.filter((document) => values[document] === undefined)];
}

function rankDocuments(
  values: (number | undefined)[],
  direction: 1 | -1,
  newDocIds?: number[],
): Uint32Array {
  const builder = createSortRanksBuilder<number>();
  for (const value of values) builder.add(value);
  return builder.build((value) => value, direction, newDocIds && Uint32Array.from(newDocIds));
}

describe('SortRanksBuilder', () => {
  it('ranks by key, then by document, and ranks documents without a value last', () => {
    fc.assert(
      fc.property(keys, fc.constantFrom(1 as const, -1 as const), (values, direction) => {
        const ranks = rankDocuments(values, direction);
        const order = naiveOrder(values, direction);
        order.forEach((document, rank) => {
          expect(ranks[document]).toBe(rank);
        });
      }),
    );
  });

  it('returns the same ranks, regardless of the order in which documents are added', () => {
    const shuffled = keys.chain((values) =>
      fc.tuple(
        fc.constant(values),
        fc.shuffledSubarray([...values.keys()], { minLength: values.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([values, newDocIds]) => {
        const added = newDocIds.map((document) => values[document]);
        expect(rankDocuments(added, 1, newDocIds)).toEqual(rankDocuments(values, 1));
      }),
    );
  });

  it('returns the array of the known ranks if each added document replaces one with the same value', () => {
    const values = [3, 1, 2];
    const ranks = rankDocuments(values, 1);
    const replaceSecond = (value: number, hasSameValue: boolean) => {
      const builder = createSortRanksBuilder<number>();
      builder.addRanked(ranks, Uint32Array.of(0, 2), (document) => values[document]);
      builder.add(value, { rank: ranks[1], hasSameValue });
      return builder.build((key) => key, 1, Uint32Array.of(0, 2, 1));
    };
    expect(replaceSecond(1, true)).toBe(ranks);
    expect(replaceSecond(9, false)).toEqual(rankDocuments([3, 9, 2], 1));
  });

  it('returns the same ranks when the order of some documents is known', () => {
    const fates = fc.constantFrom('kept', 'replaced', 'revalued', 'deleted');
    const changed = fc.record({
      before: fc.array(fc.tuple(fc.option(fc.nat(5), { nil: undefined }), fates), {
        maxLength: 30,
      }),
      added: keys,
      isAddedNext: fc.infiniteStream(fc.boolean()),
      direction: fc.constantFrom(1 as const, -1 as const),
    });
    fc.assert(
      fc.property(changed, ({ before, added, isAddedNext, direction }) => {
        const valuesBefore = before.map(([value]) => value);
        const ranks = rankDocuments(valuesBefore, direction);
        const kept = { documents: [] as number[], docIds: [] as number[] };
        const others: { value: number | undefined; docId: number; replaced?: ReplacedDocument }[] =
          [];
        const after: (number | undefined)[] = [];
        const addNext = (value: number | undefined, replaced?: ReplacedDocument) => {
          others.push({ value, docId: after.length, ...(replaced && { replaced }) });
          after.push(value);
        };
        const waiting = [...added];
        for (const [document, [value, fate]] of before.entries()) {
          if (waiting.length > 0 && isAddedNext.next().value) addNext(waiting.pop());
          if (fate === 'deleted') continue;
          if (fate === 'revalued') {
            addNext(document % 4, { rank: ranks[document], hasSameValue: false });
            continue;
          }
          if (fate === 'kept') {
            kept.documents.push(document);
            kept.docIds.push(after.length);
            after.push(value);
          } else addNext(value, { rank: ranks[document], hasSameValue: true });
        }
        for (const value of waiting) addNext(value);

        const builder = createSortRanksBuilder<number>();
        builder.addRanked(ranks, Uint32Array.from(kept.documents), (i) => valuesBefore[i]);
        for (const { value, replaced } of others) builder.add(value, replaced);
        const newDocIds = Uint32Array.from([...kept.docIds, ...others.map(({ docId }) => docId)]);
        expect(builder.build((value) => value, direction, newDocIds)).toEqual(
          rankDocuments(after, direction),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('ranks texts by their keys', () => {
    const ranks = (keyOf: (text: string) => string, direction: 1 | -1) => {
      const builder = createSortRanksBuilder<string>();
      for (const text of ['b', 'A', 'c', 'A']) builder.add(text);
      return [...builder.build(keyOf, direction)];
    };
    expect(ranks((text) => text.toLowerCase(), 1)).toEqual([2, 0, 3, 1]);
    expect(ranks((text) => text, -1)).toEqual([1, 2, 0, 3]);
  });

  it('returns ranks by which topByRank sorts any page of matches', () => {
    fc.assert(
      fc.property(keys, fc.nat(12), fc.nat(12), (values, from, size) => {
        const ranks = rankDocuments(values, 1);
        const documents = Uint32Array.from(values.keys()).filter((document) => document % 3 !== 2);
        const expected = naiveOrder(values, 1).filter((document) => document % 3 !== 2);
        expect(topByRank({ documents }, ranks, from, size)).toEqual(
          expected.slice(from, from + size),
        );
      }),
    );
  });
});
