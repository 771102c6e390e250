import { METHODS } from 'node:http';
import { connect } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMeter } from '../../src/server/meter.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { isLong } from '../long-tests.js';
import { rawResponses } from './raw-exchange.js';
import { startTestServer } from './test-server.js';

const CONNECTIONS = isLong ? 10_000 : 1_000;
const BATCH_SIZE = 50;

/** The documented statuses, except 500. */
const DOCUMENTED = [200, 304, 400, 403, 404, 405, 406, 408, 414, 429, 431, 503];

const written = '2018-01-15T16:23:09Z';
const catalogs = [
  catalogOf({
    titles: [book('1', 'Moby-Dick'), book('__proto__', 'Emma'), book('a/b', 'Typee')],
    users: [{ id: 1, name: 'ishmael' }],
    userContent: [{ user: 1, title: '1' }],
    lists: [{ id: '1', name: 'L', user: 1, created: written, updated: written, list_items: [] }],
    sessions: [{ id: '1', user: 1 }],
  }),
];

const bytes = fc.string({
  unit: fc.integer({ min: 0, max: 255 }).map((n) => String.fromCharCode(n)),
});
const unsafe = fc.string({
  unit: fc.constantFrom('%', '/', '.', '?', '&', '=', '\\', ';', '#', 'é', '1'),
});
const encoded = fc.constantFrom(
  '%2e%2e',
  '%2f',
  '%00',
  '%',
  '%zz',
  '%ff',
  '%e6%b0',
  '%25',
  '%0d%0a',
);

const method = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom('GET', 'GET', 'HEAD') },
  { weight: 2, arbitrary: fc.constantFrom(...METHODS) },
  { weight: 1, arbitrary: fc.constantFrom('get', 'GET\t', 'BREW', '', 'G\u0000T') },
);
const segment = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom('v1', 'titles', 'users', 'lists', 'sessions', 'user_content', '1'),
  },
  { weight: 2, arbitrary: encoded },
  { weight: 1, arbitrary: fc.constantFrom('..', '.', '', '__proto__', 'constructor', 'V1', '*') },
  { weight: 1, arbitrary: unsafe },
);
const path = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      '/v1/titles',
      '/v1/titles/1',
      '/v1/user_content',
      '/v1/users/1/lists',
      '/v1/users/1/user_content',
      '/v1/lists/1',
      '/v1/sessions/1',
      '/healthz',
      '/readyz',
    ),
  },
  { weight: 6, arbitrary: fc.array(segment, { maxLength: 6 }).map((all) => `/${all.join('/')}`) },
  {
    weight: 2,
    arbitrary: fc.array(segment, { maxLength: 4 }).map((all) => `/v1/${all.join('/')}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('*', 'http://x/v1/titles', 'https://', 'x:443', '//', ''),
  },
  { weight: 1, arbitrary: bytes },
);
const value = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('1', '0', '-1', '*', 'moby', 'harbour', 'demo', 'custom'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('1e9', '99999999999999999999', 'NaN', 'title', '\\', '"'),
  },
  { weight: 2, arbitrary: encoded },
  { weight: 2, arbitrary: unsafe },
  { weight: 1, arbitrary: fc.nat(3000).map((n) => 'w*'.repeat(n)) },
  { weight: 1, arbitrary: fc.nat(900).map((n) => '('.repeat(n)) },
);
const parameter = fc
  .tuple(
    fc.oneof(
      {
        weight: 8,
        arbitrary: fc.constantFrom(
          ...['q', 'library', 'search_type', 'sort', 'limit', 'page', 'metadata', 'locale'],
          ...['api_key', 'title', 'date_format', 'author', 'available_at', 'publication_date'],
        ),
      },
      { weight: 1, arbitrary: value },
    ),
    value,
    fc.constantFrom('=', '=', '=', '', '=='),
  )
  .map(([name, given, sign]) => `${name}${sign}${given}`);
const KNOWN = 'q=moby&library=harbour&metadata=1';
const query = fc
  .tuple(
    fc.constantFrom('?api_key=demo&', '?api_key=demo', `?api_key=demo&${KNOWN}`, '?', '', '??'),
    fc.array(parameter, { maxLength: 5 }),
    fc.oneof({ weight: 20, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.nat(200) }),
  )
  .map(([begin, parameters, times]) => {
    return begin + Array(times).fill(parameters.join('&')).join('&');
  });
const header = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.constantFrom(
      'Accept-Encoding: gzip;q=0.1, *;q=0',
      'Accept-Encoding: identity;q=0',
      'If-None-Match: *',
      'If-None-Match: "a", W/"b',
      'Connection: close',
      'Connection: upgrade, keep-alive',
      'Upgrade: websocket',
      'Expect: 100-continue',
      'Range: bytes=0-1,-1',
      'X-Request-Id: \u0001',
      'Forwarded: for=unknown',
      'Cookie: a=b',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'Content-Length: 0',
      'Content-Length: 5',
      'Content-Length: +5',
      'Content-Length: 0x5',
      'Content-Length: 99999999999999999999',
      'Content-Length : 5',
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: xchunked',
      'Transfer-Encoding: chunked, chunked',
      'Transfer-Encoding:\u000bchunked',
      ' Transfer-Encoding: chunked',
      'Host: y',
    ),
  },
  { weight: 1, arbitrary: bytes.map((text) => `X: ${text}`) },
  { weight: 2, arbitrary: fc.nat(20_000).map((n) => `X: ${'x'.repeat(n)}`) },
);
const body = fc.oneof(
  { weight: 12, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'hello',
      '5\r\nhello\r\n0\r\n\r\n',
      '5;x=y\r\nhello\r\n0\r\nX: y\r\n\r\n',
      'ffffffffffffffff\r\n',
      '0\r\n\r\nGET /v1/sessions/1 HTTP/1.1\r\nHost: x\r\n\r\n',
    ),
  },
  { weight: 1, arbitrary: bytes },
);
const request = fc
  .tuple(
    method,
    path,
    query,
    fc.oneof(
      { weight: 30, arbitrary: fc.constant('HTTP/1.1') },
      {
        weight: 1,
        arbitrary: fc.constantFrom('HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.1 ', ''),
      },
    ),
    fc.oneof(
      { weight: 20, arbitrary: fc.constant('Host: x\r\n') },
      { weight: 1, arbitrary: fc.constant('') },
    ),
    fc.array(header, { maxLength: 3 }),
    body,
  )
  .map(([verb, target, search, version, host, headers, content]) => {
    const lines = headers.map((line) => `${line}\r\n`).join('');
    return `${verb} ${target}${search} ${version}\r\n${host}${lines}\r\n${content}`;
  });
/** Generates null in 12 of 13 cases, and otherwise a value of `arbitrary`. */
function rarely<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: 12, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });
}

/** The bytes of one to three requests. In some cases, bytes are overwritten, or the end is missing. */
const connection = fc
  .tuple(
    fc.array(request, { minLength: 1, maxLength: 3 }),
    rarely(fc.tuple(fc.nat(), bytes)),
    rarely(fc.nat()),
  )
  .map(([requests, damage, end]) => {
    let text = requests.join('');
    if (damage !== null) {
      const at = damage[0] % text.length;
      text = text.slice(0, at) + damage[1] + text.slice(at + damage[1].length);
    }
    return Buffer.from(end === null ? text : text.slice(0, end % text.length), 'latin1');
  });

/** Sends bytes, ends the sending side, and returns the received bytes. */
function exchange(port: number, sent: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.end(sent));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(chunks)));
  });
}

it(`A server answers random requests on ${CONNECTIONS} connections with documented statuses in JSON, or closes the connection`, async () => {
  const meter = createMeter();
  const { port, send } = await startTestServer(catalogs, { meter });
  const seen = new Map<number, number>();
  let responses = 0;
  const connections = fc.array(connection, { minLength: BATCH_SIZE, maxLength: BATCH_SIZE });
  await fc.assert(
    fc.asyncProperty(connections, async (all) => {
      const replies = await Promise.all(all.map((sent) => exchange(port, sent)));
      for (const reply of replies) {
        for (const { status, headers, body: text } of rawResponses(reply)) {
          expect(DOCUMENTED).toContain(status);
          if (text !== '') JSON.parse(text);
          if (status !== 304) expect(headers['content-type']).toMatch(/^application\/json/);
          seen.set(status, (seen.get(status) ?? 0) + 1);
          responses++;
        }
      }
    }),
    { numRuns: CONNECTIONS / BATCH_SIZE, endOnFailure: true },
  );
  expect([...seen.keys()].sort()).toEqual(expect.arrayContaining([200, 400, 403, 404, 405, 431]));
  expect(responses).toBeGreaterThan(CONNECTIONS / 2);
  expect(meter.inFlight).toBe(0);
  expect((await send('/v1/titles/1?api_key=demo')).status).toBe(200);
});
