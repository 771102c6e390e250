import type { IncomingMessage } from 'node:http';
import { catalogsGetter } from '../catalog/catalog-set.js';
import type { RequestChecks, RequestTarget, Sender } from '../web/api.js';
import { type Answer, errorReply, HttpError } from '../web/reply.js';
import { createRouter, isApiPath } from '../web/router.js';
import { DEFAULT_CACHE_SIZE, type ListenerOptions } from './listener-options.js';
import type { Meter } from './meter.js';
import { createMonitoring } from './monitoring.js';
import { createHostChecker } from '../http/host-header.js';
import { answerInTurns } from './request-turns.js';
import { NODE_ENCODER } from '../http/serializers.js';
import { DEFAULT_LIMITS } from './limits.js';

/** Answers a request. Returns undefined if the server does not serve its path and method. */
export type RequestHandler = (
  request: IncomingMessage,
  target: RequestTarget,
  sender: Sender,
) => Answer | Promise<Answer | undefined> | undefined;

/**
 * Creates a handler that routes each request to monitoring, or with {@link createRouter} to the API or the site. The
 * handler also checks the `Host` header and the length of the URL. While no catalog is open, it responds with 503.
 */
export function createRequestHandler(
  options: ListenerOptions,
  meter: Meter,
  requestLimits: RequestChecks,
): RequestHandler {
  const { baseUrl, site, cacheSize = DEFAULT_CACHE_SIZE, threads } = options;
  const { urlBytes } = { ...DEFAULT_LIMITS, ...options.limits };
  const currentCatalogs = catalogsGetter(options.catalogs, 'createRequestListener: catalogs');
  const monitoring = createMonitoring(options, meter);
  const checkHost = createHostChecker(options);
  const { respond, renderPage } = threads ?? answerInTurns(site, currentCatalogs);
  const route = createRouter({
    baseUrl,
    respond,
    renderPage: site && renderPage,
    cacheSize,
    measurements: meter.cache,
    encoder: NODE_ENCODER,
    requestLimits,
    meter,
  });

  return (request, target, sender) => {
    const { originalUrl, path } = target;
    const { method = '', headers } = request;
    const isTooLong = originalUrl.length > urlBytes;
    try {
      checkHost(request);
      if (isTooLong) throw tooLong(urlBytes, originalUrl.length);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const { status, message, headers } = error;
      const reply = errorReply(isTooLong ? '' : originalUrl, status, message, headers);
      return { operation: 'none', reply };
    }
    const catalogs = currentCatalogs();
    const isMonitored = (method === 'GET' || method === 'HEAD') && !path.startsWith('/v1/');
    const monitored = isMonitored ? monitoring(path, request, catalogs) : undefined;
    // `Refresh` makes the browser of a kiosk repeat the request.
    if (
      monitored === undefined &&
      catalogs.length === 0 &&
      (isApiPath(path) || site !== undefined)
    ) {
      const message = 'server: expected an open snapshot, found none; retry after 5 s';
      const reply = errorReply(originalUrl, 503, message, { 'Retry-After': 5, Refresh: 5 });
      return { operation: 'none', reply };
    }
    return monitored ?? route({ method, headers }, target, catalogs, baseUrl, sender);
  };
}

function tooLong(maxBytes: number, bytes: number): HttpError {
  const message = `path and query: expected at most ${maxBytes} bytes, found ${bytes}`;
  return new HttpError(414, message, { Connection: 'close' });
}
