import { describe, expect, it } from 'vitest';
import { createFetchHandler } from '../../src/browser/fetch-handler.js';
import { searchTitles } from '../../src/v1/search-titles.js';
import { book, catalogOf } from '../catalog/catalog-of.js';

const catalogs = [catalogOf({ titles: [book('a/b', 'Moby-Dick'), book('2', 'Typee')] })];
const handle = createFetchHandler({ catalogs });
const request = (path: string, method = 'GET') =>
  handle(new Request(`https://kiosk.example${path}`, { method }));

describe('createFetchHandler', () => {
  it('returns the result of searchTitles, with links under the origin of the request', async () => {
    const query = 'q=typee&library=harbour&metadata=1&api_key=demo';
    const response = request(`/v1/titles?${query}`);
    expect(response?.status).toBe(200);
    expect(response?.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const context = { baseUrl: 'https://kiosk.example' };
    const expected = searchTitles(catalogs, new URLSearchParams(query), context);
    expect(await response?.json()).toEqual(JSON.parse(JSON.stringify(expected)));
  });

  it('decodes a percent-encoded slash in an id', async () => {
    const response = request('/v1/titles/a%2Fb');
    expect(await response?.json()).toMatchObject({ title: { id: 'a/b', title: 'Moby-Dick' } });
  });

  it('reports in a header how it relaxed a query', () => {
    const response = request('/v1/titles?q=tyepe&library=harbour');
    expect(response?.headers.get('x-carrel-relaxed')).toBe('typos');
  });

  it('creates links under the option baseUrl', async () => {
    const handleWithBaseUrl = createFetchHandler({ catalogs, baseUrl: 'https://api.example.org' });
    const response = handleWithBaseUrl(new Request('https://kiosk.example/v1/titles/2'));
    const details_url = 'https://api.example.org/item/show/2';
    expect(await response?.json()).toMatchObject({ title: { details_url } });
  });

  it.each([
    [
      '/v1/titles',
      400,
      "parameter 'q': expected the words to search for, or * for every title, found nothing",
    ],
    ['/v1/titles/3', 404, "No title '3' found."],
    ['/v1/titles/%E9', 400, "path '/v1/titles/%E9': expected valid percent-encoded UTF-8"],
    ['/v1/branches', 404, "path '/v1/branches': expected an operation of the API, found none"],
  ])('responds to %s with status %d', async (path, status, message) => {
    const response = request(path);
    expect(response?.status).toBe(status);
    expect(await response?.json()).toEqual({ error: { message, request: path } });
  });

  it('responds to a HEAD request without a body', async () => {
    const response = request('/v1/titles/2', 'HEAD');
    expect(response?.status).toBe(200);
    expect(await response?.text()).toBe('');
  });

  it('rejects methods other than GET and HEAD', async () => {
    const response = request('/v1/titles/2', 'DELETE');
    expect(response?.status).toBe(405);
    expect(response?.headers.get('allow')).toBe('GET, HEAD');
    expect(await response?.json()).toMatchObject({
      error: { message: 'method: expected GET or HEAD, found DELETE' },
    });
  });

  it('returns undefined for a path outside the API', () => {
    expect(request('/index.html')).toBeUndefined();
    expect(request('/v10/titles')).toBeUndefined();
  });
});
