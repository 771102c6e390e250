import { describe, expect, it } from 'vitest';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { rawError, rawExchange, rawResponses } from '../http/raw-exchange.js';
import { startTestServer } from '../http/test-server.js';

const catalogs = [catalogOf({ titles: [book('1', 'Moby-Dick')] })];
const PATH = '/v1/titles/1?api_key=demo';
const CLOSE = 'Host: x\r\nConnection: close\r\n\r\n';

/** Sends the lines of a request and returns the responses. */
async function responsesTo(...lines: string[]) {
  const { port } = await startTestServer(catalogs);
  return rawResponses(await rawExchange(port, lines.join('\r\n')));
}

describe('A request', () => {
  it('for an absolute URL is answered like a request for its path', async () => {
    const [{ status, body }] = await responsesTo(`GET HTTP://other.example${PATH} HTTP/1.1`, CLOSE);
    expect([status, JSON.parse(body).title.id]).toEqual([200, '1']);
    const path = '/v1/titles/..%2f1?api_key=demo';
    const [missing] = await responsesTo(`GET http://x${path} HTTP/1.1`, CLOSE);
    expect([missing.status, JSON.parse(missing.body)]).toEqual([
      404,
      { error: { message: "No title '../1' found.", request: path } },
    ]);
  });

  it.each(['OPTIONS *', `OPTIONS ${PATH}`, `TRACE ${PATH}`, `QUERY ${PATH}`, 'CONNECT x:443'])(
    '%s gets 405 with Allow',
    async (line) => {
      const { port } = await startTestServer(catalogs);
      const { status, headers } = rawError(await rawExchange(port, `${line} HTTP/1.1\r\n${CLOSE}`));
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    },
  );

  it('with an Upgrade header is answered without an upgrade', async () => {
    const upgrade = 'Connection: Upgrade, close\r\nUpgrade: websocket\r\nHost: x\r\n\r\n';
    expect(
      (await responsesTo(`GET ${PATH} HTTP/1.1`, upgrade)).map(({ status }) => status),
    ).toEqual([200]);
  });

  it('with Expect: 100-continue is answered before its body is sent, and the connection is closed', async () => {
    const expecting = 'Host: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n';
    const responses = await responsesTo(`GET ${PATH} HTTP/1.1`, expecting);
    expect(responses.map(({ status }) => status)).toEqual([200]);
    expect(responses[0].headers.connection).toBe('close');
  });

  it('with an unknown Expect is answered', async () => {
    const expecting = `Expect: the unexpected\r\n${CLOSE}`;
    expect((await responsesTo(`GET ${PATH} HTTP/1.1`, expecting))[0].status).toBe(200);
  });

  it('of HTTP/1.0 needs no Host', async () => {
    expect((await responsesTo(`GET ${PATH} HTTP/1.0`, '\r\n'))[0].status).toBe(200);
  });

  it.each([
    ['no Host', '', 'none'],
    ['two Hosts', 'Host: x\r\nhost: y\r\n', '2'],
    ['two equal Hosts', 'Host: x\r\nHost: x\r\n', '2'],
  ])('of HTTP/1.1 with %s gets 400', async (_what, hosts, count) => {
    const { port } = await startTestServer(catalogs);
    const head = `GET ${PATH} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`;
    const { status, message } = rawError(await rawExchange(port, head));
    expect([status, message]).toEqual([400, `header 'Host': expected exactly one, found ${count}`]);
  });
});

describe('Invalid HTTP', () => {
  it.each([
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!'],
    ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a length that is not a number', 'Content-Length: 5x\r\n\r\nhello'],
    ['a negative length', 'Content-Length: -1\r\n\r\n'],
    ['lengths in a list', 'Content-Length: 5, 5\r\n\r\nhello'],
    [
      'chunked that is not the last coding',
      'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
    ],
    ['a space before the colon', 'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n'],
    ['a folded header', 'X: a\r\n b: c\r\n\r\n'],
    ['a line that ends with a line feed only', 'X: a\nY: b\r\n\r\n'],
    ['a control character in a header', 'X: a\u0000b\r\n\r\n'],
    ['a chunk size that is not a number', 'Transfer-Encoding: chunked\r\n\r\nxyz\r\n'],
  ])('with %s gets 400, and the connection is closed', async (_what, rest) => {
    const { port } = await startTestServer(catalogs);
    const bytes = await rawExchange(port, `POST ${PATH} HTTP/1.1\r\nHost: x\r\n${rest}`, 500);
    const statuses = rawResponses(bytes).map(({ status }) => status);
    // A request with a valid head and an invalid body gets 405 for its method, and then 400.
    expect(['400', '405,400']).toContain(statuses.join());
    const last = rawResponses(bytes).at(-1);
    expect(last?.headers.connection).toBe('close');
    expect(JSON.parse(last?.body ?? '').error.message).toMatch(
      /^request: expected valid HTTP, found an error \([A-Z][^:]*\)$/,
    );
  });

  it.each([
    ['plain text', 'hello\r\n\r\n'],
    ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown HTTP version', `GET ${PATH} HTTP/3.7\r\n\r\n`],
    ['a TLS handshake', Buffer.from('16030100c8010000c40303', 'hex')],
    ['a method in lower case', `get ${PATH} HTTP/1.1\r\n\r\n`],
    ['a path with a space', `GET /v1/titles/a b HTTP/1.1\r\n\r\n`],
    ['UTF-8 in the path that is not percent-encoded', `GET /v1/titles/é HTTP/1.1\r\n\r\n`],
    ['UTF-8 in the query that is not percent-encoded', `GET /v1/titles?q=é HTTP/1.1\r\n\r\n`],
    ['a path without a leading slash', `GET v1/titles HTTP/1.1\r\n\r\n`],
    ['a control character in the path', `GET /v1/titles/\u0001 HTTP/1.1\r\n\r\n`],
  ])('such as %s gets 400, and the server keeps serving', async (_what, bytes) => {
    const { port, send } = await startTestServer(catalogs);
    const { status, headers } = rawError(await rawExchange(port, bytes));
    expect([status, headers.connection]).toEqual([400, 'close']);
    expect((await send(PATH)).status).toBe(200);
  });

  it('after a valid request gets 400, and the valid request is answered', async () => {
    const { port } = await startTestServer(catalogs);
    const both = `GET ${PATH} HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n`;
    const responses = rawResponses(await rawExchange(port, both));
    expect(responses.map(({ status }) => status)).toEqual([200, 400]);
  });
});
