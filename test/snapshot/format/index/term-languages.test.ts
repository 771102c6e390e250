import { describe, expect, it } from 'vitest';
import type { Title } from '../../../../src/catalog/records/title.js';
import { book, catalogOf } from '../../../catalog/catalog-of.js';

function titlesIn(language: string, ...titles: readonly string[]): Title[] {
  return titles.map((title) =>
    book(`${language} ${title}`, title, { primary_language: { name: language } }),
  );
}

const { titles } = catalogOf({
  titles: [
    ...titlesIn('English', 'The Moth', 'A Mother', 'Moths and Men', 'Mothen', 'The Hand', 'Buck'),
    ...titlesIn('German', 'Das Buch', 'Bücher', 'Die Hand', 'Hande', 'Das Haus', 'Mothen'),
    ...titlesIn('fre', 'Le journal', 'Les journaux', 'Univers', 'Université', 'La mer', 'La mère'),
    ...titlesIn('es', 'La ciudad', 'Las ciudades', 'Universo', 'La universidad', 'Caso', 'Casa'),
    ...titlesIn('Russian', 'Книга', 'Книги', 'Университет'),
    ...titlesIn('Italian', 'Ciudad', 'Journal'),
    {
      ...titlesIn('German', 'Tagebuch')[0],
      subjects: ['Journals', 'Journaux'],
      notes: ['Hauser'],
    },
  ],
});

describe('Titles.inflections', () => {
  it.each([
    ['buch', ['bucher']],
    ['bucher', ['buch']],
    ['hand', ['hande']],
    ['journaux', ['journal']],
    ['ciudad', ['ciudades']],
    ['книга', ['книги']],
    ['книгои', ['книга', 'книги']],
    ['moth', ['moths']],
  ])('returns the forms of %s that occur in titles of its language', (term, forms) => {
    expect(titles.inflections(term).sort()).toEqual(forms);
  });

  it('returns the forms of a term that no title has', () => {
    expect(titles.inflections('buches').sort()).toEqual(['buch', 'bucher']);
  });

  it('relates no terms by the rules of a language in which one of them is rare or missing', () => {
    expect(titles.inflections('mothen')).toEqual([]);
    expect(titles.inflections('mother')).toEqual([]);
    expect(titles.inflections('buck')).toEqual([]);
  });

  it('ignores the languages of words outside of titles', () => {
    expect(titles.index.documentFrequency('hauser')).toBe(1);
    expect(titles.inflections('haus')).toEqual([]);
  });

  it.each(['univers', 'universite', 'universo', 'universidad', 'mer', 'mere', 'caso', 'casa'])(
    'does not relate %s to a derived or similar word',
    (term) => expect(titles.inflections(term)).toEqual([]),
  );
});
