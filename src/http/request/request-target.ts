import type { IncomingMessage } from 'node:http';

/** The path and query of a request. */
export interface RequestTarget {
  /** The path and query as the client sent them, for errors and the log. */
  readonly originalUrl: string;
  /** The path, percent-encoded as received and never normalized. */
  readonly path: string;
  /** The query without the question mark, as received. */
  readonly query: string;
}

/**
 * Reads the target of a request. An absolute URL (`GET http://host/v1/titles`) is reduced to its path
 * and query (RFC 9112, 3.2.2). If a framework such as Express has removed a prefix from the path, only
 * `originalUrl` contains the prefix.
 */
export function requestTarget(request: IncomingMessage): RequestTarget {
  const { url = '/' } = request;
  // Express and other frameworks store the whole URL in this property.
  const whole = (request as { originalUrl?: unknown }).originalUrl;
  const local = pathAndQuery(url);
  const originalUrl = typeof whole === 'string' ? pathAndQuery(whole) : local;
  const mark = local.indexOf('?');
  return mark < 0
    ? { originalUrl, path: local, query: '' }
    : { originalUrl, path: local.slice(0, mark), query: local.slice(mark + 1) };
}

function pathAndQuery(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '');
}
