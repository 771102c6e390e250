import { once } from 'node:events';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { Agent, createServer, get, Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CatalogSetError } from '../../src/catalog/catalog-set.js';
import { removeStaleSocket } from '../../src/server/listening-socket.js';
import { startServer } from '../../src/server/server.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { rawResponses } from '../http/raw-exchange.js';
import { startTestServer } from '../http/test-server.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';

const catalog = catalogOf({ titles: [book('1', 'Moby-Dick')] });
const contents = Array.from({ length: 20_000 }, (_, n) => `${n} ${'whale '.repeat(100)}`);
const large = catalogOf({ titles: [book('1', 'Moby-Dick', { contents })] });
const PATH = '/v1/titles/1?api_key=demo';

/** Watches whether servers close all connections, which they do 10 seconds after they stop listening. */
function watchDeadline() {
  const closeAll = vi.spyOn(Server.prototype, 'closeAllConnections');
  onTestFinished(() => closeAll.mockRestore());
  return closeAll;
}

describe('A server that is closing', () => {
  it('accepts no more connections', async () => {
    const { send, close } = await startTestServer([catalog]);
    expect((await send(PATH)).status).toBe(200);
    await close();
    await expect(send(PATH)).rejects.toThrow('ECONNREFUSED');
  });

  it('finishes a large response in progress', async () => {
    const { port, close } = await startTestServer([large]);
    const request = get({ host: '127.0.0.1', port, path: PATH });
    const [response] = await once(request, 'response');
    const closed = close();
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    const { title } = JSON.parse(Buffer.concat(chunks).toString());
    expect(title.contents).toEqual(contents);
    await closed;
  });

  it('adds Connection: close to a response that has not begun', async () => {
    const answers: ((response: undefined) => void)[] = [];
    const answer = () => new Promise<undefined>((resolve) => void answers.push(resolve));
    const threads = { answer, warmUp: async () => {} };
    const { port, close } = await startTestServer([catalog], { threads });
    const agent = new Agent({ keepAlive: true });
    const request = get({ host: '127.0.0.1', port, path: PATH, agent });
    await expect.poll(() => answers.length).toBe(1);
    const closed = close();
    answers[0](undefined);
    const [response] = await once(request, 'response');
    expect(response.headers.connection).toBe('close');
    response.resume();
    await closed;
  });

  it('does not wait for an idle connection', async () => {
    const closeAll = watchDeadline();
    const { port, close } = await startTestServer([catalog]);
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${PATH} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(socket, 'data');
    await close();
    expect(closeAll).not.toHaveBeenCalled();
    socket.destroy();
  });

  it('waits at most a second for the first request of a new connection', async () => {
    const closeAll = watchDeadline();
    const { port, close } = await startTestServer([catalog]);
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    await close();
    expect(closeAll).not.toHaveBeenCalled();
    socket.destroy();
  });

  it('answers the first request of a new connection, and closes the connection', async () => {
    const { port, close, send } = await startTestServer([catalog]);
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    // After this response, the server has also accepted the earlier connection.
    await send(PATH);
    const closed = close();
    while (
      !(await send(PATH)
        .catch(() => 'refused')
        .then((reply) => reply === 'refused'))
    );
    socket.write(`GET ${PATH} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk);
    const [{ status, headers }] = rawResponses(Buffer.concat(chunks));
    expect([status, headers.connection]).toEqual([200, 'close']);
    await closed;
  });

  it('answers a request that has arrived before the server closes its connection', async () => {
    const { port, close } = await startTestServer([catalog]);
    const socket = connect(port, '127.0.0.1');
    const request = `GET ${PATH} HTTP/1.1\r\nHost: x\r\n\r\n`;
    socket.write(request);
    await once(socket, 'data');
    socket.write(request);
    const closed = close();
    const [chunk] = await once(socket, 'data');
    expect(rawResponses(chunk).map(({ status }) => status)).toEqual([200]);
    await closed;
    socket.destroy();
  });

  it('answers requests until its drain ends, with Connection: close and /readyz 503', async () => {
    const { send, close } = await startTestServer([catalog], { drainSeconds: 1 });
    expect((await send('/readyz')).status).toBe(200);
    const closed = close();
    const { status, text } = await send('/readyz');
    expect([status, JSON.parse(text).status]).toEqual([503, 'closing']);
    expect((await send(PATH, 'GET', { Connection: 'keep-alive' })).headers.connection).toBe(
      'close',
    );
    await closed;
    await expect(send(PATH)).rejects.toThrow('ECONNREFUSED');
  });

  it('waits at most a second for an incomplete request of a new connection', async () => {
    const closeAll = watchDeadline();
    const { port, close, send } = await startTestServer([catalog]);
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('GET /v1/titles/1 HTTP/1.1\r\nHost:');
    await send(PATH);
    await close();
    expect(closeAll).not.toHaveBeenCalled();
    socket.destroy();
  });

  it('waits at most 10 seconds for a client that does not read its response', async () => {
    const { port, close } = await startTestServer([large]);
    const request = get({ host: '127.0.0.1', port, path: PATH });
    const [response] = await once(request, 'response');
    response.on('error', () => {});
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const closed = close();
    vi.advanceTimersByTime(10_000);
    await closed;
  });

  it('can be closed several times', async () => {
    const { close } = await startTestServer([catalog]);
    await Promise.all([close(), close()]);
    await close();
  });
});

describe.skipIf(process.platform === 'win32')('A server on a Unix socket', () => {
  const start = (path: string) =>
    startServer({
      ...{ catalogs: [catalog], apiKeys: ['demo'], port: 0, host: '127.0.0.1' },
      ...{ socket: { path }, baseUrl: 'http://localhost' },
    });
  /** Returns the status of a response through a Unix socket. */
  const statusOf = async (socketPath: string) => {
    const [response] = await once(get({ socketPath, path: PATH, agent: false }), 'response');
    response.resume();
    return response.statusCode;
  };

  it('removes its socket when it closes, and leaves no other file', async () => {
    const directory = scratchDirectory();
    const path = join(directory, 'a');
    const server = await start(path);
    expect(readdirSync(directory)).toEqual(['a']);
    expect(statSync(path).mode & 0o777).toBe(0o660);
    expect(await statusOf(path)).toBe(200);
    await server.close();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('leaves the socket of its successor alone when it closes', async () => {
    const path = join(scratchDirectory(), 'carrel.sock');
    const old = await start(path);
    unlinkSync(path);
    const successor = await start(path);
    await old.close();
    expect(await statusOf(path)).toBe(200);
    await successor.close();
    expect(existsSync(path)).toBe(false);
  });

  it('leaves another file that has replaced its socket alone', async () => {
    const path = join(scratchDirectory(), 'carrel.sock');
    const server = await start(path);
    unlinkSync(path);
    writeFileSync(path, 'text');
    await server.close();
    expect(readFileSync(path, 'utf8')).toBe('text');
  });

  it('does not replace an existing file', async () => {
    const directory = scratchDirectory();
    const path = join(directory, 'carrel.sock');
    const server = await start(path);
    await expect(start(path)).rejects.toMatchObject({
      code: 'EADDRINUSE',
      message: `${path}: expected no file, found one; stop its server or remove it`,
    });
    expect(await statusOf(path)).toBe(200);
    await server.close();
    expect(readdirSync(directory)).toEqual([]);
  });
});

describe('The socket of a killed server', () => {
  it('is removed, but not the socket of a server that replaces it meanwhile', async () => {
    const path = join(scratchDirectory(), 'carrel.sock');
    const [killed, successor] = [createServer(), createServer()];
    await once(killed.listen(`${path}.1`), 'listening');
    renameSync(`${path}.1`, path);
    await new Promise((resolve) => killed.close(resolve));
    await once(successor.listen(`${path}.2`), 'listening');
    const removed = removeStaleSocket(path);
    renameSync(`${path}.2`, path);
    await removed;
    expect(existsSync(path)).toBe(true);
    await new Promise((resolve) => successor.close(resolve));
    await removeStaleSocket(path);
    expect(existsSync(path)).toBe(false);
  });
});

describe('A server that cannot start', () => {
  it('rejects with EADDRINUSE when its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const options = { catalogs: [catalog], apiKeys: ['demo'], host: '127.0.0.1', port };
    await expect(startServer(options)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    other.close();
  });

  it('leaves its port free when two catalogs contain the same library', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await new Promise((resolve) => other.close(resolve));
    const options = { catalogs: [catalog, catalog], apiKeys: ['demo'], host: '127.0.0.1', port };
    await expect(startServer(options)).rejects.toThrow(CatalogSetError);
    const again = await startServer({ ...options, catalogs: [catalog] });
    await again.close();
  });
});

describe('The address of a server', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:'],
    ['0.0.0.0', 'http://localhost:'],
    ['::', 'http://localhost:'],
    ['::1', 'http://[::1]:'],
  ])('for the host %s begins with %s', async (host, beginning) => {
    const options = { catalogs: [catalog], apiKeys: ['demo'], port: 0, host };
    const server = await startServer(options).catch((error) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') return undefined;
      throw error;
    });
    if (server === undefined) return expect(host).toContain(':');
    expect(server.baseUrl.startsWith(beginning)).toBe(true);
    expect(server.baseUrl).toMatch(/:[1-9][0-9]*$/);
    await server.close();
  });

  it('is the configured base URL', async () => {
    const options = { catalogs: [catalog], apiKeys: ['demo'], port: 0, host: '127.0.0.1' };
    const server = await startServer({ ...options, baseUrl: 'https://api.example.org' });
    expect(server.baseUrl).toBe('https://api.example.org');
    await server.close();
  });
});
