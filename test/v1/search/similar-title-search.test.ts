import { describe, expect, it } from 'vitest';
import type { Title } from '../../../src/catalog/records/title.js';
import { similarTitles } from '../../../src/catalog/similar-titles.js';
import { explainSearchTitles } from '../../../src/v1/explain-search-titles.js';
import { search } from '../../../src/v1/search.js';
import { traceSearchTitles } from '../../../src/v1/search-titles.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';

const deserts = { subjects: ['Deserts'] };
const magic = { subjects: ['Magic schools'] };
const volume = (number: string): Partial<Title> => ({
  ...magic,
  series: [{ name: 'Harry Potter', number }],
  popularity: 90,
});

const titles = [
  book('dune', 'Dune', { ...deserts, series: [{ name: 'Dune', number: '1' }], popularity: 80 }),
  { ...book('dvd', 'Dune', { ...deserts, popularity: 1 }), format: { id: 'DVD' } },
  book('messiah', 'Dune Messiah', { series: [{ name: 'Dune', number: '2' }] }),
  book('sand', 'Sand', { ...deserts, popularity: 100 }),
  book('oasis', 'The Oasis', { ...deserts, boost: 3 }),
  book('buggy', 'Driving a Dune Buggy'),
  book('hp1', 'The Philosopher’s Stone', volume('1')),
  book('hp2', 'The Chamber of Secrets', volume('2')),
  book('witch', 'The Worst Witch', magic),
  book('film', 'Harry Potter', { notes: ['A guide to the films'] }),
  book('water', 'Like Water for Chocolate', deserts),
  book('chocolate', 'Water for Chocolate', deserts),
  book('loved', 'The Loved One', deserts),
  book('one', 'One', deserts),
  book('notes', 'Notes', { notes: ['For readers of books like Dune'] }),
  ...Array.from({ length: 80 }, (_, i) => book(`other${i}`, `Another ${i}`)),
].map((title) => ({ ...title, primary_language: { name: 'English' } }));
const catalog = catalogOf({ titles });

const idsOf = (q: string, more: object = {}) =>
  search([catalog], { q, library: 'harbour', ...more }).hits.map(({ id }) => id);

describe('a search for titles like another', () => {
  const similar = ['dune', 'dvd'];

  it.each([
    'like dune',
    'books like dune',
    'similar to dune',
    'novels similar to dune',
    'something like Dune',
    'if you liked dune',
    'a book like the dune',
    'books like the dune series',
    'Bücher wie Dune',
    'livres comme dune',
    'libros como dune',
    'libros parecidos a dune',
    'книги как dune',
    'книги похожие на dune',
  ])('finds the title and its editions first, then the similar titles: %s', (q) => {
    const ids = idsOf(q, { limit: 100 });
    expect(ids.slice(0, 2)).toEqual(similar);
    const number = catalog.titles.numberOf('dune');
    const like = similarTitles(catalog, number, 24).map((other) => catalog.titles.id(other));
    expect(like.length).toBeGreaterThan(4);
    expect(ids.slice(2, 2 + like.length)).toEqual(like);
    expect(ids.slice(2 + like.length)).toContain('buggy');
  });

  it('finds first a title that contains the words as typed', () => {
    expect(idsOf('like water for chocolate')[0]).toBe('water');
    expect(idsOf('books like water for chocolate').slice(0, 2)).toEqual(['water', 'chocolate']);
    expect(idsOf('the loved one')[0]).toBe('loved');
  });

  it('finds the titles of a series first, the most popular first', () => {
    const ids = idsOf('books like harry potter');
    expect(ids.slice(0, 3)).toEqual(['hp1', 'hp2', 'witch']);
    expect(ids).toContain('film');
  });

  it.each([
    'dune like',
    'like',
    'like unknown',
    'sand like dune',
    'wie dune',
    'the loved dune',
    'dvds like dune',
    '"books like dune"',
    'books like dune messiah buggy',
  ])('does not read other queries in this way: %s', (q) => {
    const trace = traceSearchTitles([catalog], { q, library: 'harbour' }, { baseUrl: '' });
    expect(trace.similarTo).toBeUndefined();
  });

  it('reads the query only in searches for keywords that may be relaxed to some of the words', () => {
    const of = (more: object) =>
      search([catalog], { q: 'books like dune', library: 'harbour', ...more }).similarTo;
    expect(of({})).toBe('dune');
    for (const more of [{ search_type: 'author' }, { relax: 'spelling' }, { relax: 'none' }]) {
      expect(of(more)).toBeUndefined();
    }
  });

  it('reports the group in the trace and in the explanation', () => {
    const params = { q: 'books like dune', library: 'harbour' };
    const trace = traceSearchTitles([catalog], params, { baseUrl: '' });
    const explanation = explainSearchTitles([catalog], params, { baseUrl: '' });
    const [named, others] = explanation.groups;
    expect(named.name).toBe('similar');
    expect(others.name).toBe('all_words');
    expect(trace).toMatchObject({ similarTo: 'dune', relaxed: undefined, relaxedCount: 0 });
    expect(trace.groupCounts).toEqual([named.count, others.count]);
    expect(explanation).toMatchObject({ similarTo: 'dune', count: named.count + others.count });
    expect(explanation.steps).toEqual([
      { name: 'all_words', count: 0 },
      { name: 'similar', count: named.count },
    ]);
    expect(explanation.titles[0]).toMatchObject({ id: 'dune', group: 'similar' });
    expect(explanation.titles[0].clauses).toMatchObject([{ kind: 'similar' }]);
  });

  it('counts facets and narrows exactly', () => {
    const params = { q: 'books like dune', library: 'harbour' } as const;
    const { count, facets } = search([catalog], params, { facets: ['title_format', 'subject'] });
    for (const name of ['title_format', 'subject'] as const) {
      for (const { value, count: ofValue } of facets[name].values) {
        expect(search([catalog], { ...params, [name]: value }).count).toBe(ofValue);
      }
    }
    expect(idsOf('books like dune', { title_format: 'DVD' })).toEqual(['dvd']);
    expect(new Set(idsOf('books like dune', { limit: 100 })).size).toBe(count);
  });
});
