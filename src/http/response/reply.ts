import { serializeError } from './serializers.js';

/** Header values by name. */
export type Headers = Readonly<Record<string, string | number>>;

/** The status, headers and body of a response that is not yet written. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** Not sent in response to HEAD. */
  readonly body?: string | Uint8Array;
}

/** A reply, and the operation that metrics and the log record for it. */
export interface Answer {
  /** The name of an API operation, `site`, `monitoring`, or `none` for any other request. */
  readonly operation: string;
  readonly reply: Reply;
}

/** Thrown when HTTP or a limit of the server does not allow a request. */
export class HttpError extends Error {
  override name = 'HttpError';

  constructor(
    readonly status: number,
    message: string,
    readonly headers: Headers = {},
  ) {
    super(message);
  }
}

/** The content type of every response of the API. `nosniff` stops browsers from guessing another. */
export const JSON_TYPE: Headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
};

/** Creates a reply in JSON that no cache may store. */
export function uncachedReply(status: number, json: string, headers: Headers = {}): Reply {
  return {
    status,
    headers: {
      ...JSON_TYPE,
      'Cache-Control': 'no-store',
      'Content-Length': Buffer.byteLength(json),
      ...headers,
    },
    body: json,
  };
}

/**
 * Creates an error reply with the body of section 7 of the specification.
 *
 * @param request the path and query as received; empty when they could not be read
 */
export function errorReply(
  request: string,
  status: number,
  message: string,
  headers: Headers = {},
): Reply {
  return uncachedReply(status, serializeError({ error: { message, request } }), headers);
}
