import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/catalog/catalog.js';
import { createKiosk } from '../../src/kiosk/create-kiosk.js';
import { textsOf } from '../../src/texts/page-texts.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { type sendRequest, startTestServer } from '../http/test-server.js';
import { createPageClient, linksOf, textOf } from './create-page-client.js';

const catalogs = [catalogOf({ titles: [book('1', 'Typee')] })];
const LOCALES = ['en-CA', 'de-DE', 'fr-CA', 'es-ES', 'ru-RU', 'zh-CN'] as const;
const { errors } = textsOf('en-CA');

/** The headers of a browser that opens a page. */
const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'Accept-Language': 'en' };

type Options = Parameters<typeof startTestServer>[1];

/** Starts a server with pages, and returns a function that opens a path like a browser. */
async function startSite(current: readonly Catalog[] = catalogs, options: Options = {}) {
  const server = await startTestServer(() => current, { site: createKiosk(), ...options });
  const open = (path: string, headers: Record<string, string> = {}) =>
    server.send(path, 'GET', { ...BROWSER, ...headers });
  return { ...server, open };
}

/** Checks that a reply is a page with a heading, a text and a way home. */
function expectPage(
  { status, headers, text }: Awaited<ReturnType<typeof sendRequest>>,
  expected: readonly [status: number, heading: string, text: string],
): void {
  expect([status, headers['content-type']]).toEqual([expected[0], 'text/html; charset=utf-8']);
  expect(textOf(text.split('<main')[1])).toContain(`${expected[1]} ${expected[2]}`);
  expect(linksOf(text.split('<main')[1])[0]).toMatch(/\/(?:\?locale=.*)?$/);
  expect(headers['content-security-policy']).toContain("default-src 'none'");
}

/** Checks that a reply is an error of the API. */
function expectJson(
  { status, headers, text }: Awaited<ReturnType<typeof sendRequest>>,
  expected: number,
): void {
  expect([status, headers['content-type']]).toEqual([expected, 'application/json; charset=utf-8']);
  expect(JSON.parse(text).error.message).not.toBe('');
}

describe('a search that is too long', () => {
  it.each(LOCALES)('has a page in %s', (locale) => {
    const texts = textsOf(locale).errors;
    const get = createPageClient(catalogs);
    for (const type of ['keyword', 'custom', 'author']) {
      const q = 'whale+'.repeat(1000);
      const { status, body } = get(`/search?q=${q}&search_type=${type}&locale=${locale}`);
      expect(status).toBe(400);
      expect(textOf(body)).toContain(`${texts.too_long} ${texts.too_long_text}`);
      expect(body).toContain('type="search" dir="auto" value=""');
    }
    expect(textOf(get('/search?q=whale').body)).not.toContain(texts.too_long);
  });
});

describe('errors of a server', () => {
  it('are pages for browsers if the address is too long, and JSON for programs and for the API', async () => {
    const { open, send } = await startSite(catalogs, { limits: { urlBytes: 500 } });
    const query = `?q=${'whale+'.repeat(100)}`;
    expectPage(await open(`/search${query}`), [414, errors.too_long, errors.too_long_text]);
    expectPage(await open(`/help${query}`), [414, errors.bad_request, errors.bad_request_text]);
    expectJson(await send(`/search${query}`), 414);
    expectJson(await open(`/v1/titles${query}`), 414);
  });

  it('are pages for browsers that send too many requests', async () => {
    const options = { limits: { clientRequestsPerSecond: 1 }, trustedProxies: ['127.0.0.1'] };
    const { open } = await startSite(catalogs, options);
    const headers = { 'X-Forwarded-For': '203.0.113.5' };
    const replies = await Promise.all(Array.from({ length: 9 }, () => open('/', headers)));
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const reply of refused) {
      expectPage(reply, [429, errors.too_many, errors.too_many_text]);
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  it('are pages with the address of the server for an unknown host', async () => {
    const { open, baseUrl } = await startSite(catalogs, { open: true });
    const reply = await open('/', { Host: 'elsewhere.example' });
    expectPage(reply, [421, errors.bad_request, errors.bad_request_text]);
    expect(linksOf(/<main.*<\/main>/s.exec(reply.text)?.[0] ?? '')).toEqual([`${baseUrl}/`]);
    expect(reply.text).not.toContain('Harbour');
    expectJson(await open('/v1/titles', { Host: 'elsewhere.example' }), 421);
  });

  it('are pages for failures of the server, which are reported', async () => {
    const reported: unknown[] = [];
    const site = createKiosk();
    const failing = Object.assign(
      () => {
        throw new Error('out of order');
      },
      { errorPage: site.errorPage },
    );
    const onError = (error: unknown) => reported.push(error);
    const { open, send } = await startSite(catalogs, { site: failing, onError });
    expectPage(await open('/'), [500, errors.failed, errors.failed_text]);
    expectJson(await send('/'), 500);
    expect(reported).toHaveLength(2);
  });

  it('are JSON if the page of an error fails too, and for a site without such pages', async () => {
    const fail = () => {
      throw new Error('out of order');
    };
    const onError = () => {};
    const options = { site: Object.assign(fail, { errorPage: fail }), onError };
    expectJson(await (await startSite(catalogs, options)).open('/'), 500);
    expectJson(await (await startSite(catalogs, { site: fail, onError })).open('/'), 500);
  });
});

describe('a server without a snapshot', () => {
  it.each(LOCALES)(
    'has a page in %s that opens again by itself, with its style sheet',
    async (locale) => {
      const { errors, layout } = textsOf(locale);
      const { open, send } = await startSite([], { site: createKiosk({ idleMinutes: 2 }) });
      const reply = await open(`/search?q=whale&locale=${locale}`);
      expectPage(reply, [503, errors.unavailable, errors.unavailable_text]);
      expect(reply.headers).toMatchObject({
        refresh: '5',
        'retry-after': '5',
        'cache-control': 'no-store',
      });
      expect(reply.text).toContain(layout.catalog);
      const [, css] = /href="([^"]+kiosk\.css)"/.exec(reply.text) ?? [];
      const { status, headers } = await send(css);
      expect([status, headers['content-type'], headers.refresh]).toEqual([
        200,
        'text/css; charset=utf-8',
        undefined,
      ]);
      expectJson(await send('/'), 503);
      expectJson(await open('/v1/titles?api_key=demo'), 503);
    },
  );
});
