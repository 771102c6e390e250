import { describe, expect, it } from 'vitest';
import { createKiosk } from '../../src/kiosk/create-kiosk.js';
import { createOpds, createSru } from '../../src/protocols/index.js';
import { combineSites } from '../../src/web/combine-sites.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { startTestServer } from './test-server.js';

const catalogs = [catalogOf({ titles: [book('1', 'Moby-Dick')] })];
const PATHS = [
  '/v1/titles/1?api_key=demo',
  '/v1/titles/none?api_key=demo',
  '/openapi.json',
  '/opds',
  '/opds/v1.2/harbour/titles?query=moby',
  '/opds/harbour/none',
  '/sru?query=moby',
];
const site = combineSites(createOpds(), createSru(), createKiosk());

/** Returns `Access-Control-Allow-Origin` and `Vary` of the responses to a request from an origin. */
async function headersFor(allowedOrigins: readonly string[] | undefined, path: string) {
  const { send } = await startTestServer(catalogs, { allowedOrigins, site });
  const { headers } = await send(path, 'GET', { Origin: 'https://www.example.org' });
  return [headers['access-control-allow-origin'], headers.vary];
}

describe('A request from another origin', () => {
  it.each(PATHS)('for %s may be read by allowed origins only', async (path) => {
    const [none, vary] = await headersFor(undefined, path);
    expect(none).toBe(undefined);
    const varyByOrigin = vary === undefined ? 'Origin' : `${vary}, Origin`;
    const origins = ['https://a.example.org', 'https://www.example.org'];
    expect(await headersFor(origins, path)).toEqual(['https://www.example.org', varyByOrigin]);
    expect(await headersFor(origins.slice(0, 1), path)).toEqual([undefined, varyByOrigin]);
    expect(await headersFor(['*'], path)).toEqual(['*', vary]);
  });

  it.each(['https://www.example.org', '*'])(
    'may send headers if %s is allowed',
    async (allowed) => {
      const { send } = await startTestServer(catalogs, { allowedOrigins: [allowed], site });
      const ask = async (path: string, origin: string) => {
        const request = { Origin: origin, 'Access-Control-Request-Method': 'GET' };
        const { status, headers, text } = await send(path, 'OPTIONS', request);
        return [status, text === '', headers['access-control-allow-origin']];
      };
      const other = 'https://other.example.org';
      for (const path of PATHS) {
        expect(await ask(path, 'https://www.example.org')).toEqual([204, true, allowed]);
        expect(await ask(path, other)).toEqual(
          allowed === '*' ? [204, true, '*'] : [405, false, undefined],
        );
      }
      expect(await ask('/other', 'https://www.example.org')).toEqual([405, false, undefined]);
    },
  );

  it('for a protocol that the server does not have is not answered', async () => {
    const { send } = await startTestServer(catalogs, { allowedOrigins: ['*'] });
    expect((await send('/opds', 'OPTIONS', { Origin: 'https://www.example.org' })).status).toBe(
      405,
    );
  });

  it('for a page may not be read', async () => {
    for (const path of ['/help', '/opdsx', '/']) {
      expect((await headersFor(['*'], path))[0]).toBe(undefined);
    }
    expect((await headersFor(['*'], '/healthz'))[0]).toBe(undefined);
  });
});
