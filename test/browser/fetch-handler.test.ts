import { describe, expect, it } from 'vitest';
import { createFetchHandler } from '../../src/browser/fetch-handler.js';
import { searchTitles } from '../../src/v1/titles.js';
import { book, catalogOf } from '../catalog/catalog-of.js';

const catalogs = [catalogOf({ titles: [book('a/b', 'Moby-Dick'), book('2', 'Typee')] })];
const answer = createFetchHandler({ catalogs });
const ask = (path: string, method = 'GET') =>
  answer(new Request(`https://kiosk.example${path}`, { method }));

describe('a service worker', () => {
  it('answers what a server would, under its own origin', async () => {
    const query = 'q=typee&library=harbour&metadata=1&api_key=demo';
    const response = ask(`/v1/titles?${query}`);
    expect(response?.status).toBe(200);
    expect(response?.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const context = { baseUrl: 'https://kiosk.example' };
    const expected = searchTitles(catalogs, new URLSearchParams(query), context);
    expect(await response?.json()).toEqual(JSON.parse(JSON.stringify(expected)));
  });

  it('decodes the id in a path once', async () => {
    const response = ask('/v1/titles/a%2Fb');
    expect(await response?.json()).toMatchObject({ title: { id: 'a/b', title: 'Moby-Dick' } });
  });

  it('says how a misspelt query had to be taken', () => {
    const response = ask('/v1/titles?q=tyepe&library=harbour');
    expect(response?.headers.get('x-carrel-relaxed')).toBe('typos');
  });

  it('has the links of responses begin where it is told', async () => {
    const elsewhere = createFetchHandler({ catalogs, baseUrl: 'https://api.example.org' });
    const response = elsewhere(new Request('https://kiosk.example/v1/titles/2'));
    const details_url = 'https://api.example.org/item/show/2';
    expect(await response?.json()).toMatchObject({ title: { details_url } });
  });

  it.each([
    [
      '/v1/titles',
      400,
      "Parameter 'q' is missing; wanted the words to search for, or * for every title.",
    ],
    ['/v1/titles/3', 404, "No title '3' found."],
    ['/v1/titles/%E9', 400, "The path '/v1/titles/%E9' is not valid percent-encoding of UTF-8."],
    ['/v1/branches', 404, "There is nothing at '/v1/branches'; the API stands under /v1/."],
  ])('refuses %s with %d', async (path, status, message) => {
    const response = ask(path);
    expect(response?.status).toBe(status);
    expect(await response?.json()).toEqual({ error: { message, request: path } });
  });

  it('answers HEAD without a body', async () => {
    const response = ask('/v1/titles/2', 'HEAD');
    expect(response?.status).toBe(200);
    expect(await response?.text()).toBe('');
  });

  it('allows nothing but to read', async () => {
    const response = ask('/v1/titles/2', 'DELETE');
    expect(response?.status).toBe(405);
    expect(response?.headers.get('allow')).toBe('GET, HEAD');
    expect(await response?.json()).toMatchObject({
      error: { message: 'Method DELETE is not allowed; wanted GET or HEAD.' },
    });
  });

  it('leaves alone what is not of the API', () => {
    expect(ask('/index.html')).toBeUndefined();
    expect(ask('/v10/titles')).toBeUndefined();
  });
});
