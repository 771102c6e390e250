import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../../src/base/edit-distance.js';
import {
  findMisspelledPrefixes,
  findSpellingCandidates,
  ROMANIZATIONS,
  SOUNDS,
} from '../../../src/search/dictionary/spelling-candidates.js';
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
function differentGroups(
  a: string,
  b: string,
  groups: readonly (readonly string[])[] = SOUNDS,
): number {
  if (a === '' && b === '') return 0;
  const rest = (x: number, y: number) => differentGroups(a.slice(x), b.slice(y), groups);
  const same = a !== '' && a[0] === b[0] ? rest(1, 1) : Infinity;
  const others = groups
    .flatMap((group) => group.flatMap((x) => group.map((y) => [x, y] as const)))
    .filter(([x, y]) => x !== y && a.startsWith(x) && b.startsWith(y));
  return Math.min(same, ...others.map(([x, y]) => 1 + rest(x.length, y.length)));
}

/** A reference implementation that compares every term. */
function findEditsNaively(typed: string, terms: readonly string[]): Record<string, number> {
  const near = [...new Set(terms)].sort().flatMap((term): [string, number][] => {
    const edits = editDistance(typed, term);
    const maxEdits = typed.length >= 7 || term.length >= 8 ? 2 : 1;
    if (edits === 0) return [];
    const hasNearBeginning = term[0] === typed[0] || term[0] === typed[1];
    if (edits <= maxEdits && hasNearBeginning) return [[term, edits]];
    const hasOtherBeginning = term.slice(1) === typed.slice(1) || term.slice(1) === typed;
    if (hasOtherBeginning) return [[term, 1]];
    const groups = differentGroups(typed, term);
    if (groups <= 2) return [[term, groups]];
    const mayBeRomanized = typed.length >= 5 && !terms.includes(typed);
    return mayBeRomanized && differentGroups(typed, term, ROMANIZATIONS) <= 5 ? [[term, 1]] : [];
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
    ['rebbeca', 'rebecca', 2],
    ['suzzane', 'suzanne', 2],
    ['dostoevskij', 'dostoyevsky', 1],
    ['soljenitsyne', 'solzhenitsyn', 1],
    ['tschechow', 'chekhov', 1],
    ['muhammed', 'mohamed', 2],
    ['qadhafi', 'gaddafi', 1],
    ['kazantzakes', 'kazantzakis', 1],
    ['толстой', 'tolstoy', 1],
    ['Ћопић'.toLowerCase(), 'copic', 1],
    ['вазов', 'vazov', 1],
  ])('corrects %s to %s at an edit distance of %i', (typed, term, edits) => {
    expect(findEdits(typed, [term])).toEqual({ [term]: edits });
  });

  it.each([
    ['hat', 'has', 'a word of fewer than four letters'],
    ['obit', 'rabbit', 'a different first letter and another edit'],
    ['hobbit', 'hobbit', 'the word itself'],
    ['hbobti', 'hobbit', 'two edits in a short word'],
    ['allchemsit', 'alchemy', 'more than two edits'],
    ['towers', 'flower', 'two edits in a word of six letters'],
    ['husain', 'hassan', 'another name'],
    ['дом', 'dom', 'a word of fewer than four letters'],
  ])('does not correct %s to %s: %s', (typed, term) => {
    expect(findEdits(typed, [term])).toEqual({});
  });

  it('has no other romanizations of a word of the dictionary', () => {
    expect(findEdits('dostoevskij', ['dostoevskij', 'dostoyevsky'])).toEqual({});
  });

  it('finds the same terms as a comparison with every term', () => {
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 60 }), (typed, terms) => {
        expect(findEdits(typed, terms)).toEqual(findEditsNaively(typed, terms));
      }),
      { numRuns: runs(1000) },
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
      { numRuns: runs(1000) },
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
      { numRuns: runs(1000) },
    );
  });
});
