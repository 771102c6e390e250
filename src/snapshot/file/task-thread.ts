import { type ResourceLimits, Worker } from 'node:worker_threads';
import { WORKER_OPTIONS } from '../worker-options.js';

/** A worker thread that runs tasks one after the other. Without a task, it does not keep the process running. */
export interface TaskThread<Task, Result> {
  /** Runs a task. Rejects if the thread fails. */
  run(task: Task): Promise<Result>;
  /** Terminates the thread. Unfinished tasks reject with the error 'worker thread closed'. */
  close(): Promise<unknown>;
}

/**
 * Starts a thread.
 *
 * @param file The module that the thread runs. It receives each task as a message, and must reply to each task
 *   with one message, in the order of the tasks.
 * @param resourceLimits The heap limits of the thread, which do not include the contents of typed arrays.
 *   Default: the limits of Node.
 */
export function startTaskThread<Task, Result>(
  file: URL,
  resourceLimits: ResourceLimits = {},
): TaskThread<Task, Result> {
  const worker = new Worker(file, { resourceLimits, ...WORKER_OPTIONS });
  worker.unref();
  const waiting: { resolve(result: Result): void; reject(error: Error): void }[] = [];
  let ended: Error | undefined;
  const end = (error: Error) => {
    ended ??= error;
    for (const { reject } of waiting.splice(0)) reject(ended);
  };
  worker.on('message', (result: Result) => {
    waiting.shift()?.resolve(result);
    if (waiting.length === 0) worker.unref();
  });
  worker.on('messageerror', end);
  worker.on('error', end);
  worker.on('exit', (status) => end(new Error(`worker thread exited with status ${status}`)));
  return {
    run(task) {
      if (ended !== undefined) return Promise.reject(ended);
      worker.ref();
      worker.postMessage(task);
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    close() {
      end(new Error('worker thread closed'));
      return worker.terminate();
    },
  };
}
