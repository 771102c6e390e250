import { describe, expect, it } from 'vitest';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { refused } from './refused.js';
import { getList, listContentOfUser, listListsOfUser, listUserContent } from './validated.js';

const context = { baseUrl: 'https://api.example.org' };

/** What every operation that tells a time answers for one. */
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
  const { list } = getList(catalogs, 'l', context, params);
  const [inLists] = listListsOfUser(catalogs, '1', params, context).lists;
  const [item] = listUserContent(catalogs, params, context).user_content[0].content;
  const [ofUser] = listContentOfUser(catalogs, '1', params, context).user_content[0].content!;
  return [list, inLists, item, ofUser].flatMap((told) => [
    told.updated,
    'created' in told ? told.created : told.timestamp,
  ]);
}

describe('a date and time is written', () => {
  it.each([
    ['2011-10-12T17:23:09Z', '2011-10-12T17:23:09Z', 'Wed, 12 Oct 2011 17:23:09 +0000'],
    ['2011-10-12T17:23:09.999Z', '2011-10-12T17:23:09Z', 'Wed, 12 Oct 2011 17:23:09 +0000'],
    ['2011-10-12T23:23:09-04:00', '2011-10-13T03:23:09Z', 'Thu, 13 Oct 2011 03:23:09 +0000'],
    ['2012-02-29t00:00:00z', '2012-02-29T00:00:00Z', 'Wed, 29 Feb 2012 00:00:00 +0000'],
    ['0999-01-01T00:00:00Z', '0999-01-01T00:00:00Z', 'Tue, 01 Jan 0999 00:00:00 +0000'],
  ])('of %s in UTC: %s, or %s', (updated, iso, rfc) => {
    expect(new Set(times(updated, {}))).toEqual(new Set([iso]));
    expect(new Set(times(updated, { date_format: 'iso8601' }))).toEqual(new Set([iso]));
    expect(new Set(times(updated, { date_format: 'rfc2822' }))).toEqual(new Set([rfc]));
  });

  it('in no other format', () => {
    expect(refused(() => times('2011-10-12T17:23:09Z', { date_format: 'RFC2822' }))).toEqual({
      status: 400,
      message: "Parameter 'date_format' is 'RFC2822'; wanted one of iso8601, rfc2822.",
    });
  });
});
