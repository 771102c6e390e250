import { describe, expect, it } from 'vitest';
import { addedUp } from '../../src/http/added-up.js';
import { createLog, type LogLevel } from '../../src/http/log.js';
import { createMeter } from '../../src/http/meter.js';
import { prometheusText } from '../../src/http/prometheus-text.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { rawError, rawExchange } from './raw-exchange.js';
import { served } from './served.js';

const catalogs = [
  catalogOf({
    titles: [book('1', 'Moby-Dick'), book('2', 'Typee')],
    users: [{ id: 1, name: 'ishmael' }],
    sessions: [{ id: 'SESSION', user: 1 }],
  }),
];
const PATH = '/v1/titles/1?api_key=demo';

/** The samples of a metric, by their labels as they stand. */
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
  it('is answered without a key, to everybody', async () => {
    const { ask } = await served(catalogs, { metrics: 'none' });
    const { status, text, headers } = await ask('/healthz');
    expect([status, text, headers['cache-control']]).toEqual([200, '{"status":"ok"}', 'no-store']);
  });

  it('is answered when there are more requests than can be', async () => {
    const { ask } = await served(catalogs, { limits: { requestsInFlight: 0 } });
    expect((await ask(PATH)).status).toBe(503);
    expect((await ask('/healthz')).status).toBe(200);
    expect((await ask('/metrics')).status).toBe(200);
  });

  it('is not there where it is not wanted', async () => {
    const { ask } = await served(catalogs, { health: false });
    expect((await ask('/healthz')).status).toBe(404);
    expect((await ask('/readyz')).status).toBe(404);
  });
});

describe('a server of which monitoring was left undefined', () => {
  it('answers all of it to this machine', async () => {
    const { ask } = await served(catalogs, { health: undefined, metrics: undefined });
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect((await ask(path)).status).toBe(200);
    }
  });
});

describe('/readyz', () => {
  it('tells which snapshots are open', async () => {
    const { ask } = await served(catalogs);
    const { status, text } = await ask('/readyz');
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

  it('is 503 as long as there is none', async () => {
    const { ask } = await served(() => []);
    const { status, text } = await ask('/readyz');
    expect([status, JSON.parse(text)]).toEqual([
      503,
      { status: 'no snapshot is open', snapshots: [] },
    ]);
  });
});

describe('/metrics', () => {
  it('counts responses by operation and status, and what the cache holds', async () => {
    const { ask } = await served(catalogs);
    await ask(PATH);
    await ask(PATH);
    await ask('/v1/titles/none?api_key=demo');
    await ask('/v1/titles/1');
    await ask('/v1/sessions/SESSION?api_key=demo');
    const { text, headers } = await ask('/metrics');
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

  it('counts what never became a request', async () => {
    const { ask, port } = await served(catalogs);
    expect(rawError(await rawExchange(port, 'nonsense\r\n\r\n')).status).toBe(400);
    const { text } = await ask('/metrics');
    expect(text).toContain('carrel_responses_total{operation="none",status="400"} 1\n');
  });

  it('is written as Prometheus reads it', async () => {
    const { ask } = await served(catalogs);
    await ask(PATH);
    const { text } = await ask('/metrics');
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
  ] as const)('for %s readers, asked for with %j, gives %i', async (metrics, headers, status) => {
    const { ask } = await served(catalogs, { metrics });
    expect((await ask('/metrics', 'GET', headers)).status).toBe(status);
  });

  it('is 500 when they cannot be had', async () => {
    const errors: unknown[] = [];
    const { ask } = await served(catalogs, {
      measure: () => Promise.reject(new Error('gone')),
      onError: (error) => errors.push(error),
    });
    expect((await ask('/metrics')).status).toBe(500);
    expect(errors).toEqual([new Error('gone')]);
  });
});

describe('durations', () => {
  it('are counted up to bounds, each with all below it', () => {
    const meter = createMeter();
    for (const seconds of [0.0001, 0.0005, 0.0006, 3, 11]) meter.count('getTitle', 200, seconds);
    const text = prometheusText(meter.measurements(), catalogs);
    const buckets = samples(text, 'carrel_response_seconds_bucket');
    const upTo = (le: string) => buckets[`{operation="getTitle",le="${le}"}`];
    expect(['0.0005', '0.001', '2.5', '5', '10', '+Inf'].map(upTo)).toEqual([2, 3, 3, 4, 4, 5]);
    expect(samples(text, 'carrel_response_seconds_count')).toEqual({ '{operation="getTitle"}': 5 });
    expect(samples(text, 'carrel_response_seconds_sum')['{operation="getTitle"}']).toBeCloseTo(
      14.0012,
    );
  });
});

describe('the measurements of several processes', () => {
  it('are none where none could be asked', async () => {
    const { ask } = await served(catalogs, { measure: async () => [] });
    const { status, text } = await ask('/metrics');
    expect(status).toBe(200);
    expect(samples(text, 'carrel_processes')).toEqual({ '': 0 });
    expect(samples(text, 'carrel_requests_in_flight')).toEqual({ '': 0 });
  });

  it('add up, whatever only one of them has counted', () => {
    const [a, b] = [createMeter(), createMeter()];
    a.count('getTitle', 200, 1);
    a.count('getTitle', 404, 1);
    b.count('getTitle', 200, 0.5);
    b.count('getList', 200, 0.5);
    b.cache.hits = 3;
    a.inFlight = 2;
    const sum = addedUp([a.measurements(), b.measurements()]);
    expect(sum.processes).toBe(2);
    expect(sum.operations.getTitle.statuses).toEqual({ 200: 2, 404: 1 });
    expect(sum.operations.getTitle.seconds).toBe(2.5);
    expect(sum.operations.getList).toEqual(b.measurements().operations.getList);
    expect([sum.inFlight, sum.cache.hits]).toEqual([2, 3]);
    expect(a.measurements().operations.getTitle.statuses).toEqual({ 200: 1, 404: 1 });
    const all = [a, b].map((meter) => meter.measurements().operations.getTitle.durations);
    expect(sum.operations.getTitle.durations).toEqual(all[0].map((n, i) => n + all[1][i]));
  });
});

describe('the log', () => {
  /** What happens in one turn of the event loop is written at its end. */
  async function written(): Promise<void> {
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  /** What is logged for requests, as objects. */
  async function logged(level: LogLevel, ask: (served: Served) => Promise<unknown>) {
    let text = '';
    const log = createLog(level, (lines) => {
      text += lines;
    });
    const server = await served(catalogs, { log, onError: () => {} });
    await ask(server);
    await server.close();
    await written();
    return text === ''
      ? []
      : text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line));
  }
  type Served = Awaited<ReturnType<typeof served>>;

  it('has a line of JSON for each request, with its id, which the response has too', async () => {
    let id: unknown;
    const [line, ...others] = await logged('info', async ({ ask }) => {
      id = (await ask('/v1/titles/1?locale=en-CA&api_key=demo')).headers['x-request-id'];
    });
    expect(others).toEqual([]);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(line).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      level: 'info',
      event: 'request',
      pid: process.pid,
      id,
      method: 'GET',
      url: '/v1/titles/1?locale=en-CA&[redacted]',
      operation: 'getTitle',
      status: 200,
      ms: expect.any(Number),
    });
  });

  it.each([
    ['abc-123_x.y:z', true],
    ['a'.repeat(64), true],
    ['a'.repeat(65), false],
    ['', false],
    ['a b', false],
    ['"}', false],
    ['é', false],
  ])('takes the id %j of a request if it can be one: %s', async (given, isTaken) => {
    const [{ id }] = await logged('info', async ({ ask }) => {
      const { headers } = await ask(PATH, 'GET', { 'X-Request-Id': given });
      expect(headers['x-request-id'] === given).toBe(isTaken);
    });
    expect(id === given).toBe(isTaken);
  });

  it('has no key and no session id, wherever they stand', async () => {
    const lines = await logged('info', async ({ ask }) => {
      await ask('/v1/sessions/SESSION?api_key=demo');
      await ask('/v1/sessions/SESSION?api_key=TOPSECRET');
      await ask('/v1/%73essions/SESSION?a%70i_key=TOPSECRET');
      await ask('/V1/SESSIONS/SESSION?API_KEY=TOPSECRET');
    });
    expect(lines).toHaveLength(4);
    expect(JSON.stringify(lines)).not.toMatch(/TOPSECRET|"[^"]*sessions\/SESSION|demo/);
  });

  it('tells errors only, or nothing, when it is told to', async () => {
    const headers: object[] = [];
    const ask = async ({ ask: get }: Served) => headers.push((await get(PATH)).headers);
    expect(await logged('error', ask)).toEqual([]);
    expect(await logged('off', ask)).toEqual([]);
    expect(headers.map((of) => 'x-request-id' in of)).toEqual([true, false]);
  });

  it('tells of a failure under the id that its caller got', async () => {
    let text = '';
    const log = createLog('error', (lines) => {
      text += lines;
    });
    const broken = { ...catalogs[0], titles: { ...catalogs[0].titles, numberOf: fail } };
    const { ask, close } = await served([broken], { log, onError: () => {} });
    const { status, headers } = await ask(PATH);
    await close();
    await written();
    expect(status).toBe(500);
    expect(JSON.parse(text)).toMatchObject({
      level: 'error',
      event: 'failure',
      id: headers['x-request-id'],
      error: expect.stringMatching(/^Error: out of order\n/),
    });
  });

  function fail(): never {
    throw new Error('out of order');
  }
});
