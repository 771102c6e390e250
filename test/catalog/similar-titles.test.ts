import { expect, it } from 'vitest';
import type { Title } from '../../src/catalog/records/title.js';
import { similarTitles } from '../../src/catalog/similar-titles.js';
import { book, catalogOf } from './catalog-of.js';

const others = Array.from({ length: 98 }, (_, i) =>
  book(`other${i}`, `Another ${i}`, { genres: ['Fiction'], primary_language: { name: 'English' } }),
);

/** Returns the ids of the titles that are similar to a title, in a catalog with 98 other titles. */
function idsLike(title: Partial<Title>, ...compared: readonly Title[]): string[] {
  const english = { primary_language: { name: 'English' } };
  const sought = book('sought', 'Dune', { ...english, genres: ['Fiction'], ...title });
  const titles = compared.map((one) => ({ ...english, ...one }));
  const catalog = catalogOf({ titles: [sought, ...titles, ...others] });
  const number = catalog.titles.numberOf('sought');
  return similarTitles(catalog, number, 8).map((other) => catalog.titles.id(other));
}

it.each<[kind: string, common: Partial<Title>]>([
  ['subject', { subjects: ['Deserts'] }],
  ['author', { authors: [{ name: 'Frank Herbert' }] }],
  ['series', { series: [{ name: 'Dune' }] }],
  ['genre', { genres: ['Space opera'] }],
])('Titles with a rare %s in common are similar', (_, common) => {
  expect(idsLike(common, book('same', 'Sand', common))).toEqual(['same']);
});

it('A genre of most titles makes no title similar', () => {
  expect(idsLike({}, book('same', 'Sand', { genres: ['Fiction'] }))).toEqual([]);
});

it('The title with the most in common is first, and a title in another language comes later', () => {
  const both = { subjects: ['Deserts'], series: [{ name: 'Dune' }] };
  const ids = idsLike(
    both,
    book('french', 'Le Désert', { ...both, primary_language: { name: 'French' } }),
    book('subject', 'Sand', { subjects: ['Deserts'] }),
    book('both', 'Dune Messiah', both),
  );
  expect(ids).toEqual(['both', 'subject', 'french']);
});
