import { describe, expect, it } from 'vitest';
import { catalogOf } from '../../catalog/catalog-of.js';

describe('the lists of a catalog', () => {
  it('are numbered in the order of their ids, and listed by user with the most recently updated list first', () => {
    const list = (id: string, updated: string) => {
      return { id, name: id, user: 1, created: updated, updated, list_items: [] };
    };
    const { lists } = catalogOf({
      users: [{ id: 1, name: 'ishmael' }],
      lists: [
        list('c', '2020-01-01T00:00:00Z'),
        list('a', '2020-01-01T00:00:00Z'),
        list('b', '2021-01-01T00:00:00Z'),
      ],
    });
    expect(Array.from({ length: lists.size }, (_, number) => lists.id(number))).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(Array.from(lists.ofUser(0), (number) => lists.id(number))).toEqual(['b', 'a', 'c']);
  });
});
