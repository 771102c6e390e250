import { describe, expect, it } from 'vitest';
import { book, catalogOf, type SmallLibrary } from '../catalog/catalog-of.js';
import { getList, getTitle, listListsOfUser, searchTitles } from './validated-operations.js';

const TIME = '2018-01-15T16:23:09Z';
const records: SmallLibrary = {
  titles: [
    book('b 1/2', 'Moby-Dick', { format: { id: 'B/K' } }),
    book('own', 'Typee', {
      details_url: 'https://own.example.org/typee',
      jacket_cover: { default: '/covers/typee.svg' },
    }),
  ],
  users: [
    { id: 'mrs d', name: 'clarissa' },
    { id: 2, name: 'peter', profile_url: 'https://own.example.org/peter' },
  ],
  lists: ['mrs d', 2].map((user) => ({
    id: `l/${user}`,
    name: 'Sea',
    user,
    created: TIME,
    updated: TIME,
    list_items: [],
  })),
};

describe.each([
  ['the base URL, if the library has no catalog_url', undefined, 'https://api.example.org/carrel'],
  [
    'the catalog_url, if the library has one',
    'https://catalog.example.org',
    'https://catalog.example.org',
  ],
  [
    'the catalog_url without its trailing slash',
    'https://catalog.example.org/',
    'https://catalog.example.org',
  ],
])('default addresses under %s', (_what, catalog_url, site) => {
  const library = catalog_url === undefined ? {} : { catalog_url };
  const catalogs = [catalogOf({ ...records, library })];
  const context = { baseUrl: 'https://api.example.org/carrel/' };
  const list = (id: string) => getList(catalogs, id, {}, context).list;

  it('are /item/show/{id} for titles', () => {
    const { titles } = searchTitles(catalogs, { q: '*', library: 'harbour' }, context);
    const url = `${site}/item/show/b%201%2F2`;
    expect(titles[0].details_url).toBe(url);
    expect(getTitle(catalogs, 'b 1/2', {}, context).title.details_url).toBe(url);
  });

  it('are /cover/{format id}/{title id}.svg for covers', () => {
    const { jacket_cover } = getTitle(catalogs, 'b 1/2', {}, context).title;
    expect(jacket_cover).toEqual({ default: `${site}/cover/B%2FK/b%201%2F2.svg` });
  });

  it('are /collection/show/{user id} for users', () => {
    expect(list('l/mrs d').user.profile_url).toBe(`${site}/collection/show/mrs%20d`);
  });

  it('are /list/show/{user id}/{list id} for lists', () => {
    const url = `${site}/list/show/mrs%20d/l%2Fmrs%20d`;
    expect(list('l/mrs d').details_url).toBe(url);
    expect(listListsOfUser(catalogs, 'mrs d', {}, context).lists[0].details_url).toBe(url);
  });

  it('are not used if the record has an address', () => {
    const { details_url, jacket_cover } = getTitle(catalogs, 'own', {}, context).title;
    expect(details_url).toBe('https://own.example.org/typee');
    expect(jacket_cover).toEqual({ default: '/covers/typee.svg' });
    expect(list('l/2').user.profile_url).toBe('https://own.example.org/peter');
  });
});

it('a user in several catalogs has the name and address from the first of the catalogs', () => {
  const catalogs = ['a', 'b'].map((id) =>
    catalogOf({
      library: { id, catalog_url: `https://${id}.example.org` },
      users: [{ id: 1, name: id }],
      lists: [{ id, name: id, user: 1, created: TIME, updated: TIME, list_items: [] }],
    }),
  );
  const { list } = getList(catalogs, 'b', {}, { baseUrl: 'https://api.example.org' });
  expect(list.user).toEqual({
    id: 1,
    name: 'a',
    profile_url: 'https://a.example.org/collection/show/1',
  });
  expect(list.details_url).toBe('https://b.example.org/list/show/1/b');
});
