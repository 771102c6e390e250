import { setImmediate } from 'node:timers/promises';
import { type ResourceLimits, Worker } from 'node:worker_threads';

/** How many tasks a worker may have: the one it works on, and the next, so that it never waits. */
const MOST_TASKS = 2;

/** Threads that all do the same with one task after another. */
export interface WorkerPool<Task, Result> {
  /** Gives a task to the thread with the fewest. Rejects with what was thrown there. */
  run(task: Task): Promise<Result>;
  /**
   * Waits until a thread can take another task without having more than two.
   *
   * @throws what was thrown in a thread, if anything was
   */
  room(): Promise<void>;
  /** Ends the threads. What they have not finished is rejected: 'The pool was closed.' */
  close(): Promise<void>;
}

interface PooledWorker<Task, Result> {
  /** How many tasks it has. */
  load(): number;
  run(task: Task): Promise<Result>;
  close(): Promise<unknown>;
}

/**
 * A pool of threads, each started when those before it have something to do.
 *
 * @param file the module they run, which answers the tasks it gets as messages in their order
 * @param most how many there may be
 * @param resourceLimits how much memory each may take for what is no array of numbers; V8 tidies up the
 *   more often the less that is
 */
export function createWorkerPool<Task, Result>(
  file: URL,
  most: number,
  resourceLimits: ResourceLimits = {},
): WorkerPool<Task, Result> {
  const workers: PooledWorker<Task, Result>[] = [];
  const running = new Set<Promise<Result>>();
  let failed: Promise<Result> | undefined;
  return {
    run(task) {
      let [worker] = workers.toSorted((a, b) => a.load() - b.load());
      if (worker === undefined || (worker.load() > 0 && workers.length < most)) {
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
    async room() {
      // Whoever only waits for what is there already keeps answers from coming in.
      await setImmediate();
      while (failed === undefined && running.size >= most * MOST_TASKS) await Promise.race(running);
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
  worker.on('exit', (status) => end(new Error(`A thread ended by itself, with status ${status}.`)));
  return {
    load: () => waiting.length,
    run(task) {
      if (ended !== undefined) return Promise.reject(ended);
      worker.postMessage(task);
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    close() {
      end(new Error('The pool was closed.'));
      return worker.terminate();
    },
  };
}
