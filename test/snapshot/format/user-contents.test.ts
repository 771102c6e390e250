import { describe, expect, it } from 'vitest';
import type { UserContent } from '../../../src/catalog/records/user-records.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';

describe('the user content of a catalog', () => {
  it('merges 10,000 records of one user and one title into one entry, with the items in order', () => {
    const count = 10_000;
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
    const data = catalog.userContent.get(0).content?.map((item) => item.content_data);
    expect(data).toEqual(Array.from({ length: count }, (_, n) => `${n}`));
  });
});
