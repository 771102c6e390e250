import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStopWord, type SearchIndex } from '../../../src/search/index.js';
import { splitWord } from '../../../src/v1/search/spelling-forms.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { runs } from '../../random-seed.js';

const { index } = catalogOf({
  titles: [
    book('1', 'The Catcher in the Rye'),
    book('2', 'Harry Potter'),
    book('3', 'The Time Machine'),
    book('4', 'Война и мир'),
    book('5', 'ab cd'),
  ],
}).titles;

describe('A word that was typed without spaces', () => {
  it.each([
    ['catcherintherye', ['catcher', 'in', 'the', 'rye']],
    ['harrypotter', ['harry', 'potter']],
    ['timemachine', ['time', 'machine']],
    ['воинаимир', ['воина', 'и', 'мир']],
  ])('%s is split into words of the catalog', (word, parts) => {
    expect(splitWord(word, index)).toEqual(parts);
  });

  it.each([
    ['catcher', 'a word of the catalog'],
    ['harrypotterz', 'a word with other letters'],
    ['inthe', 'a short word'],
    ['intherye1', 'a word with a digit'],
    ['inthein', 'a word that consists of stop words'],
    ['harry potter', 'two words'],
    ['rye'.repeat(17), 'a word of more than 48 letters'],
    ['rye'.repeat(9), 'a word of more than 8 parts'],
    ['r'.repeat(100_000), 'a very long word'],
  ])('%s is not split: %s', (word) => {
    expect(splitWord(word, index)).toBeUndefined();
  });

  it('is split into parts of two letters only if they are frequent', () => {
    const rare = catalogOf({
      titles: [
        book('0', 'ab cdef'),
        ...Array.from({ length: 1000 }, (_, i) => book(`n${i}`, 'other')),
      ],
    });
    expect(splitWord('abcdef', index)).toBeUndefined();
    expect(splitWord('abcdef', rare.titles.index)).toBeUndefined();
    const frequent = catalogOf({ titles: [book('0', 'ab cdef')] });
    expect(splitWord('abcdef', frequent.titles.index)).toEqual(['ab', 'cdef']);
  });

  it('is split like the cheapest of all ways to split it', () => {
    const terms = ['a', 'the', 'cab', 'abc', 'bca', 'cat', 'atta', 'tta', 'tac', 'cabcat'];
    const letters = fc.stringMatching(/^[abct]{6,14}$/);
    const words = fc.array(fc.constantFrom(...terms), { minLength: 2, maxLength: 5 });
    const word = fc.oneof(
      letters,
      words.map((parts) => parts.join('')),
    );
    const frequencies = fc.array(fc.integer({ min: 0, max: 3 }), {
      minLength: terms.length,
      maxLength: terms.length,
    });
    fc.assert(
      fc.property(word, frequencies, (word, counts) => {
        const titles = counts.flatMap((count, i) =>
          Array.from({ length: count }, (_, n) => book(`${i}-${n}`, `other ${terms[i]}`)),
        );
        const { index } = catalogOf({ titles: [book('x', 'other'), ...titles] }).titles;
        const found = splitWord(word, index);
        const all = word.length < 6 ? [] : splits(word, index).filter((parts) => parts.length > 1);
        const cheapest = Math.min(...all.map((parts) => cost(parts, index)));
        if (found === undefined) {
          const best = all.filter((parts) => cost(parts, index) - cheapest < 1e-9);
          expect(best.every((parts) => parts.every(isStopWord))).toBe(true);
        } else {
          expect(found.join('')).toBe(word);
          expect(cost(found, index)).toBeCloseTo(cheapest, 9);
        }
      }),
      { numRuns: runs(60) },
    );
  });
});

/** Returns all ways to split a text into at most 8 words of the index. Each has 3 letters or is a stop word. */
function splits(text: string, index: SearchIndex, maxParts = 8): string[][] {
  if (text === '') return [[]];
  if (maxParts === 0) return [];
  return Array.from({ length: text.length }, (_, i) => text.slice(0, i + 1))
    .filter((part) => index.documentFrequency(part) > 0)
    .filter((part) => part.length >= 2 || isStopWord(part))
    .flatMap((part) =>
      splits(text.slice(part.length), index, maxParts - 1).map((parts) => [part, ...parts]),
    );
}

/** Returns the sum of the costs of the parts: the logarithm of the rarity of a part, and 2. */
function cost(parts: readonly string[], index: SearchIndex): number {
  return parts.reduce(
    (sum, part) => sum + Math.log(index.documentCount / index.documentFrequency(part)) + 2,
    0,
  );
}
