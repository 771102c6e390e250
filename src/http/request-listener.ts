import type { IncomingMessage, ServerResponse } from 'node:http';
import { checkCatalogSet } from '../catalog/catalog-set.js';
import { type Answer, createAnswerer, notAllowed, refused } from './answerer.js';
import { noSuchPath } from './api.js';
import { currentCatalogs } from './current-catalogs.js';
import { DEFAULT_LIMITS } from './limits.js';
import type { ListenerOptions } from './listener-options.js';
import { SILENT } from './log.js';
import { createMeter } from './meter.js';
import { redacted } from './redacted.js';
import { errorReply, type Reply } from './reply.js';
import { requestId } from './request-id.js';
import { type RequestTarget, requestTarget } from './request-target.js';
import { whenGone } from './when-gone.js';

/**
 * Answers a request of `node:http`. A framework that passes a `next` gets the requests back that
 * Carrel has nothing for.
 */
export type RequestListener = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: () => void,
) => void;

/**
 * A listener for a `node:http` server that answers the API under `/v1`, always in JSON, and a
 * site beside it, if there is one. It is a middleware for Express as well.
 *
 * @throws CatalogSetError when two of the catalogs hold the same library, title, list or session
 *
 * @example
 * const server = createServer(
 *   createRequestListener({ catalogs: [catalog], apiKeys: ['secret'], baseUrl: 'http://localhost:8080' }),
 * );
 * server.listen(8080);
 */
export function createRequestListener(options: ListenerOptions): RequestListener {
  const { log = SILENT, meter = createMeter(), onError = () => {} } = options;
  const { logsQueries = true } = options;
  const { responseSeconds } = { ...DEFAULT_LIMITS, ...options.limits };
  checkCatalogSet(currentCatalogs(options.catalogs)());
  const answer = createAnswerer(options, meter);

  return (request, response, next) => {
    const begun = performance.now();
    const target = requestTarget(request);
    const id = log.level === 'off' ? undefined : requestId(request.headers['x-request-id']);

    const finish = ({ operation, reply }: Answer) => {
      if (id !== undefined) response.setHeader('X-Request-Id', id);
      response.writeHead(reply.status, reply.headers);
      response.end(request.method === 'HEAD' ? undefined : reply.body);
      const patience = hasLeft(response)
        ? undefined
        : setTimeout(() => response.destroy(), responseSeconds * 1000);
      meter.inFlight++;
      whenGone(request, response, () => {
        clearTimeout(patience);
        meter.inFlight--;
        const seconds = (performance.now() - begun) / 1000;
        meter.count(operation, reply.status, seconds);
        if (log.level !== 'info') return;
        log.info('request', {
          id,
          method: request.method,
          url: redacted(logsQueries ? target.received : target.path),
          operation,
          status: reply.status,
          ms: Number((seconds * 1000).toFixed(3)),
          ...(!response.writableFinished && { cut: true }),
        });
      });
    };
    const fail = (error: unknown) => {
      onError(error);
      log.error('failure', { id, error: error instanceof Error ? error.stack : String(error) });
      finish(refused(failed(target)));
    };

    try {
      const answered = answer(request, target);
      if (answered instanceof Promise) answered.then(finish).catch(fail);
      else if (answered !== undefined) finish(answered);
      else if (next !== undefined) next();
      else finish(refused(nothing(target, request.method)));
    } catch (error) {
      fail(error);
    }
  };
}

/** Whether all of a response is with the system already, so that no slow reader can hold it. */
function hasLeft({ socket }: ServerResponse): boolean {
  return socket !== null && socket.writableLength === 0;
}

function failed({ received }: RequestTarget): Reply {
  return errorReply(received, 500, 'The server failed to answer; its log says why.');
}

function nothing({ received, path }: RequestTarget, method = 'GET'): Reply {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead ? errorReply(received, 404, noSuchPath(path)) : notAllowed(received, method);
}
