import { describe, expect, it } from 'vitest';
import type { SearchIndex } from '../../src/search/frozen-index.js';
import type { Query } from '../../src/search/query.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { refused } from './thrown-api-error.js';
import { searchTitles } from './validated-operations.js';

const context = { baseUrl: 'https://api.example.org' };

/**
 * Titles that have the word `whale` in one field each. The title `none` has the word only in the address of its
 * cover and in a comment, which are not searched.
 */
const catalog = catalogOf({
  titles: [
    book('title', 'The Whale'),
    book('sub-title', 'Moby-Dick', { sub_title: 'or, The Whale' }),
    book('alternate-title', 'Walfang', { alternate_titles: ['The Whale'] }),
    book('author', 'Sea Songs', { authors: [{ name: 'Anna Whale' }] }),
    book('contributor', 'Sea Stories', { additional_contributors: [{ name: 'Bert Whale' }] }),
    book('performer', 'Sea Dances', { performers: [{ name: 'Cleo Whale' }] }),
    book('alternate-author', 'Sea Poems', { alternate_authors: ['Whale, Dora'] }),
    book('subject', 'Leviathan', { subjects: ['Whale watching'] }),
    book('genre', 'Arctic Tales', { genres: ['Whale stories'] }),
    book('series', 'Northern Lights', { series: [{ name: 'Whale Library', number: '3' }] }),
    book('tag', 'Harpoon', { tags: ['whale'] }),
    book('user-tag', 'Nantucket'),
    book('publisher', 'Ice', { publishers: [{ name: 'Whale Press' }] }),
    book('contents', 'Miscellany', { contents: ['1. The whale'] }),
    book('notes', 'Annals', { notes: ['With a whale on the cover.'] }),
    book('summary', 'Voyages', { description: 'A ship meets a whale.' }),
    book('edition', 'Selections', { edition: 'Whale edition' }),
    book('call-number', 'Charts', { call_number: 'WHALE 12' }),
    book('copy', 'Atlas', {
      holdings: [{ branch: 'M', status: 'ON_ORDER', call_number: 'WHALE 9' }],
    }),
    book('statement', 'Essays', { statement_of_responsibility: 'edited by the Whale society' }),
    book('none', 'Typee', { jacket_cover: { url: 'https://whale.example.org/whale.jpg' } }),
  ],
  users: [{ id: 1, name: 'ishmael' }],
  userContent: [
    {
      user: 1,
      title: 'user-tag',
      content: [
        { content_type: { id: 'tag' }, content_data: 'whale', updated: '2019-11-14T19:02:52Z' },
      ],
    },
    {
      user: 1,
      title: 'none',
      content: [
        {
          content_type: { id: 'comment' },
          content_data: 'No whale.',
          updated: '2019-11-14T19:02:52Z',
        },
      ],
    },
  ],
});

function idsOf(q: string, more: Record<string, string | number> = {}, from = catalog): string[] {
  const params = { q, library: 'harbour', limit: 100, ...more };
  return searchTitles([from], params, context).titles.map((title) => title.id);
}

describe('searchTitles', () => {
  it('searches all text fields for search_type=keyword', () => {
    const everywhere = Array.from({ length: catalog.titles.size }, (_, n) => catalog.titles.id(n));
    expect(idsOf('whale').sort()).toEqual(everywhere.filter((id) => id !== 'none'));
  });

  it('uses the search_type keyword by default', () => {
    expect(idsOf('whale')).toEqual(idsOf('whale', { search_type: 'keyword' }));
  });

  it.each([
    ['author', ['alternate-author', 'author', 'contributor', 'performer']],
    ['subject', ['genre', 'subject']],
    ['tag', ['tag', 'user-tag']],
    ['series', ['series']],
  ])('searches only the fields of search_type=%s', (search_type, ids) => {
    expect(idsOf('whale', { search_type }).sort()).toEqual(ids);
  });

  it.each([
    ['9780142437247', 'an ISBN'],
    ['025192251726', 'a UPC'],
    ['b1048576', 'an id'],
  ])('finds a title by %s, %s', (identifier) => {
    const one = catalogOf({
      titles: [
        book('b1048576', 'Moby-Dick', { isbns: ['9780142437247'], upcs: ['025192251726'] }),
        book('b1048577', 'Typee', { isbns: ['9780140434880'] }),
      ],
    });
    expect(idsOf(identifier, {}, one)).toEqual(['b1048576']);
  });

  it('requires every word, each in any field, and if no title has all words, the rarer ones', () => {
    const sea = catalogOf({
      titles: [
        book('1', 'Moby-Dick', { authors: [{ name: 'Herman Melville' }], subjects: ['Whaling'] }),
        book('2', 'Typee', { authors: [{ name: 'Herman Melville' }] }),
        book('3', 'The Sea-Wolf', { authors: [{ name: 'Jack London' }], subjects: ['Whaling'] }),
        book('4', 'Omoo', { authors: [{ name: 'Herman Melville' }], subjects: ['Tahiti'] }),
      ],
    });
    expect(idsOf('melville whaling', {}, sea)[0]).toBe('1');
    expect(idsOf('whaling melville moby', {}, sea)[0]).toBe('1');
    // Melville wrote three of the titles, so the name alone is not enough.
    expect(idsOf('melville whaling jack', {}, sea).sort()).toEqual(['1', '3']);
  });

  it('ranks matches in the title first, then in the author, the subjects and the other fields', () => {
    const places = catalogOf({
      titles: [
        book('1', 'Sea', { description: 'London' }),
        book('2', 'Sea', { subjects: ['London'] }),
        book('3', 'Sea', { authors: [{ name: 'London' }] }),
        book('4', 'London'),
      ],
    });
    expect(idsOf('london', {}, places)).toEqual(['4', '3', '2', '1']);
  });

  it('ranks the more popular of two equal matches first', () => {
    const popular = catalogOf({
      titles: [
        book('1', 'Emma'),
        book('2', 'Emma', { popularity: 3 }),
        book('3', 'Emma', { popularity: 1000 }),
      ],
    });
    expect(idsOf('emma', {}, popular)).toEqual(['3', '2', '1']);
  });

  it('raises a score by up to 100 % for popularity', () => {
    const popular = catalogOf({
      titles: [
        book('1', 'Emma', { popularity: 1e9 }),
        book('2', 'Persuasion', { popularity: 31 }),
        book('3', 'Sanditon'),
      ],
    });
    const factors = [...popular.titles.popularityBoosts.values];
    expect(factors[0]).toBeCloseTo(2, 6);
    expect(factors[1]).toBeCloseTo(1 + (Math.log(32) / Math.log(1e9 + 1)) ** 3, 6);
    expect(factors[2]).toBe(1);
  });

  it('raises a score for holdings if the title has no popularity', () => {
    const copies = Array.from({ length: 9 }, () => ({ branch: 'MAIN', status: 'AVAILABLE' }));
    const { titles } = catalogOf({
      titles: [
        book('1', 'Emma', { popularity: 1e6 }),
        book('2', 'Emma', { holdings: copies }),
        book('3', 'Emma', { holdings: copies, popularity: 0 }),
      ],
    });
    const factors = [...titles.popularityBoosts.values];
    expect(factors[0]).toBe(2);
    expect(factors[1]).toBeCloseTo(1 + (Math.log(10) / Math.log(1001)) ** 3, 6);
    expect(factors[2]).toBe(1);
  });

  it('ranks a match in the title before a more popular match in the subjects', () => {
    const popular = catalogOf({
      titles: [
        book('1', 'Sea', { subjects: ['London'], popularity: 1e9 }),
        book('2', 'London', { popularity: 0 }),
      ],
    });
    expect(idsOf('london', {}, popular)).toEqual(['2', '1']);
  });

  it('ranks equal matches in the code point order of their ids', () => {
    const equal = catalogOf({
      titles: ['b', 'a', '\u{1f40b}', '\uff21', '10', '9', 'B'].map((id) => book(id, 'Emma')),
    });
    expect(idsOf('emma', {}, equal)).toEqual(['10', '9', 'B', 'a', 'b', '\uff21', '\u{1f40b}']);
  });

  it('returns every title of the library for *', () => {
    expect(idsOf('*')).toHaveLength(catalog.titles.size);
    expect(idsOf(' * ', { search_type: 'series' })).toHaveLength(catalog.titles.size);
  });

  it('finds nothing for a query without a word', () => {
    expect(idsOf('?!')).toEqual([]);
    expect(idsOf('**')).toEqual([]);
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'searches for %s as for any other word',
    (word) => {
      expect(idsOf(word)).toEqual([]);
      expect(idsOf(word, {}, catalogOf({ titles: [book('1', word), book('2', 'Emma')] }))).toEqual([
        '1',
      ]);
    },
  );

  it('searches a repeated word once', () => {
    const queries: Query[] = [];
    const index: SearchIndex = {
      ...catalog.titles.index,
      match: (query) => {
        queries.push(query);
        return catalog.titles.index.match(query);
      },
    };
    const watched = { ...catalog, titles: { ...catalog.titles, index } };
    expect(idsOf('whale Whale WHALE sea whale', {}, watched)).toEqual(idsOf('whale sea'));
    expect(queries).toHaveLength(1);
    expect(queries[0]).toMatchObject({
      required: { queries: [{ term: 'whale' }, { term: 'sea' }] },
    });
  });

  it('accepts any text', () => {
    for (const q of ['\u0000', '\ud800', '\udc00 whale', '%', '\u202ewhale', 'w'.repeat(900)]) {
      expect(() => idsOf(q)).not.toThrow();
    }
  });

  it('searches only the library of the request', () => {
    const hill = catalogOf({ library: { id: 'hill' }, titles: [book('h1', 'The Whale')] });
    const params = { q: 'whale' };
    const from = (library: string) =>
      searchTitles([catalog, hill], { ...params, library }, context).count;
    expect(from('hill')).toBe(1);
    expect(from('harbour')).toBe(20);
  });

  it('returns no results for a library without titles', () => {
    const { titles, ...page } = searchTitles(
      [catalogOf({})],
      { q: '*', library: 'harbour' },
      context,
    );
    expect(titles).toEqual([]);
    expect(page).toEqual({ count: 0, limit: 10, pages: 1, page: 1 });
  });
});

describe('searchTitles throws', () => {
  const search = (params: Record<string, string>) => () =>
    searchTitles([catalog], new URLSearchParams(params), context);
  const TYPES = 'keyword, author, subject, tag, series, custom';

  it.each([
    [
      '400 without q',
      { library: 'harbour' },
      "parameter 'q': expected the words to search for, or * for every title, found nothing",
    ],
    [
      '400 for an empty q',
      { q: '', library: 'harbour' },
      "parameter 'q': expected the words to search for, or * for every title, found an empty value",
    ],
    [
      '400 for a blank q',
      { q: ' \t\u00a0', library: 'harbour' },
      "parameter 'q': expected the words to search for, or * for every title, found an empty value",
    ],
    [
      '400 without a library',
      { q: 'whale' },
      "parameter 'library': expected the id of the library to search, found nothing",
    ],
    [
      '400 for an empty library',
      { q: 'whale', library: '' },
      "parameter 'library': expected the id of the library to search, found an empty value",
    ],
    [
      '400 for an unknown search_type',
      { q: 'whale', library: 'harbour', search_type: 'title' },
      `parameter 'search_type': expected one of ${TYPES}, found 'title'`,
    ],
    [
      '400 for an empty search_type',
      { q: 'whale', library: 'harbour', search_type: '' },
      `parameter 'search_type': expected one of ${TYPES}, found ''`,
    ],
    [
      '400 for a search_type that is a property of every object',
      { q: 'whale', library: 'harbour', search_type: 'constructor' },
      `parameter 'search_type': expected one of ${TYPES}, found 'constructor'`,
    ],
  ])('%s', (_how, params, message) => {
    expect(refused(search(params as Record<string, string>))).toEqual({ status: 400, message });
  });

  it('404 if no open catalog belongs to the library', () => {
    expect(refused(search({ q: 'whale', library: 'nowhere' }))).toEqual({
      status: 404,
      message: "No library 'nowhere' found.",
    });
  });
});
