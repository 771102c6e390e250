import { setImmediate } from 'node:timers/promises';
import { type ResourceLimits, Worker } from 'node:worker_threads';

/** One running and one waiting task, so that a thread is never idle between two tasks. */
const MAX_TASKS_PER_WORKER = 2;

/** A pool of worker threads that run the same module. */
export interface WorkerPool<Task, Result> {
  /** Runs a task in the thread with the fewest tasks. Rejects with the error of the thread. */
  run(task: Task): Promise<Result>;
  /**
   * Resolves when a thread has fewer than two tasks.
   *
   * @throws the error of a thread, if any task has failed
   */
  ready(): Promise<void>;
  /** Terminates the threads. Unfinished tasks are rejected with 'worker pool closed'. */
  close(): Promise<void>;
}

interface PooledWorker<Task, Result> {
  /** Returns the number of unfinished tasks. */
  load(): number;
  run(task: Task): Promise<Result>;
  close(): Promise<unknown>;
}

/**
 * Creates a pool of threads. A thread starts when a task arrives and all running threads are busy.
 *
 * @param file the module that the threads run; it receives tasks as messages, and must reply to the tasks
 *   in order
 * @param maxThreads the maximum number of threads
 * @param resourceLimits The heap limits of each thread, which do not cover typed arrays. A lower limit
 *   makes V8 collect garbage more often. Default: the limits of Node.
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
      // Awaiting only resolved promises would keep the event loop from delivering messages of the threads.
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
  const worker = new Worker(file, { resourceLimits });
  const waiting: { resolve(result: Result): void; reject(error: Error): void }[] = [];
  let ended: Error | undefined;
  const end = (error: Error) => {
    ended ??= error;
    for (const { reject } of waiting.splice(0)) reject(ended);
  };
  worker.on('message', (result: Result) => waiting.shift()?.resolve(result));
  worker.on('messageerror', end);
  worker.on('error', end);
  worker.on('exit', (status) => end(new Error(`worker thread exited with status ${status}`)));
  return {
    load: () => waiting.length,
    run(task) {
      if (ended !== undefined) return Promise.reject(ended);
      worker.postMessage(task);
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    close() {
      end(new Error('worker pool closed'));
      return worker.terminate();
    },
  };
}
