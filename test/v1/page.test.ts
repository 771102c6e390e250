import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeParameter } from '../../src/catalog/narrowings.js';
import { createLinks, topByCount } from '../../src/v1/response-parts.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { refused } from './thrown-api-error.js';
import {
  getList,
  listContentOfUser,
  listListsOfUser,
  listUserContent,
} from './validated-operations.js';

/** Creates a link like createLinks, but from a new URLSearchParams for every link. */
function naiveLink(params: URLSearchParams, name: string, value: string): string {
  const query = new URLSearchParams(
    [...params].filter(([name]) => name !== 'page' && name !== 'api_key'),
  );
  query.set(name, value);
  const apiKey = [...params].filter(([name]) => name === 'api_key').at(-1);
  if (apiKey !== undefined) query.append(...apiKey);
  return `https://api.example.org/v1/titles?${query}`;
}

const HOSTILE_TEXTS = [
  '&',
  '=',
  '#',
  '%41',
  '+',
  ' ',
  "!'()*~-._",
  '"\\',
  '\0',
  'ﬃ',
  '😀',
  '\ud800',
];

const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.array(fc.constantFrom(...HOSTILE_TEXTS, 'a'), { maxLength: 5 }).map((texts) => texts.join('')),
);

it('createLinks sets one parameter, removes page, and moves api_key to the end', () => {
  const name = fc.constantFrom('q', 'genre', 'sort', 'page', 'api_key', 'x y', '&', '\ud800');
  fc.assert(
    fc.property(fc.array(fc.tuple(name, hostileText)), hostileText, (entries, value) => {
      const params = new URLSearchParams(entries);
      const linksOf = createLinks('/v1/titles', params, { baseUrl: 'https://api.example.org/' });
      for (const chosen of ['genre', 'sort', 'genre', 'x y']) {
        const link = linksOf(chosen)(encodeParameter(value));
        expect(link).toBe(naiveLink(params, chosen, value));
      }
    }),
    { numRuns: 500 },
  );
});

it('createLinks returns the same links for an object as for URLSearchParams, and omits undefined parameters', () => {
  fc.assert(
    fc.property(
      fc.dictionary(hostileText, fc.option(hostileText, { nil: undefined })),
      (params) => {
        const received = Object.entries(params).filter(([, value]) => value !== undefined);
        const query = new URLSearchParams(received as [string, string][]);
        const context = { baseUrl: 'https://api.example.org' };
        const link = createLinks('/v1/titles', params, context)('genre')('Essays');
        expect(link).toBe(createLinks('/v1/titles', query, context)('genre')('Essays'));
      },
    ),
  );
});

it('topByCount returns 25 values, the highest count first, then in the collation order of their names', () => {
  const values = Array.from({ length: 30 }, (_, i) => ({
    id: `id ${i}`,
    name: `${'zÉe'[i % 3]}${i}`,
    count: 1 + (i % 2),
  }));
  const top = topByCount(values, (encodedId) => `?x=${encodedId}`);
  expect(top).toHaveLength(25);
  expect(top.slice(0, 6).map(({ name, count }) => [name, count])).toEqual([
    ['É1', 2],
    ['e11', 2],
    ['É13', 2],
    ['e17', 2],
    ['É19', 2],
    ['e23', 2],
  ]);
  expect(top[0]).toEqual({ id: 'id 1', name: 'É1', count: 2, link: '?x=id+1' });
});

describe('date_format', () => {
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
