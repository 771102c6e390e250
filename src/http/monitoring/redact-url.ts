const REDACTED = '[redacted]';

/** Maximum number of percent-decodings. A text that is encoded this often or more counts as secret. */
const MAX_DECODINGS = 8;

/**
 * Removes API keys, session ids and the values of unknown parameters from the path and query of a request,
 * for the log. A parameter or path segment is secret if it mentions an API key or a session, in any
 * percent-encoding. Each secret parameter becomes `[redacted]`. The first secret segment and all segments
 * after it become one `[redacted]`, but `sessions` is kept if another segment follows.
 *
 * @param known the names of the parameters that keep their values; of any other parameter, only the name
 *   is kept
 *
 * @example
 * redactUrl('/v1/sessions/4f2a?api_key=secret&x=1&locale=en-CA', new Set(['locale']));
 * // '/v1/sessions/[redacted]?[redacted]&x&locale=en-CA'
 */
export function redactUrl(url: string, known: ReadonlySet<string> = new Set()): string {
  const mark = url.indexOf('?');
  if (mark < 0) return redactPath(url);
  const parameters = url.slice(mark + 1).split('&');
  const safe = parameters.map((parameter) => {
    if (isSecret(parameter)) return REDACTED;
    const [name] = parameter.split('=', 1);
    return known.has(name) ? parameter : name;
  });
  return `${redactPath(url.slice(0, mark))}?${safe.join('&')}`;
}

/**
 * Replaces the first secret segment of a path and all segments after it by one `[redacted]`. If only the
 * path as a whole is secret, as in `/api/key`, replaces the whole path.
 */
function redactPath(path: string): string {
  const segments = path.split('/');
  const first = segments.findIndex(isSecret);
  if (first < 0) return isSecret(path) ? REDACTED : path;
  const hasSessionId = segments[first] === 'sessions' && segments.length > first + 1;
  return [...segments.slice(0, hasSessionId ? first + 1 : first), REDACTED].join('/');
}

/**
 * Whether a text contains `session` or `api_key`, in any case and percent-encoding. In `api_key`, any
 * character or no character may replace the underscore.
 */
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
