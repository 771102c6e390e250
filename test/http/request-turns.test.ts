import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Log } from '../../src/http/monitoring/log.js';
import { createRequestListener } from '../../src/http/request-listener.js';
import type { ServerOptions } from '../../src/http/server/server.js';
import type { Respond, Sender } from '../../src/web/api.js';
import type { Site } from '../../src/web/site.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { startTestServer } from './test-server.js';

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
function pipeline(port: number, paths: readonly string[], client: string): void {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  socket.resume();
  const head = `HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${client}\r\n\r\n`;
  socket.write(paths.map((path) => `GET ${path} ${head}`).join(''));
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
  return answered.findIndex((url) => url.includes(`=${all}`));
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
  const here = ['127.0.0.1', '127.0.0.1'] as const;
  const two = ['192.0.2.1', '192.0.2.2'] as const;

  it.each([
    ['pages', page, here, 1, {}],
    ['searches', search, here, 1, {}],
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
      const listener = createRequestListener({
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
  it('are sent to the threads one after another', async () => {
    const sent: { sender: Sender | undefined; answer: () => void }[] = [];
    const respond: Respond = (_catalogs, _operation, _params, _context, _accepted, sender) =>
      new Promise((resolve) => {
        const answer = () => resolve({ bytes: new TextEncoder().encode('{}'), headers: {} });
        sent.push({ sender, answer });
      });
    const threads = { respond, renderPage: async () => undefined, warmUp: async () => {} };
    const urls: string[] = [];
    const log = logOfUrls((url) => urls.push(url));
    const { port } = await startTestServer(catalogs, { threads, log, cacheSize: 0 });
    const paths = [1, 2, 3].map((n) => `/v1/titles/${n}?api_key=demo`);
    pipeline(port, paths, '');
    pipeline(port, ['/v1/titles/4?api_key=demo'], '');
    await expect.poll(() => sent.length).toBe(2);
    for (let answered = 0; answered < 4; answered++) {
      const connections = sent.slice(answered).map(({ sender }) => sender?.connection);
      expect(new Set(connections).size).toBe(connections.length);
      sent[answered].answer();
      await expect.poll(() => urls.length).toBe(answered + 1);
    }
    expect(urls.filter((url) => !url.includes('/4')).map((url) => url.split('?')[0])).toEqual(
      paths.map((path) => path.split('?')[0]),
    );
  });
});
