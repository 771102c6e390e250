import { describe, expect, it } from 'vitest';
import type { Title } from '../../../src/catalog/records/title.js';
import { traceSearchTitles } from '../../../src/v1/search-titles.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';

function noted(id: string, title: string, note: string, more: Partial<Title> = {}): Title {
  return book(id, title, { notes: [note], ...more });
}

const catalog = catalogOf({
  titles: [
    noted('note', 'Dogs', 'Contains a quokkan'),
    book('longer', 'Quokkania', { popularity: 1000 }),
    book('dogs', 'Dogs and Cats'),
    ...[1, 2, 3].map((n) => noted(`three${n}`, `Story ${n}`, 'zorbal')),
    ...[1, 2, 3, 4].map((n) => noted(`four${n}`, `Tale ${n}`, 'merbal')),
    book('zorbul', 'Zorbul', { popularity: 1000 }),
    book('zorbol', 'The Tale of Zorbol', { format: { id: 'DVD' } }),
    book('merbul', 'Merbul'),
    book('series', 'Mockingjay', { series: [{ name: 'Foxgal Chronicles' }], subjects: ['Foxgal'] }),
    book('foxgul', 'Foxgul'),
    book('author', 'Emma', { authors: [{ name: 'Jane Austel' }] }),
    book('austen', 'Jane Austen'),
    noted('exact', 'Bartlet', 'bartlet'),
    book('bartlets', 'Bartlit'),
    noted('isbn', 'Cats', 'ISBN', { isbns: ['9780439023481'] }),
    book('upc', 'Cats', { upcs: ['97804390234811'] }),
  ],
});

/** Searches, and returns the step, and the ids with and without relaxation. */
function search(q: string, more: Readonly<Record<string, string>> = {}) {
  const params = new URLSearchParams({ q, library: 'harbour', limit: '100', ...more });
  const context = { baseUrl: 'http://x' };
  const trace = traceSearchTitles([catalog], params, context);
  const { body, relaxed, countWithoutRelaxation } = trace;
  const count = countWithoutRelaxation === 0 ? 0 : trace.groupCounts[0];
  const ids = body.titles.map(({ id }) => id);
  return { relaxed, ids: ids.slice(0, count), further: ids.slice(count) };
}

const threes = ['three1', 'three2', 'three3'];
const fours = ['four1', 'four2', 'four3', 'four4'];

describe('A result of at most three titles without the words in their titles', () => {
  it.each([
    ['quokkan', 'prefix', ['note'], ['longer']],
    ['zorbal', 'typos', threes, ['zorbul', 'zorbol']],
    ['austel', 'typos', ['author'], ['austen']],
    ['quokkan dogs', 'any', ['note'], ['dogs', 'longer']],
  ])('for %s is followed by the titles of the step %s', (typed, relaxed, ids, further) => {
    expect(search(typed)).toEqual({ relaxed, ids, further });
  });
});

describe('No further titles are found', () => {
  it.each([
    ['four titles', 'merbal', fours],
    ['the name of a series', 'foxgal chronicles', ['series']],
    ['a word of a series', 'foxgal', ['series']],
    ["an author's full name", 'jane austel', ['author']],
    ["an author's inverted name", 'Austel, Jane', ['author']],
    ['an exact title', 'bartlet', ['exact']],
    ['a word of the title', 'quokkania', ['longer']],
    ['a word of the title and the name of the author', 'emma austel', ['author']],
    ['an ISBN', '9780439023481', ['isbn']],
    ['an ISBN-10 with hyphens', '0-439-02348-3', ['isbn']],
  ])('for %s', (_, typed, ids) => {
    expect(search(typed)).toEqual({ relaxed: undefined, ids, further: [] });
  });

  it.each(['author', 'subject', 'series', 'tag'])('in a search of the type %s', (search_type) => {
    expect(search('foxgal', { search_type }).further).toEqual([]);
    expect(search('austel', { search_type }).further).toEqual([]);
  });

  it('in a custom search', () => {
    expect(search('zorbal', { search_type: 'custom' })).toEqual({
      relaxed: undefined,
      ids: threes,
      further: [],
    });
  });
});

describe('Two groups of titles', () => {
  it('are in one order across pages of any length', () => {
    const all = [...threes, 'zorbul', 'zorbol'];
    for (let limit = 1; limit <= all.length; limit++) {
      const pages = Array.from({ length: Math.ceil(all.length / limit) }, (_, i) => {
        const params = { q: 'zorbal', library: 'harbour', limit, page: i + 1 };
        return traceSearchTitles([catalog], params, { baseUrl: 'http://x' });
      });
      expect(pages.flatMap(({ body }) => body.titles.map(({ id }) => id))).toEqual(all);
      for (const { body, countWithoutRelaxation, groupCounts } of pages) {
        expect([body.count, countWithoutRelaxation, groupCounts]).toEqual([5, 3, [3, 2]]);
      }
    }
  });

  it('are one list in a sort order other than relevance', () => {
    const { ids, further } = search('zorbal', { sort: 'title' });
    expect([...ids, ...further]).toEqual([...threes, 'zorbol', 'zorbul']);
    const newest = search('zorbal', { sort: 'popularity' });
    expect(newest.ids[0]).toBe('zorbul');
  });

  it('are narrowed together, and narrowings do not change how the query is relaxed', () => {
    expect(search('zorbal', { title_format: 'DVD' })).toEqual({
      relaxed: 'typos',
      ids: [],
      further: ['zorbol'],
    });
    expect(search('zorbal', { title_format: 'BK' })).toEqual({
      relaxed: 'typos',
      ids: threes,
      further: ['zorbul'],
    });
  });

  it('have exact counts', () => {
    const params = { q: 'zorbal', library: 'harbour', metadata: '1' } as const;
    const { body } = traceSearchTitles([catalog], params, { baseUrl: 'http://x' });
    const formats = body.metadata?.narrow_bys.find(({ id }) => id === 'title_format');
    expect(formats?.narrow_tos.map(({ id, count }) => [id, count])).toEqual([
      ['BK', 4],
      ['DVD', 1],
    ]);
  });
});
