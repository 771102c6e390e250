import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Catalog } from '../../../src/catalog/catalog.js';
import { createLog } from '../../../src/server/log.js';
import { createMeter } from '../../../src/server/meter.js';
import {
  type AnsweringThreads,
  restartDelay,
  startAnsweringThreads,
} from '../../../src/server/threads/answering-threads.js';
import { collectGarbage } from '../../../src/snapshot/file/shared-memory.js';
import type { HttpError } from '../../../src/web/error-response.js';
import { book, catalogOf } from '../../catalog/catalog-of.js';
import { isLong } from '../../long-tests.js';

/**
 * A thread that answers with the requested path, and blocks or exits if the path names it. With the path `/gate`, it
 * waits until the number in its options is set.
 */
const SCRIPT = `
import { parentPort, workerData } from 'node:worker_threads';
const { status, options: gate } = workerData;
setInterval(() => status[0]++, 50);
let used;
parentPort.on('message', (message) => {
  if (message.kind === 'use') used = message.catalogs.length;
  if (message.kind === 'warm-up') {
    parentPort.postMessage({ kind: 'warm', call: message.call, derived: [] });
  }
  if (message.kind !== 'request') return;
  const { path } = message.request;
  if (path === '/block') for (;;);
  if (path === '/gate') Atomics.wait(gate, 0, 0);
  if (path === '/exit') process.exit(7);
  const response = { status: 200, headers: {}, body: path + used };
  parentPort.postMessage({ kind: 'answer', answer: { response } });
});
parentPort.postMessage({ kind: 'started' });
`;

const catalogsWith = (title: string) => [catalogOf({ titles: [book('1', title)] })];

async function startThreads(count: number, script = SCRIPT, catalogs = catalogsWith('Typee')) {
  let current = catalogs;
  const meter = createMeter();
  const logged: Record<string, unknown>[] = [];
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const threads = startAnsweringThreads({
    count,
    module: new URL(`data:text/javascript,${encodeURIComponent(script)}`),
    options: gate,
    current: () => current,
    log: createLog('error', (line) => logged.push(JSON.parse(line))),
    meter,
    maxSilentMs: 1000,
  });
  onTestFinished(() => threads.close());
  const warm = () => threads.warmUp(current, 'http://localhost');
  const replace = (next: Catalog[]) => {
    current = next;
  };
  const openGate = () => {
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
  };
  return { threads, meter, logged, warm, replace, openGate };
}

/** Requests a page. Returns its body, or the status of the error. */
async function ask(threads: AnsweringThreads, path: string, client?: string): Promise<unknown> {
  try {
    const baseUrl = 'http://localhost';
    const request = { method: 'GET', path, query: '', originalUrl: path, headers: {}, baseUrl };
    const response = await threads.answer({ ...request, client }, []);
    return response?.body;
  } catch (error) {
    return (error as HttpError).status;
  }
}

async function waitForWorkers(threads: AnsweringThreads, count: number): Promise<void> {
  while (threads.measurements().workers !== count) await delay(10);
}

describe('Answering threads', () => {
  it('answer requests in an idle thread while another thread is slow', async () => {
    const { threads, warm, openGate } = await startThreads(2);
    await warm();
    const slow = ask(threads, '/gate');
    const others = ['/1', '/2', '/3'].map((path) => ask(threads, path));
    expect(await Promise.all(others)).toEqual(['/11', '/21', '/31']);
    openGate();
    expect(await slow).toBe('/gate1');
  });

  it('answer requests while one of them is blocked, which is replaced', async () => {
    const { threads, meter, logged, warm } = await startThreads(2);
    await warm();
    const blocked = ask(threads, '/block');
    const others = await Promise.all([1, 2, 3, 4].map((i) => ask(threads, `/${i}`)));
    expect(others).toEqual(['/11', '/21', '/31', '/41']);
    expect(await blocked).toBe(503);
    expect(meter.workerExits).toBe(1);
    await waitForWorkers(threads, 2);
    expect(await ask(threads, '/later')).toBe('/later1');
    await delay(0);
    expect(logged).toMatchObject([
      { event: 'worker exited', reason: 'silent for 1 s', restartMs: 0 },
    ]);
  });

  it('answer waiting requests after the only thread was blocked, and measurements meanwhile', async () => {
    const { threads, warm } = await startThreads(1);
    await warm();
    const [blocked, waiting] = [ask(threads, '/block'), ask(threads, '/waiting')];
    expect(threads.measurements()).toMatchObject({ workers: 1 });
    expect(threads.isAnswering()).toBe(true);
    while (threads.isAnswering()) await delay(1);
    expect(await Promise.all([blocked, waiting])).toEqual([503, '/waiting1']);
  });

  it('are replaced when they exit, and the request that was being answered gets 503', async () => {
    const { threads, logged, warm } = await startThreads(1);
    await warm();
    expect(await Promise.all(['/exit', '/a'].map((path) => ask(threads, path)))).toEqual([
      503,
      '/a1',
    ]);
    expect(logged).toMatchObject([{ event: 'worker exited', reason: 'exited with status 7' }]);
  });

  it('keep the files of a replaced catalog open until they have closed the catalog', async () => {
    const script = SCRIPT.replace(
      "if (path === '/exit')",
      "if (path === '/close') parentPort.postMessage({ kind: 'used' });\n  if (path === '/exit')",
    );
    const catalogs = catalogsWith('Typee');
    const replaced = new WeakRef(catalogs[0]);
    const { threads, warm, replace } = await startThreads(1, script, catalogs);
    await warm();
    await ask(threads, '/close');
    replace(catalogsWith('Omoo'));
    catalogs.pop();
    await warm();
    await ask(threads, '/a');
    const isCollected = async () => {
      await delay(10);
      collectGarbage();
      return replaced.deref() === undefined;
    };
    for (let i = 0; i < 3; i++) expect(await isCollected()).toBe(false);
    await ask(threads, '/close');
    await expect.poll(isCollected).toBe(true);
  });

  it('answer requests that arrive before a thread has started', async () => {
    const { threads, warm } = await startThreads(1);
    const early = ask(threads, '/early');
    await warm();
    expect(await early).toBe('/early1');
  });

  it('answer with 503 after they were closed', async () => {
    const { threads, warm } = await startThreads(1);
    await warm();
    const pending = ask(threads, '/a');
    threads.close();
    expect(await pending).toBe(503);
    expect(await ask(threads, '/b')).toBe(503);
  });

  it('end a warm-up when they are closed', async () => {
    const { threads, warm } = await startThreads(1);
    await warm();
    const pending = warm();
    threads.close();
    await pending;
  });

  it('end their start when they are closed, and do not start again', async () => {
    const { threads, warm } = await startThreads(2);
    const pending = warm();
    threads.close();
    await pending;
    await warm();
    expect(threads.measurements().workers).toBe(0);
  });

  it.runIf(isLong)('fail when they keep ending soon after their start', async () => {
    const { threads, warm } = await startThreads(1, "throw new Error('broken module')");
    const message =
      'workers: 10 in a row exited soon after their start, and none is serving; last reason: broken module';
    await expect(warm()).rejects.toThrow(message);
    await expect(threads.failed).rejects.toThrow(message);
  });
});

it('Threads that end soon after their start are restarted with growing delays, up to 5 seconds', () => {
  const delays = Array.from({ length: 9 }, (_, i) => restartDelay(i + 1));
  expect(delays).toEqual([0, 100, 200, 400, 800, 1600, 3200, 5000, 5000]);
});
