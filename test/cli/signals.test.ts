import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { sendRequest } from '../http/test-server.js';
import { compile, type Running, start } from './compiled.js';

const contents = Array.from({ length: 20_000 }, (_, n) => `${n} ${'whale '.repeat(100)}`);
const directory = mkdtempSync(join(tmpdir(), 'carrel-test-'));
const file = join(directory, 'harbour.snapshot');

beforeAll(compile, 120_000);
beforeAll(async () => {
  await buildSnapshot(recordsOf({ titles: [book('1', 'Moby-Dick', { contents })] }), file);
});
afterAll(() => rmSync(directory, { recursive: true }));

/**
 * Starts a server, sends a request without reading the whole response, sends SIGTERM, and waits until the server
 * refuses connections.
 */
async function startStoppingServer(): Promise<{ server: Running; response: IncomingMessage }> {
  const args = ['serve', file, '--api-key', 'k', '--port', '0', '--accept-shrink'];
  const server = await start('carrel.js', args, /Serving/);
  const request = get({ host: '127.0.0.1', port: server.port, path: '/v1/titles/1?api_key=k' });
  const [response] = await once(request, 'response');
  server.signal('SIGTERM');
  const isListening = () =>
    sendRequest(server.port, '/healthz').then(
      () => true,
      () => false,
    );
  while (await isListening()) await delay(20);
  return { server, response };
}

describe.skipIf(process.platform === 'win32')('A server that is stopping', () => {
  it('finishes its responses, even if it receives SIGHUP', async () => {
    const { server, response } = await startStoppingServer();
    server.signal('SIGHUP');
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    expect(JSON.parse(Buffer.concat(chunks).toString()).title.contents).toEqual(contents);
    expect(await server.ended).toEqual({ status: 0, stderr: '' });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'exits at once on a second signal, %s',
    async (signal) => {
      const { server, response } = await startStoppingServer();
      response.on('error', () => {});
      expect((await server.stop(signal)).status).toBe(null);
      response.destroy();
    },
  );
});

describe.skipIf(process.platform === 'win32')('SIGUSR1', () => {
  it.each(['1', '2'])('does not open the inspector with --workers %s', async (workers) => {
    const args = [
      'serve',
      file,
      '--api-key',
      'k',
      '--port',
      '0',
      '--accept-shrink',
      '--workers',
      workers,
    ];
    const server = await start('carrel.js', args, /Serving/);
    server.signal('SIGUSR1');
    await delay(300);
    expect((await sendRequest(server.port, '/healthz')).status).toBe(200);
    expect(await server.stop('SIGTERM')).toEqual({ status: 0, stderr: '' });
  });
});
