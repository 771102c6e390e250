import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../../src/base/edit-distance.js';
import { findMisspelledPrefixes } from '../../../src/search/dictionary/misspelled-prefixes.js';
import { runs } from '../../random-seed.js';
import { openTestDictionary } from './open-test-dictionary.js';

function find(typed: string, terms: readonly string[]): string[] {
  return findMisspelledPrefixes(openTestDictionary([...new Set(terms)].sort()), typed);
}

/** A reference implementation that compares every prefix of every term. */
function findNaively(typed: string, terms: readonly string[]): string[] {
  if (typed.length < 4) return [];
  const prefixes = terms.flatMap((term) =>
    Array.from({ length: term.length + 1 }, (_, length) => term.slice(0, length)),
  );
  const near = [...new Set(prefixes)]
    .filter((prefix) => editDistance(prefix, typed) === 1 && !prefix.startsWith(typed))
    .sort();
  return near.filter((prefix) =>
    near.every((other) => other === prefix || !prefix.startsWith(other)),
  );
}

describe('findMisspelledPrefixes', () => {
  it.each([
    ['tlkie', 'tolkien', 'tolkie', 'a missing letter'],
    ['hobbbi', 'hobbit', 'hobbi', 'a doubled letter'],
    ['hibbi', 'hobbit', 'hobbi', 'a wrong letter'],
    ['tokli', 'tolkien', 'tolki', 'two swapped letters'],
    ['olkie', 'tolkien', 'tolkie', 'a missing first letter'],
    ['bolkie', 'tolkien', 'tolkie', 'a wrong first letter'],
    ['tolkix', 'tolkien', 'tolki', 'a wrong last letter'],
  ])('reads %s as a beginning of %s, which begins with %s: %s', (typed, term, prefix) => {
    expect(find(typed, [term, 'wolf'])).toEqual([prefix]);
  });

  it.each([
    ['hob', 'bob', 'a text of fewer than four letters'],
    ['hbobti', 'hobbit', 'two edits'],
    ['東京物語', '東北物語', 'Chinese, Japanese and Korean characters'],
    ['h'.repeat(49), 'h'.repeat(48), 'a text of more than 48 letters'],
  ])('does not correct %s to %s: %s', (typed, term) => {
    expect(find(typed, [term])).toEqual([]);
  });

  it('finds the same prefixes as a comparison with every prefix', () => {
    const word = fc.string({ unit: fc.constantFrom(...'aaabbcdé'), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 40 }), (typed, terms) => {
        expect(find(typed, terms)).toEqual(findNaively(typed, terms));
      }),
      { numRuns: runs(3000) },
    );
  });
});
