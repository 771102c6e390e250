import { createServer } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import type { UserContent } from '../../src/catalog/records/user-records.js';
import { createRequestListener } from '../../src/http/request-listener.js';
import { SnapshotError } from '../../src/snapshot/format/container/snapshot-error.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import {
  getList,
  getSession,
  getTitle,
  listContentOfUser,
  listListsOfUser,
  listUserContent,
  type ResponseName,
  searchTitles,
  validated,
} from '../v1/validated-operations.js';
import { sendRequest, startTestServer } from './test-server.js';

const written = '2018-01-15T16:23:09Z';
const contentItem = (content_type: string, content_data: unknown) => ({
  content_type: { id: content_type },
  content_data: content_data as UserContent['title'],
  updated: written,
});
const SPECIAL_CHARACTERS =
  'quote " backslash \\ tab \t null \u0000 line \u2028 half \ud800 whale \u{1f40b} </script>';

const catalogs = [
  catalogOf({
    titles: [
      book('moby', 'Moby-Dick', {
        sub_title: SPECIAL_CHARACTERS,
        pages: 720,
        isbns: ['0012'],
        series: [{ name: 'S', number: '1' }, { name: 'T' }],
        jacket_cover: { url: 'https://covers.example.org/1.jpg' },
        contents: ['1', SPECIAL_CHARACTERS],
        availability: { id: 'AVAILABLE' },
      }),
      book('a/b c', 'Typee'),
      book('\u6c34\u6ef8\u50b3', 'Water Margin', { authors: [{ name: '\u65bd\u8010\u5eb5' }] }),
      book('__proto__', 'Emma'),
    ],
    users: [
      { id: 1, name: 'ishmael', library: { id: 1.5, code: 'harbour' } },
      { id: 'u/1?&#%', name: 'q\u00fc' },
      { id: 12345678901, name: 'long' },
    ],
    userContent: [
      {
        user: 1,
        title: 'moby',
        content: [
          contentItem('rating', 4.5),
          contentItem('age_suitability', 0),
          contentItem('comment', SPECIAL_CHARACTERS),
          contentItem('tag', '7'),
          contentItem('video', {
            url: 'https://v.example.org',
            n: 1,
            deep: { a: [1, null, { b: true }] },
          }),
          contentItem('haiku', {}),
        ],
      },
      { user: 1, title: '__proto__' },
      { user: 'u/1?&#%', title: 'a/b c', content: [contentItem('comment', '')] },
      { user: 12345678901, title: 'moby', content: [contentItem('similar_title', { __proto: 1 })] },
    ],
    lists: [
      {
        id: 'l/1',
        name: 'Sea',
        user: 'u/1?&#%',
        created: written,
        updated: written,
        list_type: { id: 'READ_A_LIKE' },
        anchor_bib: 'a/b c',
        list_items: [
          { list_item_type: 'title', title: 'moby', annotation: SPECIAL_CHARACTERS },
          { list_item_type: 'url', url: { title: 'W', url: 'https://example.org/w' } },
        ],
      },
    ],
    sessions: [{ id: 's/1', user: 1, borrowers: { harbour: 'b1', 'a"\\b': '' } }],
  }),
  catalogOf({ library: { id: 'hill' }, titles: [book('emma', 'Emma')] }),
];

type Call = (params: URLSearchParams, baseUrl: string) => unknown;

/** HTTP requests, each with a function call that returns the same body. */
const REQUESTS: [ResponseName, string, Call][] = [
  [
    'titles',
    '/v1/titles?q=*&library=harbour',
    (p, baseUrl) => searchTitles(catalogs, p, { baseUrl }),
  ],
  [
    'titles',
    '/v1/titles?q=%E6%96%BD%E8%80%90+&library=harbour&search_type=author&limit=1&page=9',
    (p, baseUrl) => searchTitles(catalogs, p, { baseUrl }),
  ],
  [
    'title',
    '/v1/titles/moby?locale=fr-CA',
    (p, baseUrl) => getTitle(catalogs, 'moby', p, { baseUrl }),
  ],
  ['title', '/v1/titles/a%2Fb%20c', (p, baseUrl) => getTitle(catalogs, 'a/b c', p, { baseUrl })],
  [
    'title',
    '/v1/titles/__proto__',
    (p, baseUrl) => getTitle(catalogs, '__proto__', p, { baseUrl }),
  ],
  [
    'title',
    '/v1/titles/%E6%B0%B4%E6%BB%B8%E5%82%B3',
    (p, baseUrl) => getTitle(catalogs, '\u6c34\u6ef8\u50b3', p, { baseUrl }),
  ],
  ['userContent', '/v1/user_content', (p, baseUrl) => listUserContent(catalogs, p, { baseUrl })],
  [
    'userContent',
    '/v1/user_content?title=a/b+c&library=x',
    (p, baseUrl) => listUserContent(catalogs, p, { baseUrl }),
  ],
  [
    'userContent',
    '/v1/user_content?library=harbour&date_format=rfc2822',
    (p, baseUrl) => listUserContent(catalogs, p, { baseUrl }),
  ],
  [
    'contentOfUser',
    '/v1/users/1/user_content',
    (p, baseUrl) => listContentOfUser(catalogs, '1', p, { baseUrl }),
  ],
  [
    'contentOfUser',
    '/v1/users/u%2F1%3F%26%23%25/user_content?limit=1',
    (p, baseUrl) => listContentOfUser(catalogs, 'u/1?&#%', p, { baseUrl }),
  ],
  ['list', '/v1/lists/l%2F1', (p, baseUrl) => getList(catalogs, 'l/1', p, { baseUrl })],
  [
    'listsOfUser',
    '/v1/users/u%2f1%3f%26%23%25/lists',
    (p, baseUrl) => listListsOfUser(catalogs, 'u/1?&#%', p, { baseUrl }),
  ],
  ['session', '/v1/sessions/s%2F1', (p, baseUrl) => getSession(catalogs, 's/1', p, { baseUrl })],
];

function withKey(path: string, key = 'demo'): string {
  return `${path}${path.includes('?') ? '&' : '?'}api_key=${key}`;
}

function paramsOf(path: string): URLSearchParams {
  return new URL(path, 'http://localhost').searchParams;
}

describe.each(REQUESTS)('The %s response to %s', (name, path, call) => {
  it('is the body that the function of the operation returns, as JSON', async () => {
    const { send, baseUrl } = await startTestServer(catalogs);
    const { status, headers, text } = await send(withKey(path));
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
      'x-content-type-options': 'nosniff',
    });
    const body = call(paramsOf(path), baseUrl);
    const received = validated(name, JSON.parse(text));
    expect(received).toEqual(JSON.parse(JSON.stringify(body)));
  });

  it('has no body for HEAD, but the headers of GET', async () => {
    const { send } = await startTestServer(catalogs);
    const [head, full] = [await send(withKey(path), 'HEAD'), await send(withKey(path))];
    expect(head.text).toBe('');
    expect(head.status).toBe(200);
    expect({ ...head.headers, date: '' }).toEqual({ ...full.headers, date: '' });
  });
});

describe('The request listener returns', () => {
  const NO_KEY = "parameter 'api_key': expected an API key, found nothing";
  const UNKNOWN = "parameter 'api_key': expected a known API key, found an unknown key";
  const nothingAt = (path: string) =>
    `path '${path}': expected an operation of the API, found none`;
  const malformed = (path: string) => `path '${path}': expected valid percent-encoded UTF-8`;

  it.each([
    [403, '/v1/titles/moby', NO_KEY],
    [403, '/v1/titles/moby?', NO_KEY],
    [403, '/v1/titles/moby?api-key=demo', NO_KEY],
    [403, '/v1/titles/moby?api_key', UNKNOWN],
    [403, '/v1/titles/moby?api_key=', UNKNOWN],
    [403, '/v1/titles/moby?api_key=Demo', UNKNOWN],
    [403, '/v1/titles/moby?api_key=demo%20', UNKNOWN],
    [403, '/v1/nothing', NO_KEY],
    [
      400,
      '/v1/titles/moby?api_key=demo2&api_key=demo',
      "parameter 'api_key': expected one value, found more than one",
    ],
    [404, '/', nothingAt('/')],
    [404, '/?api_key=demo', nothingAt('/')],
    [404, '/v1?api_key=demo', nothingAt('/v1')],
    [404, '/v1/?api_key=demo', nothingAt('/v1/')],
    [404, '/v2/titles?api_key=demo', nothingAt('/v2/titles')],
    [404, '/v1/titles/?api_key=demo', nothingAt('/v1/titles/')],
    [404, '/v1/titles/a/b?api_key=demo', nothingAt('/v1/titles/a/b')],
    [404, '/v1/Titles?api_key=demo', nothingAt('/v1/Titles')],
    [404, '/v1/users/1?api_key=demo', nothingAt('/v1/users/1')],
    [404, '/v1/users//lists?api_key=demo', nothingAt('/v1/users//lists')],
    [404, '//v1/titles?api_key=demo', nothingAt('//v1/titles')],
    [404, '/v1/../etc/passwd?api_key=demo', nothingAt('/v1/../etc/passwd')],
    [404, '/v1/titles/%2e%2e?api_key=demo', "No title '..' found."],
    [404, '/v1/titles/%00?api_key=demo', "No title '\u0000' found."],
    [404, '/v1/titles/nothing?api_key=demo', "No title 'nothing' found."],
    [404, '/v1/titles/constructor?api_key=demo', "No title 'constructor' found."],
    [404, '/v1/lists/%22?api_key=demo', "No list '\"' found."],
    [404, '/v1/users/7/lists?api_key=demo', "No user '7' found."],
    [404, '/v1/users/7/user_content?api_key=demo', "No user '7' found."],
    [404, '/v1/sessions/7?api_key=demo', "No session '7' found."],
    [404, '/v1/user_content?library=x&api_key=demo', "No library 'x' found."],
    [404, '/v1/titles?q=*&library=x&api_key=demo', "No library 'x' found."],
    [400, '/v1/titles/%?api_key=demo', malformed('/v1/titles/%')],
    [400, '/v1/titles/%zz?api_key=demo', malformed('/v1/titles/%zz')],
    [400, '/v1/titles/%ff?api_key=demo', malformed('/v1/titles/%ff')],
    [400, '/v1/users/%e6%b0/lists?api_key=demo', malformed('/v1/users/%e6%b0/lists')],
    [
      400,
      '/v1/titles?library=harbour&api_key=demo',
      "parameter 'q': expected the words to search for, or * for every title, found nothing",
    ],
    [
      400,
      '/v1/user_content?limit=0&api_key=demo',
      "parameter 'limit': expected a positive whole number, found '0'",
    ],
  ])('%i for %s', async (status, path, message) => {
    const { send } = await startTestServer(catalogs);
    for (const method of ['GET', 'HEAD']) {
      const reply = await send(path, method);
      expect(reply.status).toBe(status);
      expect(reply.headers['x-content-type-options']).toBe('nosniff');
      expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
      if (method === 'HEAD') expect(reply.text).toBe('');
      else {
        const body = validated('error', JSON.parse(reply.text));
        expect(body).toEqual({ error: { message, request: path } });
        expect(reply.headers['content-length']).toBe(String(Buffer.byteLength(reply.text)));
      }
    }
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])(
    '405 for %s',
    async (method) => {
      const { send } = await startTestServer(catalogs);
      const { status, headers, text } = await send('/v1/titles/moby?api_key=demo', method);
      expect(status).toBe(405);
      expect(headers.allow).toBe('GET, HEAD');
      expect(validated('error', JSON.parse(text))).toEqual({
        error: {
          message: `method: expected GET or HEAD, found ${method}`,
          request: '/v1/titles/moby?api_key=demo',
        },
      });
    },
  );

  it('200 for any known key, in any encoding', async () => {
    const { send } = await startTestServer(catalogs);
    const encoded = encodeURIComponent('sésame & öffne');
    const path = '/v1/titles/moby?view=full&api_key=';
    for (const key of ['demo', '%64emo', encoded, encoded.replaceAll('%20', '+')]) {
      expect((await send(`${path}${key}`)).status).toBe(200);
    }
  });

  it('200 for a query with invalid percent-encoding', async () => {
    const { send } = await startTestServer(catalogs);
    expect((await send('/v1/titles?q=moby&library=harbour&x=%zz%&api_key=demo')).status).toBe(200);
  });

  it('500 without details when a catalog fails, and then answers the next request', async () => {
    const errors: unknown[] = [];
    const broken = {
      ...catalogs[1],
      titles: {
        ...catalogs[1].titles,
        get: () => {
          throw new Error('secret detail');
        },
      },
    };
    const { send } = await startTestServer([broken], { onError: (error) => errors.push(error) });
    const { status, text } = await send('/v1/titles/emma?api_key=demo');
    expect(status).toBe(500);
    expect(validated('error', JSON.parse(text))).toEqual({
      error: {
        message: 'server: internal error; the log of the server may have details',
        request: '/v1/titles/emma?api_key=demo',
      },
    });
    expect(errors).toEqual([new Error('secret detail')]);
    expect((await send('/v1/titles/none?api_key=demo')).status).toBe(404);
  });

  it('503 when records of an open snapshot file cannot be read', async () => {
    const error = new SnapshotError('branch.snapshot', 'damaged', 'open it again');
    const get = () => {
      throw error;
    };
    const broken = { ...catalogs[1], titles: { ...catalogs[1].titles, get } };
    const onError = vi.fn();
    const { send } = await startTestServer([broken], { onError });
    const { status, headers, text } = await send('/v1/titles/emma?api_key=demo');
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(validated('error', JSON.parse(text))).toEqual({
      error: {
        message:
          'server: expected a readable snapshot, found a changed file; the log of the server may have details',
        request: '/v1/titles/emma?api_key=demo',
      },
    });
    expect(onError.mock.calls).toEqual([[error]]);
  });

  it('500 for a page with invalid headers, after which no request is in flight', async () => {
    const site = () => ({
      status: 200,
      headers: { 'Content-Type': 'text/plain', 'X-A': '\u4e2d' },
      body: '',
    });
    const limits = { requestsInFlight: 1 };
    const { send } = await startTestServer(catalogs, { site, limits, onError: () => {} });
    for (let i = 0; i < 3; i++) expect((await send('/page')).status).toBe(500);
    expect((await send('/v1/titles/emma?api_key=demo')).status).toBe(200);
  });

  it('links that begin with the address of the server, for any Host header', async () => {
    const { send, baseUrl } = await startTestServer(catalogs);
    const { text } = await send('/v1/titles/emma?api_key=demo', 'GET', {
      Host: 'evil.example.org',
    });
    expect(JSON.parse(text).title.details_url).toBe(`${baseUrl}/item/show/emma`);
  });
});

describe('A server', () => {
  it('answers pipelined requests on one connection', async () => {
    const { port } = await startTestServer(catalogs);
    const socket = connect(port, '127.0.0.1');
    const request = 'GET /v1/titles/emma?api_key=demo HTTP/1.1\r\nHost: x\r\n\r\n';
    socket.write(request + request + request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    let text = '';
    for await (const chunk of socket) text += chunk;
    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
  });
});

describe('A request listener', () => {
  it('returns 403 for an empty key when it has no keys', async () => {
    const listener = createRequestListener({ catalogs, apiKeys: () => [], baseUrl: 'http://x' });
    const server = createServer(listener).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    expect((await sendRequest(port, '/v1/titles/emma?api_key=')).status).toBe(403);
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('A relaxed search', () => {
  it('is reported in a header, not in the body', async () => {
    const { send } = await startTestServer([
      catalogOf({ titles: [book('moby', 'Moby-Dick'), book('typee', 'Typee')] }),
    ]);
    const search = (q: string) => send(`/v1/titles?api_key=demo&library=harbour&q=${q}`);
    const [exact, relaxed] = [await search('typee'), await search('tipee')];
    expect(exact.headers).not.toHaveProperty('x-carrel-relaxed');
    expect(relaxed.headers['x-carrel-relaxed']).toBe('typos');
    expect(relaxed.text).toBe(exact.text);
  });
});
