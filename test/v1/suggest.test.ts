import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/v1/api-error.js';
import { suggest } from '../../src/v1/suggest/suggest.js';
import { book, catalogOf } from '../catalog/catalog-of.js';

const catalog = catalogOf({
  titles: [
    book('1', 'The Hobbit', { authors: [{ name: 'J.R.R. Tolkien' }], popularity: 90 }),
    book('2', 'Hobbits at Home', { authors: [{ name: 'Robin Hobb' }], popularity: 10 }),
    book('3', "Assassin's Apprentice", { authors: [{ name: 'Robin Hobb' }], popularity: 50 }),
    book('4', 'The Silmarillion', { authors: [{ name: 'J.R.R. Tolkien' }], popularity: 40 }),
    book('5', 'Les Misérables', { subjects: ['France -- History'], popularity: 70 }),
    book('6', 'Atlas', { subjects: ['Hobbies', 'France -- History'] }),
    book('7', 'The Hobbit', { authors: [{ name: 'J.R.R. Tolkien' }], format: { id: 'DVD' } }),
  ],
});

function suggested(q: string, limit?: number): string[] {
  const params = { q, library: 'harbour', ...(limit !== undefined && { limit }) };
  return suggest([catalog], params).suggestions.map(({ kind, text }) => `${kind}: ${text}`);
}

describe('suggest', () => {
  it('returns titles with their ids, and authors and subjects with their counts', () => {
    expect(suggest([catalog], { q: 'hobb', library: 'harbour' }).suggestions).toEqual([
      { kind: 'title', text: 'The Hobbit', id: '1' },
      { kind: 'title', text: 'Hobbits at Home', id: '2' },
      { kind: 'author', text: 'Robin Hobb', count: 2 },
      { kind: 'subject', text: 'Hobbies', count: 1 },
    ]);
  });

  it('suggests first a title that begins with the typed text, even if the first word is an article in another language', () => {
    const films = catalogOf({
      titles: [
        book('1', 'I Am Legend'),
        ...Array.from({ length: 12 }, (_, i) => book(`a${i}`, `Amber River ${i}`)),
      ],
    });
    const { suggestions } = suggest([films], { q: 'i am', library: 'harbour' });
    expect(suggestions[0]).toMatchObject({ text: 'I Am Legend' });
  });

  it.each([
    [
      'the hob',
      ['title: The Hobbit', 'author: Robin Hobb', 'title: Hobbits at Home', 'subject: Hobbies'],
    ],
    ['tolk', ['author: J.R.R. Tolkien']],
    ['silm', ['title: The Silmarillion']],
    ['tolkien hob', ['title: The Hobbit']],
    ['les mise', ['title: Les Misérables']],
    ['MISÉ', ['title: Les Misérables']],
    ['fran', ['subject: France -- History']],
    ['history fr', ['subject: France -- History']],
    ['zzz', []],
    ['', []],
    ['?', []],
  ])('for %j returns the suggestions %j', (typed, texts) => {
    expect(suggested(typed)).toEqual(texts);
  });

  it('returns at most `limit` suggestions, and a title with several editions once', () => {
    expect(suggested('hobbit', 1)).toEqual(['title: The Hobbit']);
    expect(suggested('hobbit').filter((text) => text === 'title: The Hobbit')).toHaveLength(1);
  });

  it('returns at most 100 suggestions', () => {
    const titles = Array.from({ length: 150 }, (_, i) => book(String(i), `Whale ${i}`));
    const { suggestions } = suggest([catalogOf({ titles })], {
      q: 'whale',
      library: 'harbour',
      limit: 1000,
    });
    expect(suggestions).toHaveLength(100);
  });

  it.each([
    ['東京', ['title: 東京物語', 'subject: 東京都']],
    ['京物', ['title: 東京物語']],
    ["o'", ['title: Østersøen', "author: Flann O'Brien"]],
    ['obri', ["author: Flann O'Brien"]],
    ["third o'brien", ['title: The Third Policeman']],
    ['ost', ['title: Østersøen']],
    ['ø', ['title: Østersøen', "author: Flann O'Brien"]],
    ['t', ['title: The Third Policeman']],
    ['the', ['title: The Third Policeman']],
  ])('for %j, in any script, returns the suggestions %j', (q, texts) => {
    const abroad = catalogOf({
      titles: [
        book('1', '東京物語', { subjects: ['東京都'] }),
        book('2', 'The Third Policeman', { authors: [{ name: "Flann O'Brien" }] }),
        book('3', 'Østersøen'),
      ],
    });
    const { suggestions } = suggest([abroad], { q, library: 'harbour' });
    expect(suggestions.map(({ kind, text }) => `${kind}: ${text}`)).toEqual(texts);
  });

  it('throws an ApiError for a library that is not open', () => {
    expect(() => suggest([catalog], { q: 'hob', library: 'elsewhere' })).toThrow(ApiError);
  });

  it('accepts any text', () => {
    for (const q of [
      '\ud800',
      '\uffff',
      '東',
      'a'.repeat(10_000),
      'of mob '.repeat(150),
      "'''",
      '\u0000',
    ]) {
      expect(() => suggested(q)).not.toThrow();
    }
  });
});
