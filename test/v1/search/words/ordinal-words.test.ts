import { describe, expect, it } from 'vitest';
import { analyzePhrase } from '../../../../src/search/index.js';
import {
  MAX_ORDINAL,
  parseOrdinal,
  spellingsOfOrdinal,
} from '../../../../src/v1/search/number-words.js';

describe('An ordinal', () => {
  it.each([
    ['1st', 1, 1],
    ['First things', 1, 1],
    ['12th night', 12, 1],
    ['twelfth night', 12, 1],
    ['twentieth century', 20, 1],
    ['twenty-first century', 21, 2],
    ['ninety ninth', 99, 2],
  ])('is parsed at the beginning of %s', (typed, value, length) => {
    expect(parseOrdinal(analyzePhrase(typed))).toEqual({ value, length });
  });

  it.each(['', '0th', '100th', 'zeroth', 'twenty', 'twenty tenth', 'ten first', 'th', 'the first'])(
    'is not parsed at the beginning of %s',
    (typed) => {
      expect(parseOrdinal(analyzePhrase(typed))).toBeUndefined();
    },
  );

  it('has digits and words, which are parsed as the same ordinal', () => {
    const all = Array.from({ length: MAX_ORDINAL }, (_, i) => i + 1);
    for (const value of all) {
      for (const terms of spellingsOfOrdinal(value)) {
        expect(parseOrdinal([...terms, 'century'])).toEqual({ value, length: terms.length });
      }
    }
    const digits = all.map((value) => spellingsOfOrdinal(value)[0].join());
    expect(digits.slice(0, 4)).toEqual(['1st', '2nd', '3rd', '4th']);
    expect(digits.slice(9, 13)).toEqual(['10th', '11th', '12th', '13th']);
    expect(digits.slice(20, 24)).toEqual(['21st', '22nd', '23rd', '24th']);
  });
});
