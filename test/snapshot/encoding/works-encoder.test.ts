import { expect, it } from 'vitest';
import { book, catalogOf } from '../../catalog/catalog-of.js';

it('Titles without letters and digits are not editions of one work', () => {
  const authors = [{ name: 'Jane Austen' }];
  const titles = ['!!!', '???', 'Emma', 'Emma!'].map((title, i) =>
    book(String(i), title, { authors }),
  );
  expect([...catalogOf({ titles }).titles.works]).toEqual([0, 1, 2, 2]);
});
