import { describe, expect, it } from 'vitest';
import {
  CONTROL_NUMBER,
  idOf,
  parseIdField,
  withoutBrackets,
  withoutEndPunctuation,
} from '../../../src/import/marc/marc-record.js';
import { marc } from '../marc-text.js';

describe('parseIdField', () => {
  it('parses the name of a control field or of a subfield', () => {
    expect(parseIdField('001')).toEqual({ tag: '001' });
    expect(parseIdField('035a')).toEqual({ tag: '035', code: 'a' });
    expect(parseIdField('907$a')).toEqual({ tag: '907', code: 'a' });
  });

  it.each(['', '035', '001a', '35a', '035A', '035ab', 'x01'])(
    'returns undefined for %j',
    (name) => {
      expect(parseIdField(name)).toBeUndefined();
    },
  );
});

describe('idOf', () => {
  it('skips empty fields and subfields', () => {
    const record = marc('001  \n001 b1\n035 ## $a \n035 ## $b1$a2');
    expect(idOf(record, CONTROL_NUMBER)).toBe('b1');
    expect(idOf(record, { tag: '035', code: 'a' })).toBe('2');
    expect(idOf(record, { tag: '907', code: 'a' })).toBeUndefined();
  });
});

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
