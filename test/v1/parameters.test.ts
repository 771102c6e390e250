import { describe, expect, it } from 'vitest';
import type { RequestParameters } from '../../src/v1/parameters.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { refused } from './refused.js';
import {
  getList,
  getSession,
  getTitle,
  listContentOfUser,
  listListsOfUser,
  listUserContent,
  searchTitles,
} from './validated.js';

const context = { baseUrl: 'https://api.example.org' };
const written = '2018-01-15T16:23:09Z';
const catalogs = [
  catalogOf({
    titles: [book('1', 'Moby-Dick'), book('2', 'Typee')],
    users: [{ id: 1, name: 'ishmael' }],
    userContent: [
      {
        user: 1,
        title: '1',
        content: [{ content_type: { id: 'rating' }, content_data: 4.5, updated: written }],
      },
    ],
    lists: [{ id: 'l', name: 'Sea', user: 1, created: written, updated: written, list_items: [] }],
    sessions: [{ id: 's', user: 1 }],
  }),
];

/** Every operation, as a question that needs no parameters besides. */
const OPERATIONS: Record<string, (params: RequestParameters) => unknown> = {
  searchTitles: (params) => searchTitles(catalogs, searched(params), context),
  getTitle: (params) => getTitle(catalogs, '1', context, params),
  listUserContent: (params) => listUserContent(catalogs, params, context),
  listContentOfUser: (params) => listContentOfUser(catalogs, '1', params, context),
  getList: (params) => getList(catalogs, 'l', context, params),
  listListsOfUser: (params) => listListsOfUser(catalogs, '1', params, context),
  getSession: (params) => getSession(catalogs, 's', context, params),
};
const PAGED = ['searchTitles', 'listUserContent', 'listContentOfUser', 'listListsOfUser'];
const DATED = ['listUserContent', 'listContentOfUser', 'getList', 'listListsOfUser'];

function searched(params: RequestParameters): RequestParameters {
  if (!(params instanceof URLSearchParams)) return { q: '*', library: 'harbour', ...params };
  return new URLSearchParams([['q', '*'], ['library', 'harbour'], ...params]);
}

describe.each(Object.entries(OPERATIONS))('%s', (name, ask) => {
  it('answers a plain object as it answers a URLSearchParams', () => {
    const params = { limit: '5', page: '1', locale: 'en-CA', extra: 'x', api_key: 'demo' };
    expect(ask(params)).toEqual(ask(new URLSearchParams(params)));
    expect(ask({ ...params, limit: 5, page: 1 })).toEqual(ask(params));
  });

  it('ignores parameters that it does not know, however often they are given', () => {
    const params = new URLSearchParams(
      'view=grid&view=list&__proto__=1&constructor=2&toString=3&=4&%00=5&Q=6',
    );
    expect(ask(params)).toEqual(ask({}));
  });

  it('takes an undefined value for an absent one', () => {
    expect(ask({ locale: undefined, limit: undefined })).toEqual(ask({}));
  });

  it.each(['en-CA', 'en-US', 'es-ES', 'fr-CA', 'ru-RU', 'zh-CN', 'de-DE'])(
    'accepts the locale %s',
    (locale) => {
      expect(() => ask({ locale })).not.toThrow();
    },
  );

  it.each(['en', 'en-us', 'xx-XX', ''])("refuses the locale '%s'", (locale) => {
    expect(refused(() => ask({ locale }))).toEqual({
      status: 400,
      message: `Parameter 'locale' is '${locale}'; wanted one of en-CA, en-US, es-ES, fr-CA, ru-RU, zh-CN, de-DE.`,
    });
  });

  const own = [
    ...(PAGED.includes(name) ? ['limit=1', 'page=1'] : []),
    ...(DATED.includes(name) ? ['date_format=iso8601'] : []),
    ...(name === 'listUserContent' ? ['title=1', 'library=harbour'] : []),
    ...(name === 'searchTitles' ? ['search_type=keyword'] : []),
  ];
  it.each(['api_key=demo', 'locale=en-US', ...own])('refuses %s given twice', (pair) => {
    const [parameter] = pair.split('=');
    expect(refused(() => ask(new URLSearchParams(`${pair}&${pair}`)))).toEqual({
      status: 400,
      message: `Parameter '${parameter}' is given twice; wanted it once.`,
    });
  });
});

it.each(['q', 'library'])('searchTitles refuses %s given twice', (name) => {
  const params = new URLSearchParams('q=whale&library=harbour');
  params.append(name, 'again');
  expect(refused(() => searchTitles(catalogs, params, context)).message).toBe(
    `Parameter '${name}' is given twice; wanted it once.`,
  );
});

describe.each(PAGED)('the page of %s', (name) => {
  const ask = OPERATIONS[name];

  describe.each(['limit', 'page'])('is refused for %s', (parameter) => {
    it.each(['0', '-1', '1.5', 'abc', '', ' 1', '1e1', '0x1', '+1', '１', 'Infinity', 'NaN', '00'])(
      "'%s'",
      (value) => {
        expect(refused(() => ask({ [parameter]: value }))).toEqual({
          status: 400,
          message: `Parameter '${parameter}' is '${value}'; wanted a positive whole number.`,
        });
      },
    );

    it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('%d as a number', (value) => {
      expect(refused(() => ask({ [parameter]: value })).status).toBe(400);
    });
  });

  it('holds 10 results unless the request says otherwise', () => {
    expect(ask({})).toMatchObject({ limit: 10, page: 1 });
  });

  it.each(['100', '101', '99999999999999999999', '9'.repeat(400)])(
    'holds 100 results when %s are asked for',
    (limit) => {
      expect(ask({ limit })).toMatchObject({ limit: 100, page: 1, pages: 1 });
    },
  );

  it.each(['2', '99999999999999999999', '9'.repeat(400)])(
    'is the last one when page %s is past it',
    (page) => {
      expect(ask({ page })).toEqual(ask({}));
    },
  );
});

describe('pages', () => {
  const titles = Array.from({ length: 7 }, (_, n) => book(`${n + 1}`, 'Emma'));
  const seven = [catalogOf({ titles })];
  const page = (params: Record<string, number>) => {
    const body = searchTitles(seven, { q: 'emma', library: 'harbour', ...params }, context);
    return { ...body, titles: body.titles.map((title) => title.id).join('') };
  };

  it('follow one another without gap or overlap', () => {
    expect(page({ limit: 3 })).toEqual({ count: 7, limit: 3, pages: 3, page: 1, titles: '123' });
    expect(page({ limit: 3, page: 2 })).toMatchObject({ page: 2, titles: '456' });
    expect(page({ limit: 3, page: 3 })).toMatchObject({ page: 3, titles: '7' });
  });

  it('end with the last: past it, the last is answered', () => {
    expect(page({ limit: 3, page: 4 })).toEqual(page({ limit: 3, page: 3 }));
  });

  it('are full when the results fill them', () => {
    expect(page({ limit: 7, page: 2 })).toMatchObject({ pages: 1, page: 1, titles: '1234567' });
  });

  it('are one when nothing was found', () => {
    const nothing = searchTitles(seven, { q: 'x', library: 'harbour', page: 5 }, context);
    expect(nothing).toEqual({ count: 0, limit: 10, pages: 1, page: 1, titles: [] });
  });
});
