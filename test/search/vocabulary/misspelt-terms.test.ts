import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../../src/search/analysis/edit-distance.js';
import { findMisspeltTerms } from '../../../src/search/vocabulary/misspelt-terms.js';
import { encodeTerms } from '../../../src/search/vocabulary/term-codec.js';
import { openVocabulary } from '../../../src/search/vocabulary/vocabulary.js';

function found(typed: string, terms: readonly string[]): Record<string, number> {
  const vocabulary = openVocabulary({
    ...encodeTerms([...new Set(terms)].sort()),
    termsByEnding: new Uint32Array(0),
  });
  return Object.fromEntries(
    findMisspeltTerms(vocabulary, typed).map(({ term, edits }) => [vocabulary.termAt(term), edits]),
  );
}

/** What the issue says, term by term. */
function foundNaively(typed: string, terms: readonly string[]): Record<string, number> {
  const near = [...new Set(terms)].sort().flatMap((term): [string, number][] => {
    const edits = editDistance(typed, term);
    const forgiven = Math.max(typed.length, term.length) >= 8 ? 2 : 1;
    return edits > 0 && edits <= forgiven && term[0] === typed[0] ? [[term, edits]] : [];
  });
  return typed.length < 4 ? {} : Object.fromEntries(near);
}

const word = fc.string({ unit: fc.constantFrom(...'aaabbcd'), minLength: 1, maxLength: 11 });

describe('Terms that a word may be a misspelling of', () => {
  it.each([
    ['hobit', 'hobbit', 1],
    ['hobbbit', 'hobbit', 1],
    ['hobbet', 'hobbit', 1],
    ['hobibt', 'hobbit', 1],
    ['alchemst', 'alchemist', 1],
    ['alhcemst', 'alchemist', 2],
    ['rowlng', 'rowling', 1],
    ['fellow', 'fellows', 1],
    ['potato', 'potatoes', 2],
  ])('%s is %s with %i edits', (typed, term, edits) => {
    expect(found(typed, [term])).toEqual({ [term]: edits });
  });

  it.each([
    ['hat', 'has', 'fewer than four letters were typed'],
    ['obbit', 'hobbit', 'the first letter is another'],
    ['hobbit', 'hobbit', 'nothing is wrong'],
    ['hbobti', 'hobbit', 'two edits are too many for short words'],
    ['allchemsit', 'alchemy', 'it is too far away'],
  ])('%s is not %s when %s', (typed, term) => {
    expect(found(typed, [term])).toEqual({});
  });

  it('are those that a comparison with every term finds', () => {
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 60 }), (typed, terms) => {
        expect(found(typed, terms)).toEqual(foundNaively(typed, terms));
      }),
      { numRuns: 3000, seed: 5 },
    );
  });

  it('are found near words that are edited at random', () => {
    const edited = fc.tuple(word, fc.array(fc.tuple(fc.nat(10), fc.nat(3)), { maxLength: 2 }));
    fc.assert(
      fc.property(edited, ([term, edits]) => {
        let typed = term;
        for (const [at, kind] of edits) {
          const [before, after] = [typed.slice(0, at), typed.slice(at)];
          if (kind === 0) typed = `${before}c${after}`;
          else if (kind === 1) typed = before + after.slice(1);
          else if (kind === 2)
            typed = before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2);
          else typed = `${before}d${after.slice(1)}`;
        }
        expect(found(typed, [term])).toEqual(foundNaively(typed, [term]));
      }),
      { numRuns: 5000, seed: 6 },
    );
  });
});

describe('The edit distance', () => {
  it.each([
    ['', '', 0],
    ['abc', '', 3],
    ['ab', 'ba', 1],
    ['ca', 'abc', 2],
    ['kitten', 'sitting', 3],
    ['harry', 'hrary', 1],
  ])('between %j and %j is %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
    expect(editDistance(b, a)).toBe(distance);
  });

  it('is shortest on the straight way', () => {
    fc.assert(
      fc.property(word, word, word, (a, b, c) => {
        expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c));
      }),
    );
  });
});
