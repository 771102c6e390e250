/* Decides which waiting request goes to which thread. */

import { createFairQueue } from '../fair-queue.js';
import type { AnsweringThread, PendingRequest } from './answering-thread.js';

/** A request that a thread has been answering for more than this time is slow. */
const MIN_SLOW_MS = 5;
/**
 * A request that takes more than this time may never end. Its client may then use the last free thread too. A list with
 * 10,000 items takes 130 ms, and twice as long when other threads and processes use the same cores.
 */
const MAX_SLOW_MS = 300;
/** A client is active for this time after its last request. */
const ACTIVE_MS = 1000;

/** Distributes requests to threads. */
export interface RequestDispatcher {
  /** Adds a request, and sends it to a thread at once or later. */
  add(request: PendingRequest): void;
  /**
   * Sends waiting requests. Must be called after a thread has answered, and when the threads have changed.
   *
   * @param answered The client whose request has just been answered. Default: none.
   */
  dispatch(answered?: string): void;
  /** Removes the waiting requests that were received before a time, as `performance.now()`, and returns them. */
  removeOlderThan(time: number): readonly PendingRequest[];
}

/** A client, and when its last request was received, as `performance.now()`. */
interface LastRequest {
  readonly client: string;
  readonly at: number;
}

const NO_REQUEST: LastRequest = { client: '', at: Number.NEGATIVE_INFINITY };

/**
 * Creates a dispatcher without requests. Each thread gets one request at a time. A client comes first if it has no
 * request in any thread and none of its requests has just been answered. Other clients take turns. While another client
 * is active, a client with a slow request does not get the last thread in which it has no request, for up to 0.6
 * seconds.
 */
export function createRequestDispatcher(
  usableThreads: () => readonly AnsweringThread[],
): RequestDispatcher {
  const waiting = createFairQueue<PendingRequest>();
  let latest = NO_REQUEST;
  /** The last request of another client than the client of `latest`. */
  let latestOther = NO_REQUEST;
  /** Dispatches again later, because no other event ends the wait of a client that must leave a thread to others. */
  let timer: NodeJS.Timeout | undefined;

  function dispatch(answered?: string): void {
    const threads = usableThreads();
    for (const thread of threads) {
      if (waiting.size === 0) return;
      if (thread.pending() !== undefined) continue;
      const client = nextClient(thread, threads, answered);
      if (client !== undefined) thread.answer(waiting.shift(client)!);
      else if (timer === undefined) timer = setTimeout(dispatchAgain, MAX_SLOW_MS).unref();
    }
  }

  function dispatchAgain(): void {
    timer = undefined;
    dispatch();
  }

  function nextClient(
    thread: AnsweringThread,
    threads: readonly AnsweringThread[],
    answered: string | undefined,
  ): string | undefined {
    const served = [...threads.map((other) => other.pending()?.client), answered];
    let next: string | undefined;
    for (const client of waiting.clients()) {
      if (!served.includes(client)) return client;
      if (next === undefined && !mustLeave(client, thread, threads)) next = client;
    }
    return next;
  }

  /**
   * Returns whether a client must leave a thread to other clients: it has requests in all other threads, one of them is
   * slow, and another client is active.
   */
  function mustLeave(
    client: string,
    thread: AnsweringThread,
    threads: readonly AnsweringThread[],
  ): boolean {
    const now = performance.now();
    const { at } = client === latest.client ? latestOther : latest;
    if (now - at >= ACTIVE_MS) return false;
    const others = threads.filter((other) => other !== thread);
    return (
      others.every((other) => other.pending()?.client === client) &&
      others.some((other) => {
        const busyMs = now - other.busySince();
        return busyMs > MIN_SLOW_MS && busyMs < MAX_SLOW_MS;
      })
    );
  }

  return {
    add(request) {
      if (request.client !== latest.client) latestOther = latest;
      latest = { client: request.client, at: request.receivedAt };
      waiting.push(request.client, request);
      dispatch();
    },
    dispatch,
    removeOlderThan: (time) => waiting.shiftWhile(({ receivedAt }) => receivedAt < time),
  };
}
