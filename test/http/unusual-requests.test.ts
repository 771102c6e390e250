import { describe, expect, it } from 'vitest';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { rawError, rawExchange, rawResponses } from './raw-exchange.js';
import { served } from './served.js';

const catalogs = [catalogOf({ titles: [book('1', 'Moby-Dick')] })];
const PATH = '/v1/titles/1?api_key=demo';
const CLOSE = 'Host: x\r\nConnection: close\r\n\r\n';

/** What is answered to the lines of a request. */
async function answered(...lines: string[]) {
  const { port } = await served(catalogs);
  return rawResponses(await rawExchange(port, lines.join('\r\n')));
}

describe('a request', () => {
  it('for a whole address is answered as for its path', async () => {
    const [{ status, body }] = await answered(`GET HTTP://other.example${PATH} HTTP/1.1`, CLOSE);
    expect([status, JSON.parse(body).title.id]).toEqual([200, '1']);
    const address = 'http://x/v1/titles/..%2f1?api_key=demo';
    const [missing] = await answered(`GET ${address} HTTP/1.1`, CLOSE);
    expect([missing.status, JSON.parse(missing.body)]).toEqual([
      404,
      { error: { message: "No title '../1' found.", request: address } },
    ]);
  });

  it.each(['OPTIONS *', `OPTIONS ${PATH}`, `TRACE ${PATH}`, `QUERY ${PATH}`, 'CONNECT x:443'])(
    'of %s is 405, with what is allowed',
    async (line) => {
      const { port } = await served(catalogs);
      const { status, headers } = rawError(await rawExchange(port, `${line} HTTP/1.1\r\n${CLOSE}`));
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    },
  );

  it('that would upgrade its connection is answered as it is', async () => {
    const upgrade = 'Connection: Upgrade, close\r\nUpgrade: websocket\r\nHost: x\r\n\r\n';
    expect((await answered(`GET ${PATH} HTTP/1.1`, upgrade)).map(({ status }) => status)).toEqual([
      200,
    ]);
  });

  it('that waits with its body is answered without it, and its connection closed', async () => {
    const expecting = 'Host: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n';
    const responses = await answered(`GET ${PATH} HTTP/1.1`, expecting);
    expect(responses.map(({ status }) => status)).toEqual([200]);
    expect(responses[0].headers.connection).toBe('close');
  });

  it('that expects what nobody knows is answered', async () => {
    const expecting = `Expect: the unexpected\r\n${CLOSE}`;
    expect((await answered(`GET ${PATH} HTTP/1.1`, expecting))[0].status).toBe(200);
  });

  it('of HTTP/1.0 needs no Host', async () => {
    expect((await answered(`GET ${PATH} HTTP/1.0`, '\r\n'))[0].status).toBe(200);
  });

  it.each([
    ['no Host', ''],
    ['two', 'Host: x\r\nhost: y\r\n'],
    ['two that are the same', 'Host: x\r\nHost: x\r\n'],
  ])('of HTTP/1.1 with %s is 400', async (_what, hosts) => {
    const { port } = await served(catalogs);
    const head = `GET ${PATH} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`;
    const { status, message } = rawError(await rawExchange(port, head));
    expect([status, message]).toEqual([
      400,
      "The header 'Host' is missing or given twice; wanted it once.",
    ]);
  });
});

describe('what could be read in two ways is refused:', () => {
  it.each([
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!'],
    ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a length that is no number', 'Content-Length: 5x\r\n\r\nhello'],
    ['a negative length', 'Content-Length: -1\r\n\r\n'],
    ['lengths in a list', 'Content-Length: 5, 5\r\n\r\nhello'],
    [
      'chunks that are not the last coding',
      'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
    ],
    ['a space before the colon', 'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n'],
    ['a folded header', 'X: a\r\n b: c\r\n\r\n'],
    ['a line that ends with a line feed only', 'X: a\nY: b\r\n\r\n'],
    ['a control character in a header', 'X: a\u0000b\r\n\r\n'],
    ['a chunk that is no number', 'Transfer-Encoding: chunked\r\n\r\nxyz\r\n'],
  ])('%s', async (_what, rest) => {
    const { port } = await served(catalogs);
    const bytes = await rawExchange(port, `POST ${PATH} HTTP/1.1\r\nHost: x\r\n${rest}`, 500);
    const statuses = rawResponses(bytes).map(({ status }) => status);
    // What comes behind a head that is whole is refused after the head was answered.
    expect(['400', '405,400']).toContain(statuses.join());
    const last = rawResponses(bytes).at(-1);
    expect(last?.headers.connection).toBe('close');
    expect(JSON.parse(last?.body ?? '').error.message).toMatch(
      /^The request is not HTTP as this server reads it: [A-Z][^:]*\.$/,
    );
  });

  it.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP of another version', `GET ${PATH} HTTP/3.7\r\n\r\n`],
    ['TLS', Buffer.from('16030100c8010000c40303', 'hex')],
    ['a method in small letters', `get ${PATH} HTTP/1.1\r\n\r\n`],
    ['a path with a space', `GET /v1/titles/a b HTTP/1.1\r\n\r\n`],
    ['a path that does not begin as one', `GET v1/titles HTTP/1.1\r\n\r\n`],
    ['a control character in the path', `GET /v1/titles/\u0001 HTTP/1.1\r\n\r\n`],
  ])('%s', async (_what, bytes) => {
    const { port, ask } = await served(catalogs);
    const { status, headers } = rawError(await rawExchange(port, bytes));
    expect([status, headers.connection]).toEqual([400, 'close']);
    expect((await ask(PATH)).status).toBe(200);
  });

  it('and the request before it is answered', async () => {
    const { port } = await served(catalogs);
    const both = `GET ${PATH} HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n`;
    const responses = rawResponses(await rawExchange(port, both));
    expect(responses.map(({ status }) => status)).toEqual([200, 400]);
  });
});
