import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { SORTS } from '../../src/catalog/sort-keys.js';
import { createSite } from '../../src/cli/serve/create-site.js';
import { openCatalog } from '../../src/snapshot/file/open-catalog.js';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { createFetchHandler } from '../../src/web/fetch-handler.js';
import { sendRequest } from '../http/test-server.js';
import { SEED } from '../random-seed.js';
import { DEMO } from '../shared-data.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { compile, start } from './compiled.js';

/** How long requests are sent. `.ci/nightly` sends them for a minute. */
const SECONDS = Number(process.env.CARREL_FUZZING_SECONDS ?? 3);

/** The number of requests that are sent at the same time. */
const MAX_REQUESTS = 6;

const WORDS =
  `whale moby dick sea alice twain austen "the sea" * NOT OR AND ( ) author:twain title:wha* whlae dickens
  ebook french 9780142437247 Æneid 漢字 ÿ <b> " ' % & + # ../ \u0000 \ud800`.split(/\s+/);
const IDS = ['0000001101', '0000001102', '1001', '500101', 'none', 'a/b', '%2F', '', '%', '%C3%A9'];
const NARROWINGS = ['title_format', 'language', 'author', 'subject', 'available_at', 'audience'];

const text = fc
  .array(fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: 'binary', maxLength: 5 })), {
    maxLength: 5,
  })
  .map((words) => words.join(' '));

const number = fc.oneof(fc.integer({ min: -1, max: 130 }).map(String), text);

const parameter = fc.oneof(
  fc.tuple(fc.constant('q'), text),
  fc.tuple(fc.constant('search_type'), fc.constantFrom('keyword', 'author', 'custom', 'tag', 'x')),
  fc.tuple(fc.constant('sort'), fc.constantFrom('relevancy', ...SORTS, '-title')),
  fc.tuple(fc.constantFrom('limit', 'page', 'facet_limit'), number),
  fc.tuple(fc.constant('metadata'), fc.constantFrom('1', '0', 'true', '')),
  fc.tuple(fc.constant('locale'), fc.constantFrom('fr-CA', 'de-DE', 'zh-CN', 'xx')),
  fc.tuple(fc.constantFrom(...NARROWINGS), fc.constantFrom('BK', 'EBOOK', 'English', 'any', '')),
  fc.tuple(
    fc.constantFrom('title', 'user', 'type', 'facet', 'prefix', 'ids'),
    fc.constantFrom(...IDS),
  ),
  fc.tuple(fc.constantFrom('operation', 'version', 'query', 'scanClause'), text),
);

const path = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('/v1/titles', '/search', '/v1/user_content') },
  fc
    .tuple(
      fc.constantFrom('/v1/titles/', '/v1/lists/', '/item/show/', '/v1/sessions/', '/v1/users/'),
      fc.constantFrom(...IDS),
      fc.constantFrom('', '', '/lists', '/user_content', '/x'),
    )
    .map((parts) => parts.join('')),
  fc.constantFrom('/', '/help', '/advanced', '/browse/author', '/search/author', '/lists', '/list'),
  fc.constantFrom(
    '/sru',
    '/opds',
    '/opds/search',
    '/robots.txt',
    '/openapi.json',
    '/v1',
    '/nothing',
  ),
);

/** The path and query of a request, with the parameters that most requests need. */
const requests = fc
  .tuple(path, fc.array(parameter, { maxLength: 5 }), fc.boolean())
  .map(([to, parameters, isComplete]) => {
    const query = new URLSearchParams(parameters);
    if (isComplete) {
      query.set('library', 'alderwick');
      if (to.startsWith('/v1')) query.set('api_key', 'k');
      if (!query.has('q')) query.set('q', 'sea');
    }
    return `${to}?${query}`;
  });

beforeAll(compile, 120_000);

it('A server with two threads answers random requests with the bytes of the fetch handler', async () => {
  const file = `${scratchDirectory()}/alderwick.snapshot`;
  await buildSnapshot(`${DEMO}/alderwick`, file);
  const args = [
    'serve',
    file,
    '--api-key',
    'k',
    '--port',
    '0',
    '--workers',
    '2',
    '--accept-shrink',
  ];
  const server = await start('carrel.js', args, /Serving/);
  const origin = `http://127.0.0.1:${server.port}`;
  const site = await createSite({ pages: true, kiosk: {} });
  const handle = createFetchHandler({ catalogs: [openCatalog(file)], apiKeys: ['k'], site });
  const answer = async (request: string) => {
    const response = handle(new Request(origin + request));
    if (response === undefined) return undefined;
    return [response.status, response.headers.get('etag'), await response.text()];
  };
  const statuses = new Map<number, number>();
  const endsAt = performance.now() + SECONDS * 1000;
  await fc.assert(
    fc.asyncProperty(
      fc.array(requests, { minLength: 1, maxLength: MAX_REQUESTS }),
      async (together) => {
        const replies = await Promise.all(
          together.map((request) => sendRequest(server.port, request)),
        );
        for (const [i, { status, headers, text }] of replies.entries()) {
          const expected = await answer(together[i]);
          // The fetch handler leaves paths outside the API and the pages to its caller.
          if (expected === undefined) expect(status).toBe(404);
          else expect([status, headers.etag ?? null, text]).toEqual(expected);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      },
    ),
    {
      seed: SEED,
      numRuns: Number.MAX_SAFE_INTEGER,
      interruptAfterTimeLimit: endsAt - performance.now(),
    },
  );
  for (const status of [200, 400, 404]) expect(statuses.get(status)).toBeGreaterThan(0);
  expect(await server.stop('SIGTERM')).toEqual({ status: 0, stderr: '' });
});
