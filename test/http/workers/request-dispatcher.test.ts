import { describe, expect, it } from 'vitest';
import type {
  AnsweringThread,
  PendingRequest,
} from '../../../src/http/workers/answering-thread.js';
import { createRequestDispatcher } from '../../../src/http/workers/request-dispatcher.js';

/** A thread that begins its first request at once, and answers when the test calls `finish`. */
function createThread() {
  const requests: PendingRequest[] = [];
  const state = { busyMs: 0, begunSecond: false };
  const thread = {
    requests: () => requests,
    busySince: () => performance.now() - state.busyMs,
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

  it('that wait for a long request are sent to the next free thread', () => {
    const { first, second, dispatcher } = loadedThreads();
    first.state.busyMs = 50;
    dispatcher.dispatch();
    expect(first.paths()).toEqual(['/1']);
    second.finish();
    dispatcher.dispatch();
    expect([first.paths(), second.paths()]).toEqual([['/1'], ['/4', '/3']]);
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

  it('of a client with long requests leave one thread to other clients while these are active', () => {
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
      ['/1', '/4'],
      ['/next', '/3'],
    ]);
  });

  it('of a client use all threads if one of them may be blocked', () => {
    const { first, second, dispatcher } = loadedThreads();
    dispatcher.add(requestFor('/other', 'other'));
    first.state.busyMs = 500;
    dispatcher.dispatch();
    second.finish();
    second.finish();
    dispatcher.dispatch();
    expect(second.paths()).toEqual(['/4', '/3']);
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
