import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKiosk } from '../../src/kiosk/create-kiosk.js';
import {
  createRateLimiter,
  DEFAULT_LIMITS,
  type Limits,
  withDefaults,
} from '../../src/server/limits.js';
import { createLog } from '../../src/server/log.js';
import { createMeter } from '../../src/server/meter.js';
import { startServer } from '../../src/server/server.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { rawError, rawExchange, rawResponses } from '../http/raw-exchange.js';
import { startTestServer, type TestServer } from '../http/test-server.js';

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

it('A limit that is undefined has its default', () => {
  expect(withDefaults({ responseSeconds: undefined, urlBytes: 7 })).toEqual({
    ...DEFAULT_LIMITS,
    urlBytes: 7,
  });
});

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

  it.each(['0.0.0.0', '::', '192.0.2.1', 'example.org', '128.0.0.1'])(
    'may not listen on %j',
    async (host) => {
      const options = { catalogs, apiKeys: [], open: true, port: 0, host };
      await expect(startServer(options)).rejects.toThrow(
        `host: expected 127.0.0.1, ::1 or localhost for an open server, found '${host}'`,
      );
    },
  );
});

/** Starts a server behind a proxy on this machine, with limits. */
function startBehindProxy(limits: Partial<Limits>): Promise<TestServer> {
  const site = createKiosk();
  return startTestServer(catalogs, { limits, site, trustedProxies: ['127.0.0.0/8'] });
}

/** Sends requests one after another, each forwarded for a client, and returns the statuses. */
async function statuses({ send }: TestServer, path: string, client: string, count: number) {
  const all: number[] = [];
  for (let i = 0; i < count; i++) {
    all.push((await send(path, 'GET', { 'X-Forwarded-For': client })).status);
  }
  return all;
}

describe('A client behind a proxy that exceeds its limit', () => {
  it.each([PATH, '/help', '/openapi.json'])(
    'on requests per second gets 429 for %s, unlike other clients',
    async (path) => {
      const server = await startBehindProxy({ clientRequestsPerSecond: 0.001 });
      expect(await statuses(server, path, '192.0.2.1', 2)).toEqual([200, 429]);
      expect(await statuses(server, path, '192.0.2.2', 1)).toEqual([200]);
      const headers = { 'X-Forwarded-For': '192.0.2.2' };
      const refused = await server.send(path, 'GET', headers);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(900);
      expect(JSON.parse(refused.text).error).toEqual({
        message: expect.stringMatching(
          /^requests per second of this client: expected at most 0\.001, found more; retry after \d+ s$/,
        ),
        request: path,
      });
      expect(await statuses(server, '/healthz', '192.0.2.1', 2)).toEqual([200, 200]);
    },
  );

  it.each(['127.0.0.1', '::1', '127.0.0.1, 127.0.0.2', 'unknown'])(
    'gets 429 when X-Forwarded-For is %s',
    async (client) => {
      const server = await startBehindProxy({ clientRequestsPerSecond: 0.001 });
      expect(await statuses(server, PATH, client, 2)).toEqual([200, 429]);
    },
  );

  it('shares the limit with all addresses of its IPv6 /64 network', async () => {
    const server = await startBehindProxy({ clientRequestsPerSecond: 0.001 });
    expect(await statuses(server, PATH, '2001:db8:0:1::1', 1)).toEqual([200]);
    expect(await statuses(server, PATH, '2001:db8:0:1:ffff::2', 1)).toEqual([429]);
    expect(await statuses(server, PATH, '2001:db8:0:2::1', 1)).toEqual([200]);
  });

  it.each([
    ['client', { clientRequestsInFlight: 2 }, 'requests in flight of this client'],
    ['key', { keyRequestsInFlight: 2 }, 'requests in flight with this API key'],
  ])('on requests in flight of the %s gets 429', async (what, limits, message) => {
    const meter = createMeter();
    const trustedProxies = ['127.0.0.1'];
    const server = await startTestServer(catalogs, { limits, meter, trustedProxies });
    const sockets = [1, 2].map(() => connect(server.port, '127.0.0.1'));
    for (const socket of sockets) {
      socket.on('error', () => {});
      socket.write(
        'GET /v1/titles/large?api_key=demo HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n',
      );
      await once(socket, 'readable');
    }
    const send = (client: string, key: string) =>
      server.send(`/v1/titles/1?api_key=${key}`, 'GET', { 'X-Forwarded-For': client });
    const refused = await send('192.0.2.1', 'demo');
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    expect(JSON.parse(refused.text).error.message).toBe(
      `${message}: expected at most 2, found more; retry after 1 s`,
    );
    const isByKey = what === 'key';
    expect((await send('192.0.2.2', 'demo')).status).toBe(isByKey ? 429 : 200);
    const other = encodeURIComponent('sésame & öffne');
    expect((await send('192.0.2.1', other)).status).toBe(isByKey ? 200 : 429);
    for (const socket of sockets) socket.destroy();
    while (meter.inFlight > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect((await send('192.0.2.1', 'demo')).status).toBe(200);
  });

  it('on unknown API keys gets 429 for every key, so that no key can be guessed', async () => {
    const server = await startBehindProxy({ clientFailedKeysPerMinute: 3 });
    const wrong = PATH.replace('demo', 'guess');
    const none = '/v1/titles/1';
    expect(await statuses(server, none, '192.0.2.1', 5)).toEqual([403, 403, 403, 403, 403]);
    expect(await statuses(server, PATH, '192.0.2.1', 5)).toEqual([200, 200, 200, 200, 200]);
    expect(await statuses(server, wrong, '192.0.2.1', 4)).toEqual([403, 403, 403, 429]);
    expect(await statuses(server, PATH, '192.0.2.1', 1)).toEqual([429]);
    expect(await statuses(server, PATH, '192.0.2.2', 1)).toEqual([200]);
    expect(await statuses(server, '/help', '192.0.2.1', 1)).toEqual([200]);
    const refused = await server.send(PATH, 'GET', { 'X-Forwarded-For': '192.0.2.1' });
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(20);
    expect(JSON.parse(refused.text).error.message).toMatch(
      /^unknown API keys per minute of this client: expected at most 3, found more; retry after \d+ s$/,
    );
  });
});

describe('The log', () => {
  it('contains the address of the client of a trusted proxy', async () => {
    const logged: string[] = [];
    const log = createLog('info', (lines) => logged.push(...lines.trim().split('\n')));
    const { send, close } = await startTestServer(catalogs, { log, trustedProxies: ['127.0.0.1'] });
    await send(PATH, 'GET', { 'X-Forwarded-For': '192.0.2.9, 2001:db8::1' });
    await close();
    expect(logged.map((line) => JSON.parse(line).client)).toEqual(['2001:db8::1']);
  });
});

describe('A program on this machine', () => {
  it('has no limits of a client', async () => {
    const limits = { clientRequestsPerSecond: 1, clientFailedKeysPerMinute: 1 };
    const server = await startTestServer(catalogs, { limits });
    const headers = { 'X-Forwarded-For': '192.0.2.1' };
    for (const status of [403, 403, 403]) {
      expect((await server.send('/v1/titles/1?api_key=x', 'GET', headers)).status).toBe(status);
    }
    expect((await server.send(PATH)).status).toBe(200);
  });
});

/** An address of this machine that other machines can reach, if it has one. */
const [address] = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ internal, family }) => !internal && family === 'IPv4')
  .map(({ address }) => address);

describe.skipIf(address === undefined)('A client with another address', () => {
  it('that exceeds its limit on connections loses its new connection', async () => {
    const limits = { clientConnections: 2 };
    const { port } = await startTestServer(catalogs, { limits, host: '0.0.0.0' });
    const open = async (host: string) => {
      const socket = connect(port, host);
      socket.on('error', () => {});
      const closed = once(socket, 'close').then(() => 'closed');
      socket.write(`GET ${PATH} HTTP/1.1\r\nHost: x\r\n\r\n`);
      const outcome = await Promise.race([once(socket, 'data').then(() => 'answered'), closed]);
      return { socket, outcome };
    };
    const first = await open(address);
    const second = await open(address);
    const third = await open(address);
    const local = await open('127.0.0.1');
    expect([first, second, third, local].map(({ outcome }) => outcome)).toEqual([
      'answered',
      'answered',
      'closed',
      'answered',
    ]);
    first.socket.destroy();
    let again = await open(address);
    while (again.outcome === 'closed') again = await open(address);
    for (const { socket } of [second, again, local]) socket.destroy();
  });
});

describe('The rate limiter', () => {
  it('with 5 requests per second allows five at once, and a sixth after 0.2 seconds', () => {
    const limit = createRateLimiter(5);
    const waits = [0, 0, 0, 0, 0, 0].map(() => limit('a', 1000));
    expect(waits).toEqual([0, 0, 0, 0, 0, 1]);
    expect(limit('a', 1199)).toBe(1);
    expect(limit('a', 1200)).toBe(0);
    expect(limit('a', 1201)).toBe(1);
  });

  it('counts each key separately', () => {
    const limit = createRateLimiter(1);
    expect([limit('a', 0), limit('a', 0), limit('b', 0)]).toEqual([0, 1, 0]);
  });

  it('never allows more requests than its rate permits in the elapsed time plus one second', () => {
    const pauses = fc.array(fc.nat(300), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(pauses, fc.integer({ min: 1, max: 20 }), (between, rate) => {
        const limit = createRateLimiter(rate);
        let now = 0;
        let allowed = 0;
        let total = 0;
        for (const pause of between) {
          now += pause;
          total++;
          if (limit('a', now) === 0) allowed++;
        }
        const max = rate + (now / 1000) * rate;
        expect(allowed).toBeLessThanOrEqual(max);
        if (total <= rate) expect(allowed).toBe(total);
      }),
    );
  });
});
