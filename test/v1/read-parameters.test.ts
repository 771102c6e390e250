import { describe, expect, it } from 'vitest';
import type { RequestParameters } from '../../src/v1/read-parameters.js';
import { PARAMETERS, type SearchTitlesParameters } from '../../src/v1/schema/parameters.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { refused } from './thrown-api-error.js';
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
const TIME = '2018-01-15T16:23:09Z';
const catalogs = [
  catalogOf({
    titles: [book('1', 'Moby-Dick'), book('2', 'Typee')],
    users: [{ id: 1, name: 'ishmael' }],
    userContent: [
      {
        user: 1,
        title: '1',
        content: [{ content_type: { id: 'rating' }, content_data: 4.5, updated: TIME }],
      },
    ],
    lists: [{ id: 'l', name: 'Sea', user: 1, created: TIME, updated: TIME, list_items: [] }],
    sessions: [{ id: 's', user: 1 }],
  }),
];

/** Functions that call each operation with `params`, and with the required parameters if it has any. */
const OPERATIONS: Record<string, (params: RequestParameters) => unknown> = {
  searchTitles: (params) => searchTitles(catalogs, withRequired(params), context),
  getTitle: (params) => getTitle(catalogs, '1', params, context),
  listUserContent: (params) => listUserContent(catalogs, params, context),
  listContentOfUser: (params) => listContentOfUser(catalogs, '1', params, context),
  getList: (params) => getList(catalogs, 'l', params, context),
  listListsOfUser: (params) => listListsOfUser(catalogs, '1', params, context),
  getSession: (params) => getSession(catalogs, 's', params, context),
};
const PAGED_OPERATIONS = [
  'searchTitles',
  'listUserContent',
  'listContentOfUser',
  'listListsOfUser',
];

function withRequired(params: RequestParameters): SearchTitlesParameters | URLSearchParams {
  if (!(params instanceof URLSearchParams)) return { q: '*', library: 'harbour', ...params };
  return new URLSearchParams([['q', '*'], ['library', 'harbour'], ...params]);
}

describe.each(Object.entries(OPERATIONS))('%s', (name, call) => {
  it('returns the same response for an object as for URLSearchParams', () => {
    const params = { limit: '5', page: '1', locale: 'en-CA', extra: 'x', api_key: 'demo' };
    expect(call(params)).toEqual(call(new URLSearchParams(params)));
    expect(call({ ...params, limit: 5, page: 1 })).toEqual(call(params));
  });

  it('ignores unknown parameters, even if they are repeated', () => {
    const params = new URLSearchParams(
      'view=grid&view=list&__proto__=1&constructor=2&toString=3&=4&%00=5&Q=6',
    );
    expect(call(params)).toEqual(call({}));
  });

  it('treats a parameter that is undefined as absent', () => {
    expect(call({ locale: undefined, limit: undefined })).toEqual(call({}));
  });

  it.each(['en-CA', 'en-US', 'es-ES', 'fr-CA', 'ru-RU', 'zh-CN', 'de-DE'])(
    'accepts the locale %s',
    (locale) => {
      expect(() => call({ locale })).not.toThrow();
    },
  );

  it.each(['en', 'en-us', 'xx-XX', ''])("throws 400 for the locale '%s'", (locale) => {
    expect(refused(() => call({ locale }))).toEqual({
      status: 400,
      message: `parameter 'locale': expected one of en-CA, en-US, es-ES, fr-CA, ru-RU, zh-CN, de-DE, found '${locale}'`,
    });
  });

  const furtherPairs = [
    ...(PAGED_OPERATIONS.includes(name) ? ['limit=1', 'page=1'] : []),
    ...(name === 'listUserContent' ? ['title=1', 'library=harbour'] : []),
    ...(name === 'searchTitles' ? ['search_type=keyword'] : []),
  ];
  it.each(['api_key=demo', 'locale=en-US', 'date_format=iso8601', ...furtherPairs])(
    'throws 400 if %s is repeated',
    (pair) => {
      const [parameter] = pair.split('=');
      expect(refused(() => call(new URLSearchParams(`${pair}&${pair}`)))).toEqual({
        status: 400,
        message: `parameter '${parameter}': expected one value, found more than one`,
      });
    },
  );
});

it.each([
  [null, 'null'],
  ['q=whale&library=harbour', 'the string "q=whale&library=harbour"'],
])('searchTitles throws a TypeError for the parameters %j', (params, found) => {
  expect(() => searchTitles(catalogs, params as never, context)).toThrow(
    new TypeError(
      `parameters: expected an object, or pairs such as URLSearchParams, found ${found}`,
    ),
  );
});

it('searchTitles throws 400 for a pair whose value is not a text', () => {
  const params = new Map<string, unknown>([
    ['q', ['whale', 'sea']],
    ['library', 'harbour'],
  ]);
  expect(refused(() => searchTitles(catalogs, params as never, context)).message).toBe(
    "parameter 'q': expected a text, found an array",
  );
});

describe.each(PAGED_OPERATIONS)('%s', (name) => {
  const call = OPERATIONS[name];

  describe.each(['limit', 'page'])('with an invalid %s', (parameter) => {
    it.each(['0', '-1', '1.5', 'abc', '', ' 1', '1e1', '0x1', '+1', '１', 'Infinity', 'NaN', '00'])(
      "throws 400 for the text '%s'",
      (value) => {
        expect(refused(() => call({ [parameter]: value }))).toEqual({
          status: 400,
          message: `parameter '${parameter}': expected a positive whole number, found '${value}'`,
        });
      },
    );

    it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
      'throws 400 for the number %d',
      (value) => {
        expect(refused(() => call({ [parameter]: value })).status).toBe(400);
      },
    );
  });

  it('returns at most 10 results per page by default', () => {
    expect(call({})).toMatchObject({ limit: 10, page: 1 });
  });

  it.each(['100', '101', '99999999999999999999', '9'.repeat(400)])(
    'returns at most 100 results per page for limit=%s',
    (limit) => {
      expect(call({ limit })).toMatchObject({ limit: 100, page: 1, pages: 1 });
    },
  );

  it.each(['2', '99999999999999999999', '9'.repeat(400)])(
    'returns the last page for page=%s, which does not exist',
    (page) => {
      expect(call({ page })).toEqual(call({}));
    },
  );
});

describe('The pages of searchTitles', () => {
  const titles = Array.from({ length: 7 }, (_, n) => book(`${n + 1}`, 'Emma'));
  const seven = [catalogOf({ titles })];
  const page = (params: Record<string, number>) => {
    const body = searchTitles(seven, { q: 'emma', library: 'harbour', ...params }, context);
    return { ...body, titles: body.titles.map((title) => title.id).join('') };
  };

  it('contain every result once', () => {
    expect(page({ limit: 3 })).toEqual({ count: 7, limit: 3, pages: 3, page: 1, titles: '123' });
    expect(page({ limit: 3, page: 2 })).toMatchObject({ page: 2, titles: '456' });
    expect(page({ limit: 3, page: 3 })).toMatchObject({ page: 3, titles: '7' });
  });

  it('are a single empty page if there are no results', () => {
    const nothing = searchTitles(seven, { q: 'x', library: 'harbour', page: 5 }, context);
    expect(nothing).toEqual({ count: 0, limit: 10, pages: 1, page: 1, titles: [] });
  });
});

describe('searchTitles', () => {
  it('returns the same response for an iterator, which can be read only once', () => {
    const params = new URLSearchParams('q=*&library=harbour&metadata=1&api_key=demo');
    const response = searchTitles(catalogs, params, context);
    expect(searchTitles(catalogs, params.entries(), context)).toEqual(response);
  });
});

describe('Narrowing parameters', () => {
  const context = { baseUrl: 'https://api.example.org' };
  const TIME = '2018-01-15T16:23:09Z';
  const item = (id: string) => ({ content_type: { id }, content_data: 'text', updated: TIME });
  const catalogs = [
    catalogOf({
      titles: [
        book('1', 'Whale', { format: { id: 'DVD' }, publication_date: '1851' }),
        book('2', 'Whale', { publication_date: '1900' }),
        book('3', 'Whale', { publication_date: '1999' }),
        book('4', 'Whale', { format: { id: 'MAP' } }),
      ],
      users: [{ id: 1, name: 'ishmael' }],
      userContent: [
        { user: 1, title: '1', content: [item('comment')] },
        { user: 1, title: '2', content: [item('quotation')] },
        { user: 1, title: '3', content: [item('summary')] },
      ],
    }),
  ];

  function idsOf(narrowings: string): string[] {
    const params = new URLSearchParams(`q=whale&library=harbour&sort=title&${narrowings}`);
    return searchTitles(catalogs, params, context).titles.map(({ id }) => id);
  }

  describe('A narrowing parameter', () => {
    it.each([
      ['title_format=DVD&title_format=MAP', ['1', '4']],
      ['title_format=DVD&title_format=none', ['1']],
      ['title_format=DVD&title_format=', ['1']],
      ['title_format=DVD&title_format=BK&publication_date=1850-1950', ['1', '2']],
      ['publication_date=-1860&publication_date=1990-', ['1', '3']],
      ['publication_date=-1860&publication_date=none', ['1']],
      ['publication_date=none&publication_date=nothing', []],
      ['title_format=&publication_date=', ['1', '2', '3', '4']],
    ])('selects titles with any of its values: %s', (narrowings, ids) => {
      expect(idsOf(narrowings)).toEqual(ids);
    });

    it('may be an array, as in a request with URLSearchParams', () => {
      const params = {
        q: 'whale',
        library: 'harbour',
        title_format: ['DVD', 'MAP'],
        metadata: 1,
      } as const;
      const repeated = 'q=whale&library=harbour&title_format=DVD&title_format=MAP&metadata=1';
      expect(searchTitles(catalogs, params, context)).toEqual(
        searchTitles(catalogs, new URLSearchParams(repeated), context),
      );
    });

    it.each([undefined, null, '', [], ['', '']])('does not narrow if it is %j', (title_format) => {
      const params = { q: 'whale', library: 'harbour', title_format };
      expect(searchTitles(catalogs, params, context).count).toBe(4);
    });

    it('selects entries with an item of any of its content types', () => {
      const idsWith = (query: string) =>
        listUserContent(catalogs, new URLSearchParams(query), context).user_content.map(
          ({ title }) => title.id,
        );
      expect(idsWith('content_type=comment&content_type=summary')).toEqual(['1', '3']);
      expect(idsWith('content_type=')).toEqual(['1', '2', '3']);
      expect(idsWith('content_type=none')).toEqual([]);
    });
  });

  describe('q', () => {
    it.each(PARAMETERS.searchTitles.search_type.values)(
      'has at most 900 characters for search_type=%s',
      (search_type) => {
        const search = (q: string) =>
          searchTitles(catalogs, { q, library: 'harbour', search_type }, context).count;
        expect(search('\u{1f40b}'.repeat(900))).toBe(0);
        expect(refused(() => search('w'.repeat(901)))).toEqual({
          status: 400,
          message: "parameter 'q': expected at most 900 characters, found 901",
        });
      },
    );
  });
});
