import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createMeter, type Measurements } from '../../src/http/meter.js';
import { startServer } from '../../src/http/server.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { rawError, rawExchange, rawResponses } from './raw-exchange.js';
import { served } from './served.js';

const contents = Array.from({ length: 5_000 }, (_, n) => `${n} ${'whale '.repeat(300)}`);
const catalogs = [
  catalogOf({ titles: [book('1', 'Moby-Dick'), book('large', 'Large', { contents })] }),
];
const PATH = '/v1/titles/1?api_key=demo';
const LARGE = '/v1/titles/large?api_key=demo';
const GET = `GET ${PATH} HTTP/1.1\r\nHost: x\r\n`;

function withLimits(limits: Parameters<typeof startServer>[0]['limits']) {
  return served(catalogs, { limits });
}

describe('a client that is slow', () => {
  it.each([
    ['a head', `${GET}X: `],
    ['anything at all', ''],
    ['a body', `${GET}Content-Length: 5\r\n\r\n`.replace('GET', 'POST')],
  ])('to send %s is told so, and its connection is closed', async (_what, begun) => {
    const { port } = await withLimits({ headSeconds: 1, requestSeconds: 1 });
    const responses = rawResponses(await rawExchange(port, begun));
    expect(responses.at(-1)?.status).toBe(408);
    expect(JSON.parse(responses.at(-1)?.body ?? '').error.message).toBe(
      'The request did not come in time.',
    );
  });

  it('to ask again on its connection finds it closed', async () => {
    const { port } = await withLimits({ idleSeconds: 0.1 });
    const [response, ...others] = rawResponses(await rawExchange(port, `${GET}\r\n`));
    expect(response.status).toBe(200);
    expect(others).toEqual([]);
  });

  it('to read a response loses its connection, and makes room for others', async () => {
    const meter = createMeter();
    const limits = { responseSeconds: 2, requestsInFlight: 1 };
    const { port, ask } = await served(catalogs, { limits, meter });
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    const closed = once(socket, 'close');
    socket.write(`GET ${LARGE} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(socket, 'readable');
    const refused = await ask(PATH);
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('1');
    expect(JSON.parse(refused.text).error.message).toBe(
      'The server has more requests than it can answer; ask again in 1 s.',
    );
    while (meter.inFlight > 0) await delay(20);
    expect((await ask(PATH)).status).toBe(200);
    socket.resume();
    await closed;
  });
});

describe('a client that goes away', () => {
  it.each([1, 3])('before it has read its %i responses leaves none in flight', async (asked) => {
    const meter = createMeter();
    const { port, ask } = await served(catalogs, { meter });
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${LARGE} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(asked));
    while (meter.inFlight < asked) await delay(5);
    socket.resetAndDestroy();
    while (meter.inFlight > 0) await delay(5);
    expect((await ask(PATH)).status).toBe(200);
    expect(meter.measurements().operations.getTitle.statuses).toEqual({ 200: asked + 1 });
  });

  it('before its metrics are there leaves none in flight', async () => {
    const meter = createMeter();
    let give: (measured: Measurements[]) => void = () => {};
    const measured = new Promise<Measurements[]>((resolve) => {
      give = resolve;
    });
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const measure = () => {
      asked();
      return measured;
    };
    const { port } = await served(catalogs, { meter, measure });
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n');
    await isAsked;
    socket.resetAndDestroy();
    await delay(50);
    give([meter.measurements()]);
    const statuses = () => meter.measurements().operations.monitoring?.statuses ?? {};
    while (Object.keys(statuses()).length === 0 || meter.inFlight > 0) await delay(5);
    expect(statuses()).toEqual({ 200: 1 });
  });
});

describe('a client that sends too much', () => {
  it('is told how long a path and query may be', async () => {
    const { ask } = await withLimits({ urlBytes: 300 });
    const path = `${PATH}&x=`.padEnd(300, 'x');
    expect((await ask(path)).status).toBe(200);
    const { status, text } = await ask(`${path}x`);
    expect([status, JSON.parse(text)]).toEqual([
      414,
      { error: { message: 'The path and query are longer than 300 bytes.', request: '' } },
    ]);
  });

  it.each([
    ['in one header', `X: ${'x'.repeat(3000)}\r\n`],
    ['in many headers', 'X: x\r\n'.repeat(2000)],
    ['and goes on for long', `X: ${'x'.repeat(3_000_000)}\r\n`],
  ])('%s is told how large a head may be', async (_how, headers) => {
    const { port } = await withLimits({ headBytes: 2048 });
    const { status, message } = rawError(await rawExchange(port, `${GET}${headers}\r\n`));
    expect([status, message]).toEqual([431, 'The head of the request is longer than 2048 bytes.']);
  });

  it('that is small, in very many headers, is answered all the same', async () => {
    const { port } = await served(catalogs);
    const head = `GET ${PATH} HTTP/1.1\r\n${'a:\r\n'.repeat(3000)}Host: x\r\n`;
    const responses = rawResponses(await rawExchange(port, `${head}Connection: close\r\n\r\n`));
    expect(responses.map(({ status }) => status)).toEqual([200]);
  });

  it('in a body is answered as if there were none, and may ask again', async () => {
    const { port } = await served(catalogs);
    const body = `Content-Length: 100000\r\n\r\n${'x'.repeat(100_000)}`;
    const chunked = 'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n';
    const last = `${GET}Connection: close\r\n\r\n`;
    const bytes = await rawExchange(port, `${GET}${body}${GET}${chunked}${last}`);
    expect(rawResponses(bytes).map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe('a client that asks too often', () => {
  it('with one API key is told when to ask again, others are not', async () => {
    const limits = { requestsPerSecond: 2 };
    const { ask } = await served(catalogs, { limits, apiKeys: ['demo', 'other'] });
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => ask(PATH)));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0].headers['retry-after']).toBe('1');
    expect(JSON.parse(refused[0].text).error.message).toBe(
      'There are too many requests with this API key; ask again in 1 s.',
    );
    expect((await ask(PATH.replace('demo', 'other'))).status).toBe(200);
    expect((await ask(PATH.replace('demo', 'none'))).status).toBe(403);
  });

  it('on one connection finds it closed after a response that says so', async () => {
    const { port } = await withLimits({ requestsPerConnection: 2 });
    const responses = rawResponses(await rawExchange(port, `${GET}\r\n`.repeat(4)));
    expect(responses.map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'close']);
  });

  it('on more connections than there may be finds the last one closed', async () => {
    const { port } = await withLimits({ connections: 1 });
    const first = connect(port, '127.0.0.1');
    await once(first, 'connect');
    expect(await rawExchange(port, `${GET}\r\n`)).toHaveLength(0);
    first.destroy();
  });
});

describe('a server that needs no key', () => {
  it('answers everybody, and links with the key that they gave', async () => {
    const { ask } = await served(catalogs, { open: true, apiKeys: [] });
    expect((await ask('/v1/titles/1')).status).toBe(200);
    const search = '/v1/titles?q=*&library=harbour&metadata=1';
    expect((await ask(search)).text).not.toContain('api_key');
    expect((await ask(`${search}&api_key=x%26y`)).text).toContain('api_key=x%26y');
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
        `A server that is open to everybody listens on 127.0.0.1, ::1 or localhost only; the host is '${host}'.`,
      );
    },
  );
});
