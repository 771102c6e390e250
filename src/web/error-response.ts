/*
 * Converts errors to responses and to events for the log. `handler.ts` calls it for every error of a request. The errors
 * of invalid API requests are in `v1/api-error.ts`.
 */

import { StructureError } from '../base/messages.js';
import { SnapshotError } from '../snapshot/format/container/snapshot-error.js';
import { ApiError } from '../v1/api-error.js';
import type { ErrorResponse } from '../v1/schema/responses.js';
import type { WebResponse } from './web-request.js';

/** Thrown for a request that the server refuses. */
export class HttpError extends Error {
  override name = 'HttpError';

  /**
   * @param message the message in the body of the error response
   */
  constructor(
    readonly status: number,
    message: string,
    readonly headers: WebResponse['headers'] = {},
  ) {
    super(message);
  }
}

/** Creates the 404 error for a path that the server does not serve. */
export function pathNotFound(path: string): HttpError {
  return new HttpError(404, `path '${path}': expected an operation of the API, found none`);
}

/**
 * Creates the 405 error for a method that a path does not allow.
 *
 * @param allowed the methods that the path allows. Default: GET and HEAD.
 */
export function methodNotAllowed(method: string, allowed = ['GET', 'HEAD']): HttpError {
  const message = `method: expected ${allowed.join(' or ')}, found ${method}`;
  return new HttpError(405, message, { Allow: allowed.join(', ') });
}

/** Returns whether an error refuses a request. Any other error is a fault of the server or of its files. */
export function isRefusal(error: unknown): error is ApiError | HttpError {
  return error instanceof ApiError || error instanceof HttpError;
}

/**
 * Creates the response for an error, with the body `{"error":{"message":"...","request":"..."}}`. The status for an
 * unexpected error is 503 if a part of an open snapshot cannot be read, otherwise 500.
 *
 * @param request the target of the request as received; empty if it was not received or is too long
 */
export function errorResponse(error: unknown, request: string): WebResponse {
  const { status, message, headers } = isRefusal(error)
    ? { headers: {}, ...error, message: error.message }
    : failure(error);
  const body: ErrorResponse = { error: { message, request } };
  const response = uncachedResponse(status, JSON.stringify(body), headers);
  const isTooCostly = error instanceof ApiError && error.code === 'query_too_costly';
  return isTooCostly ? { ...response, isTooCostly } : response;
}

function failure(error: unknown): HttpError {
  const details = 'the log of the server may have details';
  if (!isDamaged(error)) return new HttpError(500, `server: internal error; ${details}`);
  const section = sectionOf(error);
  const found = section === undefined ? 'a changed file' : `damage in section '${section}'`;
  const message = `server: expected a readable snapshot, found ${found}; ${details}`;
  return new HttpError(503, message, { 'Retry-After': '5' });
}

/** The headers of a JSON body. `nosniff` prevents browsers from guessing another content type. */
export const JSON_TYPE: WebResponse['headers'] = {
  'Content-Type': 'application/json; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
};

const encoder = new TextEncoder();

/** Creates a response that no cache may store. The body is JSON, unless `headers` has a `Content-Type`. */
export function uncachedResponse(
  status: number,
  text: string,
  headers: WebResponse['headers'] = {},
): WebResponse {
  const body = encoder.encode(text);
  return {
    status,
    headers: {
      ...JSON_TYPE,
      'Cache-Control': 'no-store',
      'Content-Length': String(body.length),
      ...headers,
    },
    body,
  };
}

/** Returns whether a request failed because a part of an open snapshot cannot be read. */
function isDamaged(error: unknown): error is SnapshotError | StructureError {
  return error instanceof SnapshotError || error instanceof StructureError;
}

function sectionOf(error: SnapshotError | StructureError): string | undefined {
  return error instanceof StructureError ? error.structure : error.section;
}

/** An event for the log. */
export interface FailureEvent {
  readonly event: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Describes the error of a request for the log. Damage of a snapshot has an event of its own, which names the section and
 * what to do. Only other errors are bugs, and have a stack trace.
 */
export function failureEvent(error: unknown, event: string): FailureEvent {
  if (!isDamaged(error)) {
    return { event, fields: { error: error instanceof Error ? error.stack : String(error) } };
  }
  const section = sectionOf(error);
  const { message } = error;
  const fields =
    error instanceof StructureError
      ? { section, reason: `${message}; build the snapshot again from its source` }
      : { file: error.path, section, reason: message };
  return { event: 'snapshot damaged', fields };
}
