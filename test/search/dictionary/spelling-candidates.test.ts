import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../../src/base/edit-distance.js';
import { SOUNDS } from '../../../src/search/dictionary/phonetic-variants.js';
import { findSpellingCandidates } from '../../../src/search/dictionary/spelling-candidates.js';
import { runs } from '../../random-seed.js';
import { openTestDictionary } from './open-test-dictionary.js';

/** Returns the spelling candidates of `typed` with their numbers of edits. */
function findEdits(typed: string, terms: readonly string[]): Record<string, number> {
  const dictionary = openTestDictionary([...new Set(terms)].sort());
  return Object.fromEntries(
    findSpellingCandidates(dictionary, typed).map(({ term, edits }) => [
      dictionary.termAt(term),
      edits,
    ]),
  );
}

/** Returns the number of groups of letters that have another spelling in the other word, or Infinity. */
function differentSounds(a: string, b: string): number {
  if (a === '' && b === '') return 0;
  const same = a !== '' && a[0] === b[0] ? differentSounds(a.slice(1), b.slice(1)) : Infinity;
  const others = SOUNDS.flatMap((sounds) =>
    sounds.flatMap((x) => sounds.filter((y) => y !== x).map((y) => [x, y] as const)),
  ).filter(([x, y]) => a.startsWith(x) && b.startsWith(y));
  return Math.min(
    same,
    ...others.map(([x, y]) => 1 + differentSounds(a.slice(x.length), b.slice(y.length))),
  );
}

/** A reference implementation that compares every term. */
function findEditsNaively(typed: string, terms: readonly string[]): Record<string, number> {
  const near = [...new Set(terms)].sort().flatMap((term): [string, number][] => {
    const edits = editDistance(typed, term);
    const maxEdits = Math.max(typed.length, term.length) >= 8 ? 2 : 1;
    if (edits === 0) return [];
    const hasNearBeginning = term[0] === typed[0] || term[0] === typed[1];
    if (edits <= maxEdits && hasNearBeginning) return [[term, edits]];
    const hasOtherBeginning = term.slice(1) === typed.slice(1) || term.slice(1) === typed;
    if (hasOtherBeginning) return [[term, 1]];
    const groups = differentSounds(typed, term);
    return groups <= 2 ? [[term, groups]] : [];
  });
  return typed.length < 4 ? {} : Object.fromEntries(near);
}

const word = fc.string({ unit: fc.constantFrom(...'aaabbcd'), minLength: 1, maxLength: 11 });

describe('findSpellingCandidates', () => {
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
    ['obbit', 'hobbit', 1],
    ['nobbit', 'hobbit', 1],
    ['ohbbit', 'hobbit', 1],
    ['whobbit', 'hobbit', 1],
    ['steven', 'stephen', 1],
    ['tchekhov', 'chekhov', 1],
    ['nite', 'night', 1],
    ['fyodr', 'fyodor', 1],
    ['оккиенский', 'поккиенский', 1],
  ])('corrects %s to %s at an edit distance of %i', (typed, term, edits) => {
    expect(findEdits(typed, [term])).toEqual({ [term]: edits });
  });

  it.each([
    ['hat', 'has', 'a word of fewer than four letters'],
    ['obit', 'rabbit', 'a different first letter and another edit'],
    ['hobbit', 'hobbit', 'the word itself'],
    ['hbobti', 'hobbit', 'two edits in a short word'],
    ['allchemsit', 'alchemy', 'more than two edits'],
  ])('does not correct %s to %s: %s', (typed, term) => {
    expect(findEdits(typed, [term])).toEqual({});
  });

  it('finds the same terms as a comparison with every term', () => {
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 60 }), (typed, terms) => {
        expect(findEdits(typed, terms)).toEqual(findEditsNaively(typed, terms));
      }),
      { numRuns: runs(3000) },
    );
  });

  it('finds the same terms as a comparison with every term for words with random edits', () => {
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
        expect(findEdits(typed, [term])).toEqual(findEditsNaively(typed, [term]));
      }),
      { numRuns: runs(5000) },
    );
  });
});

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['abc', '', 3],
    ['ab', 'ba', 1],
    ['ca', 'abc', 2],
    ['kitten', 'sitting', 3],
    ['harry', 'hrary', 1],
  ])('from %j to %j is %i in both directions', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
    expect(editDistance(b, a)).toBe(distance);
  });

  it('obeys the triangle inequality', () => {
    fc.assert(
      fc.property(word, word, word, (a, b, c) => {
        expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c));
      }),
    );
  });
});
