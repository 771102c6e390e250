import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { sendRequest } from '../http/test-server.js';
import { DEMO } from '../shared-data.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { writeRecords } from '../snapshot/file/source-files.js';
import { carrel, childrenOf, compile, type Running, start } from './compiled.js';

beforeAll(compile, 120_000);

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

function serve(file: string, workers: string): Promise<Running> {
  const args = ['serve', file, '--api-key', 'k', '--port', '0', '--workers', workers];
  return start('carrel.js', args, /Serving/);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(20);
}

describe.skipIf(process.platform !== 'linux')('Workers', () => {
  it('return the same bytes for the same request', async () => {
    const server = await serve(snapshot(), '3');
    expect(childrenOf(server.pid)).toHaveLength(3);
    for (const path of [
      '/v1/titles?q=whale&library=alderwick&metadata=1&api_key=k',
      '/v1/titles/0000001101?api_key=k',
      '/v1/user_content?limit=20&metadata=1&api_key=k',
      '/v1/titles/nothing?api_key=k',
    ]) {
      const answers = await Promise.all(
        [1, 2, 3, 4, 5, 6].map(() => sendRequest(server.port, path)),
      );
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    }
    expect(await server.stop('SIGTERM')).toEqual({ status: 0, stderr: '' });
  });

  it('add up their measurements in the metrics', async () => {
    const server = await serve(snapshot(), '2');
    for (let i = 0; i < 6; i++) await sendRequest(server.port, '/v1/titles/0000001101?api_key=k');
    const { text } = await sendRequest(server.port, '/metrics');
    expect(text).toContain('\ncarrel_processes 2\n');
    expect(text).toContain('carrel_responses_total{operation="getTitle",status="200"} 6\n');
    await server.stop('SIGTERM');
  });

  it('are restarted after they are killed, and the exit is logged', async () => {
    const server = await serve(snapshot(), '2');
    const [killed, other] = childrenOf(server.pid);
    const exited = server.waitForLog(/.*"event":"worker exited".*\n/);
    process.kill(killed, 'SIGKILL');
    expect(JSON.parse(await exited)).toMatchObject({
      worker: killed,
      reason: 'exited with SIGKILL',
      restartMs: 0,
    });
    expect((await sendRequest(server.port, '/v1/titles/0000001101?api_key=k')).status).toBe(200);
    await waitUntil(() => childrenOf(server.pid).length === 2);
    expect(childrenOf(server.pid)).toContain(other);
    expect(childrenOf(server.pid)).not.toContain(killed);
    const { text } = await sendRequest(server.port, '/metrics');
    expect(text).toContain('\ncarrel_worker_exits_total 1\n');
    expect((await server.stop('SIGTERM')).status).toBe(0);
  });

  it('reload API keys and titles on SIGHUP, even if they are still starting', async () => {
    const directory = scratchDirectory();
    const keys = join(directory, 'keys');
    const titles = join(directory, 'titles.jsonl');
    writeRecords(directory, recordsOf({ titles: [book('1', 'Typee')] }));
    writeFileSync(keys, 'old\n');
    const args = ['serve', directory, '--api-keys', keys, '--port', '0', '--log', 'info'];
    const server = await start('carrel.js', [...args, '--workers', '2'], /Serving/);
    const before = readFileSync(titles, 'utf8');
    // The new worker reads the keys, and then waits for the titles until something is written to the pipe.
    execFileSync('mkfifo', [`${titles}.pipe`]);
    renameSync(`${titles}.pipe`, titles);
    process.kill(childrenOf(server.pid)[0], 'SIGKILL');
    const pipe = await open(titles, 'w');
    writeFileSync(`${titles}.next`, before.replace('Typee', 'Omoo'));
    renameSync(`${titles}.next`, titles);
    writeFileSync(keys, 'new\n');
    const reloaded = server.waitForLog(/"event":"API keys reloaded"/);
    const replaced = server.waitForLog(/"event":"catalog replaced"/);
    server.signal('SIGHUP');
    // Waits until the worker that already serves has the new keys.
    while ((await sendRequest(server.port, '/v1/titles/1?api_key=new')).status !== 200)
      await delay(20);
    await pipe.writeFile(before);
    await pipe.close();
    await Promise.all([reloaded, replaced]);
    while (!(await sendRequest(server.port, '/metrics')).text.includes('\ncarrel_processes 2\n'))
      await delay(20);
    const send = (key: string) => sendRequest(server.port, `/v1/titles/1?api_key=${key}`);
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => send('new')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(answers.filter(({ text }) => text.includes('Typee'))).toEqual([]);
    const refused = await Promise.all([1, 2, 3, 4, 5, 6].map(() => send('old')));
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
    expect((await server.stop('SIGTERM')).status).toBe(0);
  });

  it('exit when the supervisor is killed', async () => {
    const server = await serve(snapshot(), '2');
    const workers = childrenOf(server.pid);
    await server.stop('SIGKILL');
    await waitUntil(() => !workers.some(isAlive));
  });

  it('ignore signals that a terminal sends to all processes', async () => {
    const server = await serve(snapshot(), '2');
    const workers = childrenOf(server.pid);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      for (const worker of workers) process.kill(worker, signal);
    }
    const answers = [1, 2, 3, 4].map(() =>
      sendRequest(server.port, '/v1/titles/0000001101?api_key=k'),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(childrenOf(server.pid)).toEqual(workers);
    expect(await server.stop('SIGINT')).toEqual({ status: 0, stderr: '' });
  });

  it('stop without waiting for a connection that has sent no request', async () => {
    const server = await serve(snapshot(), '2');
    const silent = connect(server.port, '127.0.0.1');
    await once(silent, 'connect');
    expect((await server.stop('SIGTERM')).status).toBe(0);
    silent.destroy();
  });

  it('keep serving while a killed worker cannot start on a damaged file, and the worker starts when the file is valid', async () => {
    const file = snapshot();
    const server = await serve(file, '2');
    const good = readFileSync(file);
    const failedStart = server.waitForLog(/: truncated.*\n/);
    writeFileSync(file, good.subarray(0, 1000));
    process.kill(childrenOf(server.pid)[0], 'SIGKILL');
    await failedStart;
    expect((await sendRequest(server.port, '/v1/titles/0000001101?api_key=k')).status).toBe(200);
    writeFileSync(file, good);
    await waitUntil(() => childrenOf(server.pid).length === 2);
    expect((await server.stop('SIGTERM')).status).toBe(0);
  });

  it('end the command with status 1 if none of them can start', async () => {
    const file = snapshot();
    const server = await serve(file, '2');
    writeFileSync(file, 'nothing of the kind');
    for (const worker of childrenOf(server.pid)) process.kill(worker, 'SIGKILL');
    const { status, stderr } = await server.ended;
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /carrel serve: workers: 1\d in a row exited soon after their start, and none is serving; last reason: \S+: expected a Carrel snapshot, found other data; /,
    );
  });

  it('report a missing snapshot', async () => {
    const args = ['--api-key', 'k', '--port', '0', '--workers', '2'];
    expect(await carrel('serve', 'missing.snapshot', ...args)).toEqual({
      status: 1,
      stdout: '',
      stderr: 'carrel serve: missing.snapshot: expected a snapshot file, found nothing\n',
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
