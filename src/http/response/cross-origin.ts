import type { Headers } from './reply.js';

/** Headers that browsers hide from scripts of another origin by default. */
const EXPOSED_HEADERS = 'Retry-After, X-Carrel-Relaxed, X-Request-Id';

/**
 * Adds headers to a response so that scripts of an allowed origin can read it.
 *
 * @param headers the headers of the response
 * @param origin the `Origin` header of the request
 */
export type AllowOrigin = (headers: Headers, origin: string | undefined) => Headers;

/**
 * Creates a function that allows cross-origin requests. Without origins, the function adds no header.
 *
 * @param origins the allowed origins, such as `https://www.example.org`, or `*` for every origin
 */
export function createAllowOrigin(origins: readonly string[]): AllowOrigin {
  if (origins.length === 0) return (headers) => headers;
  if (origins.includes('*')) return (headers) => ({ ...headers, ...allow('*') });
  return (headers, origin) => {
    const vary = [headers.Vary, 'Origin'].filter((name) => name !== undefined).join(', ');
    const isAllowed = origin !== undefined && origins.includes(origin);
    return { ...headers, Vary: vary, ...(isAllowed && allow(origin)) };
  };
}

function allow(origin: string): Headers {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED_HEADERS,
  };
}
