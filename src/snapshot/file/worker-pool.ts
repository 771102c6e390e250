import { setImmediate } from 'node:timers/promises';
import { type ResourceLimits, Worker } from 'node:worker_threads';

/** The number of tasks per thread at which the pool is full: one that runs, and one that waits to run next. */
const MAX_TASKS_PER_WORKER = 2;

/**
 * The Node options of worker threads. By default, threads inherit the options of the process. A thread cannot start with
 * the option `--input-type`, which is for the text of `--eval`. In a process with this option, threads have no options.
 */
export const WORKER_OPTIONS: { readonly execArgv?: string[] } = process.execArgv.some((argument) =>
  argument.startsWith('--input-type'),
)
  ? { execArgv: [] }
  : {};

/** A pool of worker threads that run the same module. A thread without a task does not keep the process running. */
export interface WorkerPool<Task, Result> {
  /** Runs a task in a new thread or in the thread with the fewest tasks. Rejects if the thread fails. */
  run(task: Task): Promise<Result>;
  /**
   * Resolves when the number of unfinished tasks is below twice the maximum number of threads.
   *
   * @throws the error of the first task that failed, if any
   */
  ready(): Promise<void>;
  /** Terminates the threads. Unfinished tasks reject with the error 'worker pool closed'. */
  close(): Promise<void>;
}

interface PooledWorker<Task, Result> {
  /** Returns the number of unfinished tasks. */
  load(): number;
  run(task: Task): Promise<Result>;
  close(): Promise<unknown>;
}

/**
 * Creates a pool of threads. A thread starts when a task arrives, all threads are busy, and fewer than
 * `maxThreads` have started.
 *
 * @param file The module that the threads run. It receives each task as a message, and must reply to each task
 *   with one message, in the order of the tasks.
 * @param maxThreads The maximum number of threads, at least 1.
 * @param resourceLimits The heap limits of each thread, which do not include the contents of typed arrays.
 *   Default: the limits of Node.
 */
export function createWorkerPool<Task, Result>(
  file: URL,
  maxThreads: number,
  resourceLimits: ResourceLimits = {},
): WorkerPool<Task, Result> {
  const workers: PooledWorker<Task, Result>[] = [];
  const running = new Set<Promise<Result>>();
  let failed: Promise<Result> | undefined;
  return {
    run(task) {
      let [worker] = workers.toSorted((a, b) => a.load() - b.load());
      if (worker === undefined || (worker.load() > 0 && workers.length < maxThreads)) {
        worker = startWorker(file, resourceLimits);
        workers.push(worker);
      }
      const result = worker.run(task);
      running.add(result);
      result.then(
        () => running.delete(result),
        () => {
          failed ??= result;
        },
      );
      return result;
    },
    async ready() {
      // Without this wait, a caller that never waits for anything else would block the messages of the threads.
      await setImmediate();
      while (failed === undefined && running.size >= maxThreads * MAX_TASKS_PER_WORKER)
        await Promise.race(running);
      await failed;
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

function startWorker<Task, Result>(
  file: URL,
  resourceLimits: ResourceLimits,
): PooledWorker<Task, Result> {
  const worker = new Worker(file, { resourceLimits, ...WORKER_OPTIONS });
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
    load: () => waiting.length,
    run(task) {
      if (ended !== undefined) return Promise.reject(ended);
      worker.ref();
      worker.postMessage(task);
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    close() {
      end(new Error('worker pool closed'));
      return worker.terminate();
    },
  };
}
