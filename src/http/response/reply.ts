import { serializeError } from './serializers.js';

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
      'Content-Length': Buffer.byteLength(body),
      ...headers,
    },
    body,
  };
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
  return uncachedReply(status, serializeError({ error: { message, request } }), headers);
}
