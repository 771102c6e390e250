import { describe, expect, it } from 'vitest';
import { LANGUAGE_TABLE } from '../../src/catalog/language-table.js';
import { languageCalled } from '../../src/catalog/languages.js';

describe('A language', () => {
  it.for([
    ['eng', 'English'],
    ['en', 'English'],
    ['ENGLISH', 'English'],
    ['ger', 'German'],
    ['deu', 'German'],
    ['chi', 'Chinese'],
    ['zho', 'Chinese'],
    ['Farsi', 'Persian'],
    ['Greek, Modern (1453- )', 'Greek'],
    ['grc', 'Ancient Greek'],
    ['mul', 'Multiple languages'],
    ['scr', 'Croatian'],
    ['iw', 'Hebrew'],
  ])('called %s is %s', ([call, name]) => {
    expect(languageCalled(call)?.names[0]).toBe(name);
  });

  // A second, and many minutes where the time goes up with the square of the length.
  it.each([' ', '('])('is not called by millions of %j', (text) => {
    expect(languageCalled(`Greek${text.repeat(5_000_000)}x`)).toBeUndefined();
  });

  it('has every name and code to itself, but for Ga, whose name is the code of Irish', () => {
    const calls = LANGUAGE_TABLE.trim()
      .split('\n')
      .flatMap((line) => {
        const [codes, names] = line.toLowerCase().split(' = ');
        return [...new Set([...codes.split(' '), ...names.split('; ')])];
      });
    expect(calls.filter((call, i) => calls.indexOf(call) !== i)).toEqual(['ga']);
    expect(languageCalled('ga')?.names[0]).toBe('Irish');
    expect(calls.filter((call) => /^[a-z]{2}$/.test(call)).length).toBeGreaterThanOrEqual(183);
  });

  it('that nobody knows is none', () => {
    expect(languageCalled('xyzzy')).toBeUndefined();
    expect(languageCalled('')).toBeUndefined();
  });
});
