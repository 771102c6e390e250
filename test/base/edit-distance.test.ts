import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistance } from '../../src/base/edit-distance.js';

it('editDistance counts insertions, deletions, replacements and swaps', () => {
  expect(
    [
      ['', ''],
      ['sea', ''],
      ['whale', 'wale'],
      ['whale', 'while'],
      ['whale', 'hwale'],
      ['ca', 'abc'],
    ].map(([a, b]) => editDistance(a, b)),
  ).toEqual([0, 3, 1, 1, 1, 2]);
});

it('editDistance is the same in both directions, and at most the longer length', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const distance = editDistance(a, b);
      expect(distance).toBe(editDistance(b, a));
      expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(distance === 0).toBe(a === b);
    }),
  );
});
