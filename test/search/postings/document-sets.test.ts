import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Bitset,
  countBits,
  difference,
  intersect,
  locateAll,
  RankBitset,
  rankBitsetLength,
  selectMarked,
  unite,
  writeRankBitset,
} from '../../../src/search/postings/document-sets.js';
import { runs } from '../../random-seed.js';

const LARGEST = 500;

/** Lists of very different lengths. Both the galloping search and the bitset are used for some pairs. */
const documents = fc
  .oneof(
    fc.uniqueArray(fc.nat(LARGEST), { maxLength: 5 }),
    fc.uniqueArray(fc.nat(LARGEST), { maxLength: 60 }),
    fc.uniqueArray(fc.nat(LARGEST), { minLength: 250, maxLength: LARGEST }),
  )
  .map((list) => Uint32Array.from(list).sort());

/** Returns documents as bits: bit `d & 31` of word `d >>> 5` is set for document `d`. */
function bitsOf(list: Uint32Array): Uint32Array {
  const words = new Uint32Array((LARGEST >>> 5) + 1);
  for (const document of list) words[document >>> 5] |= 1 << document;
  return words;
}

describe('document sets', () => {
  it('have the same intersections, unions, differences and positions as plain arrays', () => {
    fc.assert(
      fc.property(documents, documents, (a, b) => {
        expect(intersect(a, b)).toEqual(a.filter((document) => b.includes(document)));
        expect(difference(a, b)).toEqual(a.filter((document) => !b.includes(document)));
        expect([...locateAll(a, b)]).toEqual(Array.from(a, (document) => b.indexOf(document)));
        expect(selectMarked(a, bitsOf(b))).toEqual(a.filter((document) => b.includes(document)));
        const united = [...new Set([...a, ...b])].sort((x, y) => x - y);
        const bitset = new Bitset(LARGEST + 1);
        expect([...unite([a, b], (work) => work(bitset))]).toEqual(united);
      }),
      { numRuns: runs(400) },
    );
  });
});

describe('Bitset', () => {
  it('returns the union of the added lists from drain() and is empty afterwards', () => {
    const bitset = new Bitset(LARGEST + 1);
    fc.assert(
      fc.property(fc.array(documents, { maxLength: 4 }), (lists) => {
        const united = new Set(lists.flatMap((list) => [...list]));
        for (const list of lists) bitset.addAll(list);
        expect([...bitset.drain()]).toEqual([...united].sort((x, y) => x - y));
        expect(bitset.drain().length).toBe(0);
        for (const list of lists) for (const document of list) bitset.add(document);
        expect(bitset.drain().length).toBe(united.size);
      }),
    );
  });
});

describe('Bitset counts', () => {
  it('are the numbers of documents that are also in another set or in a list, and 0 for a list below the minimum', () => {
    const bitset = new Bitset(LARGEST + 1);
    fc.assert(
      fc.property(documents, documents, fc.nat(60), (a, b, minCount) => {
        bitset.addAll(a);
        const count = a.filter((document) => b.includes(document)).length;
        expect(bitset.countMarked(Uint32Array.of(0, ...bitsOf(b)), 1)).toBe(count);
        const list = Uint32Array.of(0, ...b, 0);
        expect(bitset.countIfAtLeast(list, 1, b.length + 1, minCount)).toBe(
          count < minCount ? 0 : count,
        );
        bitset.clear();
        expect(bitset.drain().length).toBe(0);
      }),
    );
  });
});

describe('countBits', () => {
  it('returns the number of set bits of a word', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (word) => {
        expect(countBits(word)).toBe(word.toString(2).replaceAll('0', '').length);
      }),
    );
  });
});

it('A rank bitset finds the documents of a list and their positions', () => {
  const size = 200;
  const lists = fc
    .uniqueArray(fc.nat(size - 1))
    .map((documents) => Uint32Array.from(documents).sort());
  fc.assert(
    fc.property(lists, lists, (list, candidates) => {
      const numbers = new Uint32Array(rankBitsetLength(size));
      writeRankBitset(list, numbers);
      const rankBitset = new RankBitset(numbers);
      expect(rankBitset.restrict(candidates)).toEqual(candidates.filter((it) => list.includes(it)));
      const positions = new Int32Array(candidates.length);
      rankBitset.locateAll(candidates, positions);
      // The number -1 is both `NOT_FOUND` and the result of `indexOf`.
      expect(positions).toEqual(Int32Array.from(candidates, (it) => list.indexOf(it)));
    }),
    { numRuns: runs(300) },
  );
});
