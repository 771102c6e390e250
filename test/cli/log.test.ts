import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildSnapshot } from '../../src/snapshot/file/writing/build-snapshot.js';
import { book, recordsOf } from '../catalog/catalog-of.js';
import { sendRequest } from '../http/test-server.js';
import { scratchDirectory } from '../snapshot/file/scratch-directory.js';
import { compile, ROOT } from './compiled.js';

beforeAll(compile);

/** Starts a server with a log at the level `info`. No one reads its standard error. */
async function startUnread(redirection = '') {
  const file = join(scratchDirectory(), 'harbour.snapshot');
  await buildSnapshot(recordsOf({ titles: [book('1', 'Typee')] }), file);
  const args = [join(ROOT, 'dist/cli/carrel.js'), 'serve', file, '--api-key', 'k'];
  const command = `exec "$@" --port 0 --log info ${redirection}`;
  const child = spawn('/bin/sh', ['-c', command, 'sh', process.execPath, ...args]);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  while (!stdout.includes('Serving')) await once(child.stdout, 'data');
  const port = Number(/:(\d+)\n/.exec(stdout)?.[1]);
  /** Sends requests for an unknown title. Their lines in the log have 8 kB each. Returns the different statuses. */
  async function sendMany(requests: number): Promise<number[]> {
    const statuses: number[] = [];
    for (let n = 0; n < requests; n++) {
      const { status } = await sendRequest(port, `/v1/titles/${'x'.repeat(8000)}?api_key=k`);
      statuses.push(status);
    }
    return [...new Set(statuses)];
  }
  async function droppedLines(): Promise<number> {
    const { text } = await sendRequest(port, '/metrics');
    return Number(/carrel_log_lines_dropped_total (\d+)/.exec(text)?.[1]);
  }
  async function stop(): Promise<number | null> {
    child.kill('SIGTERM');
    return (await once(child, 'exit'))[0];
  }
  return { child, port, sendMany, droppedLines, stop };
}

describe.skipIf(process.platform !== 'linux')('The server', () => {
  it('keeps serving when the reader of its log ends', async () => {
    const { child, sendMany, droppedLines, stop } = await startUnread();
    child.stderr.destroy();
    expect(await sendMany(10)).toEqual([404]);
    expect(await droppedLines()).toBeGreaterThan(5);
    expect(await stop()).toBe(0);
  });

  it('reports to a new reader of a pipe how many lines had no reader', async () => {
    const pipe = join(scratchDirectory(), 'log');
    execFileSync('mkfifo', [pipe]);
    const first = spawn('cat', [pipe]);
    const { sendMany, droppedLines, stop } = await startUnread(`2>'${pipe}'`);
    first.kill('SIGKILL');
    await once(first, 'exit');
    await sendMany(5);
    expect(await droppedLines()).toBeGreaterThan(0);
    const second = spawn('cat', [pipe]);
    let text = '';
    second.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    await expect
      .poll(async () => (await sendMany(1)) && text)
      .toMatch(/^\n\{[^\n]*"event":"log lines dropped","pid":\d+,"lines":\d+\}\n\{/);
    expect(await stop()).toBe(0);
  });

  it('keeps serving when the disk of its log is full', async () => {
    const { sendMany, droppedLines, stop } = await startUnread('2>/dev/full');
    expect(await sendMany(10)).toEqual([404]);
    expect(await droppedLines()).toBeGreaterThan(5);
    expect(await stop()).toBe(0);
  });

  it('drops lines while the reader of its log stalls, and reports their number afterwards', async () => {
    const { child, sendMany, droppedLines, stop } = await startUnread();
    expect(await sendMany(300)).toEqual([404]);
    expect(await droppedLines()).toBeGreaterThan(50);
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    await expect
      .poll(() => stderr)
      .toMatch(/"event":"log lines dropped","pid":\d+,"lines":\d+\}\n/);
    expect(await stop()).toBe(0);
  });

  it('stops with status 0 when the reader of its log has stalled', async () => {
    const { sendMany, stop } = await startUnread();
    await sendMany(50);
    expect(await stop()).toBe(0);
  });
});
