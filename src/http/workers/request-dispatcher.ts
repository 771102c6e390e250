import type { AnsweringThread, PendingRequest } from './answering-thread.js';
import { createFairQueue } from './fair-queue.js';

/** The maximum number of requests of a thread: one that it answers, and one that it can begin next without waiting. */
const MAX_LOAD = 2;
/** A thread that has been answering a request for this time gets no second request. */
const MAX_BUSY_MS = 5;

/** Distributes requests to threads. */
export interface RequestDispatcher {
  /** Adds a request, and sends it to a thread at once or later. */
  add(request: PendingRequest): void;
  /** Adds requests that a thread has not begun before the other requests of their clients. */
  requeue(requests: readonly PendingRequest[]): void;
  /** Sends waiting requests. Must be called after a thread has answered, and when the threads have changed. */
  dispatch(): void;
  /** Removes the waiting requests that were received before a time, as `performance.now()`, and returns them. */
  removeOlderThan(time: number): readonly PendingRequest[];
}

/**
 * Creates a dispatcher without requests. Waiting requests of different clients take turns. A request that a thread has not
 * begun is taken back for a client that has no request in a thread, or for an idle thread.
 *
 * @param usableThreads returns the threads that requests can be sent to
 */
export function createRequestDispatcher(
  usableThreads: () => readonly AnsweringThread[],
): RequestDispatcher {
  const waiting = createFairQueue<PendingRequest>();

  /** Sends requests to free threads: threads that are idle, or that have just begun a request. */
  function dispatch(): void {
    const threads = usableThreads();
    while (waiting.size > 0) {
      const thread = freeThread(threads);
      if (thread !== undefined) thread.answer(waiting.shift()!);
      else if (!exchangeRequest(threads)) return;
    }
    for (const idle of threads.filter((thread) => loadOf(thread) === 0)) {
      const taken = takeBack(threads, () => true)?.request;
      if (taken !== undefined) idle.answer(taken);
    }
  }

  /**
   * Takes back a request of a client that has several requests in threads, and sends a request of a client that has none
   * instead. So the other client waits for one request of the first client, not for two.
   *
   * @returns whether a request was sent
   */
  function exchangeRequest(threads: readonly AnsweringThread[]): boolean {
    const sent = threads.flatMap(({ requests }) => requests().map(({ client }) => client));
    const hasSeveral = (client: string) => sent.indexOf(client) !== sent.lastIndexOf(client);
    for (const client of waiting.clients()) {
      if (sent.includes(client)) continue;
      const taken = takeBack(threads, (request) => hasSeveral(request.client));
      if (taken === undefined) return false;
      taken.thread.answer(waiting.shift(client)!);
      waiting.unshift(taken.request.client, taken.request);
      return true;
    }
    return false;
  }

  return {
    add(request) {
      waiting.push(request.client, request);
      dispatch();
    },
    requeue(requests) {
      for (const request of requests) waiting.unshift(request.client, request);
    },
    dispatch,
    removeOlderThan: (time) => waiting.shiftWhile(({ receivedAt }) => receivedAt < time),
  };
}

function loadOf({ requests }: AnsweringThread): number {
  return requests().length;
}

/** Returns the free thread with the fewest requests. */
function freeThread(threads: readonly AnsweringThread[]): AnsweringThread | undefined {
  const now = performance.now();
  const isFree = (thread: AnsweringThread) =>
    loadOf(thread) === 0 || (loadOf(thread) < MAX_LOAD && now - thread.busySince() <= MAX_BUSY_MS);
  return threads.filter(isFree).sort((a, b) => loadOf(a) - loadOf(b))[0];
}

/** Takes back a request that no thread has begun, if one meets a condition. */
function takeBack(
  threads: readonly AnsweringThread[],
  isTaken: (request: PendingRequest) => boolean,
): { readonly thread: AnsweringThread; readonly request: PendingRequest } | undefined {
  for (const thread of threads) {
    const last = thread.requests().at(-1);
    const request = last !== undefined && isTaken(last) ? thread.takeBack() : undefined;
    if (request !== undefined) return { thread, request };
  }
  return undefined;
}
