import type { IncomingMessage } from 'node:http';
import type { RequestTarget } from '../web/api.js';

/**
 * Reads the target of a request. An absolute URL (`GET http://host/v1/titles`) is reduced to its path
 * and query (RFC 9112, 3.2.2). If a framework such as Express has removed a prefix from the path, only
 * `originalUrl` contains the prefix.
 *
 * @param prefix a prefix to remove from the path. The path of a request without the prefix becomes empty.
 */
export function requestTarget(request: IncomingMessage, prefix = ''): RequestTarget {
  const { url = '/' } = request;
  // Express and other frameworks store the whole URL in this property.
  const whole = (request as { originalUrl?: unknown }).originalUrl;
  const local = pathAndQuery(url);
  const originalUrl = typeof whole === 'string' ? pathAndQuery(whole) : local;
  const mark = local.indexOf('?');
  const wholePath = mark < 0 ? local : local.slice(0, mark);
  return {
    originalUrl,
    path: prefix === '' ? wholePath : withoutPrefix(wholePath, prefix),
    query: mark < 0 ? '' : local.slice(mark + 1),
  };
}

function withoutPrefix(path: string, prefix: string): string {
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : '';
}

function pathAndQuery(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '');
}
