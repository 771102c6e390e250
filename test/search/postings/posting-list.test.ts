import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  RankBitset,
  rankBitsetLength,
  writeRankBitset,
} from '../../../src/search/postings/posting-list.js';
import { runs } from '../../random-seed.js';

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
