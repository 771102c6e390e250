import { describe, expect, it } from 'vitest';
import { createSite } from '../../src/cli/serve/create-site.js';
import { startTestServer } from '../http/test-server.js';
import { openedCatalog } from '../shared-data.js';

const catalogs = [openedCatalog('alderwick')];
const PROTOCOLS = ['/opds', '/opds/v1.2', '/sru'];

describe('carrel serve', () => {
  it('answers OPDS and SRU beside the pages, without an API key, and counts them by their names', async () => {
    const site = await createSite({ pages: true, kiosk: {} });
    const { send, baseUrl } = await startTestServer(catalogs, { site, metrics: 'local' });
    for (const path of PROTOCOLS) {
      const { status, headers, text } = await send(path);
      expect([path, status, headers['set-cookie']]).toEqual([path, 200, undefined]);
      expect(text).toContain(path === '/sru' ? '<host>127.0.0.1</host>' : `"${baseUrl}${path}`);
      const again = await send(path, 'GET', { 'If-None-Match': headers.etag as string });
      expect(again.status).toBe(304);
      expect((await send(path, 'POST')).status).toBe(405);
    }
    expect((await send('/help')).text).toContain(
      'type="application/opds+json" title="OPDS" href="/opds"',
    );
    expect((await send('/opds/x')).status).toBe(404);
    const { text: metrics } = await send('/metrics');
    for (const operation of ['opds', 'sru', 'site']) {
      expect(metrics).toMatch(
        new RegExp(`carrel_responses_total\\{operation="${operation}",status="200"\\} [1-9]`),
      );
    }
    expect(metrics).toContain('carrel_responses_total{operation="opds",status="404"} 1');
  });

  it('logs the parameters of OPDS and SRU', async () => {
    const site = await createSite({ pages: true, kiosk: {} });
    const urls: unknown[] = [];
    const info = (_event: string, fields: Readonly<Record<string, unknown>> = {}) =>
      void urls.push([fields.operation, fields.url]);
    const log = { level: 'info' as const, info, error: () => {} };
    const { send } = await startTestServer(catalogs, { site, log });
    await send('/opds/alderwick/titles?query=whale&password=secret');
    await send('/sru?query=whale&password=secret');
    expect(urls.filter((pair) => /^(?:opds|sru),/.test(String(pair)))).toEqual([
      ['opds', '/opds/alderwick/titles?query=whale&password'],
      ['sru', '/sru?query=whale&password'],
    ]);
  });

  it.each([
    ['with --no-pages', { pages: false, kiosk: {} }],
    ['on a kiosk', { pages: true, kiosk: { idleMinutes: 2 } }],
  ])('does not answer OPDS and SRU %s', async (_, options) => {
    const { send } = await startTestServer(catalogs, { site: await createSite(options) });
    for (const path of PROTOCOLS) expect((await send(path)).status).toBe(404);
  });

  it('limits the requests of a client for OPDS and SRU like others', async () => {
    const site = await createSite({ pages: true, kiosk: {} });
    const options = {
      site,
      trustedProxies: ['127.0.0.1'],
      limits: { clientRequestsPerSecond: 1 },
    };
    const { send } = await startTestServer(catalogs, options);
    const headers = { 'X-Forwarded-For': '192.0.2.1' };
    const statuses = [];
    for (let i = 0; i < 12; i++) statuses.push((await send('/sru', 'GET', headers)).status);
    expect(statuses[0]).toBe(200);
    expect(statuses).toContain(429);
  });
});
