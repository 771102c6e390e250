import type { IncomingHttpHeaders } from 'node:http';
import type { Catalog } from '../catalog/catalog.js';
import { ApiError, QueryTooCostlyError } from '../v1/api-error.js';
import type { RequestContext } from '../v1/context.js';
import { findOperation, OPERATIONS, type OperationMatch } from '../v1/operations.js';
import { PARAMETERS } from '../v1/schema/parameters.js';
import type { Meter } from './monitoring/meter.js';
import { checkEncoding, parseQuery } from './request/query-parameters.js';
import type { RequestLimits } from './request/request-limits.js';
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

/** Options of {@link handleApiRequest}. */
export interface ApiOptions {
  readonly context: RequestContext;
  /** Checks and counts the API key of a request. Absent if every request is accepted. */
  readonly requestLimits?: Pick<RequestLimits, 'checkKey' | 'countKey'>;
  /** Counts queries that are refused for their cost. */
  readonly meter?: Meter;
  /** Runs an operation: {@link respond}, or a function that caches the results of {@link respond}. */
  readonly respond: Respond;
}

/** Returns the response of an operation, encoded in a content coding that the client accepts. */
export type Respond = (
  catalogs: readonly Catalog[],
  operation: OperationMatch,
  params: URLSearchParams,
  context: RequestContext,
  accepted: AcceptedCodings,
) => Representation;

/**
 * Answers a GET or HEAD request under `/v1/`. An invalid request is answered with an error.
 *
 * @param client the name by which limits count the client; undefined for a client without limits
 */
export function handleApiRequest(
  { originalUrl, path, query }: RequestTarget,
  headers: IncomingHttpHeaders,
  catalogs: readonly Catalog[],
  { context, requestLimits, meter, respond }: ApiOptions,
  client?: string,
): Answer {
  let operation = 'none';
  let accepted: Pick<Answer, 'key' | 'keyName'> = {};
  try {
    const params = parseQuery(query);
    const key = params.get('api_key');
    accepted = { keyName: requestLimits?.checkKey(key, client), key: key ?? undefined };
    requestLimits?.countKey(key);
    const found = route(path);
    operation = found.name;
    checkEncoding(query, PARAMETERS[found.name]);
    if (found.name === 'getSession') {
      const { body } = OPERATIONS.getSession.run(catalogs, found.id, params, context);
      return { operation, ...accepted, reply: uncachedReply(200, serializers.getSession(body)) };
    }
    const codings = acceptedCodings(headers['accept-encoding']);
    if (codings === undefined) throw notAcceptable();
    const representation = respond(catalogs, found, params, context, codings);
    return {
      operation,
      ...accepted,
      reply: conditionalReply(representation, headers['if-none-match']),
    };
  } catch (error) {
    if (error instanceof QueryTooCostlyError) meter?.refuse('query-cost');
    if (error instanceof ApiError) {
      return {
        operation,
        ...accepted,
        reply: errorReply(originalUrl, error.status, error.message),
      };
    }
    if (!(error instanceof HttpError)) throw error;
    return {
      operation,
      ...accepted,
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
 * `no-cache` makes clients revalidate a stored response before each use, because its snapshot can be
 * replaced at any time. `private` excludes shared caches, because the URL contains the API key.
 */
const CACHED_BY_CLIENT = { ...JSON_TYPE, 'Cache-Control': 'private, no-cache' };

/** Runs an operation and encodes its result, without a cache. */
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

/** Creates the 404 error for a path that the server does not serve. */
export function notFound(path: string): HttpError {
  return new HttpError(404, `path '${path}': expected an operation of the API, found none`);
}

function notAcceptable(): HttpError {
  const message = "header 'Accept-Encoding': expected br, gzip or identity, found none of them";
  return new HttpError(406, message, { Vary: 'Accept-Encoding' });
}
