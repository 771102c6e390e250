import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createKiosk } from '../../src/kiosk/create-kiosk.js';
import { searchTitles } from '../../src/v1/search-titles.js';
import { createFetchHandler, type FetchHandlerOptions } from '../../src/web/fetch-handler.js';
import { serializers } from '../../src/web/serializers.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { startTestServer } from '../http/test-server.js';

const catalogs = [catalogOf({ titles: [book('a/b', 'Moby-Dick'), book('2', 'Typee')] })];

/** Sends a request to a handler. */
function sender(options: Partial<FetchHandlerOptions> = {}) {
  const handle = createFetchHandler({ catalogs, ...options });
  return (path: string, init?: RequestInit) =>
    handle(new Request(`https://kiosk.example${path}`, init));
}

const request = sender();

describe('createFetchHandler', () => {
  it('returns the result of searchTitles, with links under the origin of the request', async () => {
    const query = 'q=typee&library=harbour&metadata=1&api_key=demo';
    const response = request(`/v1/titles?${query}`);
    expect(response?.status).toBe(200);
    const context = { baseUrl: 'https://kiosk.example' };
    const expected = searchTitles(catalogs, new URLSearchParams(query), context);
    expect(await response?.json()).toEqual(JSON.parse(JSON.stringify(expected)));
  });

  it('creates links under the option baseUrl', async () => {
    const send = sender({ baseUrl: 'https://api.example.org' });
    const details_url = 'https://api.example.org/item/show/2';
    expect(await send('/v1/titles/2')?.json()).toMatchObject({ title: { details_url } });
  });

  it('answers under a prefix, which links and errors contain', async () => {
    const send = sender({ prefix: '/sea', site: createKiosk() });
    const details_url = 'https://kiosk.example/sea/item/show/2';
    expect(await send('/sea/v1/titles/2')?.json()).toMatchObject({ title: { details_url } });
    expect(await send('/sea/v1/titles/3')?.json()).toMatchObject({
      error: { request: '/sea/v1/titles/3' },
    });
    expect(await send('/sea/')?.text()).toContain('href="/sea/help');
    for (const path of ['/v1/titles/2', '/seaside/v1/titles/2', '/sea']) {
      expect(send(path)).toBeUndefined();
    }
  });

  it('names the request in an error as a server does, without a fragment', async () => {
    for (const path of ['/v1/titles/3', '/v1/titles/3?', '/v1/titles/3?a=%20']) {
      expect(await request(`${path}#top`)?.json()).toMatchObject({ error: { request: path } });
    }
  });

  it('requires an API key only with the option apiKeys', async () => {
    const send = sender({ apiKeys: ['secret', { name: 'app', key: 'other' }] });
    const statusOf = (path: string) => send(path)?.status;
    expect(statusOf('/v1/titles/2')).toBe(403);
    expect(statusOf('/v1/titles/2?api_key=wrong')).toBe(403);
    expect(statusOf('/v1/titles/2?api_key=secret')).toBe(200);
    expect(statusOf('/v1/titles/2?api_key=other')).toBe(200);
    expect(statusOf('/openapi.json')).toBe(200);
  });

  it('does not return a cached response to a request under another origin', async () => {
    const handle = createFetchHandler({ catalogs });
    for (const origin of ['https://a.example', 'https://b.example', 'https://a.example']) {
      const response = handle(new Request(`${origin}/v1/titles/2`));
      const details_url = `${origin}/item/show/2`;
      expect(await response?.json()).toMatchObject({ title: { details_url } });
    }
  });

  it('returns cached responses until the catalogs change', async () => {
    let current = catalogs;
    const encode = vi.spyOn(serializers, 'getTitle');
    onTestFinished(() => encode.mockRestore());
    const send = sender({ catalogs: { current: () => [...current] } });
    const first = await send('/v1/titles/2')?.text();
    expect(await send('/v1/titles/2')?.text()).toBe(first);
    expect(encode).toHaveBeenCalledTimes(1);
    current = [catalogOf({ titles: [book('2', 'Omoo')] })];
    expect(await send('/v1/titles/2')?.json()).toMatchObject({ title: { title: 'Omoo' } });
  });

  it('returns undefined for a path outside the API without a site', () => {
    expect(request('/index.html')).toBeUndefined();
    expect(request('/v10/titles')).toBeUndefined();
  });

  it('answers 500 and reports the error when an operation fails', async () => {
    const errors: unknown[] = [];
    const failure = new Error('failed');
    const site = () => {
      throw failure;
    };
    const response = sender({ site, onError: (error) => errors.push(error) })('/search?q=sea');
    expect(response?.status).toBe(500);
    const message = 'server: internal error; the log of the server may have details';
    expect(await response?.json()).toEqual({ error: { message, request: '/search?q=sea' } });
    expect(errors).toEqual([failure]);
    const written = vi.spyOn(console, 'error').mockImplementation(() => {});
    sender({ site })('/search');
    expect(written.mock.calls).toEqual([
      [expect.stringMatching(/^carrel: request failed: Error: failed at [^\n]*$/)],
    ]);
    written.mockRestore();
  });

  it.each<[object, string]>([
    [
      { catalogs: undefined },
      'catalogs: expected an open catalog or an array of open catalogs, found nothing',
    ],
    [
      { baseUrl: '/catalog' },
      'baseUrl: expected an address such as https://api.example.org, found the string "/catalog"',
    ],
    [
      { prefix: 'sea/' },
      'prefix: expected a percent-encoded path such as /catalog, or an empty string, found the string "sea/"',
    ],
    [
      { prefix: '/café' },
      'prefix: expected a percent-encoded path such as /catalog, or an empty string, found the string "/café"',
    ],
    [
      { apiKeys: [] },
      'apiKeys: expected at least one key, found none; leave out apiKeys to answer requests without a key',
    ],
    [
      { apiKeys: [''] },
      'apiKeys: expected an array of keys that are not empty, or a function that returns one, found an array',
    ],
    [
      { apiKeys: 'secret' },
      'apiKeys: expected an array of keys that are not empty, or a function that returns one, found the string "secret"',
    ],
  ])('throws a TypeError for the options %j', (options, message) => {
    expect(() => sender(options)).toThrow(new TypeError(`createFetchHandler: ${message}`));
  });
});

const ORIGIN = { origin: 'https://www.example.org' };

const REQUESTS: [string, string, Record<string, string>?][] = [
  ['/v1/titles?q=typee&library=harbour&metadata=1&api_key=demo', 'GET'],
  ['/v1/titles?q=tyepe&library=harbour&api_key=demo', 'GET', ORIGIN],
  ['/v1/titles/a%2Fb?api_key=demo', 'HEAD'],
  ['/v1/titles/2?api_key=demo', 'GET', { 'if-none-match': '*' }],
  ['/v1/titles/2?api_key=demo', 'DELETE'],
  ['/v1/titles/2?api_key=demo', 'OPTIONS', ORIGIN],
  ['/v1/titles/2', 'GET', ORIGIN],
  ['/v1/titles/2?api_key=wrong', 'GET'],
  ['/v1/titles/2?api_key=demo&API_KEY=demo', 'GET'],
  ['/v1/titles/3?api_key=demo', 'GET'],
  ['/v1/titles?api_key=demo', 'GET'],
  ['/v1/titles?api_key=demo&q=%E9', 'GET'],
  ['/v1/titles/%E9?api_key=demo', 'GET'],
  ['/v1/branches?api_key=demo', 'GET'],
  ['/v1/sessions/none?api_key=demo', 'GET'],
  ['/openapi.json', 'GET', ORIGIN],
  ['/search?q=typee', 'GET', { 'accept-language': 'fr' }],
  ['/cover/BK/2.svg', 'GET'],
  ['/none', 'GET'],
];

describe('A fetch handler and a server', () => {
  it('return the same status, headers and body', async () => {
    const options = { apiKeys: ['demo'], allowedOrigins: [ORIGIN.origin], site: createKiosk() };
    const server = await startTestServer(catalogs, options);
    const handle = createFetchHandler({ catalogs, baseUrl: server.baseUrl, ...options });
    for (const [path, method, headers] of REQUESTS) {
      const sent = await server.send(path, method, headers);
      const init = { method, ...(headers && { headers }) };
      const response = handle(new Request(server.baseUrl + path, init));
      const { connection: _, date: __, vary, ...kept } = sent.headers;
      const others = vary?.split(', ').filter((name) => name !== 'Accept-Encoding') ?? [];
      const expected = others.length === 0 ? kept : { ...kept, vary: others.join(', ') };
      const got = Object.fromEntries(response?.headers ?? []);
      expect([path, method, response?.status, got]).toEqual([path, method, sent.status, expected]);
      expect((await response?.text()) ?? '').toBe(sent.text);
    }
  });
});
