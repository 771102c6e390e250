import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ResourceLimits } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startTaskThread, type TaskThread } from '../../../src/snapshot/file/task-thread.js';
import { scratchDirectory, writeFiles } from './scratch-directory.js';

/** Starts a thread that replies to each task with the value of the JavaScript expression `reply`. */
function threadOf(reply: string, limits?: ResourceLimits): TaskThread<unknown, unknown> {
  const directory = writeFiles(scratchDirectory(), {
    'worker.mjs': `
      import { parentPort, resourceLimits, threadId } from 'node:worker_threads';
      parentPort.on('message', (task) => parentPort.postMessage(${reply}));`,
  });
  const thread = startTaskThread(pathToFileURL(join(directory, 'worker.mjs')), limits);
  onTestFinished(async () => {
    await thread.close();
  });
  return thread;
}

describe('startTaskThread', () => {
  it('returns the result of each task', async () => {
    const thread = threadOf('task * task');
    const results = [1, 2, 3, 4, 5, 6, 7].map((task) => thread.run(task));
    expect(await Promise.all(results)).toEqual([1, 4, 9, 16, 25, 36, 49]);
  });

  it('rejects a task that throws, and all later tasks, with the error of the thread', async () => {
    const thread = threadOf('task.number.toFixed()');
    await expect(thread.run({})).rejects.toThrow('undefined');
    await expect(thread.run({ number: 1 })).rejects.toThrow('undefined');
  });

  it('rejects the tasks of a thread that exits', async () => {
    const thread = threadOf('process.exit(3)');
    const [first, second] = [thread.run(1), thread.run(2)];
    await expect(first).rejects.toThrow('worker thread exited with status 3');
    await expect(second).rejects.toThrow('worker thread exited with status 3');
  });

  it('applies the resource limits to the thread', async () => {
    const limits = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 4 };
    expect(await threadOf('resourceLimits', limits).run(1)).toMatchObject(limits);
  });

  it('rejects unfinished tasks when it is closed', async () => {
    const thread = threadOf('Atomics.wait(task, 0, 0)');
    const result = thread.run(new Int32Array(new SharedArrayBuffer(4)));
    const closed = thread.close();
    await expect(result).rejects.toThrow('worker thread closed');
    await closed;
  });

  it('rejects a task with the path of the module if the module is missing', async () => {
    const thread = startTaskThread(pathToFileURL('/nowhere/worker.js'));
    await expect(thread.run(1)).rejects.toThrow('/nowhere/worker.js');
  });
});
