import { hash, randomBytes } from 'node:crypto';

/** The keys that requests may carry, or a function that gives them as they are now. */
export type ApiKeys = readonly string[] | (() => readonly string[]);

/**
 * Tells whether a key is one of those allowed, in a time that tells nothing of them, nor grows with
 * their number: what is looked up is a digest that only this process can make.
 */
export function apiKeyChecker(keys: ApiKeys): (key: string | null) => boolean {
  const salt = randomBytes(32).toString('hex');
  const digest = (key: string) => hash('sha256', salt + key);
  let listed: readonly string[] | undefined;
  let allowed = new Set<string>();
  return (key) => {
    const now = typeof keys === 'function' ? keys() : keys;
    if (now !== listed) {
      listed = now;
      allowed = new Set(now.map(digest));
    }
    return key !== null && allowed.has(digest(key));
  };
}
