import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createMeter, type Measurements } from '../../src/server/meter.js';
import { startServer } from '../../src/server/server.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { rawError, rawExchange, rawResponses } from '../http/raw-exchange.js';
import { startTestServer } from '../http/test-server.js';

const contents = Array.from({ length: 5_000 }, (_, n) => `${n} ${'whale '.repeat(300)}`);
const catalogs = [
  catalogOf({ titles: [book('1', 'Moby-Dick'), book('large', 'Large', { contents })] }),
];
const PATH = '/v1/titles/1?api_key=demo';
const LARGE = '/v1/titles/large?api_key=demo';
const GET = `GET ${PATH} HTTP/1.1\r\nHost: x\r\n`;

function startWithLimits(limits: Parameters<typeof startServer>[0]['limits']) {
  return startTestServer(catalogs, { limits });
}

describe('A slow client', () => {
  it.each([
    ['does not finish a head', `${GET}X: `],
    ['sends nothing', ''],
    ['does not finish a body', `${GET}Content-Length: 5\r\n\r\n`.replace('GET', 'POST')],
  ])('that %s gets 408', async (_what, begun) => {
    const { port } = await startWithLimits({ headSeconds: 1, requestSeconds: 1 });
    const responses = rawResponses(await rawExchange(port, begun));
    expect(responses.at(-1)?.status).toBe(408);
    expect(JSON.parse(responses.at(-1)?.body ?? '').error.message).toBe(
      'request: timed out before all of it was received',
    );
  });

  it('that sends no further request loses its idle connection', async () => {
    const { port } = await startWithLimits({ idleSeconds: 0.1 });
    const startedAt = performance.now();
    const [response, ...others] = rawResponses(await rawExchange(port, `${GET}\r\n`, 30_000));
    expect(response.status).toBe(200);
    expect(others).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  it('that does not read its response loses its connection, so that another request is answered', async () => {
    const meter = createMeter();
    const limits = { responseSeconds: 2, requestsInFlight: 1 };
    const { port, send } = await startTestServer(catalogs, { limits, meter });
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    const closed = once(socket, 'close');
    socket.write(`GET ${LARGE} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(socket, 'readable');
    const refused = await send(PATH);
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('1');
    expect(JSON.parse(refused.text).error.message).toBe(
      'requests in flight: expected at most 1, found more; retry after 1 s',
    );
    while (meter.inFlight > 0) await delay(20);
    expect((await send(PATH)).status).toBe(200);
    socket.resume();
    await closed;
  });
});

describe('A client that disconnects', () => {
  it.each([1, 3])('with unread responses (%i) leaves no request in flight', async (count) => {
    const meter = createMeter();
    const { port, send } = await startTestServer(catalogs, { meter });
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${LARGE} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(count));
    while (meter.inFlight < count) await delay(5);
    socket.resetAndDestroy();
    while (meter.inFlight > 0) await delay(5);
    expect((await send(PATH)).status).toBe(200);
    expect(meter.measurements().operations.getTitle.statuses).toEqual({ 200: count + 1 });
  });

  it('before its metrics are ready leaves no request in flight', async () => {
    const meter = createMeter();
    let resolveMeasurements: (measurements: Measurements[]) => void = () => {};
    const measurements = new Promise<Measurements[]>((resolve) => {
      resolveMeasurements = resolve;
    });
    let resolveMeasuring = () => {};
    const measuring = new Promise<void>((resolve) => {
      resolveMeasuring = resolve;
    });
    const measure = () => {
      resolveMeasuring();
      return measurements;
    };
    const { port } = await startTestServer(catalogs, { meter, measure });
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n');
    await measuring;
    socket.resetAndDestroy();
    await delay(50);
    resolveMeasurements([meter.measurements()]);
    const statuses = () => meter.measurements().operations.monitoring?.statuses ?? {};
    while (Object.keys(statuses()).length === 0 || meter.inFlight > 0) await delay(5);
    expect(statuses()).toEqual({ 200: 1 });
  });
});

describe('A client that sends a large request', () => {
  it('gets 414 for a path and query above the limit', async () => {
    const { send } = await startWithLimits({ urlBytes: 300 });
    const path = `${PATH}&x=`.padEnd(300, 'x');
    expect((await send(path)).status).toBe(200);
    const { status, text } = await send(`${path}x`);
    expect([status, JSON.parse(text)]).toEqual([
      414,
      { error: { message: 'path and query: expected at most 300 bytes, found 301', request: '' } },
    ]);
  });

  it.each([
    ['with one long header', `X: ${'x'.repeat(3000)}\r\n`],
    ['with many headers', 'X: x\r\n'.repeat(2000)],
    ['with a very long header', `X: ${'x'.repeat(3_000_000)}\r\n`],
  ])('%s gets 431', async (_how, headers) => {
    const { port } = await startWithLimits({ headBytes: 2048 });
    const { status, message } = rawError(await rawExchange(port, `${GET}${headers}\r\n`));
    expect([status, message]).toEqual([
      431,
      'request head: expected at most 2048 bytes, found more',
    ]);
  });

  it('with many tiny headers below the limit gets a response', async () => {
    const { port } = await startTestServer(catalogs);
    const head = `GET ${PATH} HTTP/1.1\r\n${'a:\r\n'.repeat(3000)}Host: x\r\n`;
    const responses = rawResponses(await rawExchange(port, `${head}Connection: close\r\n\r\n`));
    expect(responses.map(({ status }) => status)).toEqual([200]);
  });

  it('with a body gets a response and keeps its connection', async () => {
    const { port } = await startTestServer(catalogs);
    const body = `Content-Length: 100000\r\n\r\n${'x'.repeat(100_000)}`;
    const chunked = 'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n';
    const last = `${GET}Connection: close\r\n\r\n`;
    const bytes = await rawExchange(port, `${GET}${body}${GET}${chunked}${last}`);
    expect(rawResponses(bytes).map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe('A client that exceeds a limit', () => {
  it('on requests per second gets 429, but only for its API key', async () => {
    const limits = { requestsPerSecond: 2 };
    const { send } = await startTestServer(catalogs, { limits, apiKeys: ['demo', 'other'] });
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => send(PATH)));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0].headers['retry-after']).toBe('1');
    expect(JSON.parse(refused[0].text).error.message).toBe(
      'requests per second with this API key: expected at most 2, found more; retry after 1 s',
    );
    expect((await send(PATH.replace('demo', 'other'))).status).toBe(200);
    expect((await send(PATH.replace('demo', 'none'))).status).toBe(403);
  });

  it('on requests per connection gets Connection: close', async () => {
    const { port } = await startWithLimits({ requestsPerConnection: 2 });
    const responses = rawResponses(await rawExchange(port, `${GET}\r\n`.repeat(4)));
    expect(responses.map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'close']);
  });

  it('on connections loses its new connection', async () => {
    const { port } = await startWithLimits({ connections: 1 });
    const first = connect(port, '127.0.0.1');
    await once(first, 'connect');
    expect(await rawExchange(port, `${GET}\r\n`)).toHaveLength(0);
    first.destroy();
  });
});

describe('A server with open: true', () => {
  it('accepts requests without a key, and keeps a given key in links', async () => {
    const { send } = await startTestServer(catalogs, { open: true, apiKeys: [] });
    expect((await send('/v1/titles/1')).status).toBe(200);
    const search = '/v1/titles?q=*&library=harbour&metadata=1';
    expect((await send(search)).text).not.toContain('api_key');
    expect((await send(`${search}&api_key=x%26y`)).text).toContain('api_key=x%26y');
  });

  it.each([
    ['localhost', 200],
    ['LocalHost.:9999', 200],
    ['127.0.0.1:8080', 200],
    ['[::1]:8080', 200],
    ['catalog.example.org', 200],
    ['rebound.example.org', 421],
    ['127.0.0.1.example.org', 421],
    ['catalog.example.org.example.com', 421],
    ['192.0.2.1', 421],
  ])('answers a request for the host %j with %i', async (host, status) => {
    const baseUrl = 'https://catalog.example.org';
    const open = await startTestServer(catalogs, { open: true, apiKeys: [], baseUrl });
    for (const path of ['/v1/titles/1', '/healthz', '/metrics']) {
      expect((await open.send(path, 'GET', { Host: host })).status).toBe(status);
    }
    const other = await startTestServer(catalogs, { baseUrl });
    expect((await other.send(PATH, 'GET', { Host: host })).status).toBe(200);
    if (status === 200) return;
    const { text } = await open.send('/v1/titles/1', 'GET', { Host: host });
    expect(JSON.parse(text).error.message).toBe(
      `header 'Host': expected localhost, a loopback address or 'catalog.example.org' on an open server, found '${host}'`,
    );
  });

  it.each(['127.0.0.1', '127.9.9.9', 'localhost', 'LOCALHOST'])(
    'may listen on %s',
    async (host) => {
      const server = await startServer({ catalogs, apiKeys: [], open: true, port: 0, host });
      await server.close();
    },
  );

  it.each(['0.0.0.0', '::', '', '192.0.2.1', 'example.org', '128.0.0.1'])(
    'may not listen on %j',
    async (host) => {
      const options = { catalogs, apiKeys: [], open: true, port: 0, host };
      await expect(startServer(options)).rejects.toThrow(
        `host: expected 127.0.0.1, ::1 or localhost for an open server, found '${host}'`,
      );
    },
  );
});
