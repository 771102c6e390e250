import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFuzzyTerms } from '../../../src/search/vocabulary/fuzzy-terms.js';
import { encodeTerms } from '../../../src/search/vocabulary/term-codec.js';
import { orderByEnding } from '../../../src/search/vocabulary/term-endings.js';
import { openVocabulary } from '../../../src/search/vocabulary/vocabulary.js';
import { findWildcardTerms } from '../../../src/search/vocabulary/wildcard-terms.js';
import { fitsPattern, levenshtein } from '../naive-index.js';

const unit = fc.constantFrom('a', 'b', 'c', '1', 'é', '東', '𐐷', '\ud801', '\uffee');
const text = fc.oneof(
  fc.string({ unit, maxLength: 7 }),
  fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 }),
);
const terms = fc.uniqueArray(text, { maxLength: 60 }).map((list) => list.sort());

const open = (list: string[]) =>
  openVocabulary({ ...encodeTerms(list), termsByEnding: orderByEnding(list) });

describe('A vocabulary', () => {
  it('finds every term it has and no other, and tells each its text', () => {
    fc.assert(
      fc.property(terms, text, (list, other) => {
        const vocabulary = open(list);
        list.forEach((term, number) => {
          expect(vocabulary.find(term)).toBe(number);
          expect(vocabulary.termAt(number)).toBe(term);
          expect(vocabulary.lengthOf(number)).toBe(term.length);
        });
        expect(vocabulary.find(other)).toBe(list.indexOf(other));
      }),
      { seed: 18 },
    );
  });

  it('has the terms of a prefix side by side', () => {
    fc.assert(
      fc.property(terms, text, (list, prefix) => {
        const { start, end } = open(list).prefixRange(prefix);
        expect(list.slice(start, end)).toEqual(list.filter((term) => term.startsWith(prefix)));
      }),
      { seed: 19 },
    );
  });

  it('has the terms of an ending, but for those of a digit', () => {
    fc.assert(
      fc.property(terms, text, (list, ending) => {
        const found = open(list).withEnding(ending);
        const isListed = ending !== '' && !/\d$/.test(ending);
        const expected = list.filter((term) => isListed && term.endsWith(ending));
        expect(found && Array.from(found, (number) => list[number]).sort()).toEqual(
          isListed ? expected : undefined,
        );
      }),
      { seed: 26 },
    );
  });

  it('skips terms that share a beginning as looking at each would', () => {
    const list = Array.from({ length: 500 }, (_, i) => i.toString(3).padStart(7, 'x')).sort();
    const vocabulary = open(list);
    const shared = vocabulary.sharedLengths();
    fc.assert(
      fc.property(fc.nat(499), fc.integer({ min: 1, max: 8 }), (number, length) => {
        const next = shared.findIndex((common, i) => i > number && common < length);
        expect(vocabulary.skip(number, length)).toBe(next < 0 ? list.length : next);
      }),
      { seed: 27 },
    );
  });

  it('finds the terms within an edit distance as comparing with each would', () => {
    fc.assert(
      fc.property(terms, text, fc.nat(4), (list, asked, maximum) => {
        const found = findFuzzyTerms(open(list), asked, maximum);
        const expected = list
          .map((term, number) => ({ number, distance: levenshtein(asked, term) }))
          .filter(({ distance }) => distance <= maximum);
        expect(found.terms).toEqual(expected.map(({ number }) => number));
        expect(found.distances).toEqual(expected.map(({ distance }) => distance));
      }),
      { seed: 20, numRuns: 500 },
    );
  });

  it('finds the terms that fit a wildcard as trying each would', () => {
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?', '東'), maxLength: 6 });
    fc.assert(
      fc.property(terms, pattern, (list, asked) => {
        const found = findWildcardTerms(open(list), asked, 1024);
        expect(found.map((number) => list[number])).toEqual(
          list.filter((term) => fitsPattern(term, asked)),
        );
      }),
      { seed: 21, numRuns: 500 },
    );
  });

  it('takes terms longer than any call may have arguments', () => {
    const long = 'x'.repeat(300_000);
    const vocabulary = open([long, `${long}y`]);
    expect(vocabulary.termAt(1)).toBe(`${long}y`);
    expect(vocabulary.find(long)).toBe(0);
    expect(findFuzzyTerms(vocabulary, 'xx', 2).terms).toEqual([]);
  });
});
