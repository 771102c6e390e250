import { describe, expect, it } from 'vitest';
import { applyChanges } from '../../src/snapshot/changes/apply-changes.js';
import type { ExtraNarrowings } from '../../src/v1/read-parameters.js';
import type { SearchTitlesParameters } from '../../src/v1/schema/parameters.js';
import { search as searchForData } from '../../src/v1/search.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { createPageClient, linksOf, textOf } from '../kiosk/create-page-client.js';
import { refused } from './thrown-api-error.js';
import { getTitle, searchTitles } from './validated-operations.js';

const context = { baseUrl: 'https://api.example.org' };
const names = { en: 'Shelf', de: 'Regal' };
const harbour = catalogOf({
  library: {
    extra_fields: [
      { name: 'shelf', from: 'extra.shelf', narrowing: true, searched: true, names },
      { name: 'remark', from: 'extra.remark', searched: true, names: { en: 'Remark' } },
    ],
  },
  titles: [
    book('1', 'Emma', { extra: { shelf: 'Window seat', remark: 'the cellar' } }),
    book('2', 'Omoo', { extra: { shelf: ['Window seat', 'Lobby'] }, boost: 2 }),
    book('3', 'Typee', { extra: { secret: 'lobby' }, boost: 0.5 }),
  ],
});
const hill = catalogOf({
  library: {
    id: 'hill',
    extra_fields: [{ name: 'room', from: 'extra.room', narrowing: true, names: { en: 'Room' } }],
  },
  titles: [book('h1', 'Mardi', { extra: { room: 7, shelf: 'Lobby' } })],
});
const catalogs = [harbour, hill];

type ExtraParameters = SearchTitlesParameters & ExtraNarrowings<'shelf' | 'room'>;

function search(query: string) {
  const params = new URLSearchParams(`library=harbour&metadata=1&${query}`);
  return searchTitles(catalogs, params, context);
}

function idsOf(query: string): string[] {
  return search(query).titles.map(({ id }) => id);
}

describe('An extra field', () => {
  it('is the last narrowing in metadata, with exact counts, links and its name in the language', () => {
    const { metadata } = search('q=*&locale=de-DE');
    const shelf = metadata?.narrow_bys.at(-1);
    const link = `${context.baseUrl}/v1/titles?library=harbour&metadata=1&q=*&locale=de-DE&shelf=`;
    expect(shelf).toEqual({
      id: 'shelf',
      name: 'Regal',
      narrow_tos: [
        { id: 'Window seat', name: 'Window seat', count: 2, link: `${link}Window+seat` },
        { id: 'Lobby', name: 'Lobby', count: 1, link: `${link}Lobby` },
      ],
    });
    expect(search('q=*&locale=fr-CA').metadata?.narrow_bys.at(-1)?.name).toBe('Shelf');
  });

  it('narrows a search to any of its values', () => {
    expect(idsOf('q=*&shelf=Lobby')).toEqual(['2']);
    expect(idsOf('q=*&shelf=Lobby&shelf=Window+seat')).toEqual(['2', '1']);
    expect(idsOf('q=*&shelf=')).toEqual(['2', '1', '3']);
    expect(idsOf('q=*&shelf=none')).toEqual([]);
  });

  it('is found by keywords, and by its name in a custom search', () => {
    expect(idsOf('q=lobby')).toEqual(['2']);
    expect(idsOf('q=cellar')).toEqual(['1']);
    expect(idsOf('q=SHELF:window&search_type=custom')).toEqual(['2', '1']);
    expect(idsOf('q=shelf:"window seat" remark:cell*&search_type=custom')).toEqual(['1']);
    expect(idsOf('q=anywhere:cellar&search_type=custom')).toEqual(['1']);
    expect(idsOf('q=lobby&search_type=subject')).toEqual([]);
  });

  it('belongs to its library only', () => {
    const params: ExtraParameters = { q: '*', library: 'hill', shelf: 'none', metadata: 1 };
    const { count, metadata } = searchTitles(catalogs, params, context);
    expect(count).toBe(1);
    expect(metadata?.narrow_bys.at(-1)).toMatchObject({ id: 'room', narrow_tos: [{ id: '7' }] });
    const withRoom: ExtraParameters = { ...params, room: '8' };
    expect(searchTitles(catalogs, withRoom, context).count).toBe(0);
    const custom = { q: 'shelf:lobby', search_type: 'custom', library: 'hill' } as const;
    expect(refused(() => searchTitles(catalogs, custom, context)).message).toContain(
      "expected a known field, found 'shelf'",
    );
  });

  it('is a facet of the data for applications', () => {
    const params: ExtraParameters = { q: '*', library: 'harbour', shelf: 'Lobby' };
    const { facets } = searchForData<'shelf', 'shelf'>(catalogs, params, { facets: ['shelf'] });
    expect(facets).toEqual({
      shelf: {
        name: 'Shelf',
        values: [
          { value: 'Window seat', name: 'Window seat', count: 2, isSelected: false },
          { value: 'Lobby', name: 'Lobby', count: 1, isSelected: true },
        ],
      },
    });
  });

  it('is suggested as the nearest name for a misspelled field', () => {
    expect(refused(() => search('q=shelv:lobby&search_type=custom')).message).toContain(
      "the nearest is 'shelf'",
    );
  });

  it('is a facet on pages in the language of the reader', () => {
    const get = createPageClient(catalogs);
    const { body } = get('/search?library=harbour&q=*&shelf=Lobby&locale=de-DE');
    expect(textOf(body)).toContain('Regal: Lobby');
    expect(linksOf(body)).toContainEqual(
      expect.stringMatching(/^\/search\?.*&shelf=Window\+seat$/),
    );
    expect(textOf(get('/help?library=harbour&locale=de-DE').body)).toMatch(/ shelf +Regal /);
    expect(get('/search?library=hill&q=*&shelf=Lobby').body).toContain('data-count="1"');
  });

  it('has the values of a changed title after the change', () => {
    const record = book('3', 'Typee', { extra: { shelf: 'Lobby' } });
    const changed = applyChanges(harbour, [{ op: 'put', kind: 'titles', record }]);
    const params: ExtraParameters = {
      q: 'lobby',
      library: 'harbour',
      shelf: ['Lobby'],
    };
    expect(searchTitles([changed], params, context).count).toBe(2);
    const problems: string[] = [];
    const bad = { ...record, extra: { shelf: {} } };
    applyChanges(changed, [{ op: 'put', kind: 'titles', record: bad }], {
      onSkipped: ({ problem }) => problems.push(problem),
    });
    expect(problems).toEqual([
      'record.extra.shelf: expected a string, a number, true, false or an array of these, found an object',
    ]);
  });
});

describe('The extra of a title', () => {
  it('is in the record of the catalog, with sorted keys', () => {
    const extra = { b: [1, { d: null, c: 'é' }], a: { __proto__: null, z: 1.5 } };
    const { titles } = catalogOf({ titles: [book('1', 'Emma', { extra })] });
    expect(JSON.stringify(titles.get(0).extra)).toBe('{"a":{"z":1.5},"b":[1,{"c":"é","d":null}]}');
    expect(titles.pick(0, ['extra'])).toEqual({ extra });
  });

  it('is in no response', () => {
    const bodies = [search('q=omoo').titles, getTitle(catalogs, '2', {}, context)];
    expect(JSON.stringify(bodies)).not.toMatch(/extra|boost|Window/);
  });
});

it('The boost of a title multiplies its score', () => {
  const titles = ['a', 'b', 'c'].map((id) => book(id, 'Emma'));
  const boosted = [titles[0], { ...titles[1], boost: 3 }, { ...titles[2], boost: 0.5 }];
  const params = { q: 'emma', library: 'harbour' };
  const ids = (records: typeof titles) =>
    searchTitles([catalogOf({ titles: records })], params, context).titles.map(({ id }) => id);
  expect(ids(titles)).toEqual(['a', 'b', 'c']);
  expect(ids(boosted)).toEqual(['b', 'a', 'c']);
});
