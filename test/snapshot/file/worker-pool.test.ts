import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { ResourceLimits } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWorkerPool, type WorkerPool } from '../../../src/snapshot/file/worker-pool.js';
import { scratchDirectory, writeFiles } from './scratch-directory.js';

/** A pool whose threads answer each task with what `answer`, code, makes of it. */
function poolOf(answer: string, most = 1, limits?: ResourceLimits): WorkerPool<unknown, unknown> {
  const directory = writeFiles(scratchDirectory(), {
    'worker.mjs': `
      import { parentPort, resourceLimits, threadId } from 'node:worker_threads';
      parentPort.on('message', (task) => parentPort.postMessage(${answer}));`,
  });
  const pool = createWorkerPool(pathToFileURL(join(directory, 'worker.mjs')), most, limits);
  onTestFinished(() => pool.close());
  return pool;
}

/** Holds a thread until `gate` is opened. */
const WAIT = 'Atomics.wait(task, 0, 0)';

function closedGate(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4));
}

function open(gate: Int32Array): void {
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
}

describe('A pool of workers', () => {
  it('gives every task its own answer', async () => {
    const pool = poolOf('task * task', 3);
    const answers = [1, 2, 3, 4, 5, 6, 7].map((task) => pool.run(task));
    expect(await Promise.all(answers)).toEqual([1, 4, 9, 16, 25, 36, 49]);
  });

  it('starts as many threads as there are tasks at a time, up to its most', async () => {
    const pool = poolOf(`${WAIT} && threadId`, 2);
    const gate = closedGate();
    const answers = Promise.all([1, 2, 3, 4, 5].map(() => pool.run(gate)));
    open(gate);
    expect(new Set(await answers).size).toBe(2);
    const again = poolOf('threadId', 2);
    const one = await again.run(0);
    expect(await again.run(0)).toBe(one);
  });

  it('has room until every thread has a second task', async () => {
    const pool = poolOf(WAIT, 2);
    const gate = closedGate();
    for (let task = 1; task <= 3; task++) {
      pool.run(gate);
      await pool.room();
    }
    pool.run(gate);
    let hasRoom = false;
    const room = pool.room().then(() => {
      hasRoom = true;
    });
    for (let turn = 0; turn < 10; turn++) await setImmediate();
    expect(hasRoom).toBe(false);
    open(gate);
    await room;
  });

  it('rejects with what was thrown in a thread, then and later', async () => {
    const pool = poolOf('task.number.toFixed()');
    await expect(pool.run({})).rejects.toThrow('undefined');
    await expect(pool.room()).rejects.toThrow('undefined');
    await expect(pool.run({ number: 1 })).rejects.toThrow('undefined');
  });

  it('tells of a thread that ends before it answers', async () => {
    const pool = poolOf('process.exit(3)');
    const [first, second] = [pool.run(1), pool.run(2)];
    await expect(first).rejects.toThrow('A thread ended by itself, with status 3.');
    await expect(second).rejects.toThrow('A thread ended by itself, with status 3.');
  });

  it('holds its threads to the memory that they may take', async () => {
    const limits = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 4 };
    expect(await poolOf('resourceLimits', 1, limits).run(1)).toMatchObject(limits);
  });

  it('rejects what is not done when it is closed', async () => {
    const pool = poolOf(WAIT);
    const answer = pool.run(closedGate());
    const closed = pool.close();
    await expect(answer).rejects.toThrow('The pool was closed.');
    await closed;
  });

  it('tells of a module that is not there', async () => {
    const pool = createWorkerPool(pathToFileURL('/nowhere/worker.js'), 1);
    await expect(pool.run(1)).rejects.toThrow('/nowhere/worker.js');
  });
});
