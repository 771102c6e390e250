import fc from 'fast-check';
import { expect, it } from 'vitest';
import { didYouMean, editDistance } from '../../src/base/edit-distance.js';

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

it('didYouMean names the most similar word, with up to two typing errors', () => {
  const names = ['title', 'title_format', 'tag'];
  const texts = ['titel', 'title_fromat', 'tab', 'subject', 'titles_of_format', 'x'.repeat(1e6)];
  expect(texts.map((text) => didYouMean(text, names))).toEqual([
    "; did you mean 'title'?",
    "; did you mean 'title_format'?",
    "; did you mean 'tag'?",
    '',
    '',
    '',
  ]);
});
