import { describe, expect, it } from 'vitest';
import {
  titleKey,
  titleKeys,
  typedTitleKeys,
  wordsKey,
} from '../../src/catalog/comparison-keys.js';
import { book } from './catalog-of.js';

describe('Title keys', () => {
  it.each([
    ['e-mail', 'E Mail'],
    ["O'Brien", 'obrien'],
    ['J. K.', 'JK'],
    ['Les Misérables', 'les miserables'],
  ])('are the same for %s and %s', (a, b) => {
    expect(titleKey(a)).toBe(titleKey(b));
  });

  it('contain the title with and without its subtitle and its article, and the sorted words', () => {
    const title = book('1', 'The Whale', { sub_title: 'a tale of the sea' });
    expect([...titleKeys(title)]).toEqual([
      'thewhale',
      'whale',
      'thewhaleataleofthesea',
      'whaleataleofthesea',
      'words whale',
      'words sea tale whale',
    ]);
    expect([...titleKeys(book('2', 'Moby-Dick; or, The Whale'))]).toContain('mobydick');
  });

  it('omit a leading article only in the language of the title', () => {
    const german = book('1', 'Die Verwandlung', { primary_language: { name: 'German' } });
    expect([...titleKeys(german)]).toContain('verwandlung');
    // The German article "die" is a stop word.
    expect([...titleKeys(book('2', 'Die Hard'))]).toEqual(['diehard', 'words hard']);
  });

  it('of a typed title are computed with and without a leading article of any language', () => {
    expect(typedTitleKeys('die hard')).toEqual(['diehard', 'hard']);
  });

  // If the time were quadratic in the length of the title, this test would take many minutes.
  it('ignore millions of spaces in a title', () => {
    const title = book('1', `Moby${' '.repeat(5_000_000)}Dick`);
    expect([...titleKeys(title)]).toEqual(['mobydick', 'words dick moby']);
  });

  it('of sorted words are equal for any word order, and contain stop words only if there are no other words', () => {
    expect(wordsKey('Pride and Prejudice')).toBe(wordsKey('prejudice, pride'));
    expect(wordsKey('To the')).toBe('words the to');
  });
});
