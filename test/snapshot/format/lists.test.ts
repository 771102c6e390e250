import { expect, it } from 'vitest';
import { catalogOf } from '../../catalog/catalog-of.js';

it("a user's lists are numbered by id and stand with the most recently updated first", () => {
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
