import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CatalogSetError } from '../../src/catalog/catalog-set.js';
import { startServer } from '../../src/http/server.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { served } from './served.js';

const catalog = catalogOf({ titles: [book('1', 'Moby-Dick')] });
const contents = Array.from({ length: 20_000 }, (_, n) => `${n} ${'whale '.repeat(100)}`);
const large = catalogOf({ titles: [book('1', 'Moby-Dick', { contents })] });
const PATH = '/v1/titles/1?api_key=demo';

describe('a server that is closed', () => {
  it('takes no more requests', async () => {
    const { ask, close } = await served([catalog]);
    expect((await ask(PATH)).status).toBe(200);
    await close();
    await expect(ask(PATH)).rejects.toThrow('ECONNREFUSED');
  });

  it('lets a running response finish, however large', async () => {
    const { port, close } = await served([large]);
    const request = get({ host: '127.0.0.1', port, path: PATH });
    const [response] = await once(request, 'response');
    const closed = close();
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    const { title } = JSON.parse(Buffer.concat(chunks).toString());
    expect(title.contents).toEqual(contents);
    await closed;
  });

  it('does not wait for a connection that is kept alive', async () => {
    const { port, close } = await served([catalog]);
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${PATH} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(socket, 'data');
    await close();
    socket.destroy();
  });

  it('does not wait for a connection that asked nothing', async () => {
    const { port, close } = await served([catalog]);
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    await close();
    socket.destroy();
  });

  it('does not wait for a request that was begun and never ended', async () => {
    const { port, close, ask } = await served([catalog]);
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('GET /v1/titles/1 HTTP/1.1\r\nHost:');
    await ask(PATH);
    await close();
    socket.destroy();
  });

  it('waits no more than ten seconds for a response that nobody reads', async () => {
    const { port, close } = await served([large]);
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

  it('is closed once, however often it is told', async () => {
    const { close } = await served([catalog]);
    await Promise.all([close(), close()]);
    await close();
  });
});

describe('a server that cannot be started', () => {
  it('says that its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const options = { catalogs: [catalog], apiKeys: ['demo'], host: '127.0.0.1', port };
    await expect(startServer(options)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    other.close();
  });

  it('leaves its port free when its catalogs hold the same', async () => {
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

describe("a server's address", () => {
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

  it('is the one that it is told to be under', async () => {
    const options = { catalogs: [catalog], apiKeys: ['demo'], port: 0, host: '127.0.0.1' };
    const server = await startServer({ ...options, baseUrl: 'https://api.example.org' });
    expect(server.baseUrl).toBe('https://api.example.org');
    await server.close();
  });
});
