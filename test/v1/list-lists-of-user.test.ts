import { describe, expect, it } from 'vitest';
import type { List } from '../../src/catalog/records/user-records.js';
import { catalogOf } from '../catalog/catalog-of.js';
import { refused } from './thrown-api-error.js';
import { listListsOfUser } from './validated-operations.js';

const context = { baseUrl: 'https://api.example.org' };

function list(id: string, user: string | number, created: string): List {
  return { id, name: `List ${id}`, user, created, updated: '2022-01-01T00:00:00Z', list_items: [] };
}

const harbour = catalogOf({
  users: [
    { id: 1, name: 'ishmael' },
    { id: 2, name: 'ahab' },
  ],
  lists: [
    list('d', 1, '2020-01-02T00:00:00Z'),
    list('b', 1, '2020-01-02T00:00:00Z'),
    list('a', '1', '2019-01-01T00:00:00Z'),
    list('c', 1, '2020-01-02T03:00:00+03:00'),
    list('x', 2, '2021-01-01T00:00:00Z'),
  ],
});
const hill = catalogOf({
  library: { id: 'hill' },
  users: [{ id: '1', name: 'ishmael' }],
  lists: [list('e', '1', '2020-06-01T00:00:00Z'), list('aa', '1', '2020-01-02T00:00:00Z')],
});

function idsOf(id: string, params = {}, catalogs = [harbour, hill]): string[] {
  return listListsOfUser(catalogs, id, params, context).lists.map((item) => item.id);
}

describe('listListsOfUser', () => {
  it('sorts lists by their creation, the newest first, then by id', () => {
    expect(idsOf('1', {}, [harbour])).toEqual(['b', 'c', 'd', 'a']);
  });

  it('merges the lists of several catalogs into the same order for any order of the catalogs', () => {
    expect(idsOf('1')).toEqual(['e', 'aa', 'b', 'c', 'd', 'a']);
    expect(idsOf('1', {}, [hill, harbour])).toEqual(['e', 'aa', 'b', 'c', 'd', 'a']);
  });

  it('returns the lists of any of the repeated types', () => {
    const typed = catalogOf({
      users: [{ id: 1, name: 'ishmael' }],
      lists: ['TOP_10', 'BEST_OF', 'OTHER'].map((type) => ({
        ...list(type, 1, '2020-01-01T00:00:00Z'),
        list_type: { id: type },
      })),
    });
    const ids = (query: string) => idsOf('1', new URLSearchParams(query), [typed]);
    expect(ids('list_type=TOP_10&list_type=OTHER&list_type=')).toEqual(['OTHER', 'TOP_10']);
    expect(ids('list_type=')).toEqual(['BEST_OF', 'OTHER', 'TOP_10']);
  });

  it('returns the requested page, or the last page for a higher page number', () => {
    expect(idsOf('1', { limit: 4, page: 2 })).toEqual(['d', 'a']);
    expect(idsOf('1', { limit: 4, page: 99 })).toEqual(['d', 'a']);
  });

  it('returns no lists for a user without lists', () => {
    const withoutLists = [catalogOf({ users: [{ id: 1, name: 'pip' }] })];
    expect(listListsOfUser(withoutLists, '1', {}, context)).toEqual({
      count: 0,
      limit: 10,
      pages: 1,
      page: 1,
      lists: [],
    });
  });

  it.each(['3', '', '__proto__'])("throws 404 for the unknown user '%s'", (id) => {
    expect(refused(() => idsOf(id))).toEqual({ status: 404, message: `No user '${id}' found.` });
  });
});
