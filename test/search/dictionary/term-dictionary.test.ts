import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFuzzyTerms, findWildcardTerms } from '../../../src/search/dictionary/expand-term.js';
import { fitsPattern, levenshtein } from '../naive-index.js';
import { openTestDictionary } from './open-test-dictionary.js';

const unit = fc.constantFrom('a', 'b', 'c', '1', 'é', '東', '𐐷', '\ud801', '\uffee');
const text = fc.oneof(
  fc.string({ unit, maxLength: 7 }),
  fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 }),
);
const terms = fc.uniqueArray(text, { maxLength: 60 }).map((list) => list.sort());

describe('TermDictionary', () => {
  it('finds its terms and no others, and returns their texts', () => {
    fc.assert(
      fc.property(terms, text, (list, other) => {
        const dictionary = openTestDictionary(list);
        list.forEach((term, ordinal) => {
          expect(dictionary.find(term)).toBe(ordinal);
          expect(dictionary.termAt(ordinal)).toBe(term);
          expect(dictionary.lengthOf(ordinal)).toBe(term.length);
        });
        expect(dictionary.find(other)).toBe(list.indexOf(other));
      }),
    );
  });

  it('returns the range of the terms with a prefix', () => {
    fc.assert(
      fc.property(terms, text, (list, prefix) => {
        const { start, end } = openTestDictionary(list).prefixRange(prefix);
        expect(list.slice(start, end)).toEqual(list.filter((term) => term.startsWith(prefix)));
      }),
    );
  });

  it('returns the terms with a suffix, and undefined if the suffix is empty or ends in a digit', () => {
    fc.assert(
      fc.property(terms, text, (list, suffix) => {
        const found = openTestDictionary(list).withSuffix(suffix);
        const isListed = suffix !== '' && !/\d$/.test(suffix);
        const expected = list.filter((term) => isListed && term.endsWith(suffix));
        expect(found && Array.from(found, (ordinal) => list[ordinal]).sort()).toEqual(
          isListed ? expected : undefined,
        );
      }),
    );
  });

  it('skips to the next term whose common prefix with the term before it is shorter than a given length', () => {
    const list = Array.from({ length: 500 }, (_, i) => i.toString(3).padStart(7, 'x')).sort();
    const dictionary = openTestDictionary(list);
    const shared = dictionary.sharedLengths;
    fc.assert(
      fc.property(fc.nat(499), fc.integer({ min: 1, max: 8 }), (ordinal, length) => {
        const next = shared.findIndex((common, i) => i > ordinal && common < length);
        expect(dictionary.skip(ordinal, length)).toBe(next < 0 ? list.length : next);
      }),
    );
  });

  it('finds the same fuzzy terms as a comparison with every term', () => {
    fc.assert(
      fc.property(terms, text, fc.nat(4), (list, searched, maxDistance) => {
        const found = findFuzzyTerms(openTestDictionary(list), searched, maxDistance);
        const expected = list
          .map((term, ordinal) => ({ ordinal, distance: levenshtein(searched, term) }))
          .filter(({ distance }) => distance <= maxDistance);
        expect(found.terms).toEqual(expected.map(({ ordinal }) => ordinal));
        expect(found.distances).toEqual(expected.map(({ distance }) => distance));
      }),
      { numRuns: 500 },
    );
  });

  it('finds the same wildcard terms as a comparison with every term', () => {
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?', '東'), maxLength: 6 });
    fc.assert(
      fc.property(terms, pattern, (list, searched) => {
        const found = findWildcardTerms(openTestDictionary(list), searched, 1024);
        expect(found.map((ordinal) => list[ordinal])).toEqual(
          list.filter((term) => fitsPattern(term, searched)),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('accepts terms of more code units than a function call can have arguments', () => {
    const long = 'x'.repeat(300_000);
    const dictionary = openTestDictionary([long, `${long}y`]);
    expect(dictionary.termAt(1)).toBe(`${long}y`);
    expect(dictionary.find(long)).toBe(0);
    expect(findFuzzyTerms(dictionary, 'xx', 2).terms).toEqual([]);
  });
});
