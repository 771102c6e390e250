import { A_FUNCTION, AN_ADDRESS, checkOptions, type OptionCheck } from '../base/check-options.js';
import { type ApiKeys, areKeys, currentKeys, EXPECTED_KEYS } from './api-keys.js';

/** The checks of the options that listeners and handlers of requests have in common. */
const CHECKS = {
  baseUrl: AN_ADDRESS,
  prefix: {
    expected: 'a percent-encoded path such as /catalog, or an empty string',
    isValid: (value) =>
      typeof value === 'string' &&
      /^(?:\/[^/?#]+)*$/.test(value) &&
      new URL(`${value}/`, 'http://localhost').pathname === `${value}/`,
  },
  apiKeys: {
    expected: `${EXPECTED_KEYS}, or a function that returns one`,
    isValid: (value) => typeof value === 'function' || areKeys(value),
  },
  allowedOrigins: {
    expected:
      'an array of origins such as https://www.example.org, without a path or a slash at the end',
    isValid: (value) => Array.isArray(value) && value.every(isOrigin),
  },
  site: {
    expected: 'a site such as createKiosk returns',
    isValid: (value) => typeof value === 'function',
  },
  cacheSize: {
    expected: 'a number of bytes from 0',
    isValid: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  },
  onError: A_FUNCTION,
} satisfies Readonly<Record<string, OptionCheck>>;

/**
 * Checks the options that listeners and handlers of requests have in common. Calls `apiKeys` if it is a function.
 *
 * @param where the name of the function that received the options
 * @throws TypeError if an option is missing or invalid
 */
export function checkHandlerOptions(
  where: string,
  options: { readonly [Name in keyof typeof CHECKS]?: unknown },
  required: readonly (keyof typeof CHECKS)[] = [],
): void {
  checkOptions(where, options, CHECKS, required);
  if (options.apiKeys !== undefined) currentKeys(options.apiKeys as ApiKeys, `${where}: apiKeys`);
}

/**
 * Checks that an array of API keys is not empty, because no request could have a key. A function may return an empty array
 * for some time, such as while its keys are replaced.
 *
 * @param remedy what to do to serve without keys
 * @throws TypeError for an empty array
 */
export function checkHasKeys(where: string, keys: ApiKeys | undefined, remedy: string): void {
  if (!Array.isArray(keys) || keys.length > 0) return;
  throw new TypeError(`${where}: apiKeys: expected at least one key, found none; ${remedy}`);
}

/** Returns whether browsers may send a value as the header `Origin`, or whether it is `*`. */
function isOrigin(value: unknown): boolean {
  if (value === '*' || value === 'null') return true;
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, host, origin } = new URL(value);
  return value === (origin === 'null' ? `${protocol}//${host}` : origin);
}
