import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../src/snapshot/file/open-catalog.js';
import type { SourceRecords } from '../../src/snapshot/source/source.js';
import type { TitlesResponse } from '../../src/v1/schema/responses.js';
import { searchTitles } from '../../src/v1/search-titles.js';

const CONTEXT = { baseUrl: 'https://api.example.org' };

const library = {
  id: 'branch',
  name: 'Branch Library',
  snapshot_date: '2026-11-01T00:00:00Z',
  branches: [
    { id: 'WEST', name: 'West Branch' },
    { id: 'MAIN', name: 'Main Library' },
  ],
};

const titles: SourceRecords['titles'] = [
  {
    id: '1',
    title: 'The Iliad',
    format: { id: 'BK' },
    authors: [{ name: 'Homer' }],
    publication_date: '-750',
    primary_language: { name: 'English' },
    subjects: ['Trojan War -- Poetry'],
    holdings: [
      { branch: 'MAIN', status: 'AVAILABLE' },
      { branch: 'WEST', status: 'UNAVAILABLE' },
    ],
    popularity: 50,
    rating: 4.1,
    added: '2020-01-01T00:00:00Z',
  },
  {
    id: '2',
    title: 'Émile',
    format: { id: 'EBOOK' },
    authors: [{ name: 'Jean-Jacques Rousseau' }],
    publication_date: 'Paris, c1762',
    languages: [{ name: 'French' }],
    holdings: [{ branch: 'WEST', status: 'AVAILABLE' }],
    popularity: 10,
    rating: 3.2,
    added: '2022-01-01',
  },
  {
    id: '3',
    title: 'A Study in Scarlet',
    format: { id: 'BK' },
    authors: [{ name: 'Arthur Conan Doyle' }, { name: 'Zoë Zimmer' }],
    publication_date: '1887',
    primary_language: { name: 'English' },
    series: [{ name: 'Sherlock Holmes', number: '1' }],
    suitabilities: [{ name: 'Adult' }],
    genres: ['Detective stories'],
    tags: ['london'],
    holdings: [{ branch: 'MAIN', status: 'LIBRARY_USE_ONLY' }],
  },
  { id: '4', title: 'emilia galotti', format: { id: 'REEL' }, publication_date: '1772' },
];

const catalog = createCatalog({
  library,
  titles,
  users: [{ id: 7, name: 'reader' }],
  userContent: [
    {
      user: 7,
      title: '4',
      content: [
        { content_type: { id: 'rating' }, content_data: 5, updated: '2024-01-01T00:00:00Z' },
        { content_type: { id: 'tag' }, content_data: 'stage', updated: '2024-01-01T00:00:00Z' },
      ],
    },
  ],
});

function search(params: Record<string, string>): TitlesResponse {
  return searchTitles([catalog], new URLSearchParams(params), CONTEXT);
}

function ids(params: Record<string, string>): string[] {
  return search({ q: '*', library: 'branch', ...params }).titles.map((title) => title.id);
}

function narrowBy(id: string, params: Record<string, string> = {}) {
  const { metadata } = search({ q: '*', library: 'branch', metadata: '1', ...params });
  return metadata?.narrow_bys.find((option) => option.id === id);
}

describe('Metadata of titles', () => {
  it('is returned only for metadata=1', () => {
    expect(search({ q: '*', library: 'branch' })).not.toHaveProperty('metadata');
    expect(search({ q: '*', library: 'branch', metadata: '0' })).not.toHaveProperty('metadata');
    expect(search({ q: '*', library: 'branch', metadata: '1' })).toHaveProperty('metadata');
  });

  it('lists every sort order, relevancy first', () => {
    const { metadata } = search({ q: '*', library: 'branch', metadata: '1' });
    expect(metadata?.sort_bys.map(({ id }) => id)).toEqual([
      'relevancy',
      'title',
      'author',
      'published_date',
      'newly_acquired',
      'ugc_rating',
      'popularity',
    ]);
  });

  it('omits a narrowing without values', () => {
    const { metadata } = search({ q: 'galotti', library: 'branch', metadata: '1' });
    expect(metadata?.narrow_bys.map(({ id }) => id)).toEqual([
      'title_format',
      'tag',
      'publication_date',
    ]);
  });

  it('has the names of formats and branches, and the name Before 1 for years before year 1', () => {
    expect(narrowBy('title_format')?.narrow_tos).toMatchObject([
      { id: 'BK', name: 'Book', count: 2 },
      { id: 'EBOOK', name: 'eBook', count: 1 },
      { id: 'REEL', name: 'REEL', count: 1 },
    ]);
    expect(narrowBy('available_at')?.narrow_tos).toMatchObject([
      { id: '_anywhere_', count: 2 },
      { id: 'MAIN', name: 'Main Library', count: 1 },
      { id: 'WEST', name: 'West Branch', count: 1 },
    ]);
    expect(narrowBy('publication_date')?.narrow_tos.map(({ id, name }) => [id, name])).toEqual([
      ['1760-1769', '1760-1769'],
      ['1770-1779', '1770-1779'],
      ['1880-1889', '1880-1889'],
      ['0000', 'Before 1'],
    ]);
  });

  it('counts tags from users', () => {
    expect(narrowBy('tag')?.narrow_tos).toMatchObject([
      { id: 'london', count: 1 },
      { id: 'stage', count: 1 },
    ]);
  });

  it('lists as many values as facet_limit allows, at most 100, and links repeat it', () => {
    const many = createCatalog({
      library,
      titles: Array.from({ length: 120 }, (_, i) => ({
        id: String(i),
        title: 'Almanac',
        format: { id: 'BK' },
        authors: [{ name: `Author ${i}` }],
      })),
    });
    const authorsFor = (facet_limit: string) => {
      const params = new URLSearchParams({ q: '*', library: 'branch', metadata: '1', facet_limit });
      const { metadata } = searchTitles([many], params, CONTEXT);
      return metadata?.narrow_bys.find(({ id }) => id === 'author')?.narrow_tos ?? [];
    };
    expect(
      ['3', '25', '99', '100', '101', '99999'].map((limit) => authorsFor(limit).length),
    ).toEqual([3, 25, 99, 100, 100, 100]);
    expect(authorsFor('3')[0].link).toContain('&facet_limit=3&author=Author+0');
    expect(() => authorsFor('0')).toThrow(
      "parameter 'facet_limit': expected a positive whole number, found '0'",
    );
  });

  it('has links under the base URL with the parameters in order, without page, and api_key last', () => {
    const params = new URLSearchParams(
      'api_key=secret&q=*&page=2&library=branch&utm=x&title_format=BK&metadata=1&limit=1',
    );
    const { metadata } = searchTitles([catalog], params, CONTEXT);
    expect(metadata?.sort_bys[1].link).toBe(
      'https://api.example.org/v1/titles?q=*&library=branch&utm=x&title_format=BK&metadata=1&limit=1&sort=title&api_key=secret',
    );
    const formats = metadata?.narrow_bys.find(({ id }) => id === 'title_format');
    expect(formats?.narrow_tos[1].link).toBe(
      'https://api.example.org/v1/titles?q=*&library=branch&utm=x&title_format=EBOOK&metadata=1&limit=1&api_key=secret',
    );
  });

  it('requires known values of metadata and sort, which the error lists', () => {
    expect(() => search({ q: '*', library: 'branch', metadata: 'yes' })).toThrow(
      "parameter 'metadata': expected one of 0, 1, found 'yes'",
    );
    expect(() => search({ q: '*', library: 'branch', sort: 'size' })).toThrow(
      "parameter 'sort': expected one of relevancy, title, author, published_date, newly_acquired, ugc_rating, popularity, found 'size'",
    );
  });
});

describe('Narrowing', () => {
  it('by available_at selects the titles that are available at one branch or at any branch', () => {
    expect(ids({ available_at: 'MAIN' })).toEqual(['1']);
    expect(ids({ available_at: 'WEST' })).toEqual(['2']);
    expect(ids({ available_at: '_anywhere_', sort: 'title' })).toEqual(['2', '1']);
  });

  it.for([
    ['1762-1772', ['2', '4']],
    ['1763-1887', ['3', '4']],
    ['1762-1762', ['2']],
    ['1773-', ['3']],
    ['-1762', ['1', '2']],
    ['0000', ['1']],
    ['0000-1762', ['2']],
    ['1887-1762', []],
    ['1762', []],
    ['later', []],
  ] as const)('by publication_date=%s selects the titles %j', ([publication_date, found]) => {
    expect(ids({ publication_date, sort: 'title' }).sort()).toEqual(found);
  });

  it('accepts a name in any Unicode normalization form', () => {
    expect(ids({ author: 'Zoë Zimmer'.normalize('NFD') })).toEqual(['3']);
  });
});

describe('Sorting', () => {
  it('by title ignores leading articles, and compares letters before accents and case', () => {
    expect(ids({ sort: 'title' })).toEqual(['2', '4', '1', '3']);
  });

  it('by author uses the first author, and puts titles without authors last', () => {
    expect(ids({ sort: 'author' })).toEqual(['3', '1', '2', '4']);
  });

  it('by publication date puts the newest title first', () => {
    expect(ids({ sort: 'published_date' })).toEqual(['3', '4', '2', '1']);
  });

  it('by acquisition puts the newest title first, and titles without a date last, in the order of their ids', () => {
    expect(ids({ sort: 'newly_acquired' })).toEqual(['2', '1', '3', '4']);
  });

  it('by rating uses the mean of user ratings if the title has no rating', () => {
    expect(ids({ sort: 'ugc_rating' })).toEqual(['4', '1', '2', '3']);
  });

  it('by popularity puts the most popular title first', () => {
    expect(ids({ sort: 'popularity' })).toEqual(['1', '2', '3', '4']);
  });
});
