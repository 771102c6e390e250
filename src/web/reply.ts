import { StructureError } from '../base/messages.js';
import { SnapshotError } from '../snapshot/format/container/snapshot-error.js';
import type { ErrorResponse } from '../v1/schema/responses.js';

/** Header values by name. */
export type Headers = Readonly<Record<string, string | number>>;

/** The status, headers and body of a response that is not yet written. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The body, which is not sent in response to HEAD. */
  readonly body?: string | Uint8Array;
}

/** A reply, and the operation that metrics and the log record for it. */
export interface Answer {
  /**
   * The name of an API operation, `site` or `monitoring`. `none` for any other request, for a request that is
   * refused before its operation is known, and for an internal error.
   */
  readonly operation: string;
  /** The name of the API key of the request, if its key is known and has a name. */
  readonly keyName?: string | undefined;
  /** The API key of the request, if it was accepted. The log and the metrics must not contain it. */
  readonly key?: string | undefined;
  readonly reply: Reply;
  /** Whether the reply is the page of a site for unknown paths. Default: false. */
  readonly isUnknownPath?: boolean | undefined;
}

/** Thrown for a request that the server refuses. */
export class HttpError extends Error {
  override name = 'HttpError';

  /**
   * @param status the status of the error response
   * @param message the message in the body of the error response
   * @param headers additional headers of the error response
   */
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Headers = {},
  ) {
    super(message);
  }
}

/** The headers of a JSON body. `nosniff` prevents browsers from guessing another content type. */
export const JSON_TYPE: Headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
};

/** Creates a reply that no cache may store. The body is JSON, unless `headers` has a `Content-Type`. */
export function uncachedReply(status: number, body: string, headers: Headers = {}): Reply {
  return {
    status,
    headers: {
      ...JSON_TYPE,
      'Cache-Control': 'no-store',
      'Content-Length': utf8Length(body),
      ...headers,
    },
    body,
  };
}

const ASCII = /^[\0-\x7f]*$/;
const encoder = new TextEncoder();

/** Returns the number of bytes of a text in UTF-8. */
function utf8Length(text: string): number {
  return ASCII.test(text) ? text.length : encoder.encode(text).length;
}

/**
 * Creates an error reply with the body `{"error":{"message":"...","request":"..."}}`.
 *
 * @param request the target of the request as received; empty if it was not received or is too long
 */
export function errorReply(
  request: string,
  status: number,
  message: string,
  headers: Headers = {},
): Reply {
  const error: ErrorResponse = { error: { message, request } };
  return uncachedReply(status, JSON.stringify(error), headers);
}

/** Returns whether a request failed because a part of an open snapshot cannot be read. */
function isDamaged(error: unknown): error is SnapshotError | StructureError {
  return error instanceof SnapshotError || error instanceof StructureError;
}

function sectionOf(error: SnapshotError | StructureError): string | undefined {
  return error instanceof StructureError ? error.structure : error.section;
}

/** An event for the log. */
interface FailureEvent {
  readonly event: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Describes the error of a request for the log. Damage of a snapshot has an event of its own, which names the section and
 * what to do. Only other errors are bugs, and have a stack trace.
 *
 * @param event the name of the event for other errors
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

/**
 * Creates the reply to a request that failed because of an unexpected error: 503 if a part of an open snapshot cannot be
 * read, otherwise 500.
 */
export function failureReply(request: string, error: unknown): Reply {
  const details = 'the log of the server may have details';
  if (isDamaged(error)) {
    const section = sectionOf(error);
    const found = section === undefined ? 'a changed file' : `damage in section '${section}'`;
    const message = `server: expected a readable snapshot, found ${found}; ${details}`;
    return errorReply(request, 503, message, { 'Retry-After': 5 });
  }
  return errorReply(request, 500, `server: internal error; ${details}`);
}
