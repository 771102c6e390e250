import type { NamedApiKey } from '../web/api-keys.js';

const REDACTED = '[redacted]';

/** Maximum number of percent-decodings. A text that is encoded this often or more counts as secret. */
const MAX_DECODINGS = 8;

/** Whether a text contains an API key of the server, in any case. */
export type KeyFinder = (text: string) => boolean;

/** A key of fewer characters is found only as a whole word, because it can be part of other words. */
const MIN_PART_CHARS = 8;

/**
 * Creates a function that finds API keys in texts, in any case. In a percent-decoded text, the function also finds keys
 * whose spaces are plus signs.
 *
 * @param keys returns the API keys: the same array until the keys change
 */
export function createKeyFinder(keys: () => readonly (string | NamedApiKey)[]): KeyFinder {
  let known: readonly (string | NamedApiKey)[] | undefined;
  let parts: readonly string[] = [];
  let words: ReadonlySet<string> = new Set();
  return (text) => {
    const current = keys();
    if (current !== known) {
      known = current;
      const texts = current.map((key) => bytesOf(typeof key === 'string' ? key : key.key));
      parts = texts.filter((key) => key.length >= MIN_PART_CHARS);
      words = new Set(texts.filter((key) => key.length < MIN_PART_CHARS));
    }
    const lower = text.toLowerCase();
    return [lower, lower.replaceAll('+', ' ')].some(
      (written) =>
        parts.some((key) => written.includes(key)) ||
        (words.size > 0 && written.split(WORD_END).some((word) => words.has(word))),
    );
  };
}

/** Matches the characters of a URL between two words. */
const WORD_END = /[\s/?#&=:;,.]/;

/** Returns a key in lower case, with a character for each byte of UTF-8, as in a URL whose percent-encoding is decoded. */
function bytesOf(key: string): string {
  return Buffer.from(key).toString('latin1').toLowerCase();
}

/**
 * Removes API keys, session ids and the values of unknown parameters from the path and query of a request,
 * for the log. A parameter or path segment is secret if it contains an API key, or mentions an API key or a session,
 * in any percent-encoding. Each secret parameter becomes `[redacted]`, and so does a parameter without a value that is
 * not known. The first secret segment and all segments after it become one `[redacted]`, but `sessions` is kept if
 * another segment follows.
 *
 * @param known the names of the parameters that keep their values; of any other parameter, only the name
 *   is kept
 * @param hasKey finds the API keys of the server
 *
 * @example
 * redactUrl('/v1/sessions/4f2a?api_key=secret&x=1&locale=en-CA', new Set(['locale']));
 * // '/v1/sessions/[redacted]?[redacted]&x&locale=en-CA'
 */
export function redactUrl(
  url: string,
  known: ReadonlySet<string> = new Set(),
  hasKey: KeyFinder = () => false,
): string {
  const isSecret = (text: string) => mentionsSecret(text, hasKey);
  const mark = url.indexOf('?');
  if (mark < 0) return redactPath(url, isSecret);
  const path = redactPath(url.slice(0, mark), isSecret);
  const parameters = url.slice(mark + 1).split('&');
  const safe = parameters.map((parameter) => (isSecret(parameter) ? REDACTED : parameter));
  // A key can contain an ampersand.
  if (isSecret(safe.join('&'))) return `${path}?${REDACTED}`;
  const shown = safe.map((parameter) => {
    const [name, value] = parameter.split('=', 2);
    if (known.has(name) || parameter === '') return parameter;
    return value ? name : REDACTED;
  });
  return `${path}?${shown.join('&')}`;
}

/**
 * Replaces the first secret segment of a path and all segments after it by one `[redacted]`. If only the
 * path as a whole is secret, as in `/api/key`, replaces the whole path.
 */
function redactPath(path: string, isSecret: (text: string) => boolean): string {
  const segments = path.split('/');
  const first = segments.findIndex(isSecret);
  if (first < 0) return isSecret(path) ? REDACTED : path;
  const hasSessionId = segments[first] === 'sessions' && segments.length > first + 1;
  return [...segments.slice(0, hasSessionId ? first + 1 : first), REDACTED].join('/');
}

/**
 * Whether a text contains an API key, `session` or `api_key`, in any case and percent-encoding. In `api_key`, any
 * character or no character may replace the underscore.
 */
function mentionsSecret(text: string, hasKey: KeyFinder): boolean {
  let decoded = text;
  for (let depth = 0; depth < MAX_DECODINGS; depth++) {
    if (/api.?key|session/i.test(decoded) || hasKey(decoded)) return true;
    const deeper = decoded.replace(/%([0-9a-f]{2})/gi, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (deeper === decoded) return false;
    decoded = deeper;
  }
  return true;
}
