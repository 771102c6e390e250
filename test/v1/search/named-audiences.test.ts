import { expect, it } from 'vitest';
import { traceSearchTitles } from '../../../src/v1/search-titles.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';

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
