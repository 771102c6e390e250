import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/server/log.js';
import { createMeter } from '../../src/server/meter.js';
import type { Limits } from '../../src/server/limits.js';
import { createKiosk } from '../../src/kiosk/create-kiosk.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { startTestServer, type TestServer } from '../http/test-server.js';

const contents = Array.from({ length: 5_000 }, (_, n) => `${n} ${'whale '.repeat(300)}`);
const catalogs = [
  catalogOf({ titles: [book('1', 'Moby-Dick'), book('large', 'Large', { contents })] }),
];
const PATH = '/v1/titles/1?api_key=demo';

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

describe('A client that exceeds its limit', () => {
  it.each([PATH, '/help', '/openapi.json'])(
    'on requests per second gets 429 for %s, unlike other clients',
    async (path) => {
      const server = await startBehindProxy({ clientRequestsPerSecond: 1 });
      expect(await statuses(server, path, '192.0.2.1', 2)).toEqual([200, 429]);
      expect(await statuses(server, path, '192.0.2.2', 1)).toEqual([200]);
      const headers = { 'X-Forwarded-For': '192.0.2.2' };
      const refused = await server.send(path, 'GET', headers);
      expect(refused.headers['retry-after']).toBe('1');
      expect(JSON.parse(refused.text).error).toEqual({
        message:
          'requests per second of this client: expected at most 1, found more; retry after 1 s',
        request: path,
      });
      expect(await statuses(server, '/healthz', '192.0.2.1', 2)).toEqual([200, 200]);
    },
  );

  it.each(['127.0.0.1', '::1', '127.0.0.1, 127.0.0.2', 'unknown'])(
    'gets 429 when X-Forwarded-For is %s',
    async (client) => {
      const server = await startBehindProxy({ clientRequestsPerSecond: 1 });
      expect(await statuses(server, PATH, client, 2)).toEqual([200, 429]);
    },
  );

  it('shares the limit with all addresses of its IPv6 /64 network', async () => {
    const server = await startBehindProxy({ clientRequestsPerSecond: 1 });
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
