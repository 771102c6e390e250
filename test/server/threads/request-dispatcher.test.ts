import { afterEach, describe, expect, it, vi } from 'vitest';
import type {
  AnsweringThread,
  PendingRequest,
} from '../../../src/server/threads/answering-thread.js';
import { createRequestDispatcher } from '../../../src/server/threads/request-dispatcher.js';

/** A thread that begins its first request at once, and answers when the test calls `finish`. */
function createThread() {
  const requests: PendingRequest[] = [];
  const state = { busyMs: 0, begunSecond: false };
  const thread = {
    requests: () => requests,
    busySince: () => performance.now() - (requests.length === 0 ? 0 : state.busyMs),
    answer: (request: PendingRequest) => requests.push(request),
    takeBack: () => (requests.length === 2 && !state.begunSecond ? requests.pop() : undefined),
  } as unknown as AnsweringThread;
  return {
    thread,
    state,
    paths: () => requests.map(({ request }) => ('page' in request ? request.page.path : '')),
    finish: () => requests.shift(),
  };
}

function requestFor(path: string, client = ''): PendingRequest {
  return {
    request: { page: { path, query: '', headers: {} } as never, baseUrl: '' },
    client,
    receivedAt: performance.now(),
    resolve: () => {},
    reject: () => {},
  };
}

/** Two threads, each with one request that it has begun and one that it has not. */
function loadedThreads() {
  const [first, second] = [createThread(), createThread()];
  const dispatcher = createRequestDispatcher(() => [first.thread, second.thread]);
  for (const path of ['/1', '/2', '/3', '/4']) dispatcher.add(requestFor(path));
  return { first, second, dispatcher };
}

afterEach(() => void vi.useRealTimers());

describe('Requests', () => {
  it('are sent to the threads with the fewest requests, at most two to each', () => {
    const { first, second, dispatcher } = loadedThreads();
    dispatcher.add(requestFor('/5'));
    expect([first.paths(), second.paths()]).toEqual([
      ['/1', '/3'],
      ['/2', '/4'],
    ]);
    second.finish();
    dispatcher.dispatch();
    expect(second.paths()).toEqual(['/4', '/5']);
  });

  it('that wait for a slow request are sent to the next free thread', () => {
    const { first, second, dispatcher } = loadedThreads();
    first.state.busyMs = 50;
    dispatcher.dispatch();
    expect(first.paths()).toEqual(['/1']);
    second.finish();
    dispatcher.dispatch();
    expect([first.paths(), second.paths()]).toEqual([['/1'], ['/4', '/3']]);
  });

  it('that are taken back from several threads keep the order in which they were received', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const [first, second] = [createThread(), createThread()];
    const dispatcher = createRequestDispatcher(() => [first.thread, second.thread]);
    for (const path of ['/1', '/2', '/3', '/4']) {
      dispatcher.add(requestFor(path));
      vi.advanceTimersByTime(1);
    }
    first.state.busyMs = 50;
    second.state.busyMs = 50;
    dispatcher.dispatch();
    first.finish();
    first.state.busyMs = 0;
    dispatcher.dispatch();
    expect(first.paths()).toEqual(['/3', '/4']);
  });

  it('that a thread has begun stay in the thread', () => {
    const { first, dispatcher } = loadedThreads();
    first.state.busyMs = 50;
    first.state.begunSecond = true;
    dispatcher.dispatch();
    expect(first.paths()).toEqual(['/1', '/3']);
  });

  it('of a client without requests in threads replace a second request of a client with several', () => {
    const { first, second, dispatcher } = loadedThreads();
    dispatcher.add(requestFor('/other', 'other'));
    expect([first.paths(), second.paths()]).toEqual([
      ['/1', '/other'],
      ['/2', '/4'],
    ]);
    second.finish();
    dispatcher.dispatch();
    expect(second.paths()).toEqual(['/4', '/3']);
  });

  it('of another client come before requests of the client that has just been answered', () => {
    const only = createThread();
    const dispatcher = createRequestDispatcher(() => [only.thread]);
    dispatcher.add(requestFor('/1', 'many'));
    only.state.busyMs = 50;
    dispatcher.add(requestFor('/2', 'many'));
    dispatcher.add(requestFor('/one', 'one'));
    only.finish();
    only.state.busyMs = 0;
    dispatcher.dispatch('many');
    expect(only.paths()).toEqual(['/one', '/2']);
  });

  it('of a client with slow requests leave one thread to other clients while another client is active', () => {
    const { first, second, dispatcher } = loadedThreads();
    dispatcher.add(requestFor('/other', 'other'));
    first.state.busyMs = 50;
    dispatcher.dispatch();
    expect([first.paths(), second.paths()]).toEqual([['/1'], ['/2', '/other']]);
    second.finish();
    second.finish();
    dispatcher.dispatch();
    expect(second.paths()).toEqual([]);
    dispatcher.add(requestFor('/next', 'other'));
    expect(second.paths()).toEqual(['/next']);
    first.state.busyMs = 0;
    dispatcher.dispatch();
    expect([first.paths(), second.paths()]).toEqual([
      ['/1', '/3'],
      ['/next', '/4'],
    ]);
  });

  it('of a client with a slow request use all threads after a while, without another event', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    const { first, second, dispatcher } = loadedThreads();
    dispatcher.add(requestFor('/other', 'other'));
    first.state.busyMs = 50;
    dispatcher.dispatch();
    second.finish();
    second.finish();
    dispatcher.dispatch();
    expect(second.paths()).toEqual([]);
    first.state.busyMs = 350;
    vi.advanceTimersByTime(300);
    expect(second.paths().sort()).toEqual(['/3', '/4']);
  });

  it('of a client use all threads if one of them may be blocked', () => {
    const { first, second, dispatcher } = loadedThreads();
    dispatcher.add(requestFor('/other', 'other'));
    first.state.busyMs = 500;
    dispatcher.dispatch();
    second.finish();
    second.finish();
    dispatcher.dispatch();
    expect(second.paths()).toEqual(['/3', '/4']);
  });

  it('of a client use all threads when no other client is active', () => {
    const { first, second, dispatcher } = loadedThreads();
    first.state.busyMs = 50;
    second.finish();
    second.finish();
    dispatcher.dispatch();
    expect(second.paths()).toEqual(['/3']);
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
    const requests: PendingRequest[] = [];
    let since = performance.now();
    const begin = () => {
      since = performance.now();
      setTimeout(() => {
        const answered = requests.shift()!;
        answered.resolve({ page: undefined });
        if (requests.length > 0) begin();
        dispatcher.dispatch(answered.client);
      }, times.get(requests[0]));
    };
    return {
      requests: () => requests,
      busySince: () => (requests.length === 0 ? performance.now() : since),
      answer: (request: PendingRequest) => {
        requests.push(request);
        if (requests.length === 1) begin();
      },
      takeBack: () => (requests.length === 2 ? requests.pop() : undefined),
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
