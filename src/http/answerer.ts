import type { IncomingMessage } from 'node:http';
import { answerApi } from './api.js';
import { apiKeyChecker } from './api-keys.js';
import { acceptedCodings } from './content-coding.js';
import { currentCatalogs } from './current-catalogs.js';
import { DESCRIPTION_PATH, describeApi } from './description.js';
import { DEFAULT_LIMITS } from './limits.js';
import { DEFAULT_CACHE_SIZE, type ListenerOptions } from './listener-options.js';
import type { Meter } from './meter.js';
import { createMonitoring } from './monitoring.js';
import { createRateLimiter } from './rate-limiter.js';
import { errorReply, type Reply } from './reply.js';
import { createRepresentationCache } from './representation-cache.js';
import type { RequestTarget } from './request-target.js';
import { siteReply } from './site-reply.js';

/** A reply, and what the metrics and the log count it under. */
export interface Answer {
  /** The operation's name, or `site`, `monitoring`, or `none` for what came to none of them. */
  readonly operation: string;
  readonly reply: Reply;
}

/** Answers a request; nothing when Carrel has nothing at its path. */
export type Answerer = (
  request: IncomingMessage,
  target: RequestTarget,
) => Answer | Promise<Answer> | undefined;

/** Decides what has an answer to a request: monitoring, the API under `/v1`, or the site. */
export function createAnswerer(options: ListenerOptions, meter: Meter): Answerer {
  const { baseUrl, site } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const catalogsNow = currentCatalogs(options.catalogs);
  const monitoring = createMonitoring(options, meter);
  const description = describeApi(baseUrl);
  const api = {
    context: { baseUrl },
    isAllowed: options.open ? () => true : apiKeyChecker(options.apiKeys),
    limitRate: createRateLimiter(limits.requestsPerSecond),
    cache: createRepresentationCache(options.cacheSize ?? DEFAULT_CACHE_SIZE, meter.cache),
  };
  return (request, target) => {
    const { received, path, query } = target;
    const { headers, method = '' } = request;
    const catalogs = catalogsNow();
    const isRead = method === 'GET' || method === 'HEAD';
    const isApi = path.startsWith('/v1/');
    if (!hasOneHost(request)) return refused(hostless(received));
    if (received.length > limits.urlBytes) return refused(tooLong(limits.urlBytes));
    const monitored = isRead ? monitoring(path, request, catalogs) : undefined;
    if (monitored instanceof Promise) {
      return monitored.then((reply) => ({ operation: 'monitoring', reply }));
    }
    if (monitored !== undefined) return { operation: 'monitoring', reply: monitored };
    const isDescription = path === DESCRIPTION_PATH;
    if (!isApi && !isDescription && (site === undefined || !isRead)) return undefined;
    if (!isRead) return refused(notAllowed(received, method));
    if (meter.inFlight >= limits.requestsInFlight) return refused(overloaded(received));
    if (isApi) {
      const { operation = 'none', reply } = answerApi(target, headers, { ...api, catalogs });
      return { operation, reply };
    }
    const page = isDescription ? description : site?.({ path, query, headers }, catalogs, baseUrl);
    if (page === undefined) return undefined;
    const accepted = acceptedCodings(headers['accept-encoding']);
    return { operation: 'site', reply: siteReply(page, accepted, headers['if-none-match']) };
  };
}

/** Refuses a request without looking at what it asks for. */
export function refused(reply: Reply): Answer {
  return { operation: 'none', reply };
}

/** The 405 for a method that only reads would do for. */
export function notAllowed(received: string, method: string): Reply {
  const message = `Method ${method} is not allowed; wanted GET or HEAD.`;
  return errorReply(received, 405, message, { Allow: 'GET, HEAD' });
}

/** Whether a request of HTTP/1.1 has the one `Host` header that it must have. */
function hasOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  if (httpVersion !== '1.1') return true;
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i].length === 4 && rawHeaders[i].toLowerCase() === 'host') hosts++;
  }
  return hosts === 1;
}

function hostless(received: string): Reply {
  return errorReply(received, 400, "The header 'Host' is missing or given twice; wanted it once.");
}

function overloaded(received: string): Reply {
  const message = 'The server has more requests than it can answer; ask again in 1 s.';
  return errorReply(received, 503, message, { 'Retry-After': 1 });
}

/** Does not repeat what is too long. */
function tooLong(most: number): Reply {
  const message = `The path and query are longer than ${most} bytes.`;
  return errorReply('', 414, message, { Connection: 'close' });
}
