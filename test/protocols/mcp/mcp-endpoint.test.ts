import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKiosk } from '../../../src/kiosk/create-kiosk.js';
import { createMcpEndpoint } from '../../../src/protocols/mcp/mcp-endpoint.js';
import { createLog } from '../../../src/server/log.js';
import { createMeter } from '../../../src/server/meter.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { rawExchange, rawResponses } from '../../http/raw-exchange.js';
import { startTestServer } from '../../http/test-server.js';
import { runs } from '../../random-seed.js';
import { listenForMcp, PAGES } from './mcp-listener.js';

const contents = [Array.from({ length: 5000 }, (_, n) => `a${n}`).join(' ')];
const catalogs = [
  catalogOf({ titles: [book('1', 'Moby-Dick'), book('2', 'Words', { contents })] }),
];

const JSON_HEADERS = {
  Authorization: 'Bearer demo',
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
};

function callOf(q: string, more: object = {}) {
  const params = { name: 'search_titles', arguments: { q, ...more } };
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
}

async function post(port: number, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: 'POST',
    headers: { ...JSON_HEADERS, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

describe('/mcp', () => {
  it('returns JSON without a session, which no cache stores', async () => {
    const port = await listenForMcp(catalogs);
    const { status, headers, text } = await post(port, callOf('moby'));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.has('mcp-session-id')).toBe(false);
    expect(JSON.parse(text)).toMatchObject({
      id: 1,
      result: { structuredContent: { count: 1, titles: [{ id: '1' }] } },
    });
  });

  it.each(['application/json', '*/*', 'text/event-stream'])(
    'returns JSON to a client that accepts %s',
    async (Accept) => {
      const port = await listenForMcp(catalogs);
      const { status, headers } = await post(port, callOf('moby'), { Accept });
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
    },
  );

  it('answers a request with an unknown session, and ignores a notification of a cancellation', async () => {
    const port = await listenForMcp(catalogs);
    const session = { 'Mcp-Session-Id': 'unknown', 'MCP-Protocol-Version': '2025-06-18' };
    expect((await post(port, callOf('moby'), session)).status).toBe(200);
    const cancelled = { method: 'notifications/cancelled', params: { requestId: 1 } };
    expect((await post(port, { jsonrpc: '2.0', ...cancelled })).status).toBe(202);
    const unknown = await post(port, callOf('moby'), { 'MCP-Protocol-Version': '1999-01-01' });
    expect(unknown.status).toBe(400);
  });

  it('accepts a notification with 202 and an empty body', async () => {
    const port = await listenForMcp(catalogs);
    const { status, text } = await post(port, {
      jsonrpc: '2.0',
      method: 'notifications/initialized',
    });
    expect([status, text]).toEqual([202, '']);
  });

  it.each(['GET', 'HEAD', 'DELETE', 'PUT', 'OPTIONS'])('refuses %s with 405', async (method) => {
    const port = await listenForMcp(catalogs, { site: createKiosk(), allowedOrigins: ['*'] });
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  it('is an unknown path without the endpoint, and for other paths', async () => {
    const port = await listenForMcp(catalogs, { endpoint: undefined });
    expect((await post(port, callOf('moby'))).status).toBe(405);
    const other = await listenForMcp(catalogs);
    const response = await fetch(`http://127.0.0.1:${other}/mcp/`, { method: 'POST' });
    expect(response.status).toBe(405);
    const api = await fetch(`http://127.0.0.1:${other}/v1/titles`, { method: 'POST' });
    expect(api.headers.get('allow')).toBe('GET, HEAD');
  });

  it('requires an API key as a bearer token, also in another case', async () => {
    const port = await listenForMcp(catalogs);
    const statusOf = async (Authorization: string) => {
      return (await post(port, callOf('moby'), { Authorization })).status;
    };
    expect(await statusOf('bearer  demo')).toBe(200);
    for (const wrong of ['', 'Bearer', 'Bearer wrong', 'Basic demo', 'demo', 'Bearer demo x']) {
      expect(await statusOf(wrong)).toBe(401);
    }
    const missing = await post(port, callOf('moby'), { Authorization: '' });
    expect(missing.headers.get('www-authenticate')).toBe('Bearer');
    expect(JSON.parse(missing.text).error.message).toBe(
      "header 'Authorization': expected an API key, found nothing",
    );
    const inUrl = await fetch(`http://127.0.0.1:${port}/mcp?api_key=demo`, { method: 'POST' });
    expect(inUrl.status).toBe(401);
    const open = await listenForMcp(catalogs, { apiKeys: [], open: true });
    expect((await post(open, callOf('moby'), { Authorization: '' })).status).toBe(200);
  });

  it('answers pages of its own server and of this machine, and refuses those of other sites', async () => {
    const port = await listenForMcp(catalogs, { allowedOrigins: ['*'] });
    const statusOf = async (Origin: string) =>
      (await post(port, callOf('moby'), { Origin })).status;
    for (const origin of [PAGES, 'http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:1']) {
      expect(await statusOf(origin)).toBe(200);
    }
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example', 'x']) {
      expect(await statusOf(origin)).toBe(403);
    }
  });

  it('returns 503 while no catalog is open', async () => {
    const port = await listenForMcp(() => []);
    expect((await post(port, callOf('moby'))).status).toBe(503);
  });

  it.each<[what: string, body: unknown, code: number]>([
    ['text that is no JSON', '{', -32700],
    ['an empty body', '', -32700],
    ['an array of messages', [callOf('moby'), callOf('moby')], -32600],
    ['a number', 5, -32600],
    ['an object that is no message', {}, -32600],
  ])('returns an error of JSON-RPC with the status 400 for %s', async (_what, body, code) => {
    const port = await listenForMcp(catalogs);
    const { status, text } = await post(port, body);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0', error: { code } });
  });

  it('returns an error of JSON-RPC for an unknown method, and opens no stream', async () => {
    const port = await listenForMcp(catalogs);
    const { status, text } = await post(port, { jsonrpc: '2.0', id: 1, method: 'prompts/list' });
    expect(status).toBe(200);
    expect(JSON.parse(text).error.code).toBe(-32601);
    const version = '2026-07-28';
    const listen = {
      ...{ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen' },
      params: {
        notifications: {},
        _meta: {
          'io.modelcontextprotocol/protocolVersion': version,
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    };
    const headers = { 'Mcp-Method': 'subscriptions/listen', 'MCP-Protocol-Version': version };
    const refused = await post(port, listen, headers);
    expect(JSON.parse(refused.text).error.message).toBe('Subscription limit reached');
  });

  it('never returns a 5xx for a random body', async () => {
    const port = await listenForMcp(catalogs);
    const message = fc.record(
      {
        jsonrpc: fc.constantFrom('2.0', '1.0', 2),
        id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
        method: fc.constantFrom('tools/call', 'tools/list', 'initialize', 'ping', 'constructor'),
        params: fc.oneof(
          fc.record({
            name: fc.constantFrom('search_titles', 'get_title', 'read_lists', '__proto__'),
            arguments: fc.dictionary(
              fc.constantFrom('q', 'id', 'limit', 'page', 'locale', 'facets', 'library', 'x'),
              fc.jsonValue({ maxDepth: 1 }),
            ),
          }),
          fc.jsonValue({ maxDepth: 2 }),
        ),
      },
      { requiredKeys: [] },
    );
    const body = fc.oneof(message, fc.jsonValue(), fc.string({ unit: 'binary' }));
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const { status } = await post(port, sent);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('A body', () => {
  it('of more than 64 KiB gets 413, with and without a length', async () => {
    const port = await listenForMcp(catalogs);
    const fitting = callOf('moby', { library: 'harbour' });
    const padded = `${JSON.stringify(fitting)}${' '.repeat(64 * 1024)}`.slice(0, 64 * 1024);
    expect((await post(port, padded)).status).toBe(200);
    const { status, text } = await post(port, `${padded} `);
    expect(status).toBe(413);
    expect(JSON.parse(text).error.message).toBe('body: expected at most 65536 bytes, found more');
    const chunk = ' '.repeat(40_000);
    const chunks = [chunk, chunk, ''].map(
      (piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`,
    );
    const head = `POST /mcp HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer demo\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const [response] = rawResponses(await rawExchange(port, head + chunks.join('')));
    expect(response.status).toBe(413);
  });

  it('is read after a client waits for 100 Continue', async () => {
    const { port } = await startTestServer(catalogs, { endpoint: createMcpEndpoint(true) });
    const body = JSON.stringify(callOf('moby'));
    const socket = connect(port, '127.0.0.1');
    const head = Object.entries(JSON_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: x\r\n${head.join('')}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    expect(String(await once(socket, 'data'))).toContain('100 Continue');
    socket.write(body);
    expect(String(await once(socket, 'data'))).toContain('200 OK');
    socket.destroy();
  });

  it('that does not arrive in time gets 408, and a client that leaves counts no longer', async () => {
    const meter = createMeter();
    const limits = { requestSeconds: 0.2, requestsInFlight: 1 };
    const endpoint = createMcpEndpoint(true);
    const { port } = await startTestServer(catalogs, { limits, meter, endpoint });
    const head = `POST /mcp HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer demo\r\nContent-Length: 9\r\n\r\n{`;
    const [response] = rawResponses(await rawExchange(port, head));
    expect(response.status).toBe(408);
    const socket = connect(port, '127.0.0.1');
    socket.write(head);
    while (meter.inFlight === 0) await delay(5);
    expect((await post(port, callOf('moby'))).status).toBe(503);
    socket.destroy();
    while (meter.inFlight > 0) await delay(5);
    expect((await post(port, callOf('moby'))).status).toBe(200);
  });
});

describe('Requests for /mcp', () => {
  it('are limited like other requests', async () => {
    const limits = { requestsPerSecond: 1, clientFailedKeysPerMinute: 1 };
    const port = await listenForMcp(catalogs, { limits, trustedProxies: ['127.0.0.1'] });
    const statusOf = async (client: string, Authorization = 'Bearer demo') => {
      const headers = { 'X-Forwarded-For': client, Authorization };
      return (await post(port, callOf('moby'), headers)).status;
    };
    expect(await statusOf('192.0.2.1')).toBe(200);
    expect(await statusOf('192.0.2.2')).toBe(429);
    expect(await statusOf('192.0.2.3', 'Bearer x')).toBe(401);
    expect(await statusOf('192.0.2.3', 'Bearer x')).toBe(429);
  });

  it('are logged and counted under their name, without the key and the query', async () => {
    const meter = createMeter();
    const lines: string[] = [];
    const log = createLog('info', (text) => lines.push(text));
    const port = await listenForMcp(catalogs, {
      meter,
      log,
      apiKeys: [{ name: 'ai', key: 'demo' }],
    });
    await post(port, callOf('moby'));
    const costly = await post(port, callOf('a*', { search_type: 'custom' }));
    expect(costly.status).toBe(200);
    expect(JSON.parse(costly.text).result).toMatchObject({ isError: true });
    expect(meter.measurements().refusals).toEqual({ 'query-cost': 1 });
    await expect.poll(() => lines.join('').match(/"operation":"mcp"/g)).toHaveLength(2);
    expect(lines.join('')).not.toContain('moby');
    const first = JSON.parse(lines.join('').split('\n')[0]);
    expect(first).toMatchObject({
      ...{ key: 'ai', method: 'POST', url: '/mcp', operation: 'mcp', status: 200 },
    });
  });

  it('that fail for another reason get 500 or 503, and are reported', async () => {
    const errors: unknown[] = [];
    const [catalog] = catalogs;
    const failing = Object.create(catalog, {
      titles: {
        get() {
          throw new Error('broken');
        },
      },
    });
    const current = [...catalogs];
    const port = await listenForMcp(() => current, { onError: (error) => errors.push(error) });
    current[0] = failing;
    const { status, text } = await post(port, callOf('moby'));
    expect(status).toBe(500);
    expect(text).not.toContain('broken');
    expect(errors).toEqual([new Error('broken')]);
  });
});
