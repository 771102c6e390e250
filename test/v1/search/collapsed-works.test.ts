import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import type { Title } from '../../../src/catalog/records/title.js';
import { search } from '../../../src/v1/search.js';
import { searchTitles, traceSearchTitles } from '../../../src/v1/search-titles.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { runs } from '../../random-seed.js';
import { randomTitles, searchesIn } from '../random-searches.js';

const CONTEXT = { baseUrl: 'https://api.example.org' };

/** Titles with few different titles and authors, so that most of them have other editions. */
const editions = fc
  .tuple(randomTitles, fc.integer({ min: 1, max: 12 }))
  .filter(([titles]) => titles.length >= 10)
  .map(([titles, works]) =>
    titles.map((title, i): Title => {
      const { title: name, authors } = titles[(i * i) % Math.min(works, titles.length)];
      return { ...title, title: name, ...(authors && { authors }) };
    }),
  );

/** Returns the works of a search and the ids of their editions, computed from the list of all editions. */
function plainWorks({ titles }: Catalog, ids: readonly string[]): string[][] {
  const works = new Map<number, string[]>();
  for (const id of ids) {
    const work = titles.works[titles.numberOf(id)];
    works.set(work, [...(works.get(work) ?? []), id]);
  }
  return [...works.values()];
}

/** Returns the ids of all results. */
function allIds(catalog: Catalog, params: Readonly<Record<string, string>>): string[] {
  const { page: _, ...others } = params;
  const pageOf = (page: number) =>
    searchTitles(
      [catalog],
      new URLSearchParams({ ...others, limit: '100', page: String(page) }),
      CONTEXT,
    );
  const { pages } = pageOf(1);
  return Array.from({ length: pages }, (_, i) => pageOf(i + 1).titles.map(({ id }) => id)).flat();
}

const byId = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe('a search with each work once', () => {
  it('has the first edition of each work in the list of all editions, and the others with it', () => {
    let folded = 0;
    const searched = editions.chain((titles) =>
      fc.tuple(
        fc.constant(titles),
        fc.array(searchesIn('harbour', titles), { minLength: 4, maxLength: 6 }),
      ),
    );
    fc.assert(
      fc.property(searched, ([titles, searches]) => {
        const catalog = catalogOf({ titles });
        for (const params of searches) {
          let ids: string[];
          try {
            ids = allIds(catalog, params);
          } catch {
            continue; // A custom search that costs too much, or has a syntax error.
          }
          const works = plainWorks(catalog, ids);
          const pairs = new URLSearchParams(params);
          if (pairs.get('limit') === '1000') pairs.set('limit', '100');
          for (const name of ['metadata', 'facet_limit', 'date_format']) pairs.delete(name);
          const found = search([catalog], pairs, { collapse: 'work' });
          const { limit, page } = found;
          expect(found).toMatchObject({
            count: ids.length,
            workCount: works.length,
            pages: Math.max(1, Math.ceil(works.length / limit)),
          });
          const expected = works.slice((page - 1) * limit, page * limit);
          expect(found.hits.map(({ id }) => id)).toEqual(expected.map(([first]) => first));
          expect(found.hits.map(({ otherEditions = [] }) => otherEditions)).toEqual(
            expected.map(([, ...others]) => others.sort(byId)),
          );
          folded += ids.length - works.length;
        }
      }),
      { numRuns: runs(12) },
    );
    expect(folded).toBeGreaterThan(100);
  });

  it('has a work once whose editions match with and without relaxation', () => {
    const author = { authors: [{ name: 'Melville' }] };
    const catalog = catalogOf({
      titles: [
        book('1', 'Typee', { ...author, notes: ['Zorbal'] }),
        book('2', 'Typee', { ...author, notes: ['Zorbul'] }),
        book('3', 'Omoo', { ...author, notes: ['Zorbul'] }),
        book('4', 'Omoo', { ...author, notes: ['Zorbul'], popularity: 9 }),
      ],
    });
    const params = { q: 'zorbal', library: 'harbour' } as const;
    const { hits, relaxed } = search([catalog], params, { collapse: 'work' });
    expect(relaxed).toBe('typos');
    expect(hits.map(({ id, isRelaxed, otherEditions }) => [id, isRelaxed, otherEditions])).toEqual([
      ['1', false, ['2']],
      ['4', true, ['3']],
    ]);
    const trace = traceSearchTitles([catalog], params, CONTEXT, { collapse: 'work' });
    expect(trace).toMatchObject({ relaxedCount: 3, groupCounts: [2] });
    expect(trace.works).toMatchObject({ count: 2, otherEditions: [['2'], ['3']] });
    expect(traceSearchTitles([catalog], params, CONTEXT)).not.toHaveProperty('works');
  });

  it('counts titles, not works, in facets', () => {
    const catalog = catalogOf({
      titles: [
        book('1', 'Typee'),
        { ...book('2', 'Typee'), format: { id: 'DVD' } },
        book('3', 'Typee'),
      ],
    });
    const { count, workCount, pages, hits, facets } = search(
      [catalog],
      { q: 'typee', library: 'harbour', limit: 1 },
      { collapse: 'work', facets: ['title_format'] },
    );
    expect([count, workCount, pages, hits.length]).toEqual([3, 1, 1, 1]);
    expect(facets.title_format.values.map(({ count }) => count)).toEqual([2, 1]);
  });

  it('throws a TypeError for another value of collapse', () => {
    const collapse = 'author' as 'work';
    const params = { q: 'typee', library: 'harbour' };
    expect(() => search([catalogOf({})], params, { collapse })).toThrow(
      new TypeError(`collapse: expected 'work' or undefined, found the string "author"`),
    );
  });
});
