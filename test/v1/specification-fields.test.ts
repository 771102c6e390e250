import { describe, expect, it } from 'vitest';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { titleWithEveryField } from '../catalog/title-with-every-field.js';
import {
  getList,
  getSession,
  getTitle,
  listContentOfUser,
  listListsOfUser,
  listUserContent,
  searchTitles,
} from './validated-operations.js';

const context = { baseUrl: 'https://api.example.org' };

const catalog = catalogOf({
  titles: [
    titleWithEveryField('full'),
    book('bare', 'Typee'),
    book('unnumbered', 'Omoo', { series: [{ name: 'Northwestern-Newberry' }] }),
  ],
  users: [
    { id: 1, name: 'ishmael', library: { id: 101, code: 'harbour' } },
    { id: 'queequeg', name: 'queequeg' },
  ],
  userContent: [
    {
      user: 1,
      title: 'full',
      content: [
        {
          content_type: { id: 'comment' },
          content_data: 'Skip nothing.',
          updated: '2019-11-14T19:02:52Z',
        },
      ],
    },
    { user: 1, title: 'bare' },
  ],
  lists: [
    {
      id: 'full',
      name: 'At sea',
      user: 1,
      created: '2018-01-15T16:23:09Z',
      updated: '2026-02-03T16:50:46Z',
      staff_list: true,
      list_type: { id: 'READ_A_LIKE' },
      list_cover: 'https://covers.example.org/at-sea.jpg',
      anchor_bib: 'full',
      list_items: [
        { list_item_type: 'title', title: 'bare', annotation: 'Begin here.' },
        {
          list_item_type: 'url',
          url: { title: 'Whaling', url: 'https://en.wikipedia.org/wiki/Whaling' },
        },
      ],
    },
    {
      id: 'bare',
      name: 'Empty',
      user: 'queequeg',
      created: '2018-01-15T16:23:09Z',
      updated: '2018-01-15T16:23:09Z',
      list_items: [],
    },
  ],
  sessions: [
    { id: 'one', user: 1, borrowers: { harbour: 'b1048576' } },
    { id: 'none', user: 1 },
  ],
});
const catalogs = [catalog];

const title = (id: string) => getTitle(catalogs, id, {}, context).title;
const list = (id: string) => getList(catalogs, id, {}, context).list;
const search = searchTitles(catalogs, { q: '*', library: 'harbour' }, context);
const content = listUserContent(catalogs, {}, context);
const ofUser = listContentOfUser(catalogs, '1', {}, context);
const lists = [...listListsOfUser(catalogs, '1', {}, context).lists];
lists.push(...listListsOfUser(catalogs, 'queequeg', {}, context).lists);

const SUMMARY_ALWAYS = ['id', 'title', 'format', 'format.id', 'format.name', 'details_url'];
const SUMMARY_SOMETIMES = [
  'sub_title',
  'availability',
  'availability.id',
  'availability.name',
  'authors',
  'authors[].name',
  'isbns',
  'upcs',
];
const DETAIL_ALWAYS = [...SUMMARY_ALWAYS, 'availability', 'jacket_cover', 'jacket_cover.default'];
const DETAIL_SOMETIMES = [
  ...SUMMARY_SOMETIMES.filter((field) => field !== 'availability'),
  'jacket_cover.url',
  'call_number',
  'description',
  'additional_contributors',
  'additional_contributors[].name',
  'publishers',
  'publishers[].name',
  'pages',
  'series',
  'series[].name',
  'series[].number',
  'edition',
  'primary_language',
  'primary_language.name',
  'languages',
  'languages[].name',
  'contents',
  'performers',
  'performers[].name',
  'suitabilities',
  'suitabilities[].name',
  'notes',
  'statement_of_responsibility',
  'physical_description',
  'publication_date',
];
const USER = ['id', 'name', 'profile_url'];
const CONTENT = [
  'content[].content_type',
  'content[].content_type.id',
  'content[].content_type.name',
  'content[].content_data',
  'content[].updated',
  'content[].timestamp',
];
const LIST_SUMMARY_ALWAYS = [
  'id',
  'name',
  'item_count',
  'created',
  'updated',
  'user',
  ...within('user', USER),
  'details_url',
];
const LIST_TYPE = ['list_type', 'list_type.id', 'list_type.name'];

function within(name: string, fields: readonly string[]): string[] {
  return fields.map((field) => `${name}.${field}`);
}

/**
 * The tables in section 2 of the specification, without `metadata`: the fields that are always present, the fields
 * that are sometimes present, and values from responses.
 */
const TABLES: Record<
  string,
  { always: readonly string[]; sometimes: readonly string[]; values: readonly unknown[] }
> = {
  '2.1 common list-response fields, of titles': {
    always: ['count', 'limit', 'pages', 'page', 'titles'],
    sometimes: [],
    values: [{ ...search, titles: [] }],
  },
  '2.1 common list-response fields, of user_content': {
    always: ['count', 'limit', 'pages', 'page', 'user_content'],
    sometimes: [],
    values: [
      { ...content, user_content: [] },
      { ...ofUser, user_content: [] },
    ],
  },
  '2.1 common list-response fields, of lists': {
    always: ['count', 'limit', 'pages', 'page', 'lists'],
    sometimes: [],
    values: [{ ...listListsOfUser(catalogs, '1', {}, context), lists: [] }],
  },
  '2.2 title, summary form': {
    always: SUMMARY_ALWAYS,
    sometimes: SUMMARY_SOMETIMES,
    values: search.titles,
  },
  '2.3 title, detail form': {
    always: DETAIL_ALWAYS,
    sometimes: DETAIL_SOMETIMES,
    values: [title('full'), title('bare'), title('unnumbered')],
  },
  '2.4 user': {
    always: USER,
    sometimes: [],
    values: [list('full').user, list('bare').user],
  },
  '2.5 entry of user_content': {
    always: [
      'user',
      ...within('user', USER),
      'title',
      ...within('title', SUMMARY_ALWAYS),
      'content',
      ...CONTENT,
    ],
    sometimes: [],
    values: content.user_content.map((entry) => withBareTitle(entry)),
  },
  "2.5 entry of a user's user_content": {
    always: ['title', ...within('title', SUMMARY_ALWAYS)],
    sometimes: ['content', ...CONTENT],
    values: ofUser.user_content.map((entry) => withBareTitle(entry)),
  },
  '2.6 list, full form': {
    always: [...LIST_SUMMARY_ALWAYS, 'staff_list', 'list_items'],
    sometimes: [
      ...LIST_TYPE,
      'library',
      'library.id',
      'library.code',
      'list_cover',
      'anchor_bib',
      ...within('anchor_bib', [...DETAIL_ALWAYS, ...DETAIL_SOMETIMES]),
      'list_items[].list_item_type',
      'list_items[].annotation',
      'list_items[].title',
      ...within('list_items[].title', SUMMARY_ALWAYS),
      'list_items[].url',
      'list_items[].url.title',
      'list_items[].url.url',
    ],
    values: [list('full'), list('bare')],
  },
  '2.6 list_items element': {
    always: ['list_item_type'],
    sometimes: [
      'annotation',
      'title',
      ...within('title', SUMMARY_ALWAYS),
      'url',
      'url.title',
      'url.url',
    ],
    values: list('full').list_items,
  },
  '2.6 list, summary form': {
    always: LIST_SUMMARY_ALWAYS,
    sometimes: LIST_TYPE,
    values: lists,
  },
  '2.7 session': {
    always: ['id', 'name', 'borrowers'],
    sometimes: ['borrowers.harbour'],
    values: ['one', 'none'].map((id) => getSession(catalogs, id, {}, context).user),
  },
};

/**
 * Replaces the title of an entry with the title `bare`, which has only required fields. The table of
 * section 2.2 covers the other fields of titles.
 */
function withBareTitle(entry: { title: { id: string } }): unknown {
  return { ...entry, title: search.titles.find(({ id }) => id === 'bare') };
}

/** Returns the paths of all fields of a value, such as `a.b` in an object and `a[].b` in an array. */
function fieldsOf(value: unknown, name = ''): Set<string> {
  const fields = new Set(name === '' || name.endsWith('[]') ? [] : [name]);
  const inner = Array.isArray(value)
    ? value.map((item) => fieldsOf(item, `${name}[]`))
    : value !== null && typeof value === 'object'
      ? Object.entries(value).map(([key, item]) =>
          fieldsOf(item, name === '' ? key : `${name}.${key}`),
        )
      : [];
  return new Set([...fields, ...inner.flatMap((set) => [...set])]);
}

describe.each(Object.entries(TABLES))('table %s', (_table, { always, sometimes, values }) => {
  const found = values.map((value) => fieldsOf(value));

  it('lists exactly the fields of the responses', () => {
    const returned = new Set(found.flatMap((fields) => [...fields]));
    expect([...returned].sort()).toEqual([...always, ...sometimes].sort());
  });

  it.each(always)('%s is always present', (field) => {
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((fields) => fields.has(field))).toBe(true);
  });

  if (sometimes.length > 0) {
    it.each(sometimes)('%s is present in some responses and absent from others', (field) => {
      expect(found.some((fields) => fields.has(field))).toBe(true);
      expect(found.some((fields) => !fields.has(field))).toBe(true);
    });
  }
});

describe('A response', () => {
  it('has no number for a series without a number', () => {
    expect(title('unnumbered').series).toEqual([{ name: 'Northwestern-Newberry' }]);
  });

  it('has a null availability for a title in detail form, and none in summary form, if it is not known', () => {
    expect(title('bare').availability).toBeNull();
    expect('availability' in search.titles.find(({ id }) => id === 'bare')!).toBe(false);
  });

  it('does not have the optional fields that are empty in the source', () => {
    const nothing = catalogOf({
      titles: [
        book('bare', 'Typee', {
          sub_title: '',
          availability: null,
          authors: [],
          isbns: [],
          upcs: [''],
          jacket_cover: { url: '', default: '' },
          call_number: '',
          description: '',
          additional_contributors: [],
          publishers: [],
          series: [],
          edition: '',
          languages: [],
          contents: ['', ''],
          performers: [],
          suitabilities: [],
          notes: [''],
          statement_of_responsibility: '',
          physical_description: [],
          publication_date: '',
          holdings: [],
        }),
      ],
      users: [{ id: 1, name: 'ishmael' }],
      userContent: [{ user: 1, title: 'bare', content: [] }],
      lists: [
        {
          id: 'l',
          name: 'L',
          user: 1,
          created: '2018-01-15T16:23:09Z',
          updated: '2018-01-15T16:23:09Z',
          list_type: { id: 'OTHER', name: '' },
          list_items: [{ list_item_type: 'title', title: 'bare', annotation: '' }],
        },
      ],
    });
    expect(getTitle([nothing], 'bare', {}, context).title).toEqual(title('bare'));
    expect(listContentOfUser([nothing], '1', {}, context).user_content).toEqual([
      { title: search.titles.find(({ id }) => id === 'bare') },
    ]);
    const { list: bareList } = getList([nothing], 'l', {}, context);
    expect(bareList.list_type).toEqual({ id: 'OTHER', name: 'Other' });
    expect(Object.keys(bareList.list_items[0])).toEqual(['list_item_type', 'title']);
  });
});
