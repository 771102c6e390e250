import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { ResourceLimits } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWorkerPool, type WorkerPool } from '../../../src/snapshot/file/worker-pool.js';
import { scratchDirectory, writeFiles } from './scratch-directory.js';

/** Creates a pool whose threads reply to each task with the value of the JavaScript expression `reply`. */
function poolOf(
  reply: string,
  maxThreads = 1,
  limits?: ResourceLimits,
): WorkerPool<unknown, unknown> {
  const directory = writeFiles(scratchDirectory(), {
    'worker.mjs': `
      import { parentPort, resourceLimits, threadId } from 'node:worker_threads';
      parentPort.on('message', (task) => parentPort.postMessage(${reply}));`,
  });
  const pool = createWorkerPool(pathToFileURL(join(directory, 'worker.mjs')), maxThreads, limits);
  onTestFinished(() => pool.close());
  return pool;
}

/** An expression that blocks a thread until `openGate` is called with the task, which is a gate. */
const WAIT = 'Atomics.wait(task, 0, 0)';

/** Returns an array that all threads share. Its number is 0 until the gate is opened. */
function createGate(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4));
}

function openGate(gate: Int32Array): void {
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
}

describe('createWorkerPool', () => {
  it('returns the result of each task', async () => {
    const pool = poolOf('task * task', 3);
    const results = [1, 2, 3, 4, 5, 6, 7].map((task) => pool.run(task));
    expect(await Promise.all(results)).toEqual([1, 4, 9, 16, 25, 36, 49]);
  });

  it('starts threads for concurrent tasks, up to the maximum, and reuses an idle thread', async () => {
    const pool = poolOf(`${WAIT} && threadId`, 2);
    const gate = createGate();
    const results = Promise.all([1, 2, 3, 4, 5].map(() => pool.run(gate)));
    openGate(gate);
    expect(new Set(await results).size).toBe(2);
    const sequential = poolOf('threadId', 2);
    const thread = await sequential.run(0);
    expect(await sequential.run(0)).toBe(thread);
  });

  it('is ready until each thread has two tasks', async () => {
    const pool = poolOf(WAIT, 2);
    const gate = createGate();
    for (let task = 1; task <= 3; task++) {
      pool.run(gate);
      await pool.ready();
    }
    pool.run(gate);
    let isReady = false;
    const ready = pool.ready().then(() => {
      isReady = true;
    });
    for (let turn = 0; turn < 10; turn++) await setImmediate();
    expect(isReady).toBe(false);
    openGate(gate);
    await ready;
  });

  it('rejects a task that throws, and all later tasks, with the error of the thread', async () => {
    const pool = poolOf('task.number.toFixed()');
    await expect(pool.run({})).rejects.toThrow('undefined');
    await expect(pool.ready()).rejects.toThrow('undefined');
    await expect(pool.run({ number: 1 })).rejects.toThrow('undefined');
  });

  it('rejects the tasks of a thread that exits', async () => {
    const pool = poolOf('process.exit(3)');
    const [first, second] = [pool.run(1), pool.run(2)];
    await expect(first).rejects.toThrow('worker thread exited with status 3');
    await expect(second).rejects.toThrow('worker thread exited with status 3');
  });

  it('applies the resource limits to its threads', async () => {
    const limits = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 4 };
    expect(await poolOf('resourceLimits', 1, limits).run(1)).toMatchObject(limits);
  });

  it('rejects unfinished tasks when it is closed', async () => {
    const pool = poolOf(WAIT);
    const result = pool.run(createGate());
    const closed = pool.close();
    await expect(result).rejects.toThrow('worker pool closed');
    await closed;
  });

  it('rejects a task with the path of the module if the module is missing', async () => {
    const pool = createWorkerPool(pathToFileURL('/nowhere/worker.js'), 1);
    await expect(pool.run(1)).rejects.toThrow('/nowhere/worker.js');
  });
});
