import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Catalog } from '../../src/catalog/catalog.js';
import { createMeter } from '../../src/server/meter.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { runs } from '../random-seed.js';
import { type Reply, startTestServer } from './test-server.js';

const written = '2018-01-15T16:23:09Z';

function harbour(pages = 100): Catalog {
  return catalogOf({
    titles: Array.from({ length: 30 }, (_, n) =>
      book(`t${n}`, `Whales of the ${n}th sea`, {
        authors: [{ name: `Author ${n % 4}` }],
        subjects: ['Whales', `Sea ${n % 3}`],
        pages,
      }),
    ),
    users: [{ id: 1, name: 'ishmael' }],
    userContent: [{ user: 1, title: 't1' }],
    lists: [{ id: 'l', name: 'Sea', user: 1, created: written, updated: written, list_items: [] }],
    sessions: [{ id: 's', user: 1, expires: '2100-01-01T00:00:00Z' }],
  });
}

const catalogs = [harbour()];
const SEARCH = '/v1/titles?q=whales&library=harbour&metadata=1&api_key=demo';

function decoded({ headers, bytes }: Reply): string {
  switch (headers['content-encoding']) {
    case 'gzip':
      return gunzipSync(bytes).toString();
    case 'br':
      return brotliDecompressSync(bytes).toString();
    default:
      return bytes.toString();
  }
}

/** A random request: its path and query, and its `Accept-Encoding`. */
const request = fc
  .tuple(
    fc.constantFrom(
      '/v1/titles',
      '/v1/titles/t1',
      '/v1/titles/t%31',
      '/v1/user_content',
      '/v1/users/1/user_content',
      '/v1/users/1/lists',
      '/v1/lists/l',
      '/v1/sessions/s',
    ),
    fc.array(
      fc.constantFrom(
        'q=whales',
        'q=sea',
        'q=w%68ales',
        'library=harbour',
        'metadata=1',
        'metadata=0',
        'page=2',
        'page=1',
        'limit=5',
        'sort=title',
        'sort=newest',
        'date_format=rfc2822',
        'locale=fr-CA',
        'subject=Sea+1',
        'unknown=1',
        'unknown=2',
        '_=3',
      ),
      { maxLength: 5 },
    ),
    fc.constantFrom('demo', 'other'),
    fc.nat(5),
    fc.constantFrom('identity', 'gzip', 'br', 'gzip;q=0.1', 'gzip, identity;q=0'),
  )
  .map(([path, given, key, at, coding]) => {
    const base = path === '/v1/titles' ? ['q=whales', 'library=harbour', 'metadata=1'] : [];
    const parameters = [...base.slice(0, at), ...given];
    parameters.splice(at, 0, `api_key=${key}`);
    return { path: `${path}?${parameters.join('&')}`, coding };
  });

describe('A response', () => {
  it('has the same body with and without a cache, compressed or not', async () => {
    const options = { apiKeys: ['demo', 'other'], baseUrl: 'https://api.example.org' };
    const cached = await startTestServer(catalogs, options);
    const small = await startTestServer(catalogs, { ...options, cacheSize: 20_000 });
    const uncached = await startTestServer(catalogs, { ...options, cacheSize: 0 });
    await fc.assert(
      fc.asyncProperty(request, async ({ path, coding }) => {
        const plain = await uncached.send(path);
        for (const server of [cached, small, uncached]) {
          const reply = await server.send(path, 'GET', { 'Accept-Encoding': coding });
          expect(reply.status).toBe(plain.status);
          expect(decoded(reply)).toBe(plain.text);
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it('is cached for the next identical request', async () => {
    const meter = createMeter();
    const { send } = await startTestServer(catalogs, { meter });
    const [first, again] = [await send(SEARCH), await send(SEARCH)];
    expect(again.bytes.equals(first.bytes)).toBe(true);
    expect(meter.cache).toMatchObject({ hits: 1, misses: 1, entries: 1 });
  });

  it('without links is shared by requests that differ in order, encoding or unknown parameters', async () => {
    const meter = createMeter();
    const { send } = await startTestServer(catalogs, { meter });
    await send('/v1/titles?q=whales&library=harbour&api_key=demo&_=1');
    await send('/v1/titles?_=2&library=harbour&api_key=demo&q=%77hales');
    await send('/v1/titles/t1?api_key=demo');
    await send('/v1/titles/t%31?_=3&api_key=demo');
    expect(meter.cache).toMatchObject({ hits: 2, misses: 2 });
  });

  it('never contains the API key of another caller', async () => {
    const { send } = await startTestServer(catalogs, { apiKeys: ['demo', 'other'] });
    for (const key of ['demo', 'other', 'demo', 'other']) {
      const { text } = await send(SEARCH.replace('api_key=demo', `api_key=${key}`));
      const keys = new Set([...text.matchAll(/api_key=(\w+)/g)].map(([, found]) => found));
      expect(keys).toEqual(new Set([key]));
    }
  });

  it('comes from the current catalogs, not from a response cached for earlier catalogs', async () => {
    let current = [harbour(100)];
    const meter = createMeter();
    const { send } = await startTestServer(() => current, { meter });
    const pages = async () =>
      JSON.parse((await send('/v1/titles/t1?api_key=demo')).text).title.pages;
    expect([await pages(), await pages()]).toEqual([100, 100]);
    current = [harbour(200)];
    expect([await pages(), await pages()]).toEqual([200, 200]);
    expect(meter.cache).toMatchObject({ hits: 2, misses: 2, entries: 1 });
  });
});

describe('The cache', () => {
  it('never exceeds its maximum size', async () => {
    const meter = createMeter();
    const cacheSize = 50_000;
    const { send } = await startTestServer(catalogs, { meter, cacheSize });
    for (let n = 0; n < 50; n++) {
      await send(`${SEARCH}&_=${n}`, 'GET', { 'Accept-Encoding': 'gzip' });
      expect(meter.cache.bytes).toBeLessThanOrEqual(cacheSize);
    }
    expect(meter.cache.entries).toBeGreaterThan(5);
    expect(meter.cache.entries).toBeLessThan(50);
  });

  it('stores no errors and no sessions', async () => {
    const meter = createMeter();
    const { send } = await startTestServer(catalogs, { meter });
    for (const path of ['/v1/sessions/s', '/v1/titles/none', '/v1/titles', '/v1/lists/%zz']) {
      const { headers } = await send(`${path}?api_key=demo`);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers).not.toHaveProperty('etag');
    }
    expect(meter.cache.entries).toBe(0);
  });

  it('does not delay the expiry of a session', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-01T11:59:00Z') });
    const expires = '2026-11-01T12:00:00Z';
    const { send } = await startTestServer([
      catalogOf({ users: [{ id: 1, name: 'i' }], sessions: [{ id: 's', user: 1, expires }] }),
    ]);
    const status = async () => (await send('/v1/sessions/s?api_key=demo')).status;
    expect([await status(), await status()]).toEqual([200, 200]);
    vi.setSystemTime(new Date('2026-11-01T12:00:00Z'));
    expect(await status()).toBe(404);
    vi.useRealTimers();
  });

  it('keeps the X-Carrel-Relaxed header of a relaxed search', async () => {
    const { send } = await startTestServer(catalogs);
    const path = '/v1/titles?q=whalse&library=harbour&api_key=demo';
    for (let time = 0; time < 2; time++) {
      expect((await send(path)).headers['x-carrel-relaxed']).toBe('typos');
    }
  });
});

describe('If-None-Match', () => {
  it.each(['identity', 'gzip', 'br'])(
    'with a matching ETag returns 304 without a body for the coding %s',
    async (coding) => {
      const { send } = await startTestServer(catalogs);
      const get = (ifNoneMatch: string, method = 'GET') =>
        send(SEARCH, method, { 'Accept-Encoding': coding, 'If-None-Match': ifNoneMatch });
      const { headers } = await get('"other"');
      const tag = String(headers.etag);
      expect(tag).toMatch(/^"[\w-]{24}"$/);
      for (const header of [tag, `W/${tag}`, `"a", ${tag}`, `"a,b" , W/${tag}, "c"`, '*', ' * ']) {
        for (const method of ['GET', 'HEAD']) {
          const reply = await get(header, method);
          expect([reply.status, reply.text]).toEqual([304, '']);
          expect(reply.headers).toMatchObject({
            etag: tag,
            'cache-control': 'private, no-cache',
            vary: 'Accept-Encoding',
          });
          expect(reply.headers).not.toHaveProperty('content-length');
          expect(reply.headers).not.toHaveProperty('content-encoding');
        }
      }
      for (const header of ['', '"a"', tag.slice(1, -1), tag.toUpperCase(), 'W/*']) {
        expect((await get(header)).status).toBe(200);
      }
    },
  );

  it('is ignored for errors and sessions', async () => {
    const { send } = await startTestServer(catalogs);
    const anyTag = { 'If-None-Match': '*' };
    expect((await send('/v1/titles/none?api_key=demo', 'GET', anyTag)).status).toBe(404);
    expect((await send('/v1/titles/t1?api_key=no', 'GET', anyTag)).status).toBe(403);
    expect((await send('/v1/sessions/s?api_key=demo', 'GET', anyTag)).status).toBe(200);
  });
});

describe('The ETag of a response', () => {
  it('differs between content codings, and changes with the body', async () => {
    let current = catalogs;
    const { send } = await startTestServer(() => current);
    const tagIn = async (coding: string) =>
      (
        await send('/v1/titles?q=whales&library=harbour&api_key=demo', 'GET', {
          'Accept-Encoding': coding,
        })
      ).headers.etag;
    const tags = [await tagIn('identity'), await tagIn('gzip'), await tagIn('br')];
    expect(new Set(tags).size).toBe(3);
    current = [catalogOf({ titles: [book('1', 'Whales')] })];
    expect(tags).not.toContain(await tagIn('identity'));
  });
});

describe('Compression', () => {
  it.each(['gzip', 'br'])('with %s reduces a page of titles to under a third', async (coding) => {
    const { send } = await startTestServer(catalogs);
    const plain = await send(SEARCH);
    const small = await send(SEARCH, 'GET', { 'Accept-Encoding': coding });
    expect(small.headers).toMatchObject({
      'content-encoding': coding,
      'content-length': String(small.bytes.length),
      vary: 'Accept-Encoding',
    });
    expect(small.bytes.length).toBeLessThan(plain.bytes.length / 3);
    expect(decoded(small)).toBe(plain.text);
  });

  it('is not applied to a small response, unless the client refuses identity', async () => {
    const { send } = await startTestServer(catalogs);
    const path = '/v1/lists/l?api_key=demo';
    const plain = await send(path, 'GET', { 'Accept-Encoding': 'gzip' });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const compressed = await send(path, 'GET', { 'Accept-Encoding': 'gzip, identity;q=0' });
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(decoded(compressed)).toBe(plain.text);
  });

  it('is replaced by the status 406 if the client refuses br, gzip and identity', async () => {
    const { send } = await startTestServer(catalogs);
    const { status, text } = await send(SEARCH, 'GET', { 'Accept-Encoding': 'identity;q=0' });
    expect([status, JSON.parse(text).error.message]).toEqual([
      406,
      "header 'Accept-Encoding': expected br, gzip or identity, found none of them",
    ]);
  });

  it('results in the same headers for HEAD as for GET', async () => {
    const { send } = await startTestServer(catalogs);
    const headers = { 'Accept-Encoding': 'gzip' };
    const [head, get] = [await send(SEARCH, 'HEAD', headers), await send(SEARCH, 'GET', headers)];
    expect(head.bytes.length).toBe(0);
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
  });
});

describe('A response of the site', () => {
  const PAGE = `<p>${'whale '.repeat(500)}</p>`;
  const site = ({ path }: { path: string }) => {
    switch (path) {
      case '/':
        return { status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: PAGE };
      case '/cover.png':
        return { status: 200, headers: { 'Content-Type': 'image/png' }, body: Buffer.from(PAGE) };
      case '/style.css': {
        const headers = { 'Content-Type': 'text/css', 'Cache-Control': 'max-age=60' };
        return { status: 200, headers, body: PAGE };
      }
      case '/gone':
        return { status: 410, headers: { 'Content-Type': 'text/html' }, body: PAGE };
      default:
        return undefined;
    }
  };

  it('is compressed if it is text, and is 304 for a matching If-None-Match', async () => {
    const { send } = await startTestServer(catalogs, { site });
    const headers = { 'Accept-Encoding': 'gzip' };
    const page = await send('/', 'GET', headers);
    expect(decoded(page)).toBe(PAGE);
    expect(page.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-cache' });
    const again = await send('/', 'GET', {
      ...headers,
      'If-None-Match': String(page.headers.etag),
    });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await send('/style.css', 'GET', headers)).headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'max-age=60',
    });
    const cover = await send('/cover.png', 'GET', headers);
    expect(cover.headers).not.toHaveProperty('content-encoding');
    expect(cover.text).toBe(PAGE);
  });

  it('keeps its Vary header at the statuses 200 and 304', async () => {
    const headers = { 'Content-Type': 'text/html', Vary: 'Accept-Language' };
    const translated = () => ({ status: 200, headers, body: PAGE });
    const { send } = await startTestServer(catalogs, { site: translated });
    const page = await send('/');
    expect(page.headers.vary).toBe('Accept-Language, Accept-Encoding');
    const again = await send('/', 'GET', { 'If-None-Match': String(page.headers.etag) });
    expect([again.status, again.headers.vary]).toEqual([304, 'Accept-Language, Accept-Encoding']);
  });

  it('keeps a status other than 200, is 404 for an unknown path, and 405 for POST', async () => {
    const { send } = await startTestServer(catalogs, { site });
    const gone = await send('/gone', 'GET', { 'Accept-Encoding': 'gzip', 'If-None-Match': '*' });
    expect([gone.status, decoded(gone)]).toEqual([410, PAGE]);
    expect((await send('/none')).status).toBe(404);
    expect((await send('/', 'POST')).status).toBe(405);
    const head = await send('/', 'HEAD');
    expect([head.text, head.headers['content-length']]).toEqual(['', String(PAGE.length)]);
  });
});
