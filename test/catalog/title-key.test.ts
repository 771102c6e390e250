import { describe, expect, it } from 'vitest';
import { titleKey, titleKeys, typedTitleKeys, wordsKey } from '../../src/catalog/title-key.js';
import { book } from './catalog-of.js';

describe('The key of a title', () => {
  it.each([
    ['e-mail', 'E Mail'],
    ["O'Brien", 'obrien'],
    ['J. K.', 'JK'],
    ['Les Misérables', 'les miserables'],
  ])('is the same for %s and %s', (a, b) => {
    expect(titleKey(a)).toBe(titleKey(b));
  });

  it('is one with and one without sub-title, and one of each title\u2019s words', () => {
    const title = book('1', 'The Whale', { sub_title: 'a tale of the sea' });
    expect(titleKeys(title)).toEqual(['whale', 'whaleataleofthesea', 'sea tale whale']);
    expect(titleKeys(book('2', 'Moby-Dick; or, The Whale'))).toContain('mobydick');
  });

  it('leaves out the leading article of the title\u2019s own language, and typed ones of any', () => {
    const german = book('1', 'Die Verwandlung', { primary_language: { name: 'German' } });
    expect(titleKeys(german)).toEqual(['verwandlung']);
    expect(titleKeys(book('2', 'Die Hard'))).toEqual(['diehard', 'hard']);
    expect(typedTitleKeys('die hard')).toEqual(['diehard', 'hard']);
  });

  // A second, and many minutes where the time goes up with the square of the length.
  it('of a title with millions of spaces in it is that of its words', () => {
    const title = book('1', `Moby${' '.repeat(5_000_000)}Dick`);
    expect(titleKeys(title)).toEqual(['mobydick', 'dick moby']);
  });

  it('of words alone is the same in every order, function words aside', () => {
    expect(wordsKey('Pride and Prejudice')).toBe(wordsKey('prejudice, pride'));
    expect(wordsKey('To the')).toBe('the to');
  });
});
