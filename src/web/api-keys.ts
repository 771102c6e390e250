/*
 * Checks the API key of a request against the current keys. `handler.ts` calls the check before it performs an
 * operation. Limits per key are in `server/limits.ts`.
 */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe } from '../base/messages.js';
import { HttpError } from './error-response.js';

/** An API key with the name that the log and the metrics use for its requests. */
export interface NamedApiKey {
  /** The name of the key in the log and the metrics. */
  readonly name: string;
  /** The key that requests send as `api_key`. */
  readonly key: string;
}

/**
 * The API keys that requests may use, or a function that returns the current keys. The function is called when the options
 * are checked, and for each API request. It must return a new array when the keys change. If a call for a request throws or
 * does not return an array of keys, the last valid keys stay in use, and `onError` is called, once for each problem.
 */
export type ApiKeys = readonly (string | NamedApiKey)[] | (() => readonly (string | NamedApiKey)[]);

/** The expected value of {@link ApiKeys} that are an array, for messages. */
export const EXPECTED_KEYS = 'an array of keys that are not empty';

/**
 * Returns the current API keys.
 *
 * @param where The name of the option in messages. Default: `apiKeys`.
 * @throws TypeError if a function does not return an array of keys that are not empty
 */
export function currentKeys(keys: ApiKeys, where = 'apiKeys'): readonly (string | NamedApiKey)[] {
  const current = typeof keys === 'function' ? keys() : keys;
  if (areKeys(current)) return current;
  ignoreRejection(current);
  // Unlike `typeError`, does not suggest `await`: the caller of the function does not await its result.
  throw new TypeError(`${where}(): expected ${EXPECTED_KEYS}, found ${describe(current)}`);
}

/** Handles the rejection of a promise that nothing awaits, which would end the program. */
function ignoreRejection(value: unknown): void {
  if (value instanceof Promise) value.catch(() => {});
}

/** Returns whether a value is an array of keys that are not empty. */
export function areKeys(value: unknown): boolean {
  return Array.isArray(value) && value.every(isKey);
}

function isKey(value: unknown): boolean {
  if (typeof value === 'string') return value !== '';
  const { key, name } = (value ?? {}) as { readonly key?: unknown; readonly name?: unknown };
  return typeof key === 'string' && key !== '' && typeof name === 'string';
}

export interface ApiKeyChecker {
  /**
   * Checks the API key of a request.
   *
   * @param key the value of `api_key`; null if the request has no `api_key`
   * @returns the name of the key; undefined if the key has no name
   * @throws HttpError 403 for a missing or unknown key
   */
  (key: string | null): string | undefined;
  /** Returns the last valid keys: the same array until the keys change. */
  readonly keys: () => readonly (string | NamedApiKey)[];
}

/**
 * Creates a function that checks an API key. The function compares salted digests instead of keys, so
 * that its running time does not show how much of a wrong key is correct.
 *
 * If the function `keys` fails later, the last valid keys stay in use.
 *
 * @param onError receives an error when the function `keys` begins to fail, and when its problem changes
 * @param hash Returns the SHA-256 digest of a text. Default: a function that needs nothing from Node.
 * @throws TypeError if the function `keys` does not return an array of keys that are not empty
 */
export function createApiKeyChecker(
  keys: ApiKeys,
  onError: (error: Error) => void,
  hash: (text: string) => string = portableHash,
): ApiKeyChecker {
  const salt = bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
  const digest = (key: string) => hash(salt + key);
  let previous: readonly (string | NamedApiKey)[] = [];
  let names = new Map<string, string | undefined>();
  let problem: string | undefined;

  function readKeys(): void {
    const current = typeof keys === 'function' ? keys() : keys;
    if (current === previous) return;
    names = new Map(
      currentKeys(() => current).map((allowed) =>
        typeof allowed === 'string'
          ? [digest(allowed), undefined]
          : [digest(allowed.key), allowed.name],
      ),
    );
    previous = current;
  }

  function refreshKeys(): void {
    try {
      readKeys();
      problem = undefined;
    } catch (error) {
      const { message } = error instanceof Error ? error : { message: String(error) };
      if (message !== problem) {
        onError(new Error(`${message}; the last valid keys stay in use`, { cause: error }));
      }
      problem = message;
    }
  }

  readKeys();
  const check = (key: string | null) => {
    refreshKeys();
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
  return Object.assign(check, { keys: () => previous });
}

function portableHash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
