import { describe, expect, it } from 'vitest';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { startTestServer } from './test-server.js';

describe('/openapi.json', () => {
  const catalogs = [catalogOf({ titles: [book('1', 'Moby-Dick')] })];

  it('returns the description of the API with the address of the server, without an API key', async () => {
    const { send, baseUrl } = await startTestServer(catalogs);
    const { status, headers, text } = await send('/openapi.json');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const { openapi, servers, paths } = JSON.parse(text);
    expect({ openapi, servers }).toEqual({ openapi: '3.1.0', servers: [{ url: baseUrl }] });
    expect(Object.keys(paths)).toHaveLength(7);
  });

  it('returns 304 for a matching If-None-Match', async () => {
    const { send } = await startTestServer(catalogs);
    const { headers } = await send('/openapi.json');
    const again = await send('/openapi.json', 'GET', { 'If-None-Match': String(headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('returns 405 for POST', async () => {
    const { send } = await startTestServer(catalogs);
    expect((await send('/openapi.json', 'POST')).status).toBe(405);
  });
});
