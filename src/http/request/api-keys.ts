import { hash, randomBytes } from 'node:crypto';
import { HttpError } from '../response/reply.js';

/** An API key with the name that the log and the metrics use for its requests. */
export interface NamedApiKey {
  readonly name: string;
  readonly key: string;
}

/**
 * The API keys that requests may use, or a function that returns the current keys. The function is
 * called for each API request. It must return a new array when the keys change.
 */
export type ApiKeys = readonly (string | NamedApiKey)[] | (() => readonly (string | NamedApiKey)[]);

/**
 * Checks the API key of a request.
 *
 * @param key the value of `api_key`; null if the request has no `api_key`
 * @returns the name of the key; undefined if the key has no name
 * @throws HttpError 403 for a missing or unknown key
 */
export type ApiKeyChecker = (key: string | null) => string | undefined;

/**
 * Creates a function that checks an API key. The function compares salted digests instead of keys, so
 * that its running time does not show how much of a wrong key is correct.
 */
export function createApiKeyChecker(keys: ApiKeys): ApiKeyChecker {
  const salt = randomBytes(32).toString('hex');
  const digest = (key: string) => hash('sha256', salt + key);
  let previous: readonly (string | NamedApiKey)[] | undefined;
  let names = new Map<string, string | undefined>();
  return (key) => {
    const current = typeof keys === 'function' ? keys() : keys;
    if (current !== previous) {
      previous = current;
      names = new Map(
        current.map((allowed) =>
          typeof allowed === 'string'
            ? [digest(allowed), undefined]
            : [digest(allowed.key), allowed.name],
        ),
      );
    }
    if (key === null) {
      throw new HttpError(403, "parameter 'api_key': expected an API key, found nothing");
    }
    const digested = digest(key);
    if (!names.has(digested)) {
      throw new HttpError(
        403,
        "parameter 'api_key': expected a known API key, found an unknown key",
      );
    }
    return names.get(digested);
  };
}
