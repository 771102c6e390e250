import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RankBitset, rankBitsetNumbers } from '../../../src/search/postings/posting-list.js';
import { runSteps } from '../../../src/search/structures/derived-arrays.js';
import { runs } from '../../random-seed.js';

it('A rank bitset finds the documents of a list and their positions', () => {
  const size = 200;
  const lists = fc
    .uniqueArray(fc.nat(size - 1))
    .map((documents) => Uint32Array.from(documents).sort());
  fc.assert(
    fc.property(lists, lists, (list, candidates) => {
      const rankBitset = new RankBitset(runSteps(rankBitsetNumbers(list, size)));
      expect(rankBitset.restrict(candidates)).toEqual(candidates.filter((it) => list.includes(it)));
      const positions = new Int32Array(candidates.length);
      rankBitset.locateAll(candidates, positions);
      // The number -1 is both `NOT_FOUND` and the result of `indexOf`.
      expect(positions).toEqual(Int32Array.from(candidates, (it) => list.indexOf(it)));
    }),
    { numRuns: runs(300) },
  );
});

it('The numbers of a rank bitset are computed in short steps', () => {
  const size = 200_000;
  let reads = 0;
  const documents = new Proxy(
    Uint32Array.from({ length: size }, (_, i) => i),
    {
      get(array, name) {
        reads++;
        return Reflect.get(array, name);
      },
    },
  );
  const readsOfSteps: number[] = [];
  for (const _ of rankBitsetNumbers(documents, size)) {
    readsOfSteps.push(reads);
    reads = 0;
  }
  readsOfSteps.push(reads);
  expect(Math.max(...readsOfSteps)).toBeLessThan(2 * size);
});
