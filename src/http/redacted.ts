const REDACTED = '[redacted]';

/** How often something is decoded, at most, to see what it says. */
const DEEPEST = 8;

/**
 * Path and query of a request as a log may hold them: whatever could be an API key or a session's
 * id is gone, however it was encoded, and all that follows it in the path or the parameter.
 *
 * @example redacted('/v1/sessions/4f2a?api_key=secret&x=1') // '/v1/sessions/[redacted]?[redacted]&x=1'
 */
export function redacted(url: string): string {
  const mark = url.indexOf('?');
  if (mark < 0) return redactedPath(url);
  const parameters = url.slice(mark + 1).split('&');
  const safe = parameters.map((parameter) => (isSecret(parameter) ? REDACTED : parameter));
  return `${redactedPath(url.slice(0, mark))}?${safe.join('&')}`;
}

/** Keeps the segments up to the first that speaks of a session or of a key. */
function redactedPath(path: string): string {
  const segments = path.split('/');
  const first = segments.findIndex(isSecret);
  if (first < 0) return isSecret(path) ? REDACTED : path;
  const isName = segments[first] === 'sessions' && segments.length > first + 1;
  return [...segments.slice(0, isName ? first + 1 : first), REDACTED].join('/');
}

function isSecret(text: string): boolean {
  let decoded = text;
  for (let depth = 0; depth < DEEPEST; depth++) {
    if (/api.?key|session/i.test(decoded)) return true;
    const deeper = decoded.replace(/%([0-9a-f]{2})/gi, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (deeper === decoded) return false;
    decoded = deeper;
  }
  return true;
}
