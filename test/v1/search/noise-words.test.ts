import { describe, expect, it } from 'vitest';
import { tokenize } from '../../../src/search/index.js';
import { findNoise } from '../../../src/v1/search/noise-words.js';
import { traceSearchTitles } from '../../../src/v1/search-titles.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';

describe('Noise words', () => {
  /** Returns the words of a query that describe a title, and the formats that the query names. */
  function described(typed: string) {
    const words = tokenize(typed);
    const { isNoise, formats } = findNoise(words);
    const texts = words.map((word) => (word.kind === 'plain' ? word.term : typed));
    return { words: texts.filter((_, i) => !isNoise[i]).join(' '), formats };
  }

  it.each([
    ['young adult vampires', [1]],
    ['vampires for adults', [2]],
    ['vampires for young children', [0]],
  ])('of %s name the audiences %s', (typed, audiences) => {
    expect(findNoise(tokenize(typed)).audiences).toEqual(audiences);
  });

  it.each([
    ['do you have the martian', 'the martian'],
    ['books about dragons for kids', 'dragons for'],
    ['can i borrow beloved please', 'beloved'],
    ['haben Sie Bücher über Katzen', 'katzen'],
    ['neue Romane für Anfänger von Kehlmann', 'fur von kehlmann'],
    ['je cherche un livre sur Venise pour débutants', 'un venise pour'],
    ['busco una novela de Allende para niños', 'una de allende para'],
    ['новый роман Пелевина', 'пелевина'],
    ['что почитать детям про космос', 'что космос'],
  ])('of %s leave %s', (typed, words) => {
    expect(described(typed)).toEqual({ words, formats: [] });
  });

  it.each([
    ['dune large print', 'dune', ['LPRINT']],
    ['Emma in Großdruck', 'emma in', ['LPRINT']],
    ['Emma gros caractères', 'emma', ['LPRINT']],
    ['Война и мир крупный шрифт', 'воина и мир', ['LPRINT']],
    ['dune audiobook', 'dune', ['BOOK_CD', 'EAUDIOBOOK']],
    ['dune audio book', 'dune', ['BOOK_CD', 'EAUDIOBOOK']],
    ['Heidi Hörbuch', 'heidi', ['BOOK_CD', 'EAUDIOBOOK']],
    ['heidi película', 'heidi', ['DVD', 'BLURAY', 'VIDEO_ONLINE']],
    ['dune e book', 'dune', ['EBOOK']],
    ['dune movie dvd', 'dune', ['DVD', 'BLURAY', 'VIDEO_ONLINE']],
  ])('of %s leave %s and name the formats %s', (typed, words, formats) => {
    expect(described(typed)).toEqual({ words, formats });
  });

  it.each([
    'the book',
    'Reading',
    'How to Read a Book',
    'large print',
    'Something New',
    'the dvd',
    '小说',
  ])('of %s are none, because no other words are left', (typed) => {
    const { isNoise, formats } = findNoise(tokenize(typed));
    expect(isNoise).not.toContain(true);
    expect(formats).toEqual([]);
  });

  it('do not include names of properties of objects', () => {
    expect(described('dune constructor').formats).toEqual([]);
  });
});

describe('Audiences in a query', () => {
  const catalog = catalogOf({
    titles: [
      book('1', 'Dinosaurs', { suitabilities: [{ name: 'Adult' }] }),
      book('2', 'Dinosaurs', { suitabilities: [{ name: 'Children' }] }),
      book('3', 'Dinosaurs', { suitabilities: [{ name: 'Young Adult' }] }),
      book('4', 'Kids of the Forest', { suitabilities: [{ name: 'Adult' }] }),
    ],
  });

  function search(q: string) {
    const params = { q, library: 'harbour', limit: 100 };
    const { body, relaxed } = traceSearchTitles([catalog], params, { baseUrl: 'http://x' });
    return { ids: body.titles.map(({ id }) => id), relaxed };
  }

  it.each([
    ['dinosaurs for kids', '2'],
    ['dinosaurs children', '2'],
    ['dinosaurier fur jugendliche dinosaurs', '3'],
    ['dinosaurs teens', '3'],
    ['dinosaurs adults', '1'],
  ])('a relaxed query %s ranks titles for the named audience first', (typed, id) => {
    const { ids, relaxed } = search(typed);
    expect(relaxed).not.toBeUndefined();
    expect(ids[0]).toBe(id);
    expect(ids.toSorted()).toEqual(['1', '2', '3']);
  });

  it('a word for an audience is required like other words if a title has all words', () => {
    expect(search('kids forest')).toEqual({ ids: ['4'], relaxed: undefined });
    expect(search('kids')).toEqual({ ids: ['4'], relaxed: undefined });
  });
});
