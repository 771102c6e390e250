import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { sendRequest } from '../http/test-server.js';
import { DEMO } from '../shared-data.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { FAILING_THREADS } from '../soak/failing-threads.js';
import { carrel, compile, ROOT, type Running, start } from './compiled.js';

beforeAll(compile);

let built: Uint8Array;
beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'carrel-test-'));
  const file = join(directory, 'alderwick.snapshot');
  await buildSnapshot(join(DEMO, 'alderwick'), file);
  built = readFileSync(file);
  rmSync(directory, { recursive: true });
});

function snapshot(): string {
  const file = join(scratchDirectory(), 'alderwick.snapshot');
  writeFileSync(file, built);
  return file;
}

async function serve(file: string, workers: string, ...more: string[]): Promise<Running> {
  const options = ['--api-key', 'k', '--port', '0', '--accept-shrink', '--workers', workers];
  const args = ['serve', file, ...options, ...more];
  return start('carrel.js', args, /Serving/, FAILING_THREADS);
}

/** Waits until the server has a number of workers. */
async function waitForWorkers({ port }: Running, workers: number): Promise<void> {
  const expected = `\ncarrel_workers ${workers}\n`;
  while (!(await sendRequest(port, '/metrics')).text.includes(expected)) await delay(20);
}

describe('Workers', () => {
  it('return the same responses as a server without workers', async () => {
    const file = snapshot();
    const servers = await Promise.all(
      ['1', '3'].map((workers) => serve(file, workers, '--cache', '0')),
    );
    for (const path of [
      '/v1/titles?q=whale&library=alderwick&metadata=1&api_key=k',
      '/v1/titles/0000001101?api_key=k',
      '/v1/user_content?limit=20&metadata=1&api_key=k',
      '/v1/titles/nothing?api_key=k',
      '/v1/titles?q=whale&api_key=k',
      '/search?q=whale',
      '/nothing',
    ]) {
      const bodies = await Promise.all(
        [...servers, ...servers, ...servers].map(async ({ port }) => {
          const { status, text } = await sendRequest(port, path);
          return `${status} ${text.replaceAll(`:${port}`, ':PORT')}`;
        }),
      );
      expect(new Set(bodies).size).toBe(1);
    }
    const [, server] = servers;
    for (let i = 0; i < 3; i++) await sendRequest(server.port, '/v1/titles/0000001101?api_key=k');
    const { text } = await sendRequest(server.port, '/metrics');
    expect(text).toContain('\ncarrel_workers 3\n');
    expect(text).toContain('carrel_responses_total{operation="getTitle",status="200"} 6\n');
    expect(await server.stop('SIGTERM')).toEqual({ status: 0, stderr: '' });
  });

  it('are replaced when they end, and only the request that ended one gets 503', async () => {
    const server = await serve(snapshot(), '2');
    const exited = server.waitForLog(/.*"event":"worker exited".*\n/);
    const statuses = await Promise.all(
      ['end-thread', '0000001101', '0000001101'].map(
        async (id) => (await sendRequest(server.port, `/v1/titles/${id}?api_key=k`)).status,
      ),
    );
    expect(statuses).toEqual([503, 200, 200]);
    expect(JSON.parse(await exited)).toMatchObject({
      reason: 'exited with status 7',
      restartMs: 0,
    });
    await waitForWorkers(server, 2);
    const { text } = await sendRequest(server.port, '/metrics');
    expect(text).toContain('\ncarrel_worker_exits_total 1\n');
    expect((await server.stop('SIGTERM')).status).toBe(0);
  });

  it('are replaced when all of them are blocked', async () => {
    const server = await serve(snapshot(), '2');
    const send = (path: string) => sendRequest(server.port, path);
    const blocked = [1, 2].map(() => send('/v1/titles/block-thread?api_key=k'));
    await delay(100);
    const waiting = send('/v1/titles/0000001101?api_key=k');
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect((await send(path)).status).toBe(200);
    }
    for (const { status, text, headers } of await Promise.all(blocked)) {
      expect([status, headers['retry-after']]).toEqual([503, '1']);
      expect(JSON.parse(text).error.message).toBe(
        'server: expected an answer in time, found none; retry after 1 s',
      );
    }
    expect((await waiting).status).toBe(200);
    await waitForWorkers(server, 2);
    const { status, stderr } = await server.stop('SIGTERM');
    expect(status).toBe(0);
    expect(stderr.match(/"reason":"silent for 2 s"/g)).toHaveLength(2);
  });

  it('that are blocked do not delay the end of the server', async () => {
    const server = await serve(snapshot(), '2');
    const blocked = [1, 2].map(() => sendRequest(server.port, '/v1/titles/block-thread?api_key=k'));
    await delay(100);
    expect((await server.stop('SIGTERM')).status).toBe(0);
    expect((await Promise.all(blocked)).map(({ status }) => status)).toEqual([503, 503]);
  });

  it('report a missing snapshot', async () => {
    const args = ['--api-key', 'k', '--port', '0', '--workers', '2'];
    expect(await carrel('serve', 'missing.snapshot', ...args)).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'carrel serve: missing.snapshot: expected a snapshot file or a source directory, found nothing\n',
    });
  });

  it('report that their port is in use', async () => {
    const file = snapshot();
    const server = await serve(file, '2');
    const port = String(server.port);
    const args = ['serve', file, '--api-key', 'k', '--port', port];
    for (const workers of ['1', '2']) {
      expect(await carrel(...args, '--workers', workers)).toEqual({
        status: 1,
        stdout: '',
        stderr: `carrel serve: port ${port} of 127.0.0.1: expected a free port, found it in use; choose another port\n`,
      });
    }
    await server.stop('SIGTERM');
  });
});

it.each(['0', 'many', '-1', '1.5'])('carrel serve refuses --workers %s', async (workers) => {
  const { status, stderr } = await carrel('serve', 'x', '--api-key', 'k', `--workers=${workers}`);
  expect(status).toBe(2);
  expect(stderr).toContain(`, found '${workers}'\n`);
});

/** Code in every worker: a request for `/use-descriptors` opens files until no file descriptor is free, for a second. */
const USING_DESCRIPTORS = `
import { closeSync, openSync } from 'node:fs';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
if (!isMainThread && workerData?.status !== undefined) {
  parentPort.on('message', ({ request }) => {
    if (!JSON.stringify(request ?? '').includes('use-descriptors')) return;
    const opened = [];
    const openAll = () => {
      try {
        for (;;) opened.push(openSync('/dev/null'));
      } catch {}
    };
    const timer = setInterval(openAll, 1);
    setTimeout(() => {
      clearInterval(timer);
      opened.forEach((fd) => closeSync(fd));
    }, 1000);
  });
}
`;

/** Starts a server with two workers that may have a number of open file descriptors. */
function spawnWithDescriptors(
  descriptors: number,
): ChildProcess & { readonly output: () => string } {
  const script = join(ROOT, 'dist/cli/carrel.js');
  const args = ['serve', snapshot(), '--api-key', 'k', '--port', '0', '--workers', '2'];
  const env = {
    ...process.env,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(USING_DESCRIPTORS)}`,
  };
  const command = `ulimit -n ${descriptors} && exec "$@"`;
  const child = spawn('sh', ['-c', command, 'sh', process.execPath, script, ...args], { env });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return Object.assign(child, { output: () => output });
}

describe.skipIf(process.platform !== 'linux')('A server with few file descriptors', () => {
  it('accepts fewer connections, and its workers survive when no descriptor is free', async () => {
    const child = spawnWithDescriptors(150);
    await expect.poll(child.output).toContain('Serving');
    await expect.poll(child.output).toContain('"event":"connection limit lowered"');
    expect(child.output()).toContain(
      `"reason":"limit connections: expected file descriptors for 5000 connections, found enough for 66; raise 'ulimit -n' or LimitNOFILE="`,
    );
    const port = Number(/127\.0\.0\.1:(\d+)/.exec(child.output())?.[1]);
    await sendRequest(port, '/use-descriptors');
    await delay(1500);
    expect((await sendRequest(port, '/search?q=whale')).status).toBe(200);
    expect((await sendRequest(port, '/metrics')).text).toContain('\ncarrel_worker_exits_total 0\n');
  });

  it('does not start with too few', async () => {
    const child = spawnWithDescriptors(80);
    const [status] = await once(child, 'close');
    expect(child.output()).toBe(
      "carrel serve: file descriptors: expected at least 100, found 80; raise 'ulimit -n' or LimitNOFILE=\n",
    );
    expect(status).toBe(1);
  });
});
