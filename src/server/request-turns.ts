import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Catalog } from '../catalog/catalog.js';
import { createRespond, type Respond, type Sender } from '../web/api.js';
import { createRenderPage, type RenderPage } from '../web/router.js';
import type { Site } from '../web/site.js';
import { NODE_ENCODER } from '../http/serializers.js';
import { createFairQueue } from './fair-queue.js';

/* The order in which requests are answered, so that no client waits for all requests of another client. */

/** The functions that answer the requests of a listener. */
export interface Answering {
  readonly respond: Respond;
  /** Absent without a site. */
  readonly renderPage?: RenderPage | undefined;
}

/**
 * Answers requests in the calling thread, one in each turn of the event loop. Clients take turns. Between two requests, the
 * event loop receives the requests that have arrived meanwhile.
 *
 * @param current returns the current catalogs, which can be newer than the catalogs when a request was received
 */
export function answerInTurns(
  site: Site | undefined,
  current: () => readonly Catalog[],
): Answering {
  const run = createRespond(NODE_ENCODER);
  const render = site && createRenderPage(site, NODE_ENCODER.represent);
  const waiting = createFairQueue<() => void>();

  function next(): void {
    waiting.shift()?.();
    if (waiting.size > 0) setImmediate(next);
  }

  /** Resolves when it is the turn of a client. */
  function turnOf({ client = '' }: Sender = {}): Promise<void> {
    return new Promise((resolve) => {
      waiting.push(client, resolve);
      if (waiting.size === 1) setImmediate(next);
    });
  }

  return {
    async respond(_, operation, params, context, accepted, sender) {
      await turnOf(sender);
      return run(current(), operation, params, context, accepted);
    },
    renderPage:
      render &&
      (async (request, _, baseUrl, sender) => {
        await turnOf(sender);
        return render(request, current(), baseUrl);
      }),
  };
}

/** Limits on the requests that wait for an earlier request of their connection. */
export interface WaitingLimits {
  /** The maximum number on one connection. */
  readonly ofConnection: number;
  /** The maximum number on all connections together. */
  readonly total: number;
}

/** Answers a request. The result is settled when the response has been written. */
export type AnswerRequest = () => void | Promise<void>;

/**
 * Answers the requests of each connection one after another, each in a later turn of the event loop than the one before. A
 * client that sends many requests at once on one connection therefore waits like a client that sends each request after
 * the response to the request before. Requests that still wait when their connection closes are dropped.
 *
 * @returns A function that answers a request when it is its turn. Returns false, and does not answer it, if too many
 *   requests wait.
 */
export function createConnectionTurns({
  ofConnection,
  total,
}: WaitingLimits): (socket: Socket, answer: AnswerRequest) => boolean {
  /** For each connection with a request that is being answered, the requests after it. */
  const waiting = new WeakMap<Socket, AnswerRequest[]>();
  let count = 0;

  async function answerAll(socket: Socket, answers: AnswerRequest[], first: AnswerRequest) {
    await first();
    for (;;) {
      await nextTurn();
      if (socket.destroyed) count -= answers.splice(0).length;
      const answer = answers.shift();
      if (answer === undefined) break;
      count--;
      await answer();
    }
    waiting.delete(socket);
  }

  return (socket, answer) => {
    const answers = waiting.get(socket);
    if (answers === undefined) {
      const later: AnswerRequest[] = [];
      waiting.set(socket, later);
      answerAll(socket, later, answer);
      return true;
    }
    if (answers.length >= ofConnection || count >= total) return false;
    answers.push(answer);
    count++;
    return true;
  };
}
