import type { IncomingHttpHeaders } from 'node:http';
import type { Catalog } from '../catalog/catalog.js';
import { ApiError } from '../v1/api-error.js';
import type { RequestContext } from '../v1/context.js';
import { findOperation } from '../v1/find-operation.js';
import { OPERATIONS, type OperationName } from '../v1/operations.js';
import { canonicalRequest } from './canonical-request.js';
import { type AcceptedCodings, acceptedCodings } from './content-coding.js';
import type { RateLimiter } from './rate-limiter.js';
import { conditionalReply, errorReply, JSON_TYPE, momentaryReply, type Reply } from './reply.js';
import { type Representation, represent } from './representation.js';
import type { RepresentationCache } from './representation-cache.js';
import type { RequestTarget } from './request-target.js';
import { serializers } from './serializers.js';

/** What requests of the API are answered from. */
export interface ApiService {
  readonly catalogs: readonly Catalog[];
  readonly context: RequestContext;
  readonly isAllowed: (key: string | null) => boolean;
  readonly limitRate: RateLimiter;
  readonly cache: RepresentationCache;
}

/** A reply, and which operation gave it, if it came to that. */
export interface ApiReply {
  readonly operation?: OperationName | undefined;
  readonly reply: Reply;
}

/*
 * An answer is good until the snapshot is replaced, and nobody knows when that is. So it is asked
 * for again each time, which costs a 304 as long as it is the same: a count never contradicts the
 * page behind its link. Nothing on the way may keep it, since it carries the caller's key.
 */
const KEPT_BY_CALLER = { ...JSON_TYPE, 'Cache-Control': 'private, no-cache' };

/** Answers a GET or HEAD under `/v1`. */
export function answerApi(
  { received, path, query }: RequestTarget,
  headers: IncomingHttpHeaders,
  service: ApiService,
): ApiReply {
  const params = new URLSearchParams(query);
  const key = params.get('api_key');
  if (!service.isAllowed(key)) return { reply: errorReply(received, 403, apiKeyMessage(key)) };
  const seconds = service.limitRate(key ?? '', performance.now());
  if (seconds > 0) return { reply: tooManyRequests(received, seconds) };
  let operation: OperationName | undefined;
  try {
    const found = findOperation(path);
    if (found === undefined) return { reply: errorReply(received, 404, noSuchPath(path)) };
    operation = found.name;
    if (operation === 'getSession') {
      const { body } = OPERATIONS[operation].answer(
        service.catalogs,
        found.id,
        params,
        service.context,
      );
      return { operation, reply: momentaryReply(200, serializers[operation](body)) };
    }
    const accepted = acceptedCodings(headers['accept-encoding']);
    if (accepted === undefined) return { operation, reply: notAcceptable(received) };
    const representation = representationOf(operation, found.id, params, accepted, service);
    return { operation, reply: conditionalReply(representation, headers['if-none-match']) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { operation, reply: errorReply(received, error.status, error.message) };
  }
}

function representationOf(
  operation: OperationName,
  id: string,
  params: URLSearchParams,
  accepted: AcceptedCodings,
  { catalogs, context, cache }: ApiService,
): Representation {
  const { preferred, identity } = accepted;
  const key = `${preferred} ${identity} ${canonicalRequest(operation, id, params)}`;
  const kept = cache.get(catalogs, key);
  if (kept !== undefined) return kept;
  const { body, headers } = OPERATIONS[operation].answer(catalogs, id, params, context);
  const written = serializers[operation](body);
  const representation = represent(written, { ...KEPT_BY_CALLER, ...headers }, accepted);
  cache.set(catalogs, key, representation);
  return representation;
}

/** The message of a 404 for a path that nothing stands at. */
export function noSuchPath(path: string): string {
  return `There is nothing at '${path}'; the API stands under /v1/.`;
}

function apiKeyMessage(key: string | null): string {
  return key === null
    ? "Parameter 'api_key' is missing; every request needs an API key."
    : "Parameter 'api_key' is not a key that this server knows.";
}

function tooManyRequests(received: string, seconds: number): Reply {
  const message = `There are too many requests with this API key; ask again in ${seconds} s.`;
  return errorReply(received, 429, message, { 'Retry-After': seconds });
}

function notAcceptable(received: string): Reply {
  const message =
    "The header 'Accept-Encoding' refuses all of br, gzip and identity; wanted one of them.";
  return errorReply(received, 406, message, { Vary: 'Accept-Encoding' });
}
