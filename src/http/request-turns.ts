import type { Catalog } from '../catalog/catalog.js';
import { createRespond, type Respond, type Sender } from '../web/api.js';
import { createRenderPage, type RenderPage } from '../web/router.js';
import type { Site } from '../web/site.js';
import { NODE_ENCODER } from './response/serializers.js';
import { createFairQueue } from './workers/fair-queue.js';

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

/**
 * Answers the requests of one connection one after another, in the order in which the client must receive the responses. A
 * client that sends many requests at once on one connection therefore waits like a client that sends each request after
 * the response to the request before.
 */
export function answerInOrder({ respond, renderPage }: Answering): Answering {
  /** For each connection, resolves when its last request has been answered. */
  const answered = new WeakMap<object, Promise<unknown>>();

  function afterPrevious<T>(sender: Sender | undefined, answer: () => T | Promise<T>): Promise<T> {
    const connection = sender?.connection ?? {};
    const result = Promise.resolve(answered.get(connection)).then(answer);
    const settled = result.catch(() => {});
    answered.set(connection, settled);
    return result;
  }

  return {
    respond: (catalogs, operation, params, context, accepted, sender) =>
      afterPrevious(sender, () => respond(catalogs, operation, params, context, accepted, sender)),
    renderPage:
      renderPage &&
      ((request, catalogs, baseUrl, sender) =>
        afterPrevious(sender, () => renderPage(request, catalogs, baseUrl, sender))),
  };
}
