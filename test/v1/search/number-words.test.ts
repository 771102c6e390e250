import '../../random-seed.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzePhrase } from '../../../src/search/index.js';
import {
  MAX_NUMBER_TERMS,
  MAX_ORDINAL,
  parseNumber,
  parseOrdinal,
  spellingsOfNumber,
  spellingsOfOrdinal,
} from '../../../src/v1/search/number-words.js';

describe('A number', () => {
  it.each([
    ['7', 7, 1],
    ['007', 7, 1],
    ['451', 451, 1],
    ['123456', 123456, 1],
    ['zero', 0, 1],
    ['Twelve', 12, 1],
    ['ninety nine', 99, 2],
    ['hundred', 100, 1],
    ['one hundred years', 100, 2],
    ['twenty thousand leagues', 20_000, 2],
    ['nineteen eighty four', 1984, 3],
    ['twenty twenty', 2020, 2],
    ['seven habits', 7, 1],
    ['fünf', 5, 1],
    ['zwölf', 12, 1],
    ['ocho', 8, 1],
    ['пять', 5, 1],
    ['четыре', 4, 1],
    ['XIV', 14, 1],
    ['c', 100, 1],
  ])('is parsed at the beginning of %s', (typed, value, length) => {
    expect(parseNumber(analyzePhrase(typed))).toMatchObject({ value, length });
  });

  it.each([
    '1234567', // too long
    '1920s',
    '2nd',
    'mix', // 1009 as a Roman numeral
    'di', // 501
    'iiii',
    'once', // Spanish
    'un',
    'elf',
    'acht',
    'thousand',
    'leagues twenty',
  ])('is not parsed at the beginning of %s', (typed) => {
    expect(parseNumber(analyzePhrase(typed))).toBeUndefined();
  });

  it('is not parsed without terms', () => {
    expect(parseNumber([])).toBeUndefined();
  });

  it('does not continue with a number that is not part of it', () => {
    expect(parseNumber(['twenty', 'eleven', 'four'])).toMatchObject({ value: 2011, length: 2 });
    expect(parseNumber(['nineteen', 'five'])).toMatchObject({ value: 19, length: 1 });
    expect(parseNumber(['ten', 'twenty'])).toMatchObject({ value: 10, length: 1 });
    expect(parseNumber(['zero', 'hundred'])).toMatchObject({ value: 0, length: 1 });
    expect(parseNumber(['two', 'constructor'])).toMatchObject({ value: 2, length: 1 });
  });

  it('has digits, words and a Roman numeral', () => {
    expect(spellingsOfNumber(4)).toEqual({
      digits: '4',
      words: [['four'], ['vier'], ['quatre'], ['cuatro'], ['четыре']],
      roman: 'iv',
    });
    expect(spellingsOfNumber(99)).toEqual({
      digits: '99',
      words: [['ninety', 'nine']],
      roman: 'xcix',
    });
    expect(spellingsOfNumber(451)).toEqual({ digits: '451', words: [], roman: undefined });
    expect(spellingsOfNumber(0)).toEqual({ digits: '0', words: [['zero']], roman: undefined });
  });

  it('has words that the index contains as terms', () => {
    for (let value = 0; value <= 12; value++) {
      for (const words of spellingsOfNumber(value).words) {
        expect(analyzePhrase(words.join(' '))).toEqual(words);
      }
    }
  });

  it('is parsed from each of its spellings', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.nat(100), fc.integer({ min: 1100, max: 2099 }), fc.nat(999_999)),
        (value) => {
          const { digits, words, roman } = spellingsOfNumber(value);
          for (const terms of [[digits], ...words, ...(roman === undefined ? [] : [[roman]])]) {
            expect(terms.length).toBeLessThanOrEqual(MAX_NUMBER_TERMS);
            const followed = [...terms, 'dragons'];
            expect(parseNumber(followed)).toMatchObject({ value, length: terms.length });
          }
        },
      ),
    );
  });
});

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
