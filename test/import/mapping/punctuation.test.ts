import { describe, expect, it } from 'vitest';
import { withoutBrackets, withoutEndPunctuation } from '../../../src/import/mapping/punctuation.js';

describe('withoutEndPunctuation', () => {
  it.each([
    ['The whale /', 'The whale'],
    ['Moby Dick :', 'Moby Dick'],
    ['Melville, Herman,', 'Melville, Herman'],
    ['London :  ;', 'London'],
    ['Kokoro =', 'Kokoro'],
    ['Sims, Amy.', 'Sims, Amy'],
    ['1893-1979.', '1893-1979'],
    ['Presidents --', 'Presidents'],
  ])('removes the final punctuation of %j', (text, plain) => {
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
  ])('does not change %j', (text) => {
    expect(withoutEndPunctuation(text)).toBe(text);
  });

  it('keeps the full stop of an abbreviation before other punctuation', () => {
    expect(withoutEndPunctuation('Fedorov, A. V. /')).toBe('Fedorov, A. V.');
    expect(withoutEndPunctuation('2nd ed. ;')).toBe('2nd ed.');
  });
});

describe('withoutBrackets', () => {
  it.each([
    ['[Supt. of Docs.]', 'Supt. of Docs.'],
    ['[n.p.', 'n.p.'],
    ['Smith [and Jones]', 'Smith [and Jones]'],
    ['[a] b [c]', '[a] b [c]'],
  ])('maps %j to %j', (text, plain) => {
    expect(withoutBrackets(text)).toBe(plain);
  });
});
