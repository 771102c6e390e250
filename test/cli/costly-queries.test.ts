import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { GENERATED_LIBRARY, generateTitles } from '../../bench/generated-catalog.js';
import {
  type HostileQuery,
  hostileQueries,
  queriesOf,
} from '../../bench/queries/hostile-queries.js';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { sendRequest } from '../http/test-server.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { compile, start } from './compiled.js';

beforeAll(compile);

/** The number of clients that send costly queries at the same time. */
const CLIENTS = 8;
/**
 * The maximum number of queries that are answered before a check that is sent at the same time. Each client waits for
 * the answer to one query before it sends the next.
 */
const MAX_QUERIES_BEFORE_CHECK = 4 * CLIENTS;

function addressOf({ q, type, params }: HostileQuery): string {
  const search = new URLSearchParams({ q, library: GENERATED_LIBRARY.id, api_key: 'k', ...params });
  if (type === 'suggest') return `/suggest?${search}`;
  search.set('search_type', type);
  search.set('metadata', '1');
  return `/v1/titles?${search}`;
}

it('A server answers /healthz and /metrics between costly queries', async () => {
  const titles = [...generateTitles(8_000)];
  const file = join(scratchDirectory(), 'generated.snapshot');
  await buildSnapshot({ library: GENERATED_LIBRARY, titles }, file);
  const queries = hostileQueries(titles).flatMap((family) => queriesOf(family));
  const waiting = queries.map(addressOf);
  const total = waiting.length;
  const args = ['serve', file, '--api-key', 'k', '--port', '0', '--kiosk', '--accept-shrink'];
  const server = await start('carrel.js', args, /Serving/);

  const statuses = new Map<number, number>();
  let answered = 0;
  const sendQueries = async () => {
    for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
      const { status } = await sendRequest(server.port, address);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      answered++;
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, sendQueries));
  let checks = 0;
  while (answered < total) {
    for (const address of ['/healthz', '/metrics']) {
      const before = answered;
      expect((await sendRequest(server.port, address)).status).toBe(200);
      expect(answered - before).toBeLessThanOrEqual(MAX_QUERIES_BEFORE_CHECK);
      checks++;
    }
  }
  await clients;
  expect(checks).toBeGreaterThanOrEqual(total / MAX_QUERIES_BEFORE_CHECK);
  expect([...statuses.keys()].sort()).toEqual([200, 400]);
  expect(statuses.get(200)).toBeGreaterThan(total / 2);
  expect(await server.stop('SIGTERM')).toEqual({ status: 0, stderr: '' });
}, 600_000);
