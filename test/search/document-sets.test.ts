import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bitset, countBits } from '../../src/search/bitset.js';
import { complement, intersect, locateAll, subtract } from '../../src/search/document-sets.js';

const LARGEST = 500;

/** Lists of very different lengths, so that both ways of walking them are taken. */
const documents = fc
  .oneof(
    fc.uniqueArray(fc.nat(LARGEST), { maxLength: 5 }),
    fc.uniqueArray(fc.nat(LARGEST), { maxLength: 60 }),
    fc.uniqueArray(fc.nat(LARGEST), { minLength: 250, maxLength: LARGEST }),
  )
  .map((list) => Uint32Array.from(list).sort());

describe('A set of documents', () => {
  it('is intersected, subtracted, complemented and located as a plain list would be', () => {
    fc.assert(
      fc.property(documents, documents, (a, b) => {
        expect(intersect(a, b)).toEqual(a.filter((document) => b.includes(document)));
        expect(subtract(a, b)).toEqual(a.filter((document) => !b.includes(document)));
        expect([...locateAll(a, b)]).toEqual(Array.from(a, (document) => b.indexOf(document)));
        const all = Uint32Array.from({ length: LARGEST + 1 }, (_, i) => i);
        expect(complement(a, LARGEST + 1)).toEqual(all.filter((document) => !a.includes(document)));
      }),
      { seed: 22, numRuns: 400 },
    );
  });

  it('as bits unites lists and forgets them when it is taken', () => {
    const bitset = new Bitset(LARGEST + 1);
    fc.assert(
      fc.property(fc.array(documents, { maxLength: 4 }), (lists) => {
        const united = new Set(lists.flatMap((list) => [...list]));
        for (const list of lists) bitset.addAll(list);
        expect([...bitset.takeAll()]).toEqual([...united].sort((x, y) => x - y));
        expect(bitset.takeAll().length).toBe(0);
        for (const list of lists) for (const document of list) bitset.add(document);
        expect(bitset.takeAll().length).toBe(united.size);
      }),
      { seed: 23 },
    );
  });

  it('has as many bits set in a word as its binary digits say', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (word) => {
        expect(countBits(word)).toBe(word.toString(2).replaceAll('0', '').length);
      }),
      { seed: 24 },
    );
  });
});
