import type { AnsweringThread, PendingRequest } from './answering-thread.js';
import { createFairQueue } from './fair-queue.js';

/** The maximum number of requests of a thread: one that it answers, and one that it can begin next without waiting. */
const MAX_LOAD = 2;
/** A thread that has been answering a request for longer has no second request. */
const MAX_BUSY_MS = 5;

/** A thread that has been answering a request for longer may be blocked, and delays no client. */
const MAX_HELD_MS = 100;
/** A client is active for this time after its last request. */
const ACTIVE_MS = 1000;

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
 * begun is taken back for a client that has no request in a thread, for an idle thread, or if the thread takes long for the
 * request before it. While several clients are active, the long requests of one client leave one thread to the others.
 *
 * @param usableThreads returns the threads that requests can be sent to
 */
export function createRequestDispatcher(
  usableThreads: () => readonly AnsweringThread[],
): RequestDispatcher {
  const waiting = createFairQueue<PendingRequest>();

  /** The client of the last request, and the last other client, each with the time of its last request. */
  let [latest, other] = [1, 2].map(() => ({ client: '', at: Number.NEGATIVE_INFINITY }));

  function recordClient(client: string): void {
    if (client !== latest.client) [latest, other] = [other, latest];
    latest = { client, at: performance.now() };
  }

  /** Sends requests to free threads: threads that are idle, or that have just begun a request. */
  function dispatch(): void {
    const threads = usableThreads();
    const held = heldClient(threads);
    takeBackWaiting(threads, held);
    while (waiting.size > 0) {
      const thread = freeThread(threads);
      if (thread === undefined) {
        if (!exchangeRequest(threads)) return;
        continue;
      }
      const client = nextClient(held);
      if (client === undefined) return;
      thread.answer(waiting.shift(client)!);
    }
    for (const idle of threads.filter((thread) => loadOf(thread) === 0)) {
      const taken = takeBack(threads, () => true)?.request;
      if (taken !== undefined) idle.answer(taken);
    }
  }

  /** Returns the client whose turn it is, except the client that is held. */
  function nextClient(held: string | undefined): string | undefined {
    for (const client of waiting.clients()) if (client !== held) return client;
    return undefined;
  }

  /** Returns the client whose long requests occupy all threads but one, if another client is active. */
  function heldClient(threads: readonly AnsweringThread[]): string | undefined {
    const busy = threads.filter((thread) => isBusy(thread) && busyTime(thread) < MAX_HELD_MS);
    if (busy.length === 0 || busy.length !== threads.length - 1) return undefined;
    const [client, ...others] = busy.map(({ requests }) => requests()[0].client);
    const { at } = client === latest.client ? other : latest;
    const isOtherActive = performance.now() - at < ACTIVE_MS;
    return isOtherActive && others.every((name) => name === client) ? client : undefined;
  }

  /** Takes back the requests that wait in a thread for a long request, and those of a client that is held. */
  function takeBackWaiting(threads: readonly AnsweringThread[], held: string | undefined): void {
    for (const thread of threads) {
      if (loadOf(thread) < MAX_LOAD) continue;
      if (!isBusy(thread) && thread.requests().at(-1)?.client !== held) continue;
      const request = thread.takeBack();
      if (request !== undefined) waiting.unshift(request.client, request);
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
      recordClient(request.client);
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

function busyTime(thread: AnsweringThread): number {
  return performance.now() - thread.busySince();
}

function isBusy(thread: AnsweringThread): boolean {
  return busyTime(thread) > MAX_BUSY_MS;
}

/** Returns the free thread with the fewest requests. */
function freeThread(threads: readonly AnsweringThread[]): AnsweringThread | undefined {
  const isFree = (thread: AnsweringThread) =>
    loadOf(thread) === 0 || (loadOf(thread) < MAX_LOAD && !isBusy(thread));
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
