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

  it('has every name and code to itself', () => {
    const calls = LANGUAGE_TABLE.trim()
      .split('\n')
      .flatMap((line) =>
        line
          .toLowerCase()
          .split(' = ')
          .flatMap((half, i) => half.split(i ? '; ' : ' ')),
      );
    const again = calls.filter((call, i) => calls.indexOf(call) !== i);
    expect(again).toEqual([]);
    expect(calls.filter((call) => /^[a-z]{2}$/.test(call)).length).toBeGreaterThanOrEqual(183);
  });

  it('that nobody knows is none', () => {
    expect(languageCalled('xyzzy')).toBeUndefined();
    expect(languageCalled('')).toBeUndefined();
  });
});
