import { expect, it } from 'vitest';
import type { UserContent } from '../../../src/catalog/user-content.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';

it('entries merge the records of one user and one title, in their order, however many', () => {
  const count = 30_000;
  const userContent = Array.from(
    { length: count },
    (_, n): UserContent => ({
      user: 1,
      title: '1',
      content: [
        { content_type: { id: 'tag' }, content_data: `${n}`, updated: '2020-01-01T00:00:00Z' },
      ],
    }),
  );
  const titles = [book('1', 'Emma')];
  const catalog = catalogOf({ titles, users: [{ id: 1, name: 'jane' }], userContent });
  expect(catalog.userContent.size).toBe(1);
  const said = catalog.userContent.get(0).content?.map((item) => item.content_data);
  expect(said).toEqual(Array.from({ length: count }, (_, n) => `${n}`));
});
