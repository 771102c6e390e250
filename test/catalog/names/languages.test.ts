import { describe, expect, it } from 'vitest';
import { findLanguage } from '../../../src/catalog/names/languages.js';
import LANGUAGES from '../../../src/catalog/names/languages.json' with { type: 'json' };

describe('findLanguage', () => {
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
  ])("finds by the code or name '%s' the language %s", ([codeOrName, name]) => {
    expect(findLanguage(codeOrName)?.names[0]).toBe(name);
  });

  // If the time were quadratic in the length of the name, this test would take many minutes.
  it.each([' ', '('])('returns undefined for a name with millions of %j', (text) => {
    expect(findLanguage(`Greek${text.repeat(5_000_000)}x`)).toBeUndefined();
  });

  it('finds only one language by each code and name: ga is the code of Irish, not the name Ga', () => {
    const keys = Object.entries(LANGUAGES).flatMap(([codes, names]) => [
      ...new Set([...codes.split(' '), ...names.toLowerCase().split('; ')]),
    ]);
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual(['ga']);
    expect(findLanguage('ga')?.names[0]).toBe('Irish');
    expect(keys.filter((key) => /^[a-z]{2}$/.test(key)).length).toBeGreaterThanOrEqual(183);
  });

  it('returns undefined for an unknown language', () => {
    expect(findLanguage('xyzzy')).toBeUndefined();
    expect(findLanguage('')).toBeUndefined();
  });
});
