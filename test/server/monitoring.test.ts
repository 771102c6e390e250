import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { open as openFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readMonitoring } from '../../src/cli/serve/serve-options.js';
import { createKiosk } from '../../src/kiosk/create-kiosk.js';
import { createLog, type LogLevel } from '../../src/server/log.js';
import { createMeter } from '../../src/server/meter.js';
import { prometheusText } from '../../src/server/prometheus-text.js';
import { startServer } from '../../src/server/server.js';
import { SnapshotError } from '../../src/snapshot/format/container/snapshot-error.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { freePort } from '../cli/free-port.js';
import { rawError, rawExchange } from '../http/raw-exchange.js';
import { sendRequest, startTestServer, type TestServer } from '../http/test-server.js';

const catalogs = [
  catalogOf({
    titles: [book('1', 'Moby-Dick'), book('2', 'Typee')],
    users: [{ id: 1, name: 'ishmael' }],
    sessions: [{ id: 'SESSION', user: 1 }],
  }),
];
const PATH = '/v1/titles/1?api_key=demo';

/** Returns the samples of a metric by their label text, such as `{status="200"}`. */
function samples(text: string, name: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => line.startsWith(name));
  return Object.fromEntries(
    lines.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(name.length, space), Number(line.slice(space + 1))];
    }),
  );
}

describe('/healthz', () => {
  it('returns 200 without an API key, also when /metrics is turned off', async () => {
    const { send } = await startTestServer(catalogs, { metrics: 'none' });
    const { status, text, headers } = await send('/healthz');
    expect([status, text, headers['cache-control']]).toEqual([200, '{"status":"ok"}', 'no-store']);
  });

  it('returns 200 when too many requests are in flight, as does /metrics', async () => {
    const { send } = await startTestServer(catalogs, { limits: { requestsInFlight: 0 } });
    expect((await send(PATH)).status).toBe(503);
    expect((await send('/healthz')).status).toBe(200);
    expect((await send('/metrics')).status).toBe(200);
  });

  it('returns 404 when health is false, as does /readyz', async () => {
    const { send } = await startTestServer(catalogs, { health: false });
    expect((await send('/healthz')).status).toBe(404);
    expect((await send('/readyz')).status).toBe(404);
  });
});

describe('A server with undefined monitoring options', () => {
  it('answers all monitoring requests from the same machine', async () => {
    const { send } = await startTestServer(catalogs, { health: undefined, metrics: undefined });
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect((await send(path)).status).toBe(200);
    }
  });
});

describe('/readyz', () => {
  it('returns the open snapshots', async () => {
    const { send } = await startTestServer(catalogs);
    const { status, text } = await send('/readyz');
    expect([status, JSON.parse(text)]).toEqual([
      200,
      {
        status: 'ready',
        snapshots: [
          {
            library: 'harbour',
            snapshot: catalogs[0].fingerprint,
            date: '2026-11-01T00:00:00Z',
            titles: 2,
          },
        ],
      },
    ]);
  });

  it('returns how far a changes file was applied, as does /metrics', async () => {
    const changes = { bytes: 90, lines: 4, applied: 1, superseded: 2, skipped: 1 };
    const snapshot = { library: 'harbour', snapshot: 'f', date: '2026-11-01T00:00:00Z' };
    const { send } = await startTestServer(catalogs, {
      snapshots: () => [{ ...snapshot, titles: 1, changes }],
    });
    const { text } = await send('/readyz');
    expect(JSON.parse(text).snapshots).toEqual([{ ...snapshot, titles: 2, changes }]);
    const metrics = (await send('/metrics')).text;
    const label = '{library="harbour"}';
    expect(samples(metrics, 'carrel_changes_')).toEqual({
      [`bytes${label}`]: 90,
      [`lines${label}`]: 4,
      [`applied${label}`]: 1,
      [`superseded${label}`]: 2,
      [`skipped${label}`]: 1,
    });
  });

  it('returns 503 when no snapshot is open', async () => {
    const { send } = await startTestServer(() => []);
    const { status, text } = await send('/readyz');
    expect([status, JSON.parse(text)]).toEqual([
      503,
      { status: 'no snapshot is open', snapshots: [] },
    ]);
  });
});

describe('/metrics', () => {
  it('reports responses by operation and status, the cache and the open snapshots', async () => {
    const { send } = await startTestServer(catalogs);
    await send(PATH);
    await send(PATH);
    await send('/v1/titles/none?api_key=demo');
    await send('/v1/titles/1');
    await send('/v1/sessions/SESSION?api_key=demo');
    const { text, headers } = await send('/metrics');
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(samples(text, 'carrel_responses_total')).toEqual({
      '{operation="getTitle",status="200"}': 2,
      '{operation="getTitle",status="404"}': 1,
      '{operation="getSession",status="200"}': 1,
      '{operation="none",status="403"}': 1,
    });
    expect(samples(text, 'carrel_cache_hits_total')).toEqual({ '': 1 });
    expect(samples(text, 'carrel_cache_misses_total')).toEqual({ '': 2 });
    expect(samples(text, 'carrel_cache_entries')).toEqual({ '': 1 });
    expect(samples(text, 'carrel_requests_in_flight')).toEqual({ '': 0 });
    const [[labels, date]] = Object.entries(samples(text, 'carrel_snapshot_timestamp_seconds'));
    expect(labels).toBe(`{library="harbour",snapshot="${catalogs[0].fingerprint}"}`);
    expect(date).toBe(Date.parse('2026-11-01T00:00:00Z') / 1000);
    expect(samples(text, 'process_start_time_seconds')['']).toBeLessThan(Date.now() / 1000);
  });

  it('counts requests that could not be parsed', async () => {
    const { send, port } = await startTestServer(catalogs);
    expect(rawError(await rawExchange(port, 'nonsense\r\n\r\n')).status).toBe(400);
    const { text } = await send('/metrics');
    expect(text).toContain('carrel_responses_total{operation="none",status="400"} 1\n');
  });

  it('is valid in the text format of Prometheus', async () => {
    const { send } = await startTestServer(catalogs);
    await send(PATH);
    const { text } = await send('/metrics');
    const label = String.raw`\w+="[^"\\\n]*"`;
    for (const line of text.trimEnd().split('\n')) {
      expect(line).toMatch(
        new RegExp(
          `^(?:# HELP \\w+ .+|# TYPE \\w+ (?:counter|gauge|histogram)|\\w+(?:\\{${label}(?:,${label})*\\})? [0-9.e+-]+)$`,
        ),
      );
    }
    const names = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each([
    ['local', {}, 200],
    ['local', { 'X-Forwarded-For': '192.0.2.1' }, 404],
    ['local', { Forwarded: 'for=192.0.2.1' }, 404],
    ['local', { Via: '1.1 proxy' }, 404],
    ['all', { 'X-Forwarded-For': '192.0.2.1' }, 200],
    ['none', {}, 404],
  ] as const)(
    'with the option %s and the headers %j returns %i',
    async (metrics, headers, status) => {
      const { send } = await startTestServer(catalogs, { metrics });
      expect((await send('/metrics', 'GET', headers)).status).toBe(status);
    },
  );

  it('returns 500 when measuring fails', async () => {
    const errors: unknown[] = [];
    const { send } = await startTestServer(catalogs, {
      measure: () => {
        throw new Error('gone');
      },
      onError: (error) => errors.push(error),
    });
    expect((await send('/metrics')).status).toBe(500);
    expect(errors).toEqual([new Error('gone')]);
  });
});

describe('The metrics of file descriptors', () => {
  it('contain no maximum if there is none', () => {
    const text = (max: number) =>
      prometheusText(createMeter().measurements(), [], [], { open: 7, max });
    expect(text(1024)).toContain('\nprocess_max_fds 1024\n');
    expect(text(Number.POSITIVE_INFINITY)).toContain('\nprocess_open_fds 7\n');
    expect(text(Number.POSITIVE_INFINITY)).not.toContain('process_max_fds');
  });
});

describe.skipIf(process.platform !== 'linux')('The metrics of file descriptors (Linux)', () => {
  it('count the open files and connections, and show their limit', async () => {
    const { send } = await startTestServer(catalogs);
    const open = async () => samples((await send('/metrics')).text, 'process_open_fds')[''];
    const before = await open();
    const files = await Promise.all(Array.from({ length: 100 }, () => openFile('/dev/null')));
    // Other tests in this process may close a few files at the same time.
    expect((await open()) - before).toBeGreaterThan(50);
    await Promise.all(files.map((file) => file.close()));
    const { stdout } = spawnSync('sh', ['-c', 'ulimit -Sn']);
    expect(samples((await send('/metrics')).text, 'process_max_fds')['']).toBe(Number(stdout));
  });
});

describe('Response times', () => {
  it('are counted in cumulative buckets', () => {
    const meter = createMeter();
    for (const seconds of [0.0001, 0.0005, 0.0006, 3, 11]) meter.count('getTitle', 200, seconds);
    const text = prometheusText(meter.measurements(), []);
    const buckets = samples(text, 'carrel_response_seconds_bucket');
    const upTo = (le: string) => buckets[`{operation="getTitle",le="${le}"}`];
    expect(['0.0005', '0.001', '2.5', '5', '10', '+Inf'].map(upTo)).toEqual([2, 3, 3, 4, 4, 5]);
    expect(samples(text, 'carrel_response_seconds_count')).toEqual({ '{operation="getTitle"}': 5 });
    expect(samples(text, 'carrel_response_seconds_sum')['{operation="getTitle"}']).toBeCloseTo(
      14.0012,
    );
  });
});

describe('The metrics', () => {
  it('count refused requests by reason', async () => {
    const contents = [Array.from({ length: 5000 }, (_, n) => `a${n}`).join(' ')];
    const wordy = catalogOf({ titles: [book('1', 'Words', { contents })] });
    const costly = 'q=a*&library=harbour&search_type=custom';
    const limits = { requestsPerSecond: 1, clientFailedKeysPerMinute: 1 };
    const trustedProxies = ['127.0.0.1'];
    const site = createKiosk();
    const { send } = await startTestServer([wordy], { limits, trustedProxies, site });
    const statuses: number[] = [];
    for (const path of [
      '/v1/titles/1',
      '/v1/titles/1?api_key=wrong',
      '/v1/titles/1?api_key=demo',
      `/v1/titles?${costly}&api_key=demo`,
      `/search?${costly}`,
    ]) {
      const client = statuses.length < 3 ? '192.0.2.1' : '192.0.2.2';
      statuses.push((await send(path, 'GET', { 'X-Forwarded-For': client })).status);
    }
    expect(statuses).toEqual([403, 403, 429, 400, 400]);
    await send(PATH);
    const { text } = await send('/metrics');
    expect(samples(text, 'carrel_refused_total')).toEqual({
      '{reason="unknown-key"}': 1,
      '{reason="client-failed-keys"}': 1,
      '{reason="query-cost"}': 2,
      '{reason="requests-per-second"}': 1,
    });
  });

  it('count delays of the event loop', async () => {
    const { send } = await startTestServer(catalogs);
    const count = async () => {
      const { text } = await send('/metrics');
      const [all, short] = ['+Inf', '0.05'].map(
        (le) => samples(text, 'carrel_event_loop_delay_seconds_bucket')[`{le="${le}"}`],
      );
      return all - short;
    };
    const before = await count();
    const blockedUntil = performance.now() + 200;
    while (performance.now() < blockedUntil);
    while ((await count()) === before) await new Promise((resolve) => setTimeout(resolve, 10));
  });
});

describe('The log', () => {
  /** Waits two turns of the event loop, after which the log has been written. */
  async function waitForLog(): Promise<void> {
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Sends requests to a server, and returns the parsed lines of its log. */
  async function linesOf(level: LogLevel, sendRequests: (server: TestServer) => Promise<unknown>) {
    let text = '';
    const log = createLog(level, (lines) => {
      text += lines;
    });
    const server = await startTestServer(catalogs, { log, onError: () => {} });
    await sendRequests(server);
    await server.close();
    await waitForLog();
    return text === ''
      ? []
      : text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line));
  }

  it('has one line of JSON per request, with the X-Request-Id of the response', async () => {
    let id: unknown;
    const [line, ...others] = await linesOf('info', async ({ send }) => {
      id = (await send('/v1/titles/1?locale=en-CA&api_key=demo')).headers['x-request-id'];
    });
    expect(others).toEqual([]);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(line).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      level: 'info',
      event: 'request',
      pid: process.pid,
      id,
      client: '127.0.0.1',
      method: 'GET',
      url: '/v1/titles/1?locale=en-CA&[redacted]',
      operation: 'getTitle',
      status: 200,
      ms: expect.any(Number),
    });
  });

  it('contains the values of parameters that the operation knows, and only the names of others', async () => {
    const site = Object.assign(
      () => ({ status: 200, headers: { 'Content-Type': 'text/plain' }, body: '' }),
      { parameters: ['q'] },
    );
    let text = '';
    const log = createLog('info', (lines) => {
      text += lines;
    });
    const { send, close } = await startTestServer(catalogs, { log, site });
    await send('/v1/titles/1?locale=en-CA&q=whale&token=TOPSECRET&api_key=demo');
    await send('/search?q=whale&token=TOPSECRET');
    await send('/v1/nothing?q=whale&token=TOPSECRET&api_key=demo');
    await close();
    await waitForLog();
    const urls = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).url);
    expect(urls).toEqual([
      '/v1/titles/1?locale=en-CA&q&token&[redacted]',
      '/search?q=whale&token',
      '/v1/nothing?q&token&[redacted]',
    ]);
  });

  it('and the metrics never contain an API key, wherever the request has it', async () => {
    const key = 'hill-key-0123456789';
    const ids: unknown[] = [];
    const { text: metrics, lines } = await (async () => {
      let logged = '';
      const log = createLog('info', (added) => {
        logged += added;
      });
      const apiKeys = [key, { name: 'hill', key: 'NAMED-KEY-0123456789' }];
      const { send, close } = await startTestServer(catalogs, { log, apiKeys, metrics: 'all' });
      for (const secret of [
        key,
        key.toUpperCase(),
        'named-key-0123456789',
        '%68ill-key-0123456789',
      ]) {
        await send(`/v1/titles?${secret}`);
        await send(`/v1/titles/${secret}?api_key=${key}`);
        await send(`/${secret}`);
        await send(`/v1/titles?q=${secret}&library=${secret}&api_key=${key}`);
        const headers = { 'X-Request-Id': secret, Referer: `http://host/?api_key=${secret}` };
        ids.push((await send('/v1/titles/1', 'GET', headers)).headers['x-request-id']);
      }
      ids.push((await send('/', 'GET', { 'X-Request-Id': `a:${key}` })).headers['x-request-id']);
      const { text } = await send('/metrics');
      await close();
      await waitForLog();
      return { text, lines: logged };
    })();
    expect(lines.trimEnd().split('\n')).toHaveLength(22);
    expect(`${metrics}${lines}${ids.join()}`).not.toMatch(/key-0123456789/i);
  });

  it('and the metrics contain the name of an API key, also when the request is refused', async () => {
    let text = '';
    const log = createLog('info', (lines) => {
      text += lines;
    });
    const { send, close } = await startTestServer(catalogs, {
      log,
      apiKeys: ['unnamed', { name: 'hill', key: 'TOPSECRET' }, { name: '__proto__', key: 'odd' }],
      limits: { requestsPerSecond: 1 },
    });
    await send('/v1/titles/1?api_key=TOPSECRET');
    await send('/v1/titles/1?api_key=TOPSECRET');
    await send('/v1/titles/1?api_key=unnamed');
    await send('/v1/titles/1?api_key=hill');
    await send('/v1/titles/1?api_key=odd');
    const metrics = (await send('/metrics')).text;
    await close();
    await waitForLog();
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ key, status }) => [key, status])).toEqual([
      ['hill', 200],
      ['hill', 429],
      [undefined, 200],
      [undefined, 403],
      ['__proto__', 200],
      [undefined, 200],
    ]);
    expect(samples(metrics, 'carrel_key_responses_total')).toEqual({
      '{key="hill"}': 2,
      '{key="__proto__"}': 1,
    });
    expect(text + metrics).not.toContain('TOPSECRET');
  });

  it('contains the address of the client of a request that could not be parsed', async () => {
    const [line] = await linesOf('info', async ({ port }) => rawExchange(port, 'nonsense\r\n\r\n'));
    expect(line).toMatchObject({ event: 'unparsed request refused', client: '127.0.0.1' });
  });

  /** Sends a request with an X-Request-Id. Returns the id in the response and the id in the log. */
  async function idsFor(given: string): Promise<unknown[]> {
    let responseId: unknown;
    const [{ id }] = await linesOf('info', async ({ send }) => {
      const { headers } = await send(PATH, 'GET', { 'X-Request-Id': given });
      responseId = headers['x-request-id'];
    });
    return [responseId, id];
  }

  it.each(['abc-123_x.y:z', 'a'.repeat(64)])(
    'contains the valid X-Request-Id %j of a request, and so does the response',
    async (given) => {
      expect(await idsFor(given)).toEqual([given, given]);
    },
  );

  it.each(['a'.repeat(65), '', 'a b', '"}', 'é'])(
    'does not contain the invalid X-Request-Id %j of a request, nor does the response',
    async (given) => {
      expect(await idsFor(given)).not.toContain(given);
    },
  );

  it('is empty at the levels error and off when no request fails; at off, X-Request-Id is absent', async () => {
    const headers: object[] = [];
    const sendOne = async ({ send }: TestServer) => headers.push((await send(PATH)).headers);
    expect(await linesOf('error', sendOne)).toEqual([]);
    expect(await linesOf('off', sendOne)).toEqual([]);
    expect(headers.map((each) => 'x-request-id' in each)).toEqual([true, false]);
  });

  it('contains the error of a failed request with its X-Request-Id', async () => {
    let text = '';
    const log = createLog('error', (lines) => {
      text += lines;
    });
    const broken = { ...catalogs[0], titles: { ...catalogs[0].titles, numberOf: fail } };
    const { send, close } = await startTestServer([broken], { log, onError: () => {} });
    const { status, headers } = await send(PATH);
    await close();
    await waitForLog();
    expect(status).toBe(500);
    const events = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.find(({ event }) => event === 'request failed')).toMatchObject({
      level: 'error',
      id: headers['x-request-id'],
      error: expect.stringMatching(/^Error: out of order\n/),
    });
  });

  it('contains damage of a snapshot with the file, the section and no stack trace', async () => {
    let text = '';
    const log = createLog('error', (lines) => {
      text += lines;
    });
    const section = 'titles.id.bytes';
    const numberOf = () => {
      throw new SnapshotError('a.snapshot', 'damaged', 'damaged; copy it again', { section });
    };
    const damaged = { ...catalogs[0], titles: { ...catalogs[0].titles, numberOf } };
    const { send, close } = await startTestServer([damaged], { log, onError: () => {} });
    const { status, headers } = await send(PATH);
    await close();
    await waitForLog();
    expect(status).toBe(503);
    const { time, pid, ...event } = JSON.parse(text);
    expect(event).toEqual({
      level: 'error',
      event: 'snapshot damaged',
      id: headers['x-request-id'],
      file: 'a.snapshot',
      section,
      reason: 'a.snapshot: damaged; copy it again',
    });
  });

  function fail(): never {
    throw new Error('out of order');
  }
});

/** Starts a server with an address for monitoring, and returns the server and a function that sends requests there. */
async function startMonitored(more: Parameters<typeof startTestServer>[1] = {}) {
  const monitoring = { host: '127.0.0.1', port: await freePort() };
  const server = await startTestServer(catalogs, { metrics: 'none', monitoring, ...more });
  const statusOf = async (path: string, method = 'GET') =>
    (await sendRequest(monitoring.port, path, method, { 'X-Forwarded-For': '192.0.2.1' })).status;
  return { server, port: monitoring.port, statusOf };
}

describe('The address for monitoring', () => {
  it('accepts 100 connections, and closes further connections', async () => {
    const { port } = await startMonitored();
    const sockets = Array.from({ length: 101 }, () =>
      connect(port, '127.0.0.1').on('error', () => {}),
    );
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    const closed = sockets.map((socket) => once(socket, 'close'));
    await Promise.race(closed);
    expect(sockets.filter((socket) => socket.destroyed)).toHaveLength(1);
  });

  it('answers only health checks and metrics, which the other address need not answer', async () => {
    const { server, statusOf } = await startMonitored();
    const paths = [
      '/metrics',
      '/metrics?a',
      '/healthz',
      '/readyz',
      '/',
      '/v1/titles/1?api_key=demo',
    ];
    expect(await Promise.all(paths.map((path) => statusOf(path)))).toEqual([
      200, 200, 200, 200, 404, 404,
    ]);
    expect([await statusOf('/healthz', 'HEAD'), await statusOf('/healthz', 'POST')]).toEqual([
      200, 404,
    ]);
    expect((await server.send('/metrics')).status).toBe(404);
  });

  it('answers while all connections and requests of clients are in use', async () => {
    const { server, statusOf } = await startMonitored({ limits: { connections: 1 } });
    const socket = connect(server.port, '127.0.0.1');
    onTestFinished(() => {
      socket.destroy();
    });
    await once(socket, 'connect');
    await expect(server.send('/healthz')).rejects.toThrow();
    expect(await statusOf('/readyz')).toBe(200);
  });

  it('does not count its requests, and returns 500 when measuring fails', async () => {
    const meter = createMeter();
    const measure = () => {
      throw new Error('gone');
    };
    const { statusOf } = await startMonitored({ meter, measure });
    expect([await statusOf('/metrics'), await statusOf('/healthz')]).toEqual([500, 200]);
    expect(meter.measurements().operations).toEqual({});
  });

  it('answers until the server has closed, with 503 to /readyz', async () => {
    const answers: ((response: undefined) => void)[] = [];
    const answer = () => new Promise<undefined>((resolve) => void answers.push(resolve));
    const { server, statusOf } = await startMonitored({
      threads: { answer, warmUp: async () => {} },
    });
    const inProgress = server.send('/v1/titles/1?api_key=demo');
    await expect.poll(() => answers.length).toBe(1);
    const closed = server.close();
    expect(await statusOf('/readyz')).toBe(503);
    answers[0](undefined);
    await closed;
    expect((await inProgress).status).toBe(404);
    await expect(statusOf('/readyz')).rejects.toThrow('ECONNREFUSED');
  });

  it('is closed when the server cannot listen', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => {
      other.close();
    });
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const monitoring = { host: '127.0.0.1', port: await freePort() };
    const options = { catalogs, apiKeys: ['demo'], host: '127.0.0.1', port, monitoring };
    await expect(startServer(options)).rejects.toThrow('EADDRINUSE');
    await expect(sendRequest(monitoring.port, '/healthz')).rejects.toThrow('ECONNREFUSED');
  });

  it('is given on the command line as HOST:PORT', () => {
    expect(readMonitoring('127.0.0.1:9090')).toEqual({ host: '127.0.0.1', port: 9090 });
    expect(readMonitoring('[::]:80')).toEqual({ host: '::', port: 80 });
    expect(readMonitoring('localhost:65535')).toEqual({ host: 'localhost', port: 65535 });
  });
});

const SIZE = 20_000_000;

/** Returns a buffer that a worker thread has transferred. */
async function transferredBuffer(): Promise<Uint8Array> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
    const bytes = new Uint8Array(${SIZE});
    parentPort.postMessage(bytes, [bytes.buffer]);`,
    { eval: true },
  );
  const [bytes] = await once(worker, 'message');
  return bytes;
}

it('The memory that a meter measures includes buffers that a worker thread has transferred', async () => {
  const meter = createMeter();
  const held: Uint8Array[] = [];
  const growths: number[] = [];
  // Garbage collection may free other memory at the same time, so one of ten measurements must show the
  // growth.
  while (growths.length < 10 && Math.max(0, ...growths) < SIZE / 2) {
    const before = meter.measurements().memory.buffers;
    held.push(await transferredBuffer());
    growths.push(meter.measurements().memory.buffers - before);
  }
  expect(Math.max(...growths)).toBeGreaterThan(SIZE / 2);
  expect(held.at(-1)).toHaveLength(SIZE);
});
