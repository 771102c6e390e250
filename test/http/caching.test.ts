import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Catalog } from '../../src/catalog/catalog.js';
import { createMeter } from '../../src/http/meter.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { type Reply, served } from './served.js';

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

/** A request that many would make, with what may differ and what may not. */
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

describe('a response', () => {
  it('is the same, byte for byte, from a cache and without one, compressed or not', async () => {
    const options = { apiKeys: ['demo', 'other'], baseUrl: 'https://api.example.org' };
    const cached = await served(catalogs, options);
    const small = await served(catalogs, { ...options, cacheSize: 20_000 });
    const uncached = await served(catalogs, { ...options, cacheSize: 0 });
    await fc.assert(
      fc.asyncProperty(request, async ({ path, coding }) => {
        const plain = await uncached.ask(path);
        for (const server of [cached, small, uncached]) {
          const reply = await server.ask(path, 'GET', { 'Accept-Encoding': coding });
          expect(reply.status).toBe(plain.status);
          expect(decoded(reply)).toBe(plain.text);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is found in the cache when it was given before', async () => {
    const meter = createMeter();
    const { ask } = await served(catalogs, { meter });
    const [first, again] = [await ask(SEARCH), await ask(SEARCH)];
    expect(again.bytes.equals(first.bytes)).toBe(true);
    expect(meter.cache).toMatchObject({ hits: 1, misses: 1, entries: 1 });
  });

  it('is found there however its parameters are ordered, where it has no links', async () => {
    const meter = createMeter();
    const { ask } = await served(catalogs, { meter });
    await ask('/v1/titles?q=whales&library=harbour&api_key=demo&_=1');
    await ask('/v1/titles?_=2&library=harbour&api_key=demo&q=%77hales');
    await ask('/v1/titles/t1?api_key=demo');
    await ask('/v1/titles/t%31?_=3&api_key=demo');
    expect(meter.cache).toMatchObject({ hits: 2, misses: 2 });
  });

  it('never carries the API key of another caller', async () => {
    const { ask } = await served(catalogs, { apiKeys: ['demo', 'other'] });
    for (const key of ['demo', 'other', 'demo', 'other']) {
      const { text } = await ask(SEARCH.replace('api_key=demo', `api_key=${key}`));
      const keys = new Set([...text.matchAll(/api_key=(\w+)/g)].map(([, found]) => found));
      expect(keys).toEqual(new Set([key]));
    }
  });

  it('comes from the new catalogs as soon as they are there', async () => {
    let current = [harbour(100)];
    const meter = createMeter();
    const { ask } = await served(() => current, { meter });
    const pages = async () =>
      JSON.parse((await ask('/v1/titles/t1?api_key=demo')).text).title.pages;
    expect([await pages(), await pages()]).toEqual([100, 100]);
    current = [harbour(200)];
    expect([await pages(), await pages()]).toEqual([200, 200]);
    expect(meter.cache).toMatchObject({ hits: 2, misses: 2, entries: 1 });
  });
});

describe('the cache', () => {
  it('takes no more memory than it may', async () => {
    const meter = createMeter();
    const cacheSize = 50_000;
    const { ask } = await served(catalogs, { meter, cacheSize });
    for (let n = 0; n < 50; n++) {
      await ask(`${SEARCH}&_=${n}`, 'GET', { 'Accept-Encoding': 'gzip' });
      expect(meter.cache.bytes).toBeLessThanOrEqual(cacheSize);
    }
    expect(meter.cache.entries).toBeGreaterThan(5);
    expect(meter.cache.entries).toBeLessThan(50);
  });

  it('keeps no error and no session', async () => {
    const meter = createMeter();
    const { ask } = await served(catalogs, { meter });
    for (const path of ['/v1/sessions/s', '/v1/titles/none', '/v1/titles', '/v1/lists/%zz']) {
      const { headers } = await ask(`${path}?api_key=demo`);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers).not.toHaveProperty('etag');
    }
    expect(meter.cache.entries).toBe(0);
  });

  it('lets a session end while it serves', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-01T11:59:00Z') });
    const expires = '2026-11-01T12:00:00Z';
    const { ask } = await served([
      catalogOf({ users: [{ id: 1, name: 'i' }], sessions: [{ id: 's', user: 1, expires }] }),
    ]);
    const status = async () => (await ask('/v1/sessions/s?api_key=demo')).status;
    expect([await status(), await status()]).toEqual([200, 200]);
    vi.setSystemTime(new Date('2026-11-01T12:00:00Z'));
    expect(await status()).toBe(404);
    vi.useRealTimers();
  });

  it('tells of a forgiven search again', async () => {
    const { ask } = await served(catalogs);
    const path = '/v1/titles?q=whalse&library=harbour&api_key=demo';
    for (let time = 0; time < 2; time++) {
      expect((await ask(path)).headers['x-carrel-relaxed']).toBe('typos');
    }
  });
});

describe('a response that its caller has already', () => {
  it.each(['identity', 'gzip', 'br'])('is 304 without a body, as %s', async (coding) => {
    const { ask } = await served(catalogs);
    const get = (ifNoneMatch: string, method = 'GET') =>
      ask(SEARCH, method, { 'Accept-Encoding': coding, 'If-None-Match': ifNoneMatch });
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
  });

  it('is known by another tag in another coding, and from another snapshot', async () => {
    let current = catalogs;
    const { ask } = await served(() => current);
    const tagIn = async (coding: string) =>
      (
        await ask('/v1/titles?q=whales&library=harbour&api_key=demo', 'GET', {
          'Accept-Encoding': coding,
        })
      ).headers.etag;
    const tags = [await tagIn('identity'), await tagIn('gzip'), await tagIn('br')];
    expect(new Set(tags).size).toBe(3);
    current = [catalogOf({ titles: [book('1', 'Whales')] })];
    expect(tags).not.toContain(await tagIn('identity'));
  });

  it('is not 304 where there is nothing', async () => {
    const { ask } = await served(catalogs);
    const everything = { 'If-None-Match': '*' };
    expect((await ask('/v1/titles/none?api_key=demo', 'GET', everything)).status).toBe(404);
    expect((await ask('/v1/titles/t1?api_key=no', 'GET', everything)).status).toBe(403);
    expect((await ask('/v1/sessions/s?api_key=demo', 'GET', everything)).status).toBe(200);
  });
});

describe('compression', () => {
  it.each(['gzip', 'br'])('as %s makes a page far smaller', async (coding) => {
    const { ask } = await served(catalogs);
    const plain = await ask(SEARCH);
    const small = await ask(SEARCH, 'GET', { 'Accept-Encoding': coding });
    expect(small.headers).toMatchObject({
      'content-encoding': coding,
      'content-length': String(small.bytes.length),
      vary: 'Accept-Encoding',
    });
    expect(small.bytes.length).toBeLessThan(plain.bytes.length / 3);
    expect(decoded(small)).toBe(plain.text);
  });

  it('leaves a small response as it is, unless the client does not want it so', async () => {
    const { ask } = await served(catalogs);
    const path = '/v1/lists/l?api_key=demo';
    const plain = await ask(path, 'GET', { 'Accept-Encoding': 'gzip' });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const compressed = await ask(path, 'GET', { 'Accept-Encoding': 'gzip, identity;q=0' });
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(decoded(compressed)).toBe(plain.text);
  });

  it('is 406 for a client that refuses all there is', async () => {
    const { ask } = await served(catalogs);
    const { status, text } = await ask(SEARCH, 'GET', { 'Accept-Encoding': 'identity;q=0' });
    expect([status, JSON.parse(text).error.message]).toEqual([
      406,
      "The header 'Accept-Encoding' refuses all of br, gzip and identity; wanted one of them.",
    ]);
  });

  it('gives HEAD the headers of GET', async () => {
    const { ask } = await served(catalogs);
    const headers = { 'Accept-Encoding': 'gzip' };
    const [head, get] = [await ask(SEARCH, 'HEAD', headers), await ask(SEARCH, 'GET', headers)];
    expect(head.bytes.length).toBe(0);
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
  });
});

describe('an answer of the site', () => {
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

  it('is compressed where it is text, and 304 for who has it', async () => {
    const { ask } = await served(catalogs, { site });
    const headers = { 'Accept-Encoding': 'gzip' };
    const page = await ask('/', 'GET', headers);
    expect(decoded(page)).toBe(PAGE);
    expect(page.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-cache' });
    const again = await ask('/', 'GET', { ...headers, 'If-None-Match': String(page.headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await ask('/style.css', 'GET', headers)).headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'max-age=60',
    });
    const cover = await ask('/cover.png', 'GET', headers);
    expect(cover.headers).not.toHaveProperty('content-encoding');
    expect(cover.text).toBe(PAGE);
  });

  it('keeps what else it varies with, with a body and without', async () => {
    const headers = { 'Content-Type': 'text/html', Vary: 'Accept-Language' };
    const translated = () => ({ status: 200, headers, body: PAGE });
    const { ask } = await served(catalogs, { site: translated });
    const page = await ask('/');
    expect(page.headers.vary).toBe('Accept-Language, Accept-Encoding');
    const again = await ask('/', 'GET', { 'If-None-Match': String(page.headers.etag) });
    expect([again.status, again.headers.vary]).toEqual([304, 'Accept-Language, Accept-Encoding']);
  });

  it('keeps its status, and is 404 or 405 where there is none', async () => {
    const { ask } = await served(catalogs, { site });
    const gone = await ask('/gone', 'GET', { 'Accept-Encoding': 'gzip', 'If-None-Match': '*' });
    expect([gone.status, decoded(gone)]).toEqual([410, PAGE]);
    expect((await ask('/none')).status).toBe(404);
    expect((await ask('/', 'POST')).status).toBe(405);
    const head = await ask('/', 'HEAD');
    expect([head.text, head.headers['content-length']]).toEqual(['', String(PAGE.length)]);
  });
});
