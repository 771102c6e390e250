import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LruCache } from '../../src/base/lru-cache.js';
import { runs } from '../random-seed.js';

it('An LRU cache keeps the values that were used last, up to its maximum size', () => {
  const uses = fc.array(
    fc.record({ key: fc.nat(9), size: fc.option(fc.nat(12), { nil: undefined }) }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(uses, (uses) => {
      const cache = new LruCache<number, string>(10);
      let expected: { key: number; size: number; value: string }[] = [];
      uses.forEach(({ key, size }, i) => {
        const known = expected.find((entry) => entry.key === key);
        const others = expected.filter((entry) => entry.key !== key);
        if (size === undefined) {
          expect(cache.get(key)).toBe(known?.value);
          if (known !== undefined) expected = [...others, known];
          return;
        }
        cache.set(key, `${i}`, size);
        expected = size > 10 ? others : [...others, { key, size, value: `${i}` }];
        const total = () => expected.reduce((sum, entry) => sum + entry.size, 0);
        while (total() > 10) expected.shift();
        expect([cache.count, cache.totalSize]).toEqual([expected.length, total()]);
      });
      for (const { key, value } of expected) expect(cache.get(key)).toBe(value);
      cache.clear();
      expect([cache.count, cache.totalSize, cache.get(0)]).toEqual([0, 0, undefined]);
    }),
    { numRuns: runs(1000) },
  );
});
