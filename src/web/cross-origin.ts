import type { WebRequest, WebResponse } from './site.js';

type Headers = WebResponse['headers'];

/** Headers that browsers hide from scripts of another origin by default. */
const EXPOSED_HEADERS = 'ETag, Retry-After, X-Carrel-Relaxed, X-Request-Id';

/** The headers of the reply to an OPTIONS request, which browsers send before some requests of scripts. */
const PREFLIGHT_HEADERS: Headers = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'If-None-Match, X-Request-Id',
  'Access-Control-Max-Age': '3600',
  'Cache-Control': 'no-store',
};

/** Answers requests of scripts of other origins. */
export interface CrossOrigin {
  /**
   * Adds headers to a response so that scripts of an allowed origin can read it.
   *
   * @param headers the headers of the response
   * @param origin the `Origin` header of the request
   */
  allow(headers: Headers, origin: string | undefined): Headers;
  /**
   * Returns the response to an OPTIONS request from an allowed origin. Undefined for any other request.
   */
  preflight(request: WebRequest): WebResponse | undefined;
}

/**
 * Allows cross-origin requests from some origins. Without origins, no request is allowed.
 *
 * @param origins the allowed origins, such as `https://www.example.org`, or `*` for every origin
 */
export function createCrossOrigin(origins: readonly string[]): CrossOrigin {
  const isAny = origins.includes('*');
  const isAllowed = (origin: string | undefined) =>
    origin !== undefined && (isAny || origins.includes(origin));
  return {
    allow(headers, origin) {
      if (isAny) return { ...headers, ...allowOrigin('*') };
      if (origins.length === 0) return headers;
      const vary = [headers.Vary, 'Origin'].filter((name) => name !== undefined).join(', ');
      return {
        ...headers,
        Vary: vary,
        ...(origin !== undefined && isAllowed(origin) && allowOrigin(origin)),
      };
    },
    preflight({ method, headers: { origin } }) {
      if (method !== 'OPTIONS' || !isAllowed(origin)) return undefined;
      return { status: 204, headers: PREFLIGHT_HEADERS };
    },
  };
}

function allowOrigin(origin: string): Headers {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED_HEADERS,
  };
}
