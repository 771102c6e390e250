import type { AnsweringThread, PendingRequest } from './answering-thread.js';
import { createFairQueue } from '../fair-queue.js';

/** The maximum number of requests of a thread: one that it answers, and one that it can begin next without waiting. */
const MAX_LOAD = 2;
/** A request that a thread has been answering for more than this time is slow. A request that waits for it is taken back. */
const MIN_SLOW_MS = 5;
/**
 * A request that takes more than this time may block its thread for good. No thread is left free because of it. A list with
 * 10,000 items takes 130 ms, and twice as long when other threads and processes use the same cores.
 */
const MAX_SLOW_MS = 300;
/** A client is active for this time after its last request. */
const ACTIVE_MS = 1000;

/** Distributes requests to threads. */
export interface RequestDispatcher {
  /** Adds a request, and sends it to a thread at once or later. */
  add(request: PendingRequest): void;
  /** Adds requests that a thread has not begun before the other requests of their clients. */
  requeue(requests: readonly PendingRequest[]): void;
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
 * Creates a dispatcher without requests. A client comes first if it has no request in any thread and none of its requests
 * has just been answered. Other clients take turns.
 *
 * A request that a thread has not begun is taken back for an idle thread, for a client that has no request in a thread, and
 * when the request before it is slow. While another client is active, a client with a slow request does not get the last
 * thread in which it has no request, for up to 0.6 seconds.
 *
 * @param usableThreads returns the threads that requests can be sent to
 */
export function createRequestDispatcher(
  usableThreads: () => readonly AnsweringThread[],
): RequestDispatcher {
  const waiting = createFairQueue<PendingRequest>();
  let latest = NO_REQUEST;
  /** The last request of another client than the client of `latest`. */
  let latestOther = NO_REQUEST;
  /** Dispatches again, because requests of a client that must leave a thread to others wait for no other event. */
  let timer: NodeJS.Timeout | undefined;

  /** Sends requests to free threads: threads that are idle, or that have just begun a request. */
  function dispatch(answered?: string): void {
    const threads = usableThreads();
    const takenBack = threads.flatMap((thread) => takeBackWaiting(thread, threads));
    if (takenBack.length > 0) requeue(takenBack);
    while (waiting.size > 0 && (sendRequest(threads, answered) || exchangeRequest(threads)));
    for (const idle of threads.filter((thread) => loadOf(thread) === 0)) {
      const taken = takeBack(threads, ({ client }) => !mustLeave(client, idle, threads))?.request;
      if (taken !== undefined) idle.answer(taken);
    }
    if (waiting.size === 0 || freeThread(threads) === undefined) return;
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      dispatch();
    }, MAX_SLOW_MS).unref();
  }

  /** Returns requests to the queue, in which the requests of a client stay in the order in which they were received. */
  function requeue(requests: readonly PendingRequest[]): void {
    const latestFirst = requests.toSorted((a, b) => b.receivedAt - a.receivedAt);
    for (const request of latestFirst) {
      waiting.unshift(request.client, request, (other) => request.receivedAt <= other.receivedAt);
    }
  }

  /** Takes back the second request of a thread if the first is slow, or if its client must leave the thread to others. */
  function takeBackWaiting(
    thread: AnsweringThread,
    threads: readonly AnsweringThread[],
  ): readonly PendingRequest[] {
    if (loadOf(thread) < MAX_LOAD || threads.length === 1) return [];
    const { client } = thread.requests()[1];
    const request =
      isSlow(thread) || mustLeave(client, thread, threads) ? thread.takeBack() : undefined;
    return request === undefined ? [] : [request];
  }

  /** Sends a request to a free thread. Returns whether a request was sent. */
  function sendRequest(threads: readonly AnsweringThread[], answered?: string): boolean {
    const thread = freeThread(threads);
    const client = thread && nextClient(thread, threads, answered);
    if (thread === undefined || client === undefined) return false;
    thread.answer(waiting.shift(client)!);
    return true;
  }

  /**
   * Returns the next client for a thread: one that has no request in a thread and was not just answered, or else the client
   * whose turn it is.
   */
  function nextClient(
    thread: AnsweringThread,
    threads: readonly AnsweringThread[],
    answered?: string,
  ): string | undefined {
    const served = [...clientsOf(threads), answered];
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
    const { at } = client === latest.client ? latestOther : latest;
    if (performance.now() - at >= ACTIVE_MS) return false;
    const others = threads.filter((other) => other !== thread);
    return (
      others.every(({ requests }) => requests().some((request) => request.client === client)) &&
      others.some((other) => isSlow(other) && busyTime(other) < MAX_SLOW_MS)
    );
  }

  /**
   * Takes back a request of a client that has several requests in threads, and sends a request of a client that has none
   * instead. So the other client waits for one request of the first client, not for two.
   *
   * @returns whether a request was sent
   */
  function exchangeRequest(threads: readonly AnsweringThread[]): boolean {
    const sent = clientsOf(threads);
    const hasSeveral = (client: string) => sent.indexOf(client) !== sent.lastIndexOf(client);
    for (const client of waiting.clients()) {
      if (sent.includes(client)) continue;
      const taken = takeBack(threads, (request) => hasSeveral(request.client));
      if (taken === undefined) return false;
      taken.thread.answer(waiting.shift(client)!);
      requeue([taken.request]);
      return true;
    }
    return false;
  }

  return {
    add(request) {
      if (request.client !== latest.client) latestOther = latest;
      latest = { client: request.client, at: request.receivedAt };
      waiting.push(request.client, request);
      dispatch();
    },
    requeue,
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

/** Returns whether the request that a thread answers is slow. */
function isSlow(thread: AnsweringThread): boolean {
  return busyTime(thread) > MIN_SLOW_MS;
}

/** Returns the client of each request in the threads. */
function clientsOf(threads: readonly AnsweringThread[]): string[] {
  return threads.flatMap(({ requests }) => requests().map(({ client }) => client));
}

/** Returns the free thread with the fewest requests. */
function freeThread(threads: readonly AnsweringThread[]): AnsweringThread | undefined {
  const isFree = (thread: AnsweringThread) =>
    loadOf(thread) === 0 || (loadOf(thread) < MAX_LOAD && !isSlow(thread));
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
