import type { IncomingMessage } from 'node:http';

/** What a request asks for. */
export interface RequestTarget {
  /** As received, for messages. */
  readonly received: string;
  /** Its path, percent-encoded as received; never normalised. */
  readonly path: string;
  /** What stands behind the question mark, as received. */
  readonly query: string;
}

/**
 * Reads what a request asks for. A whole address (`GET http://host/v1/titles`) is taken for its
 * path, as RFC 9112, 3.2.2 wants. Where a framework has taken a prefix off the path, that counts
 * for messages only.
 */
export function requestTarget(request: IncomingMessage): RequestTarget {
  const { url = '/' } = request;
  const { originalUrl } = request as { originalUrl?: unknown };
  const received = typeof originalUrl === 'string' ? originalUrl : url;
  const local = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '');
  const mark = local.indexOf('?');
  return mark < 0
    ? { received, path: local, query: '' }
    : { received, path: local.slice(0, mark), query: local.slice(mark + 1) };
}
