const REDACTED = '[redacted]';

/** Maximum number of percent-decodings. A text that is encoded more often counts as secret. */
const MAX_DECODINGS = 8;

/**
 * Redacts the path and query of a request for the log. Every parameter and path segment that could
 * contain an API key or a session id is replaced by `[redacted]`, however it is encoded, together with
 * all path segments after it.
 *
 * @example redactUrl('/v1/sessions/4f2a?api_key=secret&x=1') // '/v1/sessions/[redacted]?[redacted]&x=1'
 */
export function redactUrl(url: string): string {
  const mark = url.indexOf('?');
  if (mark < 0) return redactPath(url);
  const parameters = url.slice(mark + 1).split('&');
  const safe = parameters.map((parameter) => (isSecret(parameter) ? REDACTED : parameter));
  return `${redactPath(url.slice(0, mark))}?${safe.join('&')}`;
}

/** Keeps the segments before the first one that mentions a session or an API key. */
function redactPath(path: string): string {
  const segments = path.split('/');
  const first = segments.findIndex(isSecret);
  if (first < 0) return isSecret(path) ? REDACTED : path;
  const isName = segments[first] === 'sessions' && segments.length > first + 1;
  return [...segments.slice(0, isName ? first + 1 : first), REDACTED].join('/');
}

function isSecret(text: string): boolean {
  let decoded = text;
  for (let depth = 0; depth < MAX_DECODINGS; depth++) {
    if (/api.?key|session/i.test(decoded)) return true;
    const deeper = decoded.replace(/%([0-9a-f]{2})/gi, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (deeper === decoded) return false;
    decoded = deeper;
  }
  return true;
}
