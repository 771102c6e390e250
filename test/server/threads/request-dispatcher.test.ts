import { afterEach, describe, expect, it, vi } from 'vitest';
import type {
  AnsweringThread,
  PendingRequest,
} from '../../../src/server/threads/answering-thread.js';
import { createRequestDispatcher } from '../../../src/server/threads/request-dispatcher.js';

/** A thread that answers when the test calls `finish`. */
function createThread() {
  let pending: PendingRequest | undefined;
  const state = { busyMs: 0 };
  const thread = {
    pending: () => pending,
    busySince: () => performance.now() - (pending === undefined ? 0 : state.busyMs),
    answer(request: PendingRequest) {
      pending = request;
    },
  } as unknown as AnsweringThread;
  const finish = () => {
    pending = undefined;
  };
  return { thread, state, path: () => pending?.request.path, finish };
}

function requestFor(path: string, client = ''): PendingRequest {
  return {
    request: { method: 'GET', path, query: '', originalUrl: path, headers: {}, baseUrl: '' },
    client,
    receivedAt: performance.now(),
    resolve: () => {},
    reject: () => {},
  };
}

/** Two threads, and four requests of one client. */
function loadedThreads() {
  const [first, second] = [createThread(), createThread()];
  const dispatcher = createRequestDispatcher(() => [first.thread, second.thread]);
  for (const path of ['/1', '/2', '/3', '/4']) dispatcher.add(requestFor(path));
  return { first, second, dispatcher };
}

afterEach(() => void vi.useRealTimers());

describe('Requests', () => {
  it('are sent to the threads one at a time', () => {
    const { first, second, dispatcher } = loadedThreads();
    expect([first.path(), second.path()]).toEqual(['/1', '/2']);
    second.finish();
    dispatcher.dispatch();
    expect([first.path(), second.path()]).toEqual(['/1', '/3']);
  });

  it('of a client without a request in a thread come first', () => {
    const { first, second, dispatcher } = loadedThreads();
    dispatcher.add(requestFor('/other', 'other'));
    second.finish();
    dispatcher.dispatch();
    expect([first.path(), second.path()]).toEqual(['/1', '/other']);
  });

  it('of a client with slow requests leave one thread to other clients while another client is active', () => {
    const { first, second, dispatcher } = loadedThreads();
    dispatcher.add(requestFor('/other', 'other'));
    second.finish();
    dispatcher.dispatch();
    first.state.busyMs = 50;
    second.finish();
    dispatcher.dispatch();
    expect([first.path(), second.path()]).toEqual(['/1', undefined]);
    dispatcher.add(requestFor('/next', 'other'));
    expect(second.path()).toBe('/next');
    first.finish();
    dispatcher.dispatch();
    expect([first.path(), second.path()]).toEqual(['/3', '/next']);
  });

  it('of a client with a slow request use all threads after a while, without another event', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    const { first, second, dispatcher } = loadedThreads();
    dispatcher.add(requestFor('/other', 'other'));
    first.state.busyMs = 50;
    second.finish();
    dispatcher.dispatch();
    second.finish();
    dispatcher.dispatch();
    expect(second.path()).toBe(undefined);
    first.state.busyMs = 350;
    vi.advanceTimersByTime(300);
    expect(second.path()).toBe('/3');
  });

  it('of a client use all threads if one of them may be blocked', () => {
    const { first, second, dispatcher } = loadedThreads();
    dispatcher.add(requestFor('/other', 'other'));
    first.state.busyMs = 500;
    for (const path of ['/other', '/3']) {
      second.finish();
      dispatcher.dispatch();
      expect(second.path()).toBe(path);
    }
  });

  it('of a client use all threads when no other client is active', () => {
    const { first, second, dispatcher } = loadedThreads();
    first.state.busyMs = 50;
    second.finish();
    dispatcher.dispatch();
    expect(second.path()).toBe('/3');
  });
});

/** Clients that always have several requests, each of which takes the same time. */
interface BusyClients {
  readonly threads: number;
  /** By client: the time that each of its requests takes, in milliseconds. */
  readonly busy: readonly number[];
}

/** The number of requests that a busy client always has. */
const CONNECTIONS = 8;

/**
 * Simulates 20 seconds, in which a client with one short request every 400 ms shares the threads with busy clients.
 * Returns the times that this client waited.
 */
function waitsNextTo({ threads: count, busy }: BusyClients): number[] {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const times = new Map<PendingRequest, number>();
  const threads = Array.from({ length: count }, (): AnsweringThread => {
    let pending: PendingRequest | undefined;
    let since = 0;
    return {
      pending: () => pending,
      busySince: () => (pending === undefined ? performance.now() : since),
      answer(request: PendingRequest) {
        pending = request;
        since = performance.now();
        setTimeout(() => {
          pending = undefined;
          request.resolve({ response: undefined });
          dispatcher.dispatch(request.client);
        }, times.get(request));
      },
    } as unknown as AnsweringThread;
  });
  const dispatcher = createRequestDispatcher(() => threads);
  const send = (client: string, ms: number, resolve: () => void) => {
    const request = { ...requestFor('/', client), resolve };
    times.set(request, ms);
    dispatcher.add(request);
  };
  busy.forEach((ms, i) => {
    const sendNext = () => send(`busy ${i}`, ms, () => setTimeout(sendNext, 1));
    for (let connection = 0; connection < CONNECTIONS; connection++) {
      setTimeout(sendNext, 7 * connection);
    }
  });
  const waits: number[] = [];
  const begun = performance.now();
  for (let at = 500; at < 20_000; at += 400) {
    setTimeout(() => send('other', 2, () => waits.push(performance.now() - at - begun)), at);
  }
  vi.advanceTimersByTime(20_000);
  return waits;
}

describe('A client with few requests', () => {
  it.each<BusyClients>([
    { threads: 1, busy: [50] },
    { threads: 2, busy: [300] },
    { threads: 2, busy: [50] },
    { threads: 2, busy: [33, 20] },
    { threads: 4, busy: [300] },
    { threads: 4, busy: [50, 47] },
    { threads: 4, busy: [50, 47, 41] },
  ])('waits for no more than one request of other clients: %o', (clients) => {
    const waits = waitsNextTo(clients);
    expect(waits.length).toBeGreaterThan(45);
    expect(Math.max(...waits)).toBeLessThanOrEqual(Math.max(...clients.busy) + 2);
  });

  it('has a thread of its own next to a client with slow requests in all others', () => {
    expect(Math.max(...waitsNextTo({ threads: 4, busy: [50] }))).toBeLessThanOrEqual(2);
  });
});
