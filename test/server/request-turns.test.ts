import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Log } from '../../src/server/log.js';
import { createMeter } from '../../src/server/meter.js';
import type { ServerOptions } from '../../src/server/server.js';
import { createServerListener } from '../../src/server/server-listener.js';
import type { Site, WebResponse } from '../../src/web/web-request.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { startTestServer } from '../http/test-server.js';

const catalogs = [catalogOf({ titles: [book('1', 'Typee')] })];
const REQUESTS = 60;
/** A site that has the same page at every path. */
const site: Site = Object.assign(
  () => ({ status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'page' }),
  {
    parameters: ['page'],
  },
);

/** Sends a request for each path at once, on one new connection. */
function pipeline(port: number, paths: readonly string[], client: string): Socket {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  socket.resume();
  const head = `HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${client}\r\n\r\n`;
  socket.write(paths.map((path) => `GET ${path} ${head}`).join(''));
  return socket;
}

/** Creates a log that calls a function with the URL of each answered request. */
function logOfUrls(onAnswered: (url: string) => void): Log {
  return { level: 'info', error() {}, info: (_event, fields) => onAnswered(String(fields?.url)) };
}

/**
 * One client sends many requests at once on each connection. As soon as one is answered, another client sends one request.
 *
 * @returns the number of requests of the first client that were answered before the request of the other client
 */
async function answeredBefore(
  pathOf: (n: number) => string,
  [first, other]: readonly [string, string],
  connections: number,
  start: (log: Log) => Promise<number>,
): Promise<number> {
  const answered: string[] = [];
  const all = connections * REQUESTS + 1;
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const log = logOfUrls((url) => {
    answered.push(url);
    if (answered.length === 1) pipeline(port, [pathOf(all)], other);
    if (answered.length === all) finish();
  });
  const port = await start(log);
  for (let from = 0; from < all - 1; from += REQUESTS) {
    const paths = Array.from({ length: REQUESTS }, (_, n) => pathOf(from + n));
    pipeline(port, paths, first);
  }
  await finished;
  return answered.findIndex((url) => new RegExp(`[=n]${all}$`).test(url));
}

const more: Partial<ServerOptions> = {
  site,
  limits: { clientRequestsInFlight: 1000 },
};
const startServer = (options: Partial<ServerOptions>) => async (log: Log) =>
  (await startTestServer(catalogs, { ...more, ...options, log })).port;

describe('A client', () => {
  const page = (n: number) => `/search?page=${n}`;
  const search = (n: number) => `/v1/titles?library=harbour&limit=10&api_key=demo&page=${n}`;
  const cached = (n: number) => `/v1/titles?library=harbour&api_key=demo&n${n}=1`;
  const refused = (n: number) => `/v1/titles?library=harbour&n${n}=1`;
  const health = (n: number) => `/healthz?n${n}=1`;
  const here = ['127.0.0.1', '127.0.0.1'] as const;
  const two = ['192.0.2.1', '192.0.2.2'] as const;

  it.each([
    ['pages', page, here, 1, {}],
    ['searches', search, here, 1, {}],
    ['cached searches', cached, here, 1, {}],
    ['refused searches', refused, here, 1, {}],
    ['requests for its health', health, here, 1, {}],
    ['pages of another program on this machine', page, here, 5, {}],
    ['pages of another address', page, two, 5, { trustedProxies: ['127.0.0.1'] }],
    ['searches of another address', search, two, 5, { trustedProxies: ['127.0.0.1'] }],
  ] as const)(
    'does not wait for all %s that another client has sent at once',
    async (_what, pathOf, clients, connections, options) => {
      const before = await answeredBefore(pathOf, clients, connections, startServer(options));
      expect(before).toBeLessThan(REQUESTS / 2);
    },
  );

  it('does not wait for all pages that another client of a listener has sent at once', async () => {
    const before = await answeredBefore(page, here, 1, async (log) => {
      const listener = createServerListener({
        ...{ catalogs, apiKeys: ['demo'], baseUrl: 'http://localhost', log },
        site,
      });
      const server = createServer((request, response) => listener(request, response));
      onTestFinished(() => {
        server.close();
        server.closeAllConnections();
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      return (server.address() as AddressInfo).port;
    });
    expect(before).toBeLessThan(REQUESTS / 2);
  });
});

describe('The requests of one connection', () => {
  /** Starts a server whose threads answer a request when the test calls `answers`, and sends it requests for titles. */
  async function startWaiting(limits: ServerOptions['limits'] = {}) {
    const answers: (() => void)[] = [];
    const answer = () =>
      new Promise<WebResponse>((resolve) => {
        answers.push(() => resolve({ status: 200, headers: {}, body: '{}' }));
      });
    const threads = { answer, warmUp: async () => {} };
    const urls: string[] = [];
    const log = logOfUrls((url) => urls.push(url.split('?')[0]));
    const meter = createMeter();
    const options = { threads, log, limits, meter, cacheSize: 0, trustedProxies: ['127.0.0.1'] };
    const { port } = await startTestServer(catalogs, options);
    const send = (...ids: readonly number[]) =>
      pipeline(
        port,
        ids.map((id) => `/v1/titles/${id}?api_key=demo`),
        '192.0.2.1',
      );
    return { answers, urls, meter, send };
  }

  it('are sent to the threads one after another', async () => {
    const { answers, urls, send } = await startWaiting();
    send(1, 2, 3);
    await expect.poll(() => answers.length).toBe(1);
    send(4);
    for (let answered = 0; answered < 4; answered++) {
      await expect.poll(() => answers.length).toBeGreaterThan(answered);
      expect(answers.length - answered).toBeLessThanOrEqual(2);
      answers[answered]();
      await expect.poll(() => urls.length).toBe(answered + 1);
    }
    expect(urls.filter((url) => url !== '/v1/titles/4')).toEqual(
      [1, 2, 3].map((id) => `/v1/titles/${id}`),
    );
  });

  it('are not answered after the connection has closed', async () => {
    const { answers, urls, send } = await startWaiting();
    const socket = send(1, 2, 3);
    await expect.poll(() => answers.length).toBe(1);
    socket.destroy();
    send(4);
    await expect.poll(() => answers.length).toBe(2);
    for (const answer of answers) answer();
    await expect.poll(() => urls.toSorted()).toEqual(['/v1/titles/1', '/v1/titles/4']);
    expect(answers).toHaveLength(2);
  });

  it.each([
    ['on one connection', { clientRequestsInFlight: 2 }, [[1, 2, 3, 4]]],
    [
      'on all connections',
      { requestsInFlight: 2 },
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    ],
  ])('close the connection when too many wait %s', async (_where, limits, connections) => {
    const { answers, meter, send } = await startWaiting(limits);
    const sockets = connections.map((ids) => send(...ids));
    await once(sockets.at(-1)!, 'close');
    expect(meter.measurements().refusals['client-requests-in-flight']).toBe(1);
    for (const answer of answers) answer();
  });
});
