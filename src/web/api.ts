import type { Catalog } from '../catalog/catalog.js';
import { ApiError } from '../v1/api-error.js';
import type { RequestContext } from '../v1/context.js';
import {
  findOperation,
  OPERATIONS,
  type OperationMatch,
  type OperationName,
} from '../v1/operations.js';
import { parametersOf } from '../v1/read-parameters.js';
import { checkEncoding, parseQuery } from './query-parameters.js';
import { type Answer, errorReply, HttpError, JSON_TYPE, uncachedReply } from './reply.js';
import {
  type AcceptedCodings,
  acceptedCodings,
  conditionalReply,
  type Represent,
  type Representation,
} from './representation.js';
import type { RequestHeaders } from './site.js';

/** The path and query of a request. */
export interface RequestTarget {
  /** The path and query as the client sent them, for errors and the log. */
  readonly originalUrl: string;
  /** The path, percent-encoded as received and never normalized. */
  readonly path: string;
  /** The query without the question mark, as received. */
  readonly query: string;
}

/** The sender of a request. */
export interface Sender {
  /** The name by which limits count the client, or by which clients take turns. Undefined for a client without limits. */
  readonly client?: string | undefined;
}

/** Turns bodies into bytes. */
export interface Encoder {
  /** Returns the body of an operation as JSON. */
  serialize(operation: OperationName, body: unknown): string;
  readonly represent: Represent;
}

/** Limits on requests, and on the requests with an API key. Each function throws an HttpError. */
export interface RequestChecks {
  /**
   * Counts a request.
   *
   * @param client the name by which limits count the client of the request; undefined for a client without limits
   * @throws HttpError 429 when the client exceeds a limit
   * @throws HttpError 503 when `requestsInFlight` responses are unfinished
   */
  checkRequest(client: string | undefined): void;
  /**
   * Checks the API key of a request.
   *
   * @param key null if the request has no `api_key`
   * @returns the name of the key; undefined if the key has no name
   * @throws HttpError 403 for a missing or unknown key
   * @throws HttpError 429 when the client has sent too many unknown keys
   */
  checkKey(key: string | null, client: string | undefined): string | undefined;
  /**
   * Counts a request with an API key.
   *
   * @param key null if the request has no `api_key`
   * @throws HttpError 429 when the requests with the key exceed a limit
   */
  countKey(key: string | null): void;
  /**
   * Counts an unfinished response.
   *
   * @param key the API key of the request, if it was accepted
   * @returns a function to call once, when the response is finished
   */
  beginResponse(client: string | undefined, key: string | undefined): () => void;
}

/** Options of {@link handleApiRequest}. */
export interface ApiRequestOptions {
  readonly context: RequestContext;
  readonly encoder: Encoder;
  /** Checks and counts the API key of a request. Absent if every request is accepted. */
  readonly requestLimits?: RequestChecks | undefined;
  /** Counts queries that are refused for their cost. */
  readonly meter?: { refuse(reason: string): void } | undefined;
  /** Runs an operation: a result of {@link createRespond}, or a function that caches its results. */
  readonly respond: Respond;
}

/**
 * Returns the response of an operation, encoded by an {@link Encoder}. Throws, or rejects with, the errors of the operation.
 *
 * @param sender its `client` is the name of the client of the request, or else the API key, if the request has either
 */
export type Respond = (
  catalogs: readonly Catalog[],
  operation: OperationMatch,
  params: URLSearchParams,
  context: RequestContext,
  accepted: AcceptedCodings,
  sender?: Sender,
) => Representation | Promise<Representation>;

/** Answers a GET or HEAD request under `/v1/`. An invalid request is answered with an error. */
export function handleApiRequest(
  { originalUrl, path, query }: RequestTarget,
  headers: RequestHeaders,
  catalogs: readonly Catalog[],
  { context, encoder, requestLimits, meter, respond }: ApiRequestOptions,
  { client }: Sender = {},
): Answer | Promise<Answer> {
  let operation = 'none';
  let apiKey: Pick<Answer, 'key' | 'keyName'> = {};
  try {
    const params = parseQuery(query);
    const key = params.get('api_key');
    apiKey = { keyName: requestLimits?.checkKey(key, client), key: key ?? undefined };
    requestLimits?.countKey(key);
    const found = route(path);
    operation = found.name;
    checkEncoding(query, parametersOf(found.name, catalogs));
    if (found.name === 'getSession') {
      const { body } = OPERATIONS.getSession.run(catalogs, found.id, params, context);
      return {
        operation,
        ...apiKey,
        reply: uncachedReply(200, encoder.serialize('getSession', body)),
      };
    }
    const codings = acceptedCodings(headers['accept-encoding']);
    if (codings === undefined) throw notAcceptable();
    const sender = { client: client ?? apiKey.key };
    const representation = respond(catalogs, found, params, context, codings, sender);
    if (!(representation instanceof Promise)) return answer(representation);
    const endWaiting = requestLimits?.beginResponse(client, apiKey.key);
    return representation.then(answer).catch(refuse).finally(endWaiting);
  } catch (error) {
    return refuse(error);
  }

  function answer(representation: Representation): Answer {
    const reply = conditionalReply(representation, headers['if-none-match']);
    return { operation, ...apiKey, reply };
  }

  function refuse(error: unknown): Answer {
    const isApiError = error instanceof ApiError;
    if (!isApiError && !(error instanceof HttpError)) throw error;
    if (isApiError && error.code === 'query_too_costly') meter?.refuse('query-cost');
    const headers = isApiError ? {} : error.headers;
    const reply = errorReply(originalUrl, error.status, error.message, headers);
    return { operation, ...apiKey, reply };
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

/** Creates a function that runs an operation and encodes its result, without a cache. */
export function createRespond({
  serialize,
  represent,
}: Encoder): (...args: Parameters<Respond>) => Representation {
  return (catalogs, { name, id }, params, context, accepted) => {
    const { body, headers } = OPERATIONS[name].run(catalogs, id, params, context);
    return represent(serialize(name, body), { ...CACHED_BY_CLIENT, ...headers }, accepted);
  };
}

/** Creates the 404 error for a path that the server does not serve. */
export function notFound(path: string): HttpError {
  return new HttpError(404, `path '${path}': expected an operation of the API, found none`);
}

function notAcceptable(): HttpError {
  const message = "header 'Accept-Encoding': expected br, gzip or identity, found none of them";
  return new HttpError(406, message, { Vary: 'Accept-Encoding' });
}
