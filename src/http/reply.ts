import { namesEntityTag } from './entity-tag.js';
import type { Headers, Representation } from './representation.js';
import { serializeError } from './serializers.js';

/** What goes back for a request. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** Left out of the answer to a HEAD. */
  readonly body?: string | Uint8Array;
}

/** The type of every response of the API; no browser is to take it for anything else. */
export const JSON_TYPE: Headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'X-Content-Type-Options': 'nosniff',
};

/** JSON that is good for this moment only. */
export function momentaryReply(status: number, json: string, headers: Headers = {}): Reply {
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
 * An error in the shape of section 7.
 *
 * @param request the path and query as received; empty where they could not be read
 */
export function errorReply(
  request: string,
  status: number,
  message: string,
  headers: Headers = {},
): Reply {
  return momentaryReply(status, serializeError({ error: { message, request } }), headers);
}

/** A representation, or 304 for a client that has it. */
export function conditionalReply(
  { bytes, headers }: Representation,
  ifNoneMatch: string | undefined,
): Reply {
  if (ifNoneMatch === undefined || !namesEntityTag(ifNoneMatch, String(headers.ETag))) {
    return { status: 200, headers, body: bytes };
  }
  const { 'Content-Length': _, 'Content-Type': __, 'Content-Encoding': ___, ...kept } = headers;
  return { status: 304, headers: kept };
}
