import { describe, expect, it } from 'vitest';
import type { ContentItem, UserContent } from '../../src/catalog/records/user-records.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { refused } from './thrown-api-error.js';
import { listContentOfUser, listUserContent } from './validated-operations.js';

const context = { baseUrl: 'https://api.example.org' };

/** Creates an entry of user content with a comment on each of these days of January 2020. */
function entry(user: string | number, title: string, ...days: number[]): UserContent {
  return { user, title, content: days.map(comment) };
}

function comment(day: number): ContentItem {
  const updated = `2020-01-${String(day).padStart(2, '0')}T10:00:00Z`;
  return { content_type: { id: 'comment' }, content_data: `day ${day}`, updated };
}

const harbour = catalogOf({
  titles: [book('moby', 'Moby-Dick'), book('typee', 'Typee'), book('omoo', 'Omoo')],
  users: [
    { id: 1, name: 'ishmael', library: { id: 101, code: 'harbour' } },
    { id: 2, name: 'ahab', library: { id: 300, code: 'nantucket' } },
    { id: '3', name: 'starbuck' },
    { id: 4, name: 'silent' },
  ],
  userContent: [
    entry(1, 'moby', 1, 20),
    entry(1, 'omoo', 10),
    entry('3', 'moby', 10),
    entry(2, 'moby', 10),
    { user: 1, title: 'typee' },
    entry(2, 'typee', 3),
  ],
});
const hill = catalogOf({
  library: { id: 'hill' },
  titles: [book('emma', 'Emma'), book('alps', 'Scrambles Amongst the Alps')],
  users: [
    { id: 1, name: 'ishmael on the hill' },
    { id: 3, name: 'starbuck on the hill', library: { id: 101, code: 'harbour' } },
    { id: 9, name: 'knightley' },
  ],
  userContent: [entry(9, 'emma', 15), entry(1, 'emma', 12), entry(3, 'alps', 10)],
});
const both = [harbour, hill];

function entries(params: Record<string, string | number>, catalogs = both): string[] {
  const body = listUserContent(catalogs, { limit: 100, ...params }, context);
  expect(body.count).toBe(body.user_content.length);
  return body.user_content.map(({ user, title }) => `${user.id} ${title.id}`);
}

function entriesOf(user: string, params = {}, catalogs = both): string[] {
  const body = listContentOfUser(catalogs, user, params, context);
  return body.user_content.map(({ title }) => title.id);
}

describe('listUserContent', () => {
  it('sorts entries by the time of their newest item, latest first, then by title id and user id', () => {
    expect(entries({}, [harbour])).toEqual(['1 moby', '2 moby', '3 moby', '1 omoo', '2 typee']);
  });

  it('merges the entries of several catalogs into the same order for any order of the catalogs', () => {
    const order = '1 moby|9 emma|1 emma|3 alps|2 moby|3 moby|1 omoo|2 typee'.split('|');
    expect(entries({})).toEqual(order);
    expect(entries({}, [hill, harbour])).toEqual(order);
  });

  it('omits an entry without items', () => {
    expect(entries({ title: 'typee' })).toEqual(['2 typee']);
  });

  it('returns the content of all users about a title', () => {
    expect(entries({ title: 'moby' })).toEqual(['1 moby', '2 moby', '3 moby']);
  });

  it('returns nothing for a title without content', () => {
    const withoutContent = [catalogOf({ titles: [book('1', 'Emma')] })];
    expect(listUserContent(withoutContent, { title: '1' }, context)).toEqual({
      count: 0,
      limit: 10,
      pages: 1,
      page: 1,
      user_content: [],
    });
  });

  it('ignores the library, even an unknown one, if the request has a title', () => {
    expect(entries({ title: 'moby', library: 'nantucket' })).toEqual(entries({ title: 'moby' }));
    expect(entries({ title: 'moby', library: 'nowhere' })).toEqual(entries({ title: 'moby' }));
  });

  it('returns the content of the users of a library from all catalogs', () => {
    expect(entries({ library: 'nantucket' })).toEqual(['2 moby', '2 typee']);
    expect(entries({ library: 'harbour' })).toEqual([
      '1 moby',
      '1 emma',
      '3 alps',
      '3 moby',
      '1 omoo',
    ]);
  });

  it('counts users without a home library as users of the library of the catalog', () => {
    expect(entries({ library: 'hill' })).toEqual(['9 emma']);
    expect(entries({ library: 'hill' }, [hill])).toEqual(['9 emma', '1 emma']);
    expect(entries({ library: 'harbour' }, [harbour])).toEqual(['1 moby', '3 moby', '1 omoo']);
  });

  it('throws 404 for an unknown library', () => {
    expect(refused(() => entries({ library: 'nowhere' }))).toEqual({
      status: 404,
      message: "No library 'nowhere' found.",
    });
  });

  it('throws 404 for an unknown title', () => {
    expect(refused(() => entries({ title: 'nothing' }))).toEqual({
      status: 404,
      message: "No title 'nothing' found.",
    });
  });

  it('returns every entry on exactly one page', () => {
    const all = entries({});
    const limit = 3;
    const pages = [1, 2, 3].map((page) => listUserContent(both, { limit, page }, context));
    expect(pages[2]).toMatchObject({ count: 8, pages: 3, page: 3 });
    const paged = pages.flatMap(({ user_content }) => user_content);
    expect(paged.map(({ user, title }) => `${user.id} ${title.id}`)).toEqual(all);
  });

  it('returns nothing without open catalogs', () => {
    expect(entries({}, [])).toEqual([]);
  });
});

describe('listContentOfUser', () => {
  it('sorts the entries of all catalogs by the time of their newest item, with entries without items last', () => {
    expect(entriesOf('1')).toEqual(['moby', 'emma', 'omoo', 'typee']);
    expect(entriesOf('1', { limit: 2, page: 2 })).toEqual(['omoo', 'typee']);
  });

  it('omits the content of an entry without items', () => {
    const { user_content } = listContentOfUser(both, '1', {}, context);
    expect(user_content.map((entry) => 'content' in entry)).toEqual([true, true, true, false]);
  });

  it('finds a user by an id that is a string or a number in the source', () => {
    expect(entriesOf('3')).toEqual(['alps', 'moby']);
  });

  it('returns nothing for a user without content', () => {
    expect(listContentOfUser(both, '4', {}, context)).toMatchObject({ count: 0, pages: 1 });
  });

  it.each(['5', '', '01', '1.0', '__proto__', 'constructor'])(
    "throws 404 for the unknown user '%s'",
    (id) => {
      expect(refused(() => entriesOf(id))).toEqual({
        status: 404,
        message: `No user '${id}' found.`,
      });
    },
  );
});

describe('The user of an entry', () => {
  const userOf = (title: string, catalogs = both) =>
    listUserContent(catalogs, { title }, context).user_content.at(-1)!.user;

  it('has the name from the first catalog with the user', () => {
    expect(userOf('emma').name).toBe('ishmael');
    expect(userOf('emma', [hill, harbour]).name).toBe('ishmael on the hill');
  });

  it('has an id of the same type as in the first catalog with the user', () => {
    expect(userOf('alps').id).toBe('3');
    expect(userOf('alps', [hill, harbour]).id).toBe(3);
    expect(userOf('emma').id).toBe(1);
  });
});

describe('An entry', () => {
  const several = catalogOf({
    titles: [book('moby', 'Moby-Dick')],
    users: [{ id: 7, name: 'pip' }],
    userContent: [
      entry(7, 'moby', 2, 5),
      { user: '7', title: 'moby' },
      entry('7', 'moby', 3),
      { user: 7, title: 'moby', content: [] },
    ],
  });

  it('has the items of all source records of one user and one title', () => {
    const { count, user_content } = listUserContent([several], {}, context);
    expect(count).toBe(1);
    const data = user_content[0].content.map((item) => item.content_data);
    expect(data).toEqual(['day 2', 'day 5', 'day 3']);
    expect(listContentOfUser([several], '7', {}, context).user_content).toEqual(
      user_content.map(({ title, content }) => ({ title, content })),
    );
  });

  it('has the items of the source, with the time of an item as updated and as timestamp', () => {
    const items: ContentItem[] = [
      { content_type: { id: 'rating' }, content_data: 4.5, updated: '2020-01-01T00:00:00.789Z' },
      {
        content_type: { id: 'video', name: 'Trailer' },
        content_data: { url: 'https://video.example.org/1', size: { wide: 16, tall: 9 }, cc: null },
        updated: '2020-01-01T02:00:00+02:00',
      },
      { content_type: { id: 'haiku' }, content_data: '', updated: '2020-01-01T00:00:00Z' },
    ];
    const catalog = catalogOf({
      titles: [book('1', 'Emma')],
      users: [{ id: 1, name: 'jane' }],
      userContent: [{ user: 1, title: '1', content: items }],
    });
    const time = { updated: '2020-01-01T00:00:00Z', timestamp: '2020-01-01T00:00:00Z' };
    expect(listUserContent([catalog], {}, context).user_content[0].content).toEqual([
      { ...items[0], content_type: { id: 'rating', name: 'Rating' }, ...time },
      { ...items[1], ...time },
      { ...items[2], content_type: { id: 'haiku', name: 'haiku' }, ...time },
    ]);
  });
});
