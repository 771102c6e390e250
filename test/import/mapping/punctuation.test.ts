import { describe, expect, it } from 'vitest';
import { withoutBrackets, withoutEndPunctuation } from '../../../src/import/mapping/punctuation.js';

describe('the punctuation of a catalog description', () => {
  it.each([
    ['The whale /', 'The whale'],
    ['Moby Dick :', 'Moby Dick'],
    ['Melville, Herman,', 'Melville, Herman'],
    ['London :  ;', 'London'],
    ['Kokoro =', 'Kokoro'],
    ['Sims, Amy.', 'Sims, Amy'],
    ['1893-1979.', '1893-1979'],
    ['Presidents --', 'Presidents'],
  ])('goes from the end of %j', (text, plain) => {
    expect(withoutEndPunctuation(text)).toBe(plain);
  });

  it.each([
    'Fedorov, A. V.',
    'U.S.',
    'Mosko, Stephen L.',
    '2nd ed.',
    '1. Aufl.',
    'Acme Inc.',
    'Smith, John, Jr.',
    'Waiting...',
    '1929-',
    'What now?',
    'C',
    '',
  ])('stays where %j needs it', (text) => {
    expect(withoutEndPunctuation(text)).toBe(text);
  });

  it('of an abbreviation stays when the marks behind it go', () => {
    expect(withoutEndPunctuation('Fedorov, A. V. /')).toBe('Fedorov, A. V.');
    expect(withoutEndPunctuation('2nd ed. ;')).toBe('2nd ed.');
  });
});

describe('square brackets', () => {
  it.each([
    ['[Supt. of Docs.]', 'Supt. of Docs.'],
    ['[n.p.', 'n.p.'],
    ['Smith [and Jones]', 'Smith [and Jones]'],
    ['[a] b [c]', '[a] b [c]'],
  ])('around all of %j go', (text, plain) => {
    expect(withoutBrackets(text)).toBe(plain);
  });
});
