import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/catalog/catalog.js';
import { createMeter } from '../../src/server/meter.js';
import { type Answer, createAnswer, readCall } from '../../src/web/answer.js';
import { representUncompressed } from '../../src/web/representation.js';
import { createResponseCache, withCache } from '../../src/web/response-cache.js';
import type { WebResponse } from '../../src/web/web-request.js';
import { book, catalogOf } from '../catalog/catalog-of.js';

const answer = createAnswer(representUncompressed);

it('The size of the cache includes its keys', () => {
  const { cache: measurements } = createMeter();
  const cache = createResponseCache(8000, measurements);
  const catalogs: readonly Catalog[] = [];
  const keys = ['a', 'b'].map((letter) => letter.repeat(2000));
  for (const key of keys) {
    expect(cache.get(catalogs, 'getTitle', key)).toBe(undefined);
    cache.set(catalogs, 'getTitle', key, { status: 200, headers: {}, body: new Uint8Array(10) });
  }
  expect(keys.map((key) => cache.get(catalogs, 'getTitle', key) !== undefined)).toEqual([
    false,
    true,
  ]);
  expect(measurements.entries).toBe(1);
  expect(measurements.bytes).toBeGreaterThan(2 * 2000);
});

const created = '2026-11-01T00:00:00Z';

const CATALOG = catalogOf({
  titles: [book('1', 'Moby-Dick'), book('2', 'Typee')],
  users: [{ id: 7, name: 'ishmael' }],
  userContent: [
    {
      user: 7,
      title: '1',
      content: [{ content_type: { id: 'COMMENT' }, updated: created, content_data: 'Long' }],
    },
  ],
  lists: [
    {
      id: 'l1',
      name: 'Whales',
      user: 7,
      created,
      updated: created,
      list_items: [{ list_item_type: 'title', title: '1' }],
    },
  ],
});

const PATHS = [
  '/v1/titles?q=moby&library=harbour&metadata=1',
  '/v1/titles/1',
  '/v1/user_content?library=harbour&metadata=1',
  '/v1/users/7/user_content?metadata=1',
  '/v1/lists/l1',
  '/v1/users/7/lists?metadata=1',
];

const PARTS = ['titles', 'users', 'userContent', 'lists', 'sessions'] as const;
type Part = (typeof PARTS)[number];

/** Returns a catalog with a part that equals the part of another catalog, but is another object. */
function withChanged(catalog: Catalog, part: Part): Catalog {
  return { ...catalog, [part]: Object.create(catalog[part]) };
}

/** Calls an operation of the API, with a cache or without. */
function request(originalUrl: string, catalog: Catalog, run: Answer = answer): WebResponse {
  const [path, query] = originalUrl.split('?');
  const baseUrl = 'http://localhost';
  const request = { method: 'GET', path, query: query ?? '', originalUrl, headers: {}, baseUrl };
  return run(request, [catalog], readCall(request)) as WebResponse;
}

/** Returns whether an operation reads a part of a catalog. */
function reads(path: string, part: Part): boolean {
  let isRead = false;
  request(path, {
    ...CATALOG,
    get [part]() {
      isRead = true;
      return CATALOG[part];
    },
  });
  return isRead;
}

describe('After a change of one part of a catalog', () => {
  it.each(PARTS)('%s, exactly the responses that were read from it are dropped', (part) => {
    const { cache: measurements } = createMeter();
    const run = withCache(answer, createResponseCache(1 << 20, measurements));
    const hitsOf = (path: string, catalog: Catalog) => {
      const { hits } = measurements;
      request(path, catalog, run);
      return measurements.hits - hits;
    };
    for (const path of PATHS) expect(hitsOf(path, CATALOG)).toBe(0);
    for (const path of PATHS) expect(hitsOf(path, CATALOG)).toBe(1);
    const changed = withChanged(CATALOG, part);
    const kept = PATHS.filter((path) => hitsOf(path, changed) === 1);
    expect(kept).toEqual(PATHS.filter((path) => !reads(path, part)));
    expect(measurements.entries).toBe(PATHS.length);
  });
});

it('Requests that differ only in an extra field have different cached responses', () => {
  const catalog = catalogOf({
    library: {
      extra_fields: [
        { name: 'shelf', from: 'extra.shelf', narrowing: true, names: { en: 'Shelf' } },
      ],
    },
    titles: [book('1', 'Emma', { extra: { shelf: 'A' } }), book('2', 'Omoo')],
  });
  const { cache } = createMeter();
  const run = withCache(answer, createResponseCache(1 << 20, cache));
  const path = '/v1/titles?q=*&library=harbour';
  const counts: unknown[] = [];
  for (const narrowing of ['', '&shelf=A', '&shelf=B', '&other=A']) {
    const { body } = request(`${path}${narrowing}`, catalog, run);
    counts.push(JSON.parse(Buffer.from(body ?? '').toString()).count);
  }
  expect(counts).toEqual([2, 1, 0, 2]);
});
