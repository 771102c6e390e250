import { describe, expect, it } from 'vitest';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { refused } from '../thrown-api-error.js';
import {
  getList,
  listContentOfUser,
  listListsOfUser,
  listUserContent,
} from '../validated-operations.js';

const context = { baseUrl: 'https://api.example.org' };

/** Returns all times in the responses of the operations that return times. All records have the time `updated`. */
function times(updated: string, params: Record<string, string>): string[] {
  const catalogs = [
    catalogOf({
      titles: [book('1', 'Moby-Dick')],
      users: [{ id: 1, name: 'ishmael' }],
      userContent: [
        {
          user: 1,
          title: '1',
          content: [{ content_type: { id: 'rating' }, content_data: 4.5, updated }],
        },
      ],
      lists: [{ id: 'l', name: 'Sea', user: 1, created: updated, updated, list_items: [] }],
    }),
  ];
  const { list } = getList(catalogs, 'l', params, context);
  const [inLists] = listListsOfUser(catalogs, '1', params, context).lists;
  const [item] = listUserContent(catalogs, params, context).user_content[0].content;
  const [ofUser] = listContentOfUser(catalogs, '1', params, context).user_content[0].content!;
  return [list, inLists, item, ofUser].flatMap((returned) => [
    returned.updated,
    'created' in returned ? returned.created : returned.timestamp,
  ]);
}

describe('date_format', () => {
  it.each([
    ['2011-10-12T17:23:09Z', '2011-10-12T17:23:09Z', 'Wed, 12 Oct 2011 17:23:09 +0000'],
    ['2011-10-12T17:23:09.999Z', '2011-10-12T17:23:09Z', 'Wed, 12 Oct 2011 17:23:09 +0000'],
    ['2011-10-12T23:23:09-04:00', '2011-10-13T03:23:09Z', 'Thu, 13 Oct 2011 03:23:09 +0000'],
    ['2012-02-29t00:00:00z', '2012-02-29T00:00:00Z', 'Wed, 29 Feb 2012 00:00:00 +0000'],
    ['0999-01-01T00:00:00Z', '0999-01-01T00:00:00Z', 'Tue, 01 Jan 0999 00:00:00 +0000'],
  ])('formats %s in UTC as %s (iso8601) or %s (rfc2822)', (updated, iso, rfc) => {
    expect(new Set(times(updated, {}))).toEqual(new Set([iso]));
    expect(new Set(times(updated, { date_format: 'iso8601' }))).toEqual(new Set([iso]));
    expect(new Set(times(updated, { date_format: 'rfc2822' }))).toEqual(new Set([rfc]));
  });

  it('throws 400 for an unknown format', () => {
    expect(refused(() => times('2011-10-12T17:23:09Z', { date_format: 'RFC2822' }))).toEqual({
      status: 400,
      message: "parameter 'date_format': expected one of iso8601, rfc2822, found 'RFC2822'",
    });
  });
});
