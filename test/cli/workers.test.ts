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
import { compile, ROOT, type Running, start } from './compiled.js';

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
