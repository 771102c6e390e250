import { describe, expect, it } from 'vitest';
import { tokenize } from '../../../src/search/index.js';
import { findNoise } from '../../../src/v1/search/query-words.js';
import { traceSearchTitles } from '../../../src/v1/search-titles.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';

describe('Noise words', () => {
  /** Returns the words of a query that describe a title. */
  function described(typed: string): string {
    const words = tokenize(typed);
    const { isNoise } = findNoise(words);
    const texts = words.map((word) => (word.kind === 'plain' ? word.term : typed));
    return texts.filter((_, i) => !isNoise[i]).join(' ');
  }

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
    expect(described(typed)).toBe(words);
  });

  it.each([
    ['young adult vampires', 'vampires'],
    ['vampires for adults', 'vampires for'],
    ['dune large print', 'dune'],
    ['Emma in Großdruck', 'emma in'],
    ['Emma gros caractères', 'emma'],
    ['Война и мир крупный шрифт', 'воина и мир'],
    ['dune audiobook', 'dune'],
    ['dune audio book', 'dune'],
    ['Heidi Hörbuch', 'heidi'],
    ['heidi película', 'heidi'],
    ['dune e book', 'dune'],
    ['dune movie dvd', 'dune'],
  ])('of %s, which names a format or an audience, leave %s', (typed, words) => {
    expect(described(typed)).toBe(words);
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
    expect(findNoise(tokenize(typed)).isNoise).not.toContain(true);
  });

  it('do not include names of properties of objects', () => {
    expect(described('dune constructor')).toBe('dune constructor');
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
    ['dinosaurs teens', '3'],
    ['dinosaurs adults', '1'],
    ['dinosaurs for adults', '1'],
  ])('%s finds titles for the audience', (typed, id) => {
    expect(search(typed)).toEqual({ ids: [id], relaxed: undefined });
  });

  it('a relaxed query finds titles for the audience too', () => {
    expect(search('saurier dinosaurs jugendliche')).toEqual({ ids: ['3'], relaxed: 'any' });
  });

  it('a title with the word comes before titles for the audience', () => {
    expect(search('kids forest')).toEqual({ ids: ['4'], relaxed: undefined });
    expect(search('kids')).toEqual({ ids: ['4', '2'], relaxed: undefined });
  });
});
