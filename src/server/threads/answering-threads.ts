/*
 * All answering threads: start, replacement and warm-up. `request-dispatcher.ts` chooses the thread of a request, and
 * `shared-catalogs.ts` sends the catalogs.
 */

import { StructureError } from '../../base/messages.js';
import type { Catalog } from '../../catalog/catalog.js';
import { errorOf } from '../../snapshot/file/task-thread.js';
import { SnapshotError } from '../../snapshot/format/container/snapshot-error.js';
import { ApiError } from '../../v1/api-error.js';
import type { Answer } from '../../web/answer.js';
import { HttpError } from '../../web/error-response.js';
import type { WebRequest } from '../../web/web-request.js';
import type { Log } from '../log.js';
import type { Measurements, Meter } from '../meter.js';
import { type AnsweringThread, startAnsweringThread } from './answering-thread.js';
import { createRequestDispatcher } from './request-dispatcher.js';
import { createSharedCatalogs } from './shared-catalogs.js';
import { HEARTBEAT_MS, type ThreadAnswer } from './thread-messages.js';

const MAX_SILENT_MS = 2000;
/** The maximum silence of a thread that is not warm and has no requests. Loading code and opening catalogs takes long. */
const MAX_SILENT_MS_AT_START = 60_000;
/**
 * The maximum time that a request waits for a thread, and the maximum silence of a thread that is not warm and has
 * requests.
 */
const MAX_WAIT_MS = 10_000;
/** The service fails when this many threads in a row end soon after their start and no thread is serving. */
const MAX_CONSECUTIVE_FAILURES = 10;

/** Which threads to start: see {@link startAnsweringThreads}. */
export interface ThreadOptions {
  /** Number of threads, at least 1. */
  readonly count: number;
  /** The module that the threads run. It calls `runAnsweringThread`. */
  readonly module: URL;
  /** The argument of the function that creates the site of a thread, as plain data. */
  readonly options: unknown;
}

/** Options of {@link startAnsweringThreads}. */
export interface AnsweringThreadsOptions extends ThreadOptions {
  /** Returns the catalogs that are served, which must be in shared memory. */
  readonly current: () => readonly Catalog[];
  /** Receives an event for each thread that ends unexpectedly, and for each failed request of a warm-up. */
  readonly log: Log;
  /** Counts threads that end unexpectedly. */
  readonly meter: Meter;
  /** A warm thread that is silent for this time is terminated, in milliseconds. Default: 2000. */
  readonly maxSilentMs?: number;
}

/** Threads that answer requests from the same memory. */
export interface AnsweringThreads {
  /** Answers a request in a thread. The promise rejects with the error of an operation, or an `HttpError` 503. */
  readonly answer: Answer;
  /**
   * Opens and warms up catalogs in all threads. The first call starts the threads. After `close`, it does nothing.
   *
   * @throws Error if the threads keep failing
   */
  warmUp(catalogs: readonly Catalog[], baseUrl: string): Promise<void>;
  /** Returns whether at least one thread answers requests. A silent thread is replaced, and no longer counts. */
  isAnswering(): boolean;
  /** Returns the measurements of the process and of its threads. Does not wait for threads. */
  measurements(): Measurements;
  /** Terminates the threads. Requests without an answer, and further requests, are answered with 503. */
  close(): void;
  /** Rejects when threads keep failing and none is serving. It never resolves. */
  readonly failed: Promise<never>;
}

interface ThreadState {
  readonly thread: AnsweringThread;
  /** When the thread began to serve, as `performance.now()`; undefined before that. */
  servingSince?: number;
  /** Whether the catalogs have been warmed up in the thread. */
  isWarm: boolean;
  /** The time for which the thread has been silent, in steps of {@link HEARTBEAT_MS}. */
  silentMs: number;
  /** Called when the thread, or else the thread that replaces it, is warm. */
  readonly onWarm: () => void;
}

/**
 * Controls threads that answer requests. The first call of `warmUp` starts them. The calling thread sends them requests,
 * catalogs and changes. The arrays of the catalogs are in memory that all threads share.
 *
 * Waiting requests of different clients take turns, so that a client with few requests does not wait for the requests of a
 * client with many: see {@link createRequestDispatcher}.
 *
 * A thread that ends, or is silent for `maxSilentMs`, is replaced. The request that it was answering gets 503. If threads
 * keep ending within 10 seconds of their start, the delay before the next start grows.
 */
export function startAnsweringThreads(options: AnsweringThreadsOptions): AnsweringThreads {
  const { count, module, current, log, meter, maxSilentMs = MAX_SILENT_MS } = options;
  const states = new Set<ThreadState>();
  const timers = new Set<NodeJS.Timeout>();
  const catalogs = createSharedCatalogs((message, closed) => {
    for (const { thread, servingSince } of states)
      if (servingSince !== undefined) thread.send(message, closed);
  });
  let isClosed = false;
  /** The number of threads in a row that ended soon after their start. */
  let failures = 0;
  let warmBaseUrl = '';
  let fail: (error: Error) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // Prevents an unhandled rejection while the caller is not waiting for `failed`.
  failed.catch(() => {});
  let resolveClosed = () => {};
  const closed = new Promise<void>((resolve) => {
    resolveClosed = resolve;
  });

  const serving = () => [...states].filter(({ servingSince }) => servingSince !== undefined);
  const dispatcher = createRequestDispatcher(usableThreads);
  const { dispatch } = dispatcher;

  /** Returns the threads that requests are sent to: the warm threads or, if no thread is warm, all that serve. */
  function usableThreads(): AnsweringThread[] {
    const warm = serving().filter(({ isWarm }) => isWarm);
    return (warm.length > 0 ? warm : serving()).map(({ thread }) => thread);
  }

  /** Starts a thread, and resolves when it is warm. If it ends, resolves when the thread that replaces it is warm. */
  function start(): Promise<void> {
    return new Promise((onWarm) => {
      const thread = startAnsweringThread(module, options.options, log, {
        async onStarted() {
          for (const message of catalogs.state()) thread.send(message);
          state.servingSince = performance.now();
          dispatch();
          if (!(await warmUpThread(state, catalogs.numbers()))) return;
          state.isWarm = true;
          dispatch();
          onWarm();
        },
        onAnswered: dispatch,
        onEnded: (reason) => replace(state, reason),
      });
      const state: ThreadState = { thread, isWarm: false, silentMs: 0, onWarm };
      states.add(state);
    });
  }

  /** Starts threads, and resolves when they are warm or when all threads are closed. */
  async function startAll(threadCount: number): Promise<void> {
    if (isClosed) return;
    await Promise.race([Promise.all(Array.from({ length: threadCount }, start)), failed, closed]);
  }

  function warmUpThread({ thread }: ThreadState, numbers: readonly number[]): Promise<boolean> {
    return thread.warmUp(numbers, warmBaseUrl);
  }

  /** Ends a thread, and starts another one. */
  function replace(state: ThreadState, reason: string): void {
    if (!states.delete(state) || isClosed) return;
    const { thread, servingSince } = state;
    thread.end()?.reject(unavailable());
    const uptimeMs = servingSince === undefined ? 0 : performance.now() - servingSince;
    failures = uptimeMs >= MIN_UPTIME_MS ? 1 : failures + 1;
    const restartMs = restartDelay(failures);
    meter.workerExits++;
    log.error('worker exited', { worker: thread.id, reason, restartMs });
    if (failures >= MAX_CONSECUTIVE_FAILURES && serving().length === 0) {
      const row = `${failures} in a row exited soon after their start`;
      fail(new Error(`workers: ${row}, and none is serving; last reason: ${reason}`));
      return;
    }
    const timer = setTimeout(() => {
      timers.delete(timer);
      start().then(state.onWarm);
    }, restartMs);
    timers.add(timer);
    dispatch();
  }

  function enqueue(request: WebRequest): Promise<ThreadAnswer> {
    if (isClosed) return Promise.reject(unavailable());
    catalogs.use(current());
    const { client = '' } = request;
    return new Promise((resolve, reject) => {
      dispatcher.add({ request, client, receivedAt: performance.now(), resolve, reject });
    });
  }

  const watchdog = setInterval(() => {
    catalogs.use(current());
    for (const state of states) {
      // Intervals are counted in place of time, which also passes while the whole process is stopped.
      state.silentMs = state.thread.hasSentHeartbeat() ? 0 : state.silentMs + HEARTBEAT_MS;
      const isBusy = state.thread.pending() !== undefined;
      const maxMsAtStart = isBusy ? MAX_WAIT_MS : MAX_SILENT_MS_AT_START;
      const maxMs = state.isWarm ? maxSilentMs : maxMsAtStart;
      if (state.silentMs >= maxMs) replace(state, `silent for ${maxMs / 1000} s`);
    }
    const oldest = performance.now() - MAX_WAIT_MS;
    for (const { reject } of dispatcher.removeOlderThan(oldest)) reject(unavailable());
    dispatch();
  }, HEARTBEAT_MS);
  watchdog.unref();

  async function warmUpAll(numbers: readonly number[]): Promise<void> {
    // The first thread computes arrays that the other threads then share.
    let isWarm = false;
    while (!isWarm) {
      const [first] = serving();
      if (first === undefined) break;
      isWarm = await warmUpThread(first, numbers);
    }
    await Promise.all(serving().map((state) => warmUpThread(state, numbers)));
  }

  return {
    async answer(request, _, call) {
      const { headers } = request;
      // The API needs no other header.
      const sent = call === undefined ? headers : { 'accept-encoding': headers['accept-encoding'] };
      const answer = await enqueue({ ...request, headers: sent });
      if ('response' in answer) return answer.response;
      throw errorOf(answer.error, { ApiError, SnapshotError, StructureError });
    },
    async warmUp(next, baseUrl) {
      warmBaseUrl = baseUrl;
      if (isClosed) return;
      const numbers = catalogs.prepare(next);
      if (states.size > 0) return warmUpAll(numbers);
      catalogs.use(current());
      await startAll(1);
      await startAll(count - 1);
    },
    isAnswering: () => serving().length > 0,
    measurements() {
      const threads = serving().map(({ thread }) => thread.memory());
      const main = meter.measurements();
      const { memory } = main;
      return {
        ...main,
        workers: threads.length,
        memory: {
          resident: memory.resident,
          heap: threads.reduce((sum, { heap }) => sum + heap, memory.heap),
          buffers: threads.reduce(
            (sum, { buffers }) => sum + buffers,
            memory.buffers + catalogs.bytes(),
          ),
        },
      };
    },
    close() {
      isClosed = true;
      resolveClosed();
      clearInterval(watchdog);
      for (const timer of timers) clearTimeout(timer);
      const unanswered = [...states].map(({ thread }) => thread.end());
      states.clear();
      const waiting = dispatcher.removeOlderThan(Number.POSITIVE_INFINITY);
      for (const request of [...unanswered, ...waiting]) request?.reject(unavailable());
    },
    failed,
  };
}

function unavailable(): HttpError {
  const message = 'server: expected an answer in time, found none; retry after 1 s';
  return new HttpError(503, message, { 'Retry-After': '1' });
}

/** If a thread served at least this long, the failures in a row are counted from 1 again. */
const MIN_UPTIME_MS = 10_000;
const MIN_DELAY_MS = 100;
const MAX_DELAY_MS = 5000;

/**
 * Returns the delay before the next start after failures in a row: 0, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2 and then always 5
 * seconds.
 */
export function restartDelay(failures: number): number {
  return failures === 1 ? 0 : Math.min(MIN_DELAY_MS * 2 ** (failures - 2), MAX_DELAY_MS);
}
