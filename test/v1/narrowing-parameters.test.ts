import { describe, expect, it } from 'vitest';
import { PARAMETERS } from '../../src/v1/schema/parameters.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { refused } from './thrown-api-error.js';
import { listUserContent, searchTitles } from './validated-operations.js';

const context = { baseUrl: 'https://api.example.org' };
const TIME = '2018-01-15T16:23:09Z';
const item = (id: string) => ({ content_type: { id }, content_data: 'text', updated: TIME });
const catalogs = [
  catalogOf({
    titles: [
      book('1', 'Whale', { format: { id: 'DVD' }, publication_date: '1851' }),
      book('2', 'Whale', { publication_date: '1900' }),
      book('3', 'Whale', { publication_date: '1999' }),
      book('4', 'Whale', { format: { id: 'MAP' } }),
    ],
    users: [{ id: 1, name: 'ishmael' }],
    userContent: [
      { user: 1, title: '1', content: [item('comment')] },
      { user: 1, title: '2', content: [item('quotation')] },
      { user: 1, title: '3', content: [item('summary')] },
    ],
  }),
];

function idsOf(narrowings: string): string[] {
  const params = new URLSearchParams(`q=whale&library=harbour&sort=title&${narrowings}`);
  return searchTitles(catalogs, params, context).titles.map(({ id }) => id);
}

describe('A narrowing parameter', () => {
  it.each([
    ['title_format=DVD&title_format=MAP', ['1', '4']],
    ['title_format=DVD&title_format=none', ['1']],
    ['title_format=DVD&title_format=', ['1']],
    ['title_format=DVD&title_format=BK&publication_date=1850-1950', ['1', '2']],
    ['publication_date=-1860&publication_date=1990-', ['1', '3']],
    ['publication_date=-1860&publication_date=none', ['1']],
    ['publication_date=none&publication_date=nothing', []],
    ['title_format=&publication_date=', ['1', '2', '3', '4']],
  ])('selects titles with any of its values: %s', (narrowings, ids) => {
    expect(idsOf(narrowings)).toEqual(ids);
  });

  it('may be an array, as in a request with URLSearchParams', () => {
    const params = {
      q: 'whale',
      library: 'harbour',
      title_format: ['DVD', 'MAP'],
      metadata: 1,
    } as const;
    const repeated = 'q=whale&library=harbour&title_format=DVD&title_format=MAP&metadata=1';
    expect(searchTitles(catalogs, params, context)).toEqual(
      searchTitles(catalogs, new URLSearchParams(repeated), context),
    );
  });

  it.each([undefined, null, '', [], ['', '']])('does not narrow if it is %j', (title_format) => {
    const params = { q: 'whale', library: 'harbour', title_format };
    expect(searchTitles(catalogs, params, context).count).toBe(4);
  });

  it('has counts that ignore all its values, and links that replace all of them', () => {
    const query =
      'q=whale&publication_date=1990-&publication_date=-1860&library=harbour&metadata=1';
    const { metadata } = searchTitles(catalogs, new URLSearchParams(query), context);
    const years = metadata?.narrow_bys.find(({ id }) => id === 'publication_date');
    expect(years?.narrow_tos.map(({ id, count }) => [id, count])).toEqual([
      ['1850-1859', 1],
      ['1900-1909', 1],
      ['1990-1999', 1],
    ]);
    expect(years?.narrow_tos[0].link).toBe(
      'https://api.example.org/v1/titles?q=whale&publication_date=1850-1859&library=harbour&metadata=1',
    );
  });

  it('selects entries with an item of any of its content types', () => {
    const idsWith = (query: string) =>
      listUserContent(catalogs, new URLSearchParams(query), context).user_content.map(
        ({ title }) => title.id,
      );
    expect(idsWith('content_type=comment&content_type=summary')).toEqual(['1', '3']);
    expect(idsWith('content_type=')).toEqual(['1', '2', '3']);
    expect(idsWith('content_type=none')).toEqual([]);
  });
});

describe('q', () => {
  it.each(PARAMETERS.searchTitles.search_type.values)(
    'has at most 900 characters for search_type=%s',
    (search_type) => {
      const search = (q: string) =>
        searchTitles(catalogs, { q, library: 'harbour', search_type }, context).count;
      expect(search('\u{1f40b}'.repeat(900))).toBe(0);
      expect(refused(() => search('w'.repeat(901)))).toEqual({
        status: 400,
        message: "parameter 'q': expected at most 900 characters, found 901",
      });
    },
  );
});
