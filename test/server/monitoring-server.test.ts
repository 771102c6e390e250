import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { networkOptions } from '../../src/cli/serve/network-options.js';
import { createMeter } from '../../src/server/meter.js';
import { startServer } from '../../src/server/server.js';
import { book, catalogOf } from '../catalog/catalog-of.js';
import { freePort } from '../cli/free-port.js';
import { sendRequest, startTestServer } from '../http/test-server.js';

const catalogs = [catalogOf({ titles: [book('1', 'Moby-Dick')] })];

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
    const measure = () => Promise.reject(new Error('gone'));
    const { statusOf } = await startMonitored({ meter, measure });
    expect([await statusOf('/metrics'), await statusOf('/healthz')]).toEqual([500, 200]);
    expect(meter.measurements().operations).toEqual({});
  });

  it('answers until the server has closed, with 503 to /readyz', async () => {
    let release = () => {};
    const measured = new Promise<[]>((resolve) => {
      release = () => resolve([]);
    });
    const received = new EventEmitter();
    const measure = () => {
      received.emit('request');
      return measured;
    };
    const { server, statusOf } = await startMonitored({ metrics: 'all', measure });
    const inProgress = server.send('/metrics');
    await once(received, 'request');
    const closed = server.close();
    expect(await statusOf('/readyz')).toBe(503);
    release();
    await closed;
    expect((await inProgress).status).toBe(200);
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
    const read = (monitoring: string) => networkOptions({ monitoring }).monitoring;
    expect(read('127.0.0.1:9090')).toEqual({ host: '127.0.0.1', port: 9090 });
    expect(read('[::]:80')).toEqual({ host: '::', port: 80 });
    expect(read('localhost:65535')).toEqual({ host: 'localhost', port: 65535 });
  });
});
