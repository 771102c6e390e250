import { hash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Catalog } from '../catalog/catalog.js';
import { ApiError } from '../v1/api-error.js';
import type { RequestContext } from '../v1/context.js';
import { findOperation, OPERATIONS, type OperationMatch } from '../v1/operations.js';
import type { RequestTarget } from './request/request-target.js';
import { type Answer, errorReply, HttpError, JSON_TYPE, uncachedReply } from './response/reply.js';
import {
  type AcceptedCodings,
  acceptedCodings,
  conditionalReply,
  type Representation,
  represent,
} from './response/representation.js';
import { serializers } from './response/serializers.js';

/*
 * The API over HTTP: check the key, route the request, call the operation, write the response. Limits,
 * the cache, monitoring and workers are layers around this file.
 */

/** Options of {@link handleApiRequest}. */
export interface ApiOptions {
  readonly context: RequestContext;
  /**
   * Checks the API key and the rate limit of a request.
   *
   * @throws HttpError 403 for a missing or unknown key, 429 when the rate limit is exceeded
   */
  readonly checkKey: (key: string | null) => void;
  /** {@link respond}, or a layer around it. */
  readonly respond: Respond;
}

/** Calls an operation and writes its response, compressed as the client accepts. */
export type Respond = (
  catalogs: readonly Catalog[],
  operation: OperationMatch,
  params: URLSearchParams,
  context: RequestContext,
  accepted: AcceptedCodings,
) => Representation;

/** Answers a GET or HEAD request under `/v1`. */
export function handleApiRequest(
  { originalUrl, path, query }: RequestTarget,
  headers: IncomingHttpHeaders,
  catalogs: readonly Catalog[],
  { context, checkKey, respond }: ApiOptions,
): Answer {
  const params = new URLSearchParams(query);
  let operation = 'none';
  try {
    checkKey(params.get('api_key'));
    const found = route(path);
    operation = found.name;
    if (found.name === 'getSession') {
      const { body } = OPERATIONS.getSession.run(catalogs, found.id, params, context);
      return { operation, reply: uncachedReply(200, serializers.getSession(body)) };
    }
    const accepted = acceptedCodings(headers['accept-encoding']);
    if (accepted === undefined) throw notAcceptable();
    const representation = respond(catalogs, found, params, context, accepted);
    return { operation, reply: conditionalReply(representation, headers['if-none-match']) };
  } catch (error) {
    if (error instanceof ApiError) {
      return { operation, reply: errorReply(originalUrl, error.status, error.message) };
    }
    if (!(error instanceof HttpError)) throw error;
    return {
      operation,
      reply: errorReply(originalUrl, error.status, error.message, error.headers),
    };
  }
}

function route(path: string): OperationMatch {
  const found = findOperation(path);
  if (found === undefined) throw notFound(path);
  return found;
}

/*
 * A response is valid until the snapshot is replaced, at an unknown time. `no-cache` therefore makes
 * clients revalidate every time, so that a count never contradicts the page of its link. Revalidation
 * costs a 304 while nothing has changed. `private`, because the address contains the caller's key.
 */
const CACHED_BY_CLIENT = { ...JSON_TYPE, 'Cache-Control': 'private, no-cache' };

/** The innermost {@link Respond}, without a cache. */
export function respond(
  catalogs: readonly Catalog[],
  { name, id }: OperationMatch,
  params: URLSearchParams,
  context: RequestContext,
  accepted: AcceptedCodings,
): Representation {
  const { body, headers } = OPERATIONS[name].run(catalogs, id, params, context);
  return represent(serializers[name](body), { ...CACHED_BY_CLIENT, ...headers }, accepted);
}

/** The keys that requests may carry, or a function that returns the current ones. */
export type ApiKeys = readonly string[] | (() => readonly string[]);

/**
 * Creates a function that checks an API key. Its running time reveals nothing about the keys and does
 * not grow with their number: it looks up a digest that only this process can compute.
 */
export function createApiKeyChecker(keys: ApiKeys): (key: string | null) => void {
  const salt = randomBytes(32).toString('hex');
  const digest = (key: string) => hash('sha256', salt + key);
  let previous: readonly string[] | undefined;
  let allowed = new Set<string>();
  return (key) => {
    const current = typeof keys === 'function' ? keys() : keys;
    if (current !== previous) {
      previous = current;
      allowed = new Set(current.map(digest));
    }
    if (key === null) {
      throw new HttpError(403, "parameter 'api_key': expected an API key, found nothing");
    }
    if (!allowed.has(digest(key))) {
      throw new HttpError(
        403,
        "parameter 'api_key': expected a known API key, found an unknown key",
      );
    }
  };
}

/** The 404 for a path without an operation or a page. */
export function notFound(path: string): HttpError {
  return new HttpError(404, `path '${path}': expected an operation of the API, found none`);
}

function notAcceptable(): HttpError {
  const message = "header 'Accept-Encoding': expected br, gzip or identity, found none of them";
  return new HttpError(406, message, { Vary: 'Accept-Encoding' });
}
