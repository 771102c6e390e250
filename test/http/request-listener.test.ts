import { createServer } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { CatalogSetError } from '../../src/catalog/catalog-set.js';
import type { UserContent } from '../../src/catalog/user-content.js';
import { createRequestListener } from '../../src/http/request-listener.js';
import type { RequestParameters } from '../../src/v1/parameters.js';
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
} from '../v1/validated.js';
import { askPort, served } from './served.js';

const written = '2018-01-15T16:23:09Z';
const said = (content_type: string, content_data: unknown) => ({
  content_type: { id: content_type },
  content_data: content_data as UserContent['title'],
  updated: written,
});
const NASTY =
  'quote " backslash \\ tab \t null \u0000 line \u2028 half \ud800 whale \u{1f40b} </script>';

const catalogs = [
  catalogOf({
    titles: [
      book('moby', 'Moby-Dick', {
        sub_title: NASTY,
        pages: 720,
        isbns: ['0012'],
        series: [{ name: 'S', number: '1' }, { name: 'T' }],
        jacket_cover: { url: 'https://covers.example.org/1.jpg' },
        contents: ['1', NASTY],
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
          said('rating', 4.5),
          said('age_suitability', 0),
          said('comment', NASTY),
          said('tag', '7'),
          said('video', {
            url: 'https://v.example.org',
            n: 1,
            deep: { a: [1, null, { b: true }] },
          }),
          said('haiku', {}),
        ],
      },
      { user: 1, title: '__proto__' },
      { user: 'u/1?&#%', title: 'a/b c', content: [said('comment', '')] },
      { user: 12345678901, title: 'moby', content: [said('similar_title', { __proto: 1 })] },
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
          { list_item_type: 'title', title: 'moby', annotation: NASTY },
          { list_item_type: 'url', url: { title: 'W', url: 'https://example.org/w' } },
        ],
      },
    ],
    sessions: [{ id: 's/1', user: 1, borrowers: { harbour: 'b1', 'a"\\b': '' } }],
  }),
  catalogOf({ library: { id: 'hill' }, titles: [book('emma', 'Emma')] }),
];

type Ask = (params: RequestParameters, baseUrl: string) => unknown;

/** A request as it goes over HTTP, and as the function that answers it. */
const REQUESTS: [ResponseName, string, Ask][] = [
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
    (p, baseUrl) => getTitle(catalogs, 'moby', { baseUrl }, p),
  ],
  ['title', '/v1/titles/a%2Fb%20c', (p, baseUrl) => getTitle(catalogs, 'a/b c', { baseUrl }, p)],
  [
    'title',
    '/v1/titles/__proto__',
    (p, baseUrl) => getTitle(catalogs, '__proto__', { baseUrl }, p),
  ],
  [
    'title',
    '/v1/titles/%E6%B0%B4%E6%BB%B8%E5%82%B3',
    (p, baseUrl) => getTitle(catalogs, '\u6c34\u6ef8\u50b3', { baseUrl }, p),
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
  ['list', '/v1/lists/l%2F1', (p, baseUrl) => getList(catalogs, 'l/1', { baseUrl }, p)],
  [
    'listsOfUser',
    '/v1/users/u%2f1%3f%26%23%25/lists',
    (p, baseUrl) => listListsOfUser(catalogs, 'u/1?&#%', p, { baseUrl }),
  ],
  ['session', '/v1/sessions/s%2F1', (p, baseUrl) => getSession(catalogs, 's/1', { baseUrl }, p)],
];

function withKey(path: string, key = 'demo'): string {
  return `${path}${path.includes('?') ? '&' : '?'}api_key=${key}`;
}

function paramsOf(path: string): URLSearchParams {
  return new URL(path, 'http://localhost').searchParams;
}

describe.each(REQUESTS)('the %s response to %s', (name, path, ask) => {
  it('is the body that the function gives, as JSON', async () => {
    const { ask: get, baseUrl } = await served(catalogs);
    const { status, headers, text } = await get(withKey(path));
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
      'x-content-type-options': 'nosniff',
    });
    const body = ask(paramsOf(path), baseUrl);
    const received = validated(name, JSON.parse(text));
    expect(received).toEqual(JSON.parse(JSON.stringify(body)));
  });

  it('has no body for HEAD, and the headers that it has for GET', async () => {
    const { ask: get } = await served(catalogs);
    const [head, full] = [await get(withKey(path), 'HEAD'), await get(withKey(path))];
    expect(head.text).toBe('');
    expect(head.status).toBe(200);
    expect({ ...head.headers, date: '' }).toEqual({ ...full.headers, date: '' });
  });
});

describe('a request is answered with', () => {
  const KEYLESS = "Parameter 'api_key' is missing; every request needs an API key.";
  const UNKNOWN = "Parameter 'api_key' is not a key that this server knows.";
  const nothingAt = (path: string) => `There is nothing at '${path}'; the API stands under /v1/.`;
  const malformed = (path: string) => `The path '${path}' is not valid percent-encoding of UTF-8.`;

  it.each([
    [403, '/v1/titles/moby', KEYLESS],
    [403, '/v1/titles/moby?', KEYLESS],
    [403, '/v1/titles/moby?API_KEY=demo', KEYLESS],
    [403, '/v1/titles/moby?api_key', UNKNOWN],
    [403, '/v1/titles/moby?api_key=', UNKNOWN],
    [403, '/v1/titles/moby?api_key=Demo', UNKNOWN],
    [403, '/v1/titles/moby?api_key=demo%20', UNKNOWN],
    [403, '/v1/titles/moby?api_key=demo2&api_key=demo', UNKNOWN],
    [403, '/v1/nothing', KEYLESS],
    [
      400,
      '/v1/titles/moby?api_key=demo&api_key=demo',
      "Parameter 'api_key' is given twice; wanted it once.",
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
      "Parameter 'q' is missing; wanted the words to search for, or * for every title.",
    ],
    [
      400,
      '/v1/user_content?limit=0&api_key=demo',
      "Parameter 'limit' is '0'; wanted a positive whole number.",
    ],
  ])('%i for %s', async (status, path, message) => {
    const { ask } = await served(catalogs);
    for (const method of ['GET', 'HEAD']) {
      const reply = await ask(path, method);
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
      const { ask } = await served(catalogs);
      const { status, headers, text } = await ask('/v1/titles/moby?api_key=demo', method);
      expect(status).toBe(405);
      expect(headers.allow).toBe('GET, HEAD');
      expect(validated('error', JSON.parse(text))).toEqual({
        error: {
          message: `Method ${method} is not allowed; wanted GET or HEAD.`,
          request: '/v1/titles/moby?api_key=demo',
        },
      });
    },
  );

  it('200 for any of the keys, however it is encoded', async () => {
    const { ask } = await served(catalogs);
    const encoded = encodeURIComponent('sésame & öffne');
    const path = '/v1/titles/moby?view=full&api_key=';
    for (const key of ['demo', '%64emo', encoded, encoded.replaceAll('%20', '+')]) {
      expect((await ask(`${path}${key}`)).status).toBe(200);
    }
  });

  it('200 when the query is not valid percent-encoding, as far as it can be read', async () => {
    const { ask } = await served(catalogs);
    expect((await ask('/v1/titles?q=moby&library=harbour&x=%zz%&api_key=demo')).status).toBe(200);
  });

  it('500 and no word of what went wrong when a catalog fails, and goes on', async () => {
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
    const { ask } = await served([broken], { onError: (error) => errors.push(error) });
    const { status, text } = await ask('/v1/titles/emma?api_key=demo');
    expect(status).toBe(500);
    expect(validated('error', JSON.parse(text))).toEqual({
      error: {
        message: 'The server failed to answer; its log says why.',
        request: '/v1/titles/emma?api_key=demo',
      },
    });
    expect(errors).toEqual([new Error('secret detail')]);
    expect((await ask('/v1/titles/none?api_key=demo')).status).toBe(404);
  });

  it('500 when the headers of a page cannot be written, and counts it as one that has left', async () => {
    const site = () => ({
      status: 200,
      headers: { 'Content-Type': 'text/plain', 'X-A': '\u4e2d' },
      body: '',
    });
    const limits = { requestsInFlight: 1 };
    const { ask } = await served(catalogs, { site, limits, onError: () => {} });
    for (let i = 0; i < 3; i++) expect((await ask('/page')).status).toBe(500);
    expect((await ask('/v1/titles/emma?api_key=demo')).status).toBe(200);
  });

  it('links under the configured address, whatever Host says', async () => {
    const { ask, baseUrl } = await served(catalogs);
    const { text } = await ask('/v1/titles/emma?api_key=demo', 'GET', { Host: 'evil.example.org' });
    expect(JSON.parse(text).title.details_url).toBe(`${baseUrl}/item/show/emma`);
  });
});

describe('a server', () => {
  it('answers requests that come one after the other on one connection', async () => {
    const { port } = await served(catalogs);
    const socket = connect(port, '127.0.0.1');
    const request = 'GET /v1/titles/emma?api_key=demo HTTP/1.1\r\nHost: x\r\n\r\n';
    socket.write(request + request + request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    let text = '';
    for await (const chunk of socket) text += chunk;
    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
  });

  it('goes on after bytes that are no HTTP', async () => {
    const { port, ask } = await served(catalogs);
    const socket = connect(port, '127.0.0.1');
    socket.write('\u0000\u0001 nonsense\r\n\r\n');
    let text = '';
    for await (const chunk of socket) text += chunk;
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect((await ask('/v1/titles/emma?api_key=demo')).status).toBe(200);
  });

  it('answers from the catalogs that are there when the request comes', async () => {
    const sets = [[catalogs[1]], [catalogOf({ library: { id: 'hill' }, titles: [] })]];
    let current = sets[0];
    const { ask } = await served(() => current);
    expect((await ask('/v1/titles/emma?api_key=demo')).status).toBe(200);
    current = sets[1];
    expect((await ask('/v1/titles/emma?api_key=demo')).status).toBe(404);
  });

  it('is not made from catalogs that hold the same', () => {
    const options = {
      catalogs: [catalogs[0], catalogs[0]],
      apiKeys: ['demo'],
      baseUrl: 'http://x',
    };
    expect(() => createRequestListener(options)).toThrow(CatalogSetError);
  });

  it('lets nobody in when it knows no key', async () => {
    const listener = createRequestListener({ catalogs, apiKeys: [], baseUrl: 'http://x' });
    const server = createServer(listener).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    expect((await askPort(port, '/v1/titles/emma?api_key=')).status).toBe(403);
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('a search that had to be forgiven', () => {
  it('says so in a header, never in the body', async () => {
    const { ask } = await served([
      catalogOf({ titles: [book('moby', 'Moby-Dick'), book('typee', 'Typee')] }),
    ]);
    const search = (q: string) => ask(`/v1/titles?api_key=demo&library=harbour&q=${q}`);
    const [exact, forgiven] = [await search('typee'), await search('tipee')];
    expect(exact.headers).not.toHaveProperty('x-carrel-relaxed');
    expect(forgiven.headers['x-carrel-relaxed']).toBe('typos');
    expect(forgiven.text).toBe(exact.text);
  });
});
