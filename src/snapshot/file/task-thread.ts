/*
 * Runs tasks in a worker thread. Also lowers the priority of a thread, sends errors between threads with their class and
 * fields, and runs calls of a function one after another.
 */

import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { CatalogSetError } from '../../catalog/catalog-set.js';
import { SnapshotError } from '../format/container/snapshot-error.js';
import { SourceError } from '../source/source.js';
import { WORKER_OPTIONS } from '../worker-options.js';
import { PublishingError } from './writing/publishing-limits.js';

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

/** An error as plain data, which can be sent to another thread. A sent `Error` loses its class and its properties. */
export interface ErrorData {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** The other properties, such as `code` and `path`. */
  readonly properties: Readonly<Record<string, unknown>>;
  readonly cause: ErrorData | undefined;
}

/** The classes that {@link errorOf} restores by default. An error of another class becomes an `Error` with the same name. */
const CLASSES = {
  CatalogSetError,
  PublishingError,
  RangeError,
  SnapshotError,
  SourceError,
  TypeError,
};

/** Converts an error and its causes to plain data. */
export function errorData(error: unknown): ErrorData {
  const { name, message, stack, cause, ...properties } =
    error instanceof Error ? error : new Error(String(error));
  return {
    name,
    message,
    stack,
    properties,
    cause: cause === undefined ? undefined : errorData(cause),
  };
}

/**
 * Returns the error that {@link errorData} converted, with its class, properties and cause.
 *
 * @param classes The classes to restore, by name. Default: the classes of errors of snapshots.
 */
export function errorOf(
  { name, message, stack, properties, cause }: ErrorData,
  classes: Readonly<Record<string, { readonly prototype: Error }>> = CLASSES,
): Error {
  const error = new Error(message);
  if (Object.hasOwn(classes, name)) Object.setPrototypeOf(error, classes[name].prototype);
  if (error.name !== name) error.name = name;
  Object.assign(error, properties);
  const hidden = { stack, ...(cause !== undefined && { cause: errorOf(cause, classes) }) };
  for (const [key, value] of Object.entries(hidden)) {
    Object.defineProperty(error, key, { value, writable: true, configurable: true });
  }
  return error;
}

/**
 * The number that is added to the nice value. On a processor with one other thread, whose nice value is 5 lower, the thread
 * gets about a quarter of the time.
 */
const ADDED_NICENESS = 5;

const MAX_NICENESS = 19;

/**
 * Lowers the priority of this thread on Linux, so that threads that answer requests run first on busy processors. Does
 * nothing on systems without priorities of single threads, or if the system does not permit it. The priority cannot be
 * raised again.
 */
export function lowerPriority(): void {
  try {
    // PID/task/TID
    const [pid, , thread] = readlinkSync('/proc/thread-self').split('/').map(Number);
    if (pid !== process.pid) return;
    setPriority(thread, Math.min(getPriority(thread) + ADDED_NICENESS, MAX_NICENESS));
  } catch {
    // The thread keeps its priority.
  }
}

/**
 * Returns a function that calls `run`. Each call of `run` starts after the previous call has settled.
 *
 * @example const save = serialized((text: string) => writeFile(path, text)); // Two calls never write at the same time.
 */
export function serialized<Argument, Result>(
  run: (argument: Argument) => Promise<Result>,
): (argument: Argument) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (argument) => {
    const result = last.then(() => run(argument));
    last = result.catch(() => {});
    return result;
  };
}
