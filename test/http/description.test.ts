import { describe, expect, it } from 'vitest';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { served } from './served.js';

describe('/openapi.json', () => {
  const catalogs = [catalogOf({ titles: [book('1', 'Moby-Dick')] })];

  it('describes the API under the address at which it is served, without a key', async () => {
    const { ask, baseUrl } = await served(catalogs);
    const { status, headers, text } = await ask('/openapi.json');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const { openapi, servers, paths } = JSON.parse(text);
    expect({ openapi, servers }).toEqual({ openapi: '3.1.0', servers: [{ url: baseUrl }] });
    expect(Object.keys(paths)).toHaveLength(7);
  });

  it('is not sent again to whoever has it', async () => {
    const { ask } = await served(catalogs);
    const { headers } = await ask('/openapi.json');
    const again = await ask('/openapi.json', 'GET', { 'If-None-Match': String(headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('can only be read', async () => {
    const { ask } = await served(catalogs);
    expect((await ask('/openapi.json', 'POST')).status).toBe(405);
  });
});
