import { describe, expect, it } from 'vitest';
import { createMeter } from '../../../src/server/meter.js';
import { ApiError } from '../../../src/v1/api-error.js';
import { HttpError } from '../../../src/web/error-response.js';
import type { WebRequest, WebResponse } from '../../../src/web/web-request.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { startTestServer } from '../../http/test-server.js';

const catalogs = [catalogOf({ titles: [book('1', 'Typee')] })];
const BODY: WebResponse = { status: 200, headers: {}, body: '{}' };

/** Starts a server whose requests are answered by the test. */
async function startWithThreads(onError?: (error: unknown) => void) {
  const meter = createMeter();
  const waiting: { resolve(response?: WebResponse): void; reject(error: Error): void }[] = [];
  const threads = {
    answer: ({ path }: WebRequest) =>
      path === '/nothing'
        ? Promise.resolve(undefined)
        : new Promise<WebResponse | undefined>((resolve, reject) => {
            waiting.push({ resolve, reject });
          }),
    warmUp: async () => {},
  };
  const limits = { requestsInFlight: 2 };
  const more = onError && { onError };
  const site = () => undefined;
  const options = { open: true, threads, meter, limits, site, cacheSize: 0, ...more };
  const { send } = await startTestServer(catalogs, options);
  const waitFor = async (count: number) => {
    while (waiting.length < count) await new Promise(setImmediate);
    return waiting.splice(0);
  };
  return { send, waitFor, meter };
}

describe('While threads answer no requests', () => {
  it('a program on the same machine is known by its API key', async () => {
    const clients: unknown[] = [];
    const answer = async ({ client }: WebRequest) => {
      clients.push(client);
      return BODY;
    };
    const threads = { answer, warmUp: async () => {} };
    const { send } = await startTestServer(catalogs, {
      apiKeys: ['one', 'two'],
      threads,
      cacheSize: 0,
    });
    for (const key of ['one', 'two']) await send(`/v1/titles/1?api_key=${key}`);
    expect(clients).toEqual(['one', 'two']);
  });

  it('the limits apply to the requests of all threads together', async () => {
    const limits = { clientRequestsPerSecond: 2 };
    const threads = { answer: async () => BODY, warmUp: async () => {} };
    const { send } = await startTestServer(catalogs, {
      open: true,
      threads,
      limits,
      trustedProxies: ['127.0.0.1'],
    });
    const headers = { 'X-Forwarded-For': '192.0.2.1' };
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await send('/v1/titles/1', 'GET', headers)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('waiting requests count as in flight, and monitoring is answered', async () => {
    const errors: unknown[] = [];
    const { send, waitFor, meter } = await startWithThreads((error) => errors.push(error));
    const answers = [send('/v1/titles/1'), send('/v1/titles/1')];
    const waiting = await waitFor(2);
    expect(meter.inFlight).toBe(2);
    expect((await send('/v1/titles/1')).status).toBe(503);
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect((await send(path)).status).toBe(200);
    }
    for (const { resolve } of waiting) resolve(BODY);
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    expect(meter.inFlight).toBe(0);
  });
});

describe('An error of a thread', () => {
  it.each([
    [new HttpError(503, 'busy', { 'Retry-After': '1' }), 503, 'busy'],
    [new ApiError('title_not_found', "No title '1' found."), 404, "No title '1' found."],
    [new ApiError('query_too_costly', 'too costly'), 400, 'too costly'],
    [new TypeError('x'), 500, 'server: internal error; the log of the server may have details'],
  ])('%s has the shape of the API', async (error, status, message) => {
    const errors: unknown[] = [];
    const { send, waitFor, meter } = await startWithThreads((error) => errors.push(error));
    const answer = send('/v1/titles/1');
    const [{ reject }] = await waitFor(1);
    reject(error);
    const { text, ...reply } = await answer;
    expect(reply.status).toBe(status);
    expect(errors).toEqual(status === 500 ? [error] : []);
    expect(JSON.parse(text)).toEqual({ error: { message, request: '/v1/titles/1' } });
    expect(reply.headers['retry-after']).toBe(status === 503 ? '1' : undefined);
    expect(meter.measurements().refusals['query-cost']).toBe(status === 400 ? 1 : undefined);
  });

  it('and a page that no thread has', async () => {
    const { send } = await startWithThreads();
    expect((await send('/nothing')).status).toBe(404);
  });
});
